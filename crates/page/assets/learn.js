// Learn: choose a game and a learner, and watch what it finds.

import { games, get, post } from "./api.js";
import { chart } from "./chart.js";
import { capital, download, dropped, field, fill, h, parameters, percent, problem, remember, select } from "./dom.js";
import { Found } from "./found.js";
import { ending, listed, watch } from "./run.js";
import { allBrought, bring, isBrought, offer, offerLearned, titleOf, titleOfRun } from "./strategies.js";

/** @typedef {import("./api.js").Learner} Learner */
/** @typedef {import("./api.js").RunState} RunState */

/** @param {HTMLElement} main */
export async function learn(main) {
  const { games: catalogue } = await games();
  const { learners } = /** @type {{learners: Learner[]}} */ (await get("api/learners"));
  const asked = parameters();
  let game = asked.get("game") ?? "noughts-and-crosses";
  if (!isBrought(game) && !catalogue.some(({ name }) => name === game)) game = "noughts-and-crosses";
  /** Who learns the game. */
  const able = () => learners.filter((learner) => (isBrought(game) ? learner.learns_rulesheets : learner.games.includes(game)));
  const usual = () => able().find((learner) => learner.usual_for.includes(game)) ?? able()[0];
  let learner = able().find(({ name }) => name === asked.get("with")) ?? usual();
  /** @type {() => void} */
  let leave = () => {};
  const place = h("div", { class: "run" });
  const earlier = h("div", { class: "line" });
  const seed = h("input", { type: "number", value: "1", min: 1 });
  const count = h("input", { type: "number", value: String(learner?.usual_count ?? 1), min: 1, max: 100000 });
  const lists = h("div", { class: "toolbar" });
  /** @param {Learner | undefined} other */
  const change = (other) => {
    if (other && other.name !== learner?.name) count.value = String(other.usual_count);
    if (other) learner = other;
    build();
  };
  const build = () => fill(lists,
    field("Game", select([...catalogue.map(({ name }) => name), ...allBrought()], game, (value) => {
      game = value;
      change(able().find(({ name }) => name === learner?.name) ?? usual());
    })),
    field("Learner", select(able().map(({ name, about }) => /** @type {[string, string]} */ ([name, `${name}: ${about}`])), learner?.name ?? "", (value) => change(learners.find(({ name }) => name === value)))),
    field(capital(learner?.counts ?? "length"), count), field("Seed", seed),
    h("button", { type: "button", class: "primary", onclick: start }, "Learn"));
  main.append(h("h1", null, "Learn"),
    h("p", { class: "quiet" }, "A learner is given the rules of a game and finds a strategy that people can read. A run goes on when you leave this page. Rules of your own can be dropped here."),
    lists, earlier, place);

  dropped(main, async (file) => {
    try {
      game = await bring(await file.text(), file.name);
      change(able().find(({ name }) => name === learner?.name) ?? usual());
    } catch (error) {
      fill(place, problem(error));
    }
  });

  async function start() {
    remember("learn", { game, with: learner.name });
    try {
      show(await post("api/runs", { verb: "learn", game, with: learner.name, seed: Number(seed.value) || 1, size: Number(count.value) || 1 }));
      await list();
    } catch (error) {
      fill(place, problem(error));
    }
  }

  /** @param {RunState} run */
  function show(run) {
    leave();
    leave = watch(place, run, () => learning(run, list));
  }

  async function list() {
    const runs = await listed(earlier, "learn", show);
    offerLearned(runs);
    return runs;
  }

  build();
  const runs = await list();
  if (runs[0] && (runs[0].is_running || !asked.get("game"))) show(runs[0]);
  return () => leave();
}

/**
 * Shows what a learner does.
 * @param {RunState} run
 * @param {() => void} over called when the run is over
 * @returns {import("./run.js").Listener}
 */
function learning(run, over) {
  /** @type {[number, number][]} */
  const regret = [];
  /** @type {[number, number][]} */
  const accuracy = [];
  const tally = { win: 0, draw: 0, loss: 0 };
  const played = h("p", { class: "status" });
  const board = h("pre", { class: "code", tabindex: "0" });
  const lastGame = h("figure", { hidden: true }, h("figcaption", { class: "quiet" }, "The end of one of the last games"), board);
  const curve = h("div", { class: "curves" });
  const found = new Found();
  let drawn = 0;
  const draw = () => {
    window.clearTimeout(drawn);
    drawn = window.setTimeout(() => fill(curve,
      regret.length > 0 ? chart({ title: "Regret", x: "game", y: "regret", points: regret }) : null,
      accuracy.length > 0 ? chart({ title: "Accuracy", x: "cycle", y: "accuracy", points: accuracy, range: [0, 1], format: percent }) : null), 50);
  };
  return {
    event(event, body) {
      if (!played.isConnected) body.append(played, h("div", { class: "course" }, curve, lastGame), found.place);
      if (event.event === "game") {
        tally[/** @type {"win"} */ (event.outcome)] += 1;
        played.textContent = `${event.number} games: ${tally.win} won, ${tally.draw} drawn, ${tally.loss} lost`;
        if (event.regret !== undefined) regret.push([event.number, event.regret]);
        if (event.board !== undefined) {
          board.textContent = event.board;
          lastGame.hidden = false;
        }
        draw();
      } else if (event.event === "accuracy") {
        accuracy.push([event.cycle, event.accuracy]);
        draw();
      } else found.hear(event);
    },
    result(result, body) {
      over();
      const answer = result.answer;
      if (!answer) return;
      const outcome = h("section", { class: "outcome" }, h("h3", null, answer.clauses?.length ? "The strategy" : "Nothing was learned"), ending(answer),
        answer.strategy ? h("div", { class: "line" },
          h("button", { type: "button", class: "primary", onclick: () => against(answer, run) }, "Play against it"),
          h("button", { type: "button", onclick: () => quiz(answer, run) }, "Be taught it"),
          h("button", { type: "button", onclick: () => save(answer, run) }, "Save the strategy")) : null,
        answer.clauses?.length ? h("details", null, h("summary", null, "As Prolog"), h("pre", { class: "code", tabindex: "0" }, answer.clauses.join("\n"))) : null,
        h("p", { class: "quiet" }, `${answer.seconds.toFixed(1)} seconds.`));
      // The rules stand below, in the order in which they are tried.
      if (found.place.isConnected) found.place.before(outcome);
      else body.append(outcome);
      if (answer.strategy) offer(answer.strategy, answer.game, titleOfRun(run));
    },
  };
}

/** @param {any} answer @param {RunState} run */
function against(answer, run) {
  if (answer.game === "minesweeper") location.hash = "#minesweeper";
  else location.hash = `#games?game=${encodeURIComponent(run.asked.game)}&against=${encodeURIComponent(answer.strategy)}`;
}

/** @param {any} answer @param {RunState} run */
function quiz(answer, run) {
  offer(answer.strategy, answer.game, titleOfRun(run));
  location.hash = `#teach?strategy=${encodeURIComponent(answer.strategy)}`;
}

/** @param {any} answer @param {RunState} run */
async function save(answer, run) {
  const { text } = await get(`api/texts/${encodeURIComponent(answer.strategy)}`);
  download(`${titleOf(run.asked.game).replace(/\W+/g, "-")}-strategy.pl`, text);
}
