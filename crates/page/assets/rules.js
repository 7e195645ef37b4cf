// Your own rules: an editor that checks while one types, and a board to play on.

import { get, post } from "./api.js";
import { GameBoard } from "./board.js";
import { download, dropped, field, fill, h, problem, select } from "./dom.js";
import { picture } from "./found.js";
import { ending, watch } from "./run.js";
import { bring, isKif, send } from "./strategies.js";

/** @typedef {{severity: string, line: number, column: number, message: string}} Remark */

/** The text last worked on and the file or example it came from, kept while the page is open. */
let kept = "";
let origin = "";

/** How many characters a text must have in common with its origin to be called the same. */
const BEGINNING = 40;
/** How that file or example begins. */
let beginning = "";

/** @param {string} text @param {string} name */
function comesFrom(text, name) {
  origin = name;
  beginning = text.slice(0, BEGINNING);
}

/**
 * What rules are called: as the file or example they came from, else as the comment they begin with.
 * @param {string} text
 */
function titleOf(text) {
  const comment = /^\s*[%;]+\s*([^\n.,:;(]+)/.exec(text)?.[1].trim().slice(0, 40);
  return origin || comment || "your rules";
}

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
  const start = h("div", { class: "preview", hidden: true }, h("h2", null, "The first position"), h("div", { class: "scroll" }, grid), notes);
  const play = h("button", { type: "button", class: "primary", onclick: playIt }, "Play it");
  const report = h("button", { type: "button", onclick: reportIt }, "Report");
  const learn = h("button", { type: "button", onclick: learnIt }, "Learn it");
  const reported = h("div", { class: "run" });
  /** @type {() => void} */
  let leave = () => {};
  main.append(h("h1", null, "Your own rules"),
    h("p", { class: "quiet" }, "The rules of a game in Prolog or KIF: type them, start from an example, or drop a file here."),
    h("div", { class: "toolbar" },
      field("Start from", select([["", "choose an example …"], ...rulesheets.map((/** @type {any} */ sheet) => [sheet.name, sheet.name])], "", load)), play, report, learn),
    h("div", { class: "table rules" }, h("div", { class: "stage" }, editor), h("div", { class: "panel" }, h("section", null, h("h2", null, "Check"), verdict, remarks), start)), reported);

  text.addEventListener("input", changed);
  text.addEventListener("scroll", () => { paint.scrollTop = text.scrollTop; paint.scrollLeft = text.scrollLeft; });

  dropped(main, async (file) => {
    text.value = await file.text();
    comesFrom(text.value, file.name);
    changed();
  });

  /** @param {string} name */
  function load(name) {
    const sheet = rulesheets.find((/** @type {any} */ sheet) => sheet.name === name);
    if (!sheet) return;
    text.value = sheet.text;
    comesFrom(text.value, sheet.name);
    changed();
  }

  function changed() {
    kept = text.value;
    if (kept.slice(0, BEGINNING) !== beginning) origin = "";
    highlight(paint, text.value, []);
    window.clearTimeout(timer);
    timer = window.setTimeout(examine, 400);
  }

  async function examine() {
    const number = ++checked;
    try {
      const answer = await post("api/rules/check", { text: text.value, syntax: isKif(text.value) ? "kif" : "prolog" });
      if (number !== checked) return;
      const problems = /** @type {Remark[]} */ (answer.problems);
      highlight(paint, text.value, problems);
      fill(verdict, answer.ok ? `✓ These rules can be played. Roles: ${answer.roles.join(", ")}.` : "✗ These rules cannot be played yet.");
      fill(remarks, problems.map((remark) => h("li", { class: remark.severity }, h("button", { type: "button", class: "link", onclick: () => go(remark) },
        h("strong", null, `${remark.severity}, line ${remark.line}: `), remark.message))));
      for (const button of [play, report, learn]) button.disabled = !answer.ok;
      start.hidden = !answer.ok;
      if (answer.ok) await preview();
    } catch (error) {
      fill(verdict, problem(error));
      fill(remarks);
      start.hidden = true;
    }
  }

  async function preview() {
    const name = await send(text.value, titleOf(text.value));
    const seat = await post("api/sessions", { game: name });
    grid.show(seat.drawing);
    grid.hidden = seat.drawing.rows.length === 0;
    fill(notes, `${seat.drawing.notes.map((/** @type {string} */ note) => `${note}. `).join("")}Legal moves: ${seat.legal_moves.slice(0, 12).join(", ")}${seat.legal_moves.length > 12 ? ", …" : ""}.`);
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
      const name = await bring(text.value, titleOf(text.value));
      location.hash = `#games?game=${encodeURIComponent(name)}`;
    } catch (error) {
      fill(verdict, problem(error));
    }
  }

  async function learnIt() {
    try {
      const name = await bring(text.value, titleOf(text.value));
      location.hash = `#learn?game=${encodeURIComponent(name)}`;
    } catch (error) {
      fill(verdict, problem(error));
    }
  }

  /** Plays many games with the rules and shows how they go. */
  async function reportIt() {
    try {
      const game = await bring(text.value, titleOf(text.value));
      const run = await post("api/runs", { verb: "report", game });
      leave();
      leave = watch(reported, run, () => ({ result: ({ answer }, body) => { if (answer) body.append(figures(answer, run.id)); } }));
      reported.scrollIntoView({ block: "nearest" });
    } catch (error) {
      fill(reported, problem(error));
    }
  }

  if (kept) {
    text.value = kept;
    changed();
  } else load(rulesheets.find((/** @type {any} */ sheet) => sheet.name === "noughts-and-crosses")?.name ?? rulesheets[0]?.name ?? "");
  return () => {
    window.clearTimeout(timer);
    leave();
  };
}

/**
 * How a game ends if nobody errs.
 * @param {string} value
 * @param {string} first
 */
function bestPlay(value, first) {
  if (value === "draw") return "the game is drawn";
  if (value === "win") return `${first} wins`;
  if (value === "loss") return `${first} loses`;
  return `the game is worth ${value} to ${first}`;
}

/**
 * Colours a text, and marks the lines that have remarks.
 * @param {HTMLElement} paint
 * @param {string} text
 * @param {Remark[]} problems
 */
function highlight(paint, text, problems) {
  fill(paint, text.split("\n").map((line, index) => {
    const remarks = problems.filter((remark) => remark.line === index + 1);
    const severity = remarks.some((remark) => remark.severity === "error") ? "error" : "warning";
    const row = h("span", remarks.length > 0 ? { class: `line-wrong ${severity}` } : null);
    let last = 0;
    for (const match of line.matchAll(TOKENS)) {
      row.append(line.slice(last, match.index));
      const [all, comment, quoted, variable, word, number] = match;
      const kind = comment ? "comment" : quoted ? "quoted" : variable ? "variable" : number ? "number" : WORDS.test(word) ? "word" : "";
      row.append(kind ? h("span", { class: kind }, all) : all);
      last = match.index + all.length;
    }
    row.append(line.slice(last));
    return [row, remarks.length > 0 ? h("span", { class: `said ${severity}` }, `  ◂ ${remarks.map(({ message }) => message.split("\n")[0]).join("; ")}`) : null, "\n"];
  }).flat());
}

/**
 * The figures of a report.
 * @param {any} answer
 * @param {string} run
 */
function figures(answer, run) {
  const columns = [["random play", answer.random], ...(answer.search ? [["search against itself", answer.search]] : [])];
  /** @param {string} title @param {(figures: any) => string | null} value */
  const row = (title, value) => h("tr", null, h("th", { scope: "row" }, title), columns.map(([, found]) => h("td", null, value(found) ?? "–")));
  /** @param {number} share */
  const share = (share) => `${Math.round(100 * share)}%`;
  return h("section", { class: "outcome" }, h("h3", null, "How games go"), ending(answer),
    h("div", { class: "pictures" }, answer.positions.map((/** @type {[string, import("./api.js").Drawing]} */ [title, drawing]) => picture(drawing, title))),
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "How games go" }, h("table", null,
      h("thead", null, h("tr", null, h("td", null), columns.map(([name]) => h("th", { scope: "col" }, name)))),
      h("tbody", null,
        row("games that ended", (found) => String(found.games)),
        row("games without an end", (found) => String(found.abandoned)),
        row("mean length in moves", (found) => found.mean_length.toFixed(1)),
        row("shortest and longest", (found) => (found.length_range ? found.length_range.join(" – ") : null)),
        row("choices of a role that has a choice", (found) => found.branching?.toFixed(1) ?? null),
        answer.roles.map((/** @type {string} */ role, /** @type {number} */ index) => row(`won by ${role}`, (found) => (found.wins[index] === undefined ? null : share(found.wins[index])))),
        row("won by nobody", (found) => share(found.draws))))),
    h("p", null, answer.value ? `With best play ${bestPlay(answer.value, answer.roles[0])}.` : "The game was not solved: it is too large, or has no such value."),
    h("button", { type: "button", onclick: async () => {
      const { text } = await get(`api/runs/${run}/report`);
      download("report.html", text, "text/html");
    } }, "Save the report"));
}
