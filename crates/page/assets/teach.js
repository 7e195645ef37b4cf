// Be taught: positions are set, the person answers, the strategy judges and names
// the rule that decides. Positions that were missed come back.

import { post } from "./api.js";
import { GameBoard, key, pick, targets } from "./board.js";
import { announce, dropped, field, fill, h, parameters, problem, remember, select } from "./dom.js";
import { said } from "./found.js";
import { known } from "./run.js";
import { allOffered, bringStrategy, gameOf, offerLearned } from "./strategies.js";

/** @typedef {import("./api.js").Square} Square */
/** @typedef {import("./api.js").Progress} Progress */
/** @typedef {import("./api.js").Question} Question */
/** @typedef {import("./api.js").Judged} Judged */
/** @typedef {import("./api.js").TaughtRule} TaughtRule */
/** @typedef {{title: string, game: string, strategy?: string}} Lesson */

/** What comes with the program. @type {Lesson} */
const BUNDLED = { title: "Minesweeper: learned rules", game: "minesweeper" };

/** @param {HTMLElement} main */
export async function teach(main) {
  const runs = await known("learn");
  offerLearned(runs);
  const view = new Teaching(main, runs);
  await view.begin();
}

class Teaching {
  /** @param {HTMLElement} main @param {import("./api.js").RunState[]} runs */
  constructor(main, runs) {
    const asked = parameters();
    const strategy = asked.get("strategy") ?? "";
    /** Lessons, by the name of their strategy. @type {Map<string, Lesson>} */
    this.lessons = new Map([["", BUNDLED]]);
    for (const [name, { title, game }] of allOffered()) {
      // A strategy for rules that were brought plays the game of those rules.
      const run = runs.find((run) => run.result?.answer?.strategy === name);
      this.lessons.set(name, { title, game: run?.asked.game ?? game, strategy: name });
    }
    this.chosen = this.lessons.has(strategy) ? strategy : "";
    /** @type {Question | null} */
    this.question = null;
    /** @type {Judged | null} */
    this.judged = null;
    /** @type {Square | null} */
    this.from = null;
    this.busy = false;
    this.grid = new GameBoard();
    this.grid.addEventListener("square", (event) => {
      const { square, kind } = /** @type {CustomEvent} */ (event).detail;
      if (kind === "open") this.touched(square);
    });
    this.setup = h("div", { class: "toolbar" });
    this.status = h("p", { class: "status" });
    this.notes = h("p", { class: "quiet" });
    this.moves = h("div", { class: "moves" });
    this.verdict = h("div", { class: "message", "aria-live": "polite" });
    this.next = h("button", { type: "button", class: "primary", hidden: true, onclick: () => this.ask() }, "Next question");
    this.score = h("p", { class: "status" });
    this.table = h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Progress over the rules" });
    main.append(h("h1", null, "Be taught"),
      h("p", { class: "quiet" }, "A position is set, you choose a move, and the strategy says whether it is right and which rule decides. Positions that you miss come back."),
      this.setup,
      h("div", { class: "table" },
        h("div", { class: "stage" }, this.status, h("div", { class: "scroll" }, this.grid), this.notes, this.verdict, h("div", { class: "line" }, this.next)),
        h("div", { class: "panel" },
          h("section", null, h("h2", null, "Your move"), this.moves),
          h("section", null, h("h2", null, "Progress"), this.score, this.table))));
    dropped(main, (file) => this.take(file));
    this.build();
  }

  build() {
    const file = h("input", { type: "file", accept: ".pl,text/plain", class: "unseen", id: "strategy", onchange: () => { const chosen = file.files?.[0]; if (chosen) this.take(chosen); } });
    fill(this.setup,
      field("Lesson", select([...this.lessons].map(([name, { title }]) => /** @type {[string, string]} */ ([name, title])), this.chosen, (value) => { this.chosen = value; this.begin(); })),
      file, h("label", { class: "button", for: "strategy" }, "Open a strategy …"),
      h("button", { type: "button", onclick: () => { this.keep({ asked: 0, rules: [], cards: [] }); this.begin(); } }, "Start over"),
      h("a", { class: "button", href: "#learn" }, "Learn a strategy first"));
  }

  /** @param {File} file */
  async take(file) {
    try {
      const text = await file.text();
      const game = gameOf(text);
      if (!game) throw new Error(`${file.name} is no strategy: it has no line strategy(game, …).`);
      this.chosen = await bringStrategy(text, file.name, game);
      this.lessons.set(this.chosen, { title: file.name, game, strategy: this.chosen });
      this.build();
      await this.begin();
    } catch (error) {
      fill(this.verdict, problem(error));
    }
  }

  get lesson() {
    return /** @type {Lesson} */ (this.lessons.get(this.chosen));
  }

  get place() {
    return `stratalog-progress ${this.lesson.game} ${this.chosen}`;
  }

  /** What was asked before, from this browser's memory. @returns {Progress} */
  get progress() {
    try {
      return JSON.parse(localStorage.getItem(this.place) ?? "");
    } catch {
      return { asked: 0, rules: [], cards: [] };
    }
  }

  /** @param {Progress} progress */
  keep(progress) {
    localStorage.setItem(this.place, JSON.stringify(progress));
  }

  async begin() {
    remember("teach", this.chosen ? { strategy: this.chosen } : {});
    fill(this.table);
    await this.ask();
  }

  /** The lesson as the server is told of it. */
  told() {
    const { game, strategy } = this.lesson;
    return { game, ...(strategy ? { strategy } : {}), progress: this.progress };
  }

  async ask() {
    this.next.hidden = true;
    this.judged = null;
    this.from = null;
    fill(this.verdict, h("p", { class: "quiet" }, "Looking for a position …"));
    try {
      this.question = await post("api/quiz/question", { ...this.told(), seed: Math.floor(Math.random() * 1e6) + 1 });
      fill(this.verdict);
    } catch (error) {
      this.question = null;
      fill(this.verdict, problem(error));
    }
    this.draw();
    this.count();
  }

  /** @param {Square} square */
  touched(square) {
    if (!this.question || this.judged) return;
    const { move, from } = pick(this.question.choices, this.from, square);
    if (move) {
      this.answer(move);
      return;
    }
    this.from = from ?? null;
    this.draw();
  }

  /** @param {string} answer */
  async answer(answer) {
    const question = this.question;
    if (!question || this.judged || this.busy) return;
    this.busy = true;
    try {
      const judged = /** @type {Judged} */ (await post("api/quiz/judgement", { ...this.told(), position: question.position, answer }));
      this.judged = judged;
      this.keep(judged.progress);
      fill(this.verdict,
        h("p", { class: judged.is_right ? "right" : "missed" }, h("strong", null, judged.is_right ? `✓ ${answer}. ` : `✗ ${answer}. `), judged.english),
        judged.as_good.length > 0 ? h("p", { class: "quiet" }, `Also right: ${judged.as_good.slice(0, 12).join(", ")}.`) : null,
        shown(judged.rule));
      announce(`${judged.english} The rule ${judged.rule.name} decides.`);
    } catch (error) {
      fill(this.verdict, problem(error));
    }
    this.busy = false;
    this.next.hidden = false;
    this.draw();
    this.count();
    this.next.focus({ preventScroll: true });
  }

  draw() {
    const question = this.question;
    this.grid.hidden = !question || question.drawing.rows.length === 0;
    fill(this.moves, question && !this.judged && question.choices.length <= 40
      ? question.choices.map(({ move }) => h("button", { type: "button", class: "move", onclick: () => this.answer(move) }, move))
      : h("p", { class: "quiet" }, question && !this.judged ? "Choose a square on the board." : "–"));
    if (!question) {
      fill(this.status);
      return;
    }
    const isMines = question.game === "minesweeper";
    fill(this.status, h("strong", null, isMines ? "Which square is safe?" : `You are ${question.role}. What do you play?`),
      question.is_repeated ? h("span", { class: "quiet" }, " You missed this one before.") : null);
    fill(this.notes, question.drawing.notes.join(" · "));
    this.grid.setAttribute("aria-label", `Question about ${question.game}`);
    const drawing = this.judged?.drawing ?? question.drawing;
    this.grid.show(drawing, this.judged || isMines ? new Map() : targets(question.choices, this.from));
  }

  /** Shows the progress over the rules. */
  count() {
    const { asked, rules, cards } = this.progress;
    const right = rules.reduce((sum, rule) => sum + rule.right, 0);
    fill(this.score, `${right} of ${asked} right${cards.length > 0 ? `; ${cards.length} to come back` : ""}.`);
    if (!this.question) return;
    const answered = new Map(rules.map((rule) => [rule.rule, rule]));
    fill(this.table, h("table", null,
      h("thead", null, h("tr", null, ["Rule", "Right", "Asked"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, this.question.rules.map(({ name, english }) => {
        const one = answered.get(name);
        return h("tr", { class: this.judged?.rule.name === name ? "decides" : null }, h("th", { scope: "row" }, english ? h("details", null, h("summary", null, name), h("p", null, said({ name, english }))) : name),
          h("td", null, one?.right ?? "–"), h("td", null, one?.asked ?? "–"));
      }))));
  }
}

/** A rule with its sentence and its clauses. @param {TaughtRule} rule */
function shown(rule) {
  return h("article", { class: "card" }, h("h3", null, `The rule ${rule.name} decides`),
    rule.english ? h("p", null, said(rule)) : null,
    rule.clauses.length > 0 ? h("details", null, h("summary", null, "As Prolog"), h("pre", { class: "code", tabindex: "0" }, rule.clauses.join("\n"))) : null);
}
