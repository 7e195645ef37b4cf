// Papers: every reproduction, published and measured side by side.

import { get, post } from "./api.js";
import { fill, h, problem } from "./dom.js";
import { ending, known, watch } from "./run.js";

/** @param {HTMLElement} main */
export async function papers(main) {
  const { descriptions } = await get("api/experiments");
  /** @type {(() => void)[]} */
  const leaves = [];
  const runs = await known("reproduce");
  main.append(h("h1", null, "Papers"),
    h("p", { class: "quiet" }, "Tables and figures of the papers behind this program, measured again. A quick run takes few samples: enough to see that it works."));
  for (const { name, about, source } of descriptions) {
    const place = h("div", { class: "run" });
    /** @param {import("./api.js").RunState} run */
    const show = (run) => leaves.push(watchRows(place, run));
    const start = async () => {
      try {
        show(await post("api/runs", { verb: "reproduce", name, quick: true }));
      } catch (error) {
        fill(place, problem(error));
      }
    };
    main.append(h("article", { class: "card paper" }, h("h2", null, name), h("p", null, about), h("p", { class: "quiet" }, source),
      h("button", { type: "button", onclick: start, "aria-label": `Run it, quickly: ${name}` }, "Run it, quickly"), place));
    const earlier = runs.find((run) => run.title === `reproduce ${name}`);
    if (earlier) show(earlier);
  }
  return () => leaves.forEach((leave) => leave());
}

/**
 * @param {HTMLElement} place
 * @param {import("./api.js").RunState} run
 */
function watchRows(place, run) {
  const rows = h("tbody");
  const table = h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Published and measured" }, h("table", null,
    h("thead", null, h("tr", null, ["Setting", "Published", "Measured", "95% interval", "Samples"].map((name) => h("th", { scope: "col" }, name)))), rows));
  /** @param {any} row */
  const add = (row) => rows.append(h("tr", null, h("th", { scope: "row" }, row.setting), h("td", null, shown(row.published)), h("td", null, shown(row.measured)),
    h("td", null, row.ci95 ? `${shown(row.ci95[0])} – ${shown(row.ci95[1])}` : "–"), h("td", null, row.samples ?? "–")));
  return watch(place, run, {
    event(event, body) {
      if (event.event !== "row") return;
      if (!table.isConnected) body.append(table);
      add(event.row);
    },
    result(result, body) {
      if (!result.answer) return;
      if (!table.isConnected) body.append(table);
      fill(rows);
      result.answer.rows.forEach(add);
      body.append(h("p", { class: "quiet" }, `${result.answer.seconds.toFixed(1)} seconds.`));
      const end = ending(result.answer);
      if (end) body.append(end);
    },
  });
}

/** @param {any} value */
function shown(value) {
  if (value === null || value === undefined) return "–";
  return typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value);
}
