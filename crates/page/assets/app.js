// The frame: navigation, and the view that the address names.

import { fill, h, problem } from "./dom.js";
import { minesweeper } from "./minesweeper.js";
import { analysis } from "./analysis.js";
import { gamesView } from "./games.js";
import { learn } from "./learn.js";
import { teach } from "./teach.js";
import { rules } from "./rules.js";
import { induce } from "./induce.js";
import { papers } from "./papers.js";

/**
 * A view fills an element and gives what ends it.
 * @typedef {(main: HTMLElement) => (void | (() => void)) | Promise<void | (() => void)>} View
 */

/** @type {Record<string, [string, View]>} */
const VIEWS = {
  minesweeper: ["Minesweeper", minesweeper],
  analysis: ["Analysis", analysis],
  games: ["Games", gamesView],
  learn: ["Learn", learn],
  teach: ["Be taught", teach],
  rules: ["Your rules", rules],
  induce: ["Induce", induce],
  papers: ["Papers", papers],
};

/** @type {void | (() => void)} */
let leave;
let shown = 0;

async function show() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const name = location.hash.slice(1).split("?")[0] || "minesweeper";
  if (name === "main") {
    main.focus();
    return;
  }
  const [title, view] = VIEWS[name] ?? VIEWS.minesweeper;
  document.title = `${title} · Stratalog`;
  fill(/** @type {HTMLElement} */ (document.getElementById("nav")), Object.entries(VIEWS).map(([key, [label]]) =>
    h("a", { href: `#${key}`, "aria-current": label === title ? "page" : null }, label)));
  leave?.();
  leave = undefined;
  const number = ++shown;
  const place = h("div", { class: "view", "data-view": name });
  fill(main, place);
  try {
    const ends = await view(place);
    if (number === shown) leave = ends;
    else ends?.();
  } catch (error) {
    place.append(problem(error));
  }
}

// A file that a view does not take must not replace the page.
for (const kind of ["dragover", "drop"]) window.addEventListener(kind, (event) => event.preventDefault());
window.addEventListener("hashchange", show);
show();
