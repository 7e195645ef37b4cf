// Analysis: edit or paste a Minesweeper position, and see what follows from it.

import { post } from "./api.js";
import { GameBoard, key } from "./board.js";
import { announce, capital, download, dropped, field, fill, h, parameters, percent, problem, remember, sentence } from "./dom.js";

/** @typedef {import("./api.js").Square} Square */
/** @typedef {import("./api.js").Analysis} Analysis */
/** @typedef {import("./board.js").Note} Note */

const EXAMPLE = "5x6/6\n......\n.2122.\n.1001.\n.211..\n......\n";
/** What a click makes of a square, in turn. */
const ROUND = [".", "1", "2", "3", "4", "5", "6", "7", "8", "0"];

/** The pixels that a notch of a wheel is worth at least. */
const NOTCH = 40;

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
    /** A board file, and the squares of it that are open. @type {{name: string, bytes: number[], open: string[]} | null} */
    this.file = null;
    /** The board as its first line names it, and what stands on its squares. */
    this.board = "";
    /** @type {string[][]} */
    this.squares = [];
    /** What the wheel was rolled on a square since it turned last. */
    this.rolled = { square: "", pixels: 0 };
    /** What a drag writes onto the squares it passes. */
    this.brush = "";
    this.dragged = false;
    this.grid = new GameBoard();
    this.grid.setAttribute("aria-label", "Position. Type a digit, a dot or F on a square; Enter changes it.");
    this.grid.addEventListener("square", (event) => {
      const { square, kind } = /** @type {CustomEvent} */ (event).detail;
      this.grid.focusSquare(square);
      if (this.file) {
        if (kind === "open") this.openSquare(square);
        return;
      }
      if (kind === "open" && !this.dragged) this.turn(square, 1);
      if (kind === "flag") this.write(square, this.letter(square) === "F" ? "." : "F");
    });
    this.grid.addEventListener("pointerdown", (event) => {
      this.dragged = false;
      const square = squareOf(event);
      this.brush = square && event.button === 0 && event.pointerType === "mouse" && !this.file ? this.letter(square) : "";
      this.start = square ? key(square) : "";
    });
    this.grid.addEventListener("pointerover", (event) => {
      const square = squareOf(event);
      if (!square || !this.brush || !(event.buttons & 1) || (key(square) === this.start && !this.dragged)) return;
      this.dragged = true;
      if (this.letter(square) !== this.brush) this.write(square, this.brush);
    });
    this.grid.addEventListener("write", (event) => {
      const { square, text } = /** @type {CustomEvent} */ (event).detail;
      if (/^[0-8.]$/.test(text) && !this.file) this.write(square, text);
    });
    // The wheel scrolls the page until a square was clicked or has the focus.
    this.grid.addEventListener("wheel", (event) => {
      const square = squareOf(event);
      if (!square || this.file || !this.grid.contains(document.activeElement)) return;
      event.preventDefault();
      this.roll(square, event);
    }, { passive: false });
    this.grid.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    dropped(main, (file) => this.take(file));
    this.source = h("p", { class: "quiet" });
    const chooser = h("input", { type: "file", accept: ".mbf,.txt,text/plain", class: "unseen", id: "position-file", onchange: () => { const chosen = chooser.files?.[0]; if (chosen) this.take(chosen); } });
    this.said = h("div", { class: "message", "aria-live": "polite" });
    this.reasons = h("ol", { class: "reasons" });
    this.start = "";
    /** @type {number | undefined} */
    this.timer = undefined;
    main.append(h("h1", null, "Analysis"),
      h("p", { class: "quiet" }, "Paste a position or build it: a click turns a square, a right click or F marks a mine, digits write numbers, a drag paints what it starts on. After a click on the board the wheel turns the square below the pointer, until you click elsewhere or press Escape. The first line is rows x columns / mines; the mines may be ?. Text and emoji of other pages are read, and .mbf board files can be dropped here."),
      h("div", { class: "table" },
        h("div", { class: "stage" }, h("div", { class: "scroll" }, this.grid), this.said),
        h("div", { class: "panel" },
          field("Position", this.text), this.source,
          h("div", { class: "line" }, chooser, h("label", { class: "button", for: "position-file" }, "Open a file …"),
            h("button", { type: "button", onclick: () => this.share() }, "Copy a link"),
            h("button", { type: "button", onclick: () => download("position.txt", this.text.value) }, "Save")),
          h("section", null, h("h2", null, "Why"), h("p", { class: "quiet" }, "Choose a reason to see its squares."), this.reasons))));
  }

  /** Takes a position or a board file. @param {File} file */
  async take(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (/\.mbf$/i.test(file.name)) {
      this.file = { name: file.name, bytes: [...bytes], open: [] };
    } else {
      this.file = null;
      this.text.value = new TextDecoder().decode(bytes);
    }
    await this.analyse();
  }

  /** Opens a square of a board file. @param {Square} square */
  async openSquare(square) {
    const file = this.file;
    if (!file || file.open.includes(key(square))) return;
    file.open.push(key(square));
    if (!(await this.analyse())) file.open.pop();
  }

  async share() {
    remember("analysis", { position: this.text.value });
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    announce(copied ? "The link is copied." : "The address of this page is the link.");
    fill(this.source, copied ? "The link is copied." : "The address of this page is now the link.");
  }

  later() {
    this.file = null;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.analyse(), 250);
  }

  /** @param {Square} square */
  letter([row, column]) {
    return this.squares[row - 1]?.[column - 1] ?? ".";
  }

  /**
   * Turns a square once for each notch of a wheel, or for as much on a touchpad.
   * @param {Square} square
   * @param {WheelEvent} event
   */
  roll(square, event) {
    const rolled = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : NOTCH);
    const goesOn = key(square) === this.rolled.square && Math.sign(rolled) === Math.sign(this.rolled.pixels);
    this.rolled = { square: key(square), pixels: rolled + (goesOn ? this.rolled.pixels : 0) };
    if (Math.abs(this.rolled.pixels) < NOTCH) return;
    this.rolled.pixels = 0;
    this.turn(square, rolled < 0 ? 1 : -1);
  }

  /** @param {Square} square @param {number} step */
  turn(square, step) {
    const place = ROUND.indexOf(this.letter(square));
    this.write(square, ROUND[(Math.max(place, 0) + step + ROUND.length) % ROUND.length]);
  }

  /** @param {Square} square @param {string} letter */
  write([row, column], letter) {
    const squares = this.squares[row - 1];
    if (!squares) return;
    squares[column - 1] = letter;
    this.text.value = [this.board, ...this.squares.map((row) => row.join("")), ""].join("\n");
    this.analyse();
  }

  /** Analyses the position; whether it could be. */
  async analyse() {
    const position = this.text.value;
    const file = this.file;
    try {
      const answer = await post("api/analyse", file ? { mbf: file.bytes, open: file.open } : { position });
      if (position !== this.text.value) return false;
      this.answer = answer;
      this.board = answer.board;
      this.squares = answer.drawing.rows.map((/** @type {import("./api.js").Cell[]} */ row) => row.map(written));
      this.grid.inert = false;
      fill(this.source, file ? `${file.name}: click a square to open it.` : null);
      this.chosen = -1;
      this.draw();
      this.say();
      return true;
    } catch (error) {
      fill(this.said, problem(error));
      if (!file) {
        // The board shows what was read last, which is not what is written now.
        this.answer = null;
        this.grid.inert = true;
        fill(this.reasons);
      }
      return false;
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
      } }, h("strong", null, `${key(reason.square)} ${reason.verdict}. `), sentence(capital(reason.english))))));
  }
}

/** How a square is written in a position. @param {import("./api.js").Cell} cell */
function written(cell) {
  if (cell.look === "covered") return cell.piece === "flag" ? "F" : ".";
  return cell.piece ?? "0";
}

/** The square of an event. @param {Event} event @returns {Square | null} */
function squareOf(event) {
  const cell = event.target instanceof Element ? event.target.closest("button.cell") : null;
  return cell instanceof HTMLElement ? [Number(cell.dataset.row), Number(cell.dataset.column)] : null;
}
