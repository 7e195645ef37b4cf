// Learn: choose a game and a learner, and watch what it finds.

import { games, get, post } from "./api.js";
import { chart } from "./chart.js";
import { field, fill, h, parameters, percent, problem, remember, select } from "./dom.js";
import { offer } from "./games.js";
import { ending, known, watch } from "./run.js";

/** @type {[string, string][]} */
const LEARNERS = [["migo", "MIGO: rules from play"], ["zenith", "Zenith: features of a good position"], ["mio", "Mio: rules of Minesweeper"]];

/** @param {HTMLElement} main */
export async function learn(main) {
  const { games: listed } = await games();
  const asked = parameters();
  let game = asked.get("game") ?? "noughts-and-crosses";
  let learner = asked.get("with") ?? (game === "minesweeper" ? "mio" : "migo");
  /** @type {() => void} */
  let leave = () => {};
  const place = h("div", { class: "run" });
  const earlier = h("div", { class: "line" });
  const seed = h("input", { type: "number", value: "1", min: 1 });
  const count = h("input", { type: "number", value: "200", min: 1, max: 5000 });
  const lists = h("div", { class: "toolbar" });
  const build = () => fill(lists,
    field("Game", select(listed.map(({ name }) => name), game, (value) => {
      game = value;
      learner = value === "minesweeper" ? "mio" : learner === "mio" ? "migo" : learner;
      build();
    })),
    field("Learner", select(LEARNERS.filter(([name]) => (name === "mio") === (game === "minesweeper")), learner, (value) => { learner = value; build(); })),
    field(learner === "zenith" ? "Cycles" : "Games", count), field("Seed", seed),
    h("button", { type: "button", class: "primary", onclick: start }, "Learn"));
  main.append(h("h1", null, "Learn"),
    h("p", { class: "quiet" }, "A learner is given the rules of a game and finds a strategy that people can read. A run goes on when you leave this page."),
    lists, earlier, place);
  count.addEventListener("focus", () => { if (learner === "zenith" && Number(count.value) > 20) count.value = "3"; });

  async function start() {
    if (learner === "zenith" && Number(count.value) > 20) count.value = "3";
    remember("learn", { game, with: learner });
    try {
      const run = await post("api/runs", { verb: "learn", game, with: learner, seed: Number(seed.value) || 1, size: Number(count.value) || 1 });
      show(run);
      await list();
    } catch (error) {
      fill(place, problem(error));
    }
  }

  /** @param {import("./api.js").RunState} run */
  function show(run) {
    leave();
    leave = watchLearning(place, run);
  }

  async function list() {
    const runs = await known("learn");
    fill(earlier, runs.length > 0 ? h("span", { class: "quiet" }, "Runs: ") : null, runs.map((run) =>
      h("button", { type: "button", class: "link", onclick: () => show(run) }, `${run.title}${run.is_running ? " (going on)" : ""}`)));
    return runs;
  }

  build();
  const runs = await list();
  if (runs[0]?.is_running) show(runs[0]);
  return () => leave();
}

/**
 * @param {HTMLElement} place
 * @param {import("./api.js").RunState} run
 */
function watchLearning(place, run) {
  /** @type {[number, number][]} */
  const regret = [];
  /** @type {[number, number][]} */
  const accuracy = [];
  const tally = { win: 0, draw: 0, loss: 0 };
  const played = h("p", { class: "status" });
  const curve = h("div", { class: "curves" });
  const found = h("div", { class: "cards" });
  /** @type {Map<string, HTMLElement>} */
  const cards = new Map();
  let drawn = 0;
  const draw = () => {
    window.clearTimeout(drawn);
    drawn = window.setTimeout(() => fill(curve,
      regret.length > 0 ? chart({ title: "Regret", x: "game", y: "regret", points: regret }) : null,
      accuracy.length > 0 ? chart({ title: "Accuracy", x: "cycle", y: "accuracy", points: accuracy, range: [0, 1], format: percent }) : null), 50);
  };
  /** @param {string} name @param {string} english @param {string} code */
  const card = (name, english, code) => {
    const element = h("article", { class: "card" }, h("h3", null, name), h("p", null, english.startsWith(`${name}: `) ? english.slice(name.length + 2) : english), h("pre", { class: "code", tabindex: "0" }, code));
    const old = cards.get(name);
    if (old) old.replaceWith(element);
    else found.append(element);
    cards.set(name, element);
  };
  return watch(place, run, {
    event(event, body) {
      if (!played.isConnected) body.append(played, curve, found);
      if (event.event === "game") {
        tally[/** @type {"win"} */ (event.outcome)] += 1;
        played.textContent = `${event.number} games: ${tally.win} won, ${tally.draw} drawn, ${tally.loss} lost`;
        if (event.regret !== undefined) regret.push([event.number, event.regret]);
        draw();
      } else if (event.event === "accuracy") {
        accuracy.push([event.cycle, event.accuracy]);
        draw();
      } else if (event.event === "rule") card(event.name, event.english, event.clauses.join("\n"));
      else if (event.event === "feature") card(event.name, event.english, event.formula);
    },
    async result(result, body) {
      const answer = result.answer;
      if (!answer) return;
      const english = answer.english ?? [];
      body.append(h("section", { class: "outcome" }, h("h3", null, answer.clauses?.length ? "The strategy" : "Nothing was learned"), ending(answer),
        english.length > 0 ? h("ol", null, english.map((/** @type {string} */ line) => h("li", null, line))) : null,
        answer.clauses?.length ? h("details", null, h("summary", null, "As Prolog"), h("pre", { class: "code", tabindex: "0" }, answer.clauses.join("\n"))) : null,
        h("p", { class: "quiet" }, `${answer.seconds.toFixed(1)} seconds.`),
        answer.strategy ? h("div", { class: "line" },
          h("button", { type: "button", class: "primary", onclick: () => against(answer) }, "Play against it"),
          h("button", { type: "button", onclick: () => save(answer) }, "Save the strategy")) : null));
    },
  });
}

/** @param {any} answer */
function against(answer) {
  offer(answer.strategy, answer.game);
  if (answer.game === "minesweeper") location.hash = "#minesweeper";
  else location.hash = `#games?game=${encodeURIComponent(answer.game)}&against=${encodeURIComponent(answer.strategy)}`;
}

/** @param {any} answer */
async function save(answer) {
  const { text } = await get(`api/texts/${encodeURIComponent(answer.strategy)}`);
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: `${answer.game}-strategy.pl` });
  link.click();
  URL.revokeObjectURL(link.href);
}
