// Your own rules: an editor that checks while one types, and a board to play on.

import { get, post } from "./api.js";
import { GameBoard } from "./board.js";
import { field, fill, h, problem, select } from "./dom.js";
import { bring } from "./games.js";

/** @typedef {{severity: string, line: number, column: number, message: string}} Remark */

/** The text last worked on, kept while the page is open. */
let kept = "";

const WORDS = /^(role|init|true|does|legal|next|terminal|goal|base|input|sees|not|count|drawing|board)$/;
const TOKENS = /(%[^\n]*|;[^\n]*)|("[^"\n]*"|'[^'\n]*')|([A-Z_][A-Za-z0-9_]*|\?[a-z]\w*)|([a-z][A-Za-z0-9_]*)|(\d+)/g;

/** @param {HTMLElement} main */
export async function rules(main) {
  const { rulesheets } = await get("api/rulesheets");
  /** @type {number | undefined} */
  let timer;
  let checked = 0;
  const paint = h("pre", { class: "paint", "aria-hidden": "true" });
  const text = h("textarea", { class: "code", spellcheck: "false", wrap: "off", autocapitalize: "off", "aria-label": "Rules" });
  const editor = h("div", { class: "editor" }, paint, text);
  const remarks = h("ol", { class: "remarks" });
  const verdict = h("p", { class: "status", role: "status" });
  const grid = new GameBoard();
  grid.setAttribute("aria-label", "The first position");
  const notes = h("p", { class: "quiet" });
  const start = h("div", { class: "preview" }, h("h2", null, "The first position"), h("div", { class: "scroll" }, grid), notes);
  const play = h("button", { type: "button", class: "primary", onclick: playIt }, "Play it");
  main.append(h("h1", null, "Your own rules"),
    h("div", { class: "toolbar" },
      field("Start from", select([["", "choose an example …"], ...rulesheets.map((/** @type {any} */ sheet) => [sheet.name, sheet.name])], "", load)), play),
    h("div", { class: "table rules" }, h("div", { class: "stage" }, editor), h("div", { class: "panel" }, h("section", null, h("h2", null, "Check"), verdict, remarks), start)));

  text.addEventListener("input", changed);
  text.addEventListener("scroll", () => { paint.scrollTop = text.scrollTop; paint.scrollLeft = text.scrollLeft; });

  /** @param {string} name */
  function load(name) {
    const sheet = rulesheets.find((/** @type {any} */ sheet) => sheet.name === name);
    if (!sheet) return;
    text.value = sheet.text;
    changed();
  }

  function changed() {
    kept = text.value;
    highlight(paint, text.value, []);
    window.clearTimeout(timer);
    timer = window.setTimeout(examine, 400);
  }

  async function examine() {
    const number = ++checked;
    try {
      const answer = await post("api/rules/check", { text: text.value });
      if (number !== checked) return;
      const problems = /** @type {Remark[]} */ (answer.problems);
      highlight(paint, text.value, problems);
      fill(verdict, answer.ok ? `✓ These rules can be played. Roles: ${answer.roles.join(", ")}.` : "✗ These rules cannot be played yet.");
      fill(remarks, problems.map((remark) => h("li", { class: remark.severity }, h("button", { type: "button", class: "link", onclick: () => go(remark) },
        h("strong", null, `${remark.severity}, line ${remark.line}: `), remark.message))));
      play.disabled = !answer.ok;
      start.hidden = !answer.ok;
      if (answer.ok) await preview();
    } catch (error) {
      fill(verdict, problem(error));
      fill(remarks);
    }
  }

  async function preview() {
    const name = await bring(text.value, "your rules");
    const seat = await post("api/sessions", { game: name });
    grid.show(seat.drawing);
    grid.hidden = seat.drawing.rows.length === 0;
    fill(notes, `${seat.drawing.notes.join(" · ")} Legal moves: ${seat.legal_moves.slice(0, 12).join(", ")}${seat.legal_moves.length > 12 ? ", …" : ""}.`);
  }

  /** @param {Remark} remark */
  function go(remark) {
    const before = text.value.split("\n").slice(0, remark.line - 1).join("\n").length + (remark.line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(before + remark.column - 1, before + remark.column - 1);
    text.scrollTop = (remark.line - 4) * 20;
  }

  async function playIt() {
    try {
      const name = await bring(text.value, "your rules");
      location.hash = `#games?game=${encodeURIComponent(name)}`;
    } catch (error) {
      fill(verdict, problem(error));
    }
  }

  if (kept) {
    text.value = kept;
    changed();
  } else load(rulesheets.find((/** @type {any} */ sheet) => sheet.name === "noughts-and-crosses")?.name ?? rulesheets[0]?.name ?? "");
  return () => window.clearTimeout(timer);
}

/**
 * Colours a text, and marks the lines that have remarks.
 * @param {HTMLElement} paint
 * @param {string} text
 * @param {Remark[]} problems
 */
function highlight(paint, text, problems) {
  const wrong = new Set(problems.map(({ line }) => line));
  fill(paint, text.split("\n").map((line, index) => {
    const row = h("span", { class: wrong.has(index + 1) ? "line-wrong" : "" });
    let last = 0;
    for (const match of line.matchAll(TOKENS)) {
      row.append(line.slice(last, match.index));
      const [all, comment, quoted, variable, word, number] = match;
      const kind = comment ? "comment" : quoted ? "quoted" : variable ? "variable" : number ? "number" : WORDS.test(word) ? "word" : "";
      row.append(kind ? h("span", { class: kind }, all) : all);
      last = match.index + all.length;
    }
    row.append(line.slice(last), "\n");
    return row;
  }));
}
