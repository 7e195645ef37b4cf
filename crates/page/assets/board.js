// <game-board>: a drawing as a grid of squares that mouse, touch and keyboard use.

import { h } from "./dom.js";

/** @typedef {import("./api.js").Drawing} Drawing */
/** @typedef {import("./api.js").Cell} Cell */
/** @typedef {import("./api.js").Square} Square */
/** @typedef {import("./api.js").MoveChoice} MoveChoice */

/**
 * What is shown on a square besides the drawing.
 * @typedef {{mark?: string, label?: string, sign?: string, says?: string, heat?: number}} Note
 */

const LONG_PRESS = 450;
const GLYPHS = /** @type {Record<string, string>} */ ({ flag: "⚑", mine: "✹", x: "✕", o: "◯" });
const DISCS = ["white", "black", "red", "yellow"];

/** How a mark looks without colour, and what it says. @type {Record<string, [string, string]>} */
const MARKS = {
  safe: ["✓", "safe"],
  danger: ["✗", "mine"],
  move: ["★", "proposed"],
  reason: ["", "part of the reason"],
  area: ["", "look here"],
  conflict: ["!", "contradiction"],
  last: ["", "last move"],
  target: ["", "can be chosen"],
  chosen: ["", "chosen"],
  wrong: ["✗", "wrong flag"],
};

/** @param {Square} square */
export const key = ([row, column]) => `${row},${column}`;

/**
 * Events: `square` with {square, kind}, kind being `open`, `flag`, `chord` or `wheel`.
 */
export class GameBoard extends HTMLElement {
  /** @type {HTMLButtonElement[][]} */
  #cells = [];
  /** @type {Square} */
  #focus = [1, 1];
  /** @type {number | undefined} */
  #press;
  #pressed = false;

  connectedCallback() {
    this.setAttribute("role", "grid");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", "Board");
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("click", (event) => {
      if (this.#pressed) {
        this.#pressed = false;
        return;
      }
      this.#send(event, "open");
    });
    this.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (!this.#pressed) this.#send(event, "flag");
    });
    this.addEventListener("auxclick", (event) => {
      if (event.button === 1) this.#send(event, "chord");
    });
    this.addEventListener("dblclick", (event) => this.#send(event, "chord"));
    this.addEventListener("pointerdown", (event) => {
      this.#pressed = false;
      if (event.pointerType === "mouse") return;
      this.#press = window.setTimeout(() => {
        this.#pressed = true;
        this.#send(event, "flag");
      }, LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave", "scroll"]) {
      this.addEventListener(end, () => window.clearTimeout(this.#press));
    }
  }

  /**
   * Shows a drawing with notes on its squares.
   * @param {Drawing} drawing
   * @param {Map<string, Note>} [notes]
   */
  show(drawing, notes = new Map()) {
    const columns = drawing.rows[0]?.length ?? 0;
    if (this.#cells.length !== drawing.rows.length || (this.#cells[0]?.length ?? 0) !== columns) this.#build(drawing);
    drawing.rows.forEach((row, r) => row.forEach((cell, c) => {
      paint(this.#cells[r][c], cell, notes.get(`${r + 1},${c + 1}`) ?? {}, [r + 1, c + 1]);
    }));
  }

  /** @param {Drawing} drawing */
  #build(drawing) {
    this.style.setProperty("--columns", String(drawing.rows[0]?.length ?? 0));
    const columns = drawing.rows[0]?.length ?? 0;
    this.dataset.wide = String(columns > 16);
    this.dataset.small = String(columns <= 5);
    this.#cells = drawing.rows.map((row, r) => row.map((_, c) => h("button", {
      type: "button", class: "cell", role: "gridcell", tabindex: "-1", "data-row": r + 1, "data-column": c + 1,
    })));
    // Rows and columns are named at the edges, as reasons and moves name them.
    const letter = (/** @type {number} */ place) => (drawing.columns === "letters" ? String.fromCharCode(97 + place) : place + 1);
    const columnNames = legend(drawing, "columns") ?? (drawing.rows[0] ?? []).map((_, c) => letter(c));
    const rowNames = legend(drawing, "rows");
    this.replaceChildren(h("div", { class: "row names", "aria-hidden": "true" }, columnNames.map((name) => h("span", null, name))),
      ...this.#cells.map((row, r) => h("div", { role: "row", class: "row", "data-name": rowNames?.[r] ?? r + 1 }, row)));
    this.#focus = [1, 1];
    this.#cells[0]?.[0]?.setAttribute("tabindex", "0");
  }

  /** Moves the focus to a square. @param {Square} square */
  focusSquare(square) {
    const [row, column] = this.#focus;
    this.#cells[row - 1]?.[column - 1]?.setAttribute("tabindex", "-1");
    const cell = this.#cells[square[0] - 1]?.[square[1] - 1];
    if (!cell) return;
    this.#focus = square;
    cell.setAttribute("tabindex", "0");
    cell.focus();
  }

  /** @param {Event} event @returns {Square | null} */
  #square(event) {
    const cell = event.target instanceof Element ? event.target.closest("button.cell") : null;
    return cell instanceof HTMLElement ? [Number(cell.dataset.row), Number(cell.dataset.column)] : null;
  }

  /** @param {Event} event @param {string} kind */
  #send(event, kind) {
    const square = this.#square(event);
    if (!square) return;
    const [row, column] = this.#focus;
    this.#cells[row - 1]?.[column - 1]?.setAttribute("tabindex", "-1");
    this.#cells[square[0] - 1][square[1] - 1].setAttribute("tabindex", "0");
    this.#focus = square;
    this.dispatchEvent(new CustomEvent("square", { detail: { square, kind } }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const square = this.#square(event);
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = /** @type {Record<string, Square>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      this.focusSquare([square[0] + step[0], square[1] + step[1]]);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.focusSquare([square[0], event.key === "Home" ? 1 : this.#cells[0].length]);
    } else if (event.key.toLowerCase() === "f") {
      this.#send(event, "flag");
    } else if (event.key.toLowerCase() === "c") {
      this.#send(event, "chord");
    } else if (/^[0-9.?]$/.test(event.key)) {
      this.dispatchEvent(new CustomEvent("write", { detail: { square, text: event.key } }));
    }
  }
}

/**
 * The names along a side, where a note of the drawing gives them.
 * @param {Drawing} drawing
 * @param {"rows" | "columns"} side
 */
function legend(drawing, side) {
  return drawing.notes.find((note) => note.startsWith(`${side}: `))?.slice(side.length + 2).split(" ") ?? null;
}

/**
 * @param {HTMLButtonElement} button
 * @param {Cell} cell
 * @param {Note} note
 * @param {Square} square
 */
function paint(button, cell, note, square) {
  const covered = cell.look === "covered";
  const number = !covered && /^[0-8]$/.test(cell.piece ?? "");
  const disc = DISCS.includes(cell.piece ?? "");
  const mark = note.mark ?? cell.mark ?? "";
  const [sign, says] = MARKS[mark] ?? ["", ""];
  button.className = ["cell", covered ? "covered" : "plain", number ? `n${cell.piece}` : "", disc ? `disc ${cell.piece}` : "",
    mark ? `mark-${mark}` : ""].filter(Boolean).join(" ");
  const shown = cell.piece === undefined || cell.piece === "0" ? "" : number ? cell.piece
    : disc ? "" : GLYPHS[cell.piece] ?? cell.symbol;
  const label = note.label ?? cell.label ?? "";
  const corner = note.sign ?? sign;
  const text = `${disc ? "disc" : shown}|${label}|${corner}`;
  if (button.dataset.text !== text) {
    button.dataset.text = text;
    button.replaceChildren(...[
      disc ? h("span", { class: "piece-disc", "aria-hidden": "true" }) : shown ? h("span", { class: "piece" }, shown) : "",
      label ? h("span", { class: "label" }, label) : "",
      corner ? h("span", { class: "sign" }, corner) : "",
    ].filter(Boolean));
  }
  button.style.setProperty("--heat", String(note.heat ?? 0));
  button.classList.toggle("heated", note.heat !== undefined);
  const what = covered ? (cell.piece === "flag" ? "flag" : "covered") : cell.piece === "0" ? "no mines around" : cell.piece ?? "empty";
  const name = [`row ${square[0]}, column ${square[1]}: ${what}`, label, note.says ?? says].filter(Boolean).join(", ");
  if (button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
}

/** Whether a move starts at a square. @param {MoveChoice} choice @param {Square} square */
const startsAt = ({ from, to }, square) => key(from ?? to ?? [0, 0]) === key(square);

/**
 * What a click on a square means: a move, or the square that a move starts from.
 * @param {MoveChoice[]} choices
 * @param {Square | null} from the square that was clicked before
 * @param {Square} square
 * @returns {{move?: string, from?: Square}}
 */
export function pick(choices, from, square) {
  const made = from ? choices.filter((choice) => startsAt(choice, from) && choice.to && key(choice.to) === key(square)) : [];
  if (made.length > 0) return { move: made[0].move };
  const starting = choices.filter((choice) => startsAt(choice, square));
  const placed = starting.filter((choice) => !choice.from);
  if (placed.length === 1) return { move: placed[0].move };
  if (starting.length > 0) return { from: square };
  // Where pieces fall, no column has two squares to choose.
  const columns = choices.map(({ to }) => to?.[1]);
  const column = choices.filter((choice) => !choice.from && choice.to?.[1] === square[1]);
  return column.length === 1 && new Set(columns).size === columns.length ? { move: column[0].move } : {};
}

/**
 * Marks on the squares that can be chosen.
 * @param {MoveChoice[]} choices
 * @param {Square | null} from
 * @returns {Map<string, Note>}
 */
export function targets(choices, from) {
  /** @type {Map<string, Note>} */
  const notes = new Map();
  for (const choice of choices) {
    const square = !from ? choice.from ?? choice.to : startsAt(choice, from) ? choice.to : null;
    if (square) notes.set(key(square), { mark: "target" });
  }
  if (from) notes.set(key(from), { mark: "chosen" });
  return notes;
}

customElements.define("game-board", GameBoard);
