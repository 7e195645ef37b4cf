// Rules and features as a learner finds them: each with its sentence and a picture.

import { GameBoard } from "./board.js";
import { capital, h, sentence } from "./dom.js";

/** @typedef {import("./api.js").Drawing} Drawing */

/** The letters of a sentence that is shown in full. */
const LONG = 400;

/** The rules or features of a run, as cards. */
export class Found {
  constructor() {
    this.place = h("div", { class: "cards" });
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
  }

  /** Shows what an event tells of a rule or a feature. @param {any} event */
  hear(event) {
    if (event.event === "rule") this.#add(event.name, event.english, event.clauses.join("\n"));
    else if (event.event === "feature") this.#add(event.name, event.english, event.formula);
    else if (event.event === "example") this.#illustrate(event.name, event.english, event.drawing);
    else if (event.event === "in_use") this.#keep(event.names);
  }

  /** @param {string} name @param {string} english @param {string} code */
  #add(name, english, code) {
    const card = h("article", { class: "card" }, h("h3", null, name), told(said({ name, english })),
      h("details", null, h("summary", null, "As Prolog"), h("pre", { class: "code", tabindex: "0" }, code)));
    const old = this.cards.get(name);
    if (old) old.replaceWith(card);
    else this.place.append(card);
    this.cards.set(name, card);
  }

  /** @param {string} name @param {string} english @param {Drawing} drawing */
  #illustrate(name, english, drawing) {
    const card = this.cards.get(name);
    card?.querySelector("figure")?.remove();
    card?.querySelector("h3")?.after(picture(drawing, english, `Example of ${name}`));
  }

  /** Removes what is not used any more, and puts the rest in order. @param {string[]} names */
  #keep(names) {
    for (const [name, card] of this.cards) {
      if (names.includes(name)) continue;
      card.remove();
      this.cards.delete(name);
    }
    const cards = names.map((name) => this.cards.get(name)).filter((card) => card !== undefined);
    if (cards.some((card, index) => this.place.children[index] !== card)) this.place.append(...cards);
  }
}

/** A sentence; the rest of a long one is shown on request. @param {string} text */
function told(text) {
  if (text.length <= LONG) return h("p", null, text);
  const cut = text.lastIndexOf(" ", LONG / 2);
  return h("details", { class: "long" }, h("summary", null, `${text.slice(0, cut)} …`), h("p", null, `… ${text.slice(cut + 1)}`));
}

/** What a rule says, without its name. @param {{name: string, english: string}} rule */
export function said({ name, english }) {
  return sentence(capital(english.startsWith(`${name}: `) ? english.slice(name.length + 2) : english));
}

/**
 * A board that is only looked at, with what stands below it.
 * @param {Drawing} drawing
 * @param {string} caption
 * @param {string} [label] what the board is called, where the caption does not say it
 */
export function picture(drawing, caption, label = caption) {
  const board = new GameBoard();
  board.setAttribute("aria-label", label);
  board.inert = true;
  board.show(drawing);
  return h("figure", null, drawing.rows.length > 0 ? board : h("p", null, drawing.notes.join(" · ")), h("figcaption", { class: "quiet" }, caption));
}
