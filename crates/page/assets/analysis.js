// Analysis: edit or paste a Minesweeper position, and see what follows from it.

import { post } from "./api.js";
import { GameBoard, key } from "./board.js";
import { announce, field, fill, h, parameters, percent, problem, sentence } from "./dom.js";

/** @typedef {import("./api.js").Square} Square */
/** @typedef {import("./api.js").Analysis} Analysis */
/** @typedef {import("./board.js").Note} Note */

const EXAMPLE = "5x6/6\n......\n.2122.\n.1001.\n.211..\n......\n";
/** What a click makes of a square, in turn. */
const ROUND = [".", "1", "2", "3", "4", "5", "6", "7", "8", "0"];

/** @param {HTMLElement} main */
export async function analysis(main) {
  const view = new Analysing(main);
  await view.analyse();
}

class Analysing {
  /** @param {HTMLElement} main */
  constructor(main) {
    /** @type {Analysis | null} */
    this.answer = null;
    /** @type {number} */
    this.chosen = -1;
    this.text = h("textarea", { rows: 9, spellcheck: "false", class: "code", oninput: () => this.later() });
    this.text.value = parameters().get("position") ?? EXAMPLE;
    this.grid = new GameBoard();
    this.grid.setAttribute("aria-label", "Position. Type a digit, a dot or F on a square; Enter changes it.");
    this.grid.addEventListener("square", (event) => {
      const { square, kind } = /** @type {CustomEvent} */ (event).detail;
      if (kind === "open") this.turn(square, 1);
      if (kind === "flag") this.write(square, this.letter(square) === "F" ? "." : "F");
    });
    this.grid.addEventListener("write", (event) => {
      const { square, text } = /** @type {CustomEvent} */ (event).detail;
      if (/^[0-8.]$/.test(text)) this.write(square, text);
    });
    this.grid.addEventListener("wheel", (event) => {
      const cell = event.target instanceof Element ? event.target.closest("button.cell") : null;
      if (!(cell instanceof HTMLElement) || !event.shiftKey) return;
      event.preventDefault();
      this.turn([Number(cell.dataset.row), Number(cell.dataset.column)], event.deltaY > 0 ? 1 : -1);
    });
    this.said = h("div", { class: "message", "aria-live": "polite" });
    this.reasons = h("ol", { class: "reasons" });
    /** @type {number | undefined} */
    this.timer = undefined;
    main.append(h("h1", null, "Analysis"),
      h("p", { class: "quiet" }, "Paste a position or build it: a click turns a square, a right click or F marks a mine, digits write numbers, Shift with the wheel turns too. The first line is rows x columns / mines; the mines may be ?."),
      h("div", { class: "table" },
        h("div", { class: "stage" }, h("div", { class: "scroll" }, this.grid), this.said),
        h("div", { class: "panel" },
          field("Position", this.text),
          h("section", null, h("h2", null, "Why"), h("p", { class: "quiet" }, "Choose a reason to see its squares."), this.reasons))));
  }

  later() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.analyse(), 250);
  }

  /** @returns {string[]} */
  lines() {
    return this.text.value.replace(/\s+$/, "").split("\n");
  }

  /** @param {Square} square */
  letter([row, column]) {
    return this.lines()[row]?.replaceAll(" ", "")[column - 1] ?? ".";
  }

  /** @param {Square} square @param {number} step */
  turn(square, step) {
    const place = ROUND.indexOf(this.letter(square));
    this.write(square, ROUND[(Math.max(place, 0) + step + ROUND.length) % ROUND.length]);
  }

  /** @param {Square} square @param {string} letter */
  write([row, column], letter) {
    const lines = this.lines();
    const letters = [...(lines[row] ?? "").replaceAll(" ", "")];
    letters[column - 1] = letter;
    lines[row] = letters.join("");
    this.text.value = `${lines.join("\n")}\n`;
    this.analyse();
  }

  async analyse() {
    const position = this.text.value;
    try {
      const answer = await post("api/analyse", { position });
      if (position !== this.text.value) return;
      this.answer = answer;
      this.chosen = -1;
      this.draw();
      this.say();
    } catch (error) {
      this.answer = null;
      fill(this.said, problem(error));
      fill(this.reasons);
    }
  }

  draw() {
    const answer = this.answer;
    if (!answer) return;
    /** @type {Map<string, Note>} */
    const notes = new Map();
    for (const cell of answer.cells) {
      const risk = cell.mine_probability;
      notes.set(key(cell.square), risk === 0 ? { mark: "safe" } : risk === 1 ? { mark: "danger" } : { label: percent(risk), heat: risk });
    }
    for (const square of answer.conflict ?? []) notes.set(key(square), { mark: "conflict" });
    const reason = answer.reasons[this.chosen];
    if (reason) {
      for (const square of reason.numbers) notes.set(key(square), { mark: "reason" });
      notes.set(key(reason.square), { mark: reason.verdict === "safe" ? "safe" : "danger", sign: reason.verdict === "safe" ? "✓" : "✗" });
    }
    const best = answer.best;
    if (best) notes.set(key(best.square), { ...notes.get(key(best.square)), sign: "★", says: "best move" });
    const rows = answer.drawing.rows.map((row) => row.map((cell) => ({ ...cell, mark: undefined, label: undefined })));
    this.grid.show({ rows, notes: [] }, notes);
  }

  say() {
    const answer = this.answer;
    if (!answer) return;
    const best = answer.best;
    const text = answer.consistent === false ? `No board agrees with these numbers: ${answer.problem}.`
      : answer.consistent === null ? `Not counted: ${answer.because ?? "the position is too entangled"}.`
        : `${answer.solutions} boards agree with these numbers.`;
    announce(text);
    fill(this.said, h("p", { class: answer.consistent === false ? "problem" : "" }, text),
      best ? h("p", null, h("strong", null, `★ ${key(best.square)}: `), sentence(best.reason),
        best.win_probability === undefined ? "" : ` Chance to win: ${percent(best.win_probability)}.`) : null);
    fill(this.reasons, answer.reasons.map((reason, index) => h("li", null,
      h("button", { type: "button", class: "link", "aria-pressed": "false", onclick: (/** @type {Event} */ event) => {
        this.chosen = this.chosen === index ? -1 : index;
        for (const other of this.reasons.querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
        if (this.chosen === index && event.currentTarget instanceof Element) event.currentTarget.setAttribute("aria-pressed", "true");
        this.draw();
      } }, h("strong", null, `${key(reason.square)} ${reason.verdict}. `), reason.english))));
  }
}
