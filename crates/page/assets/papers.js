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
    h("p", { class: "quiet" }, "Tables and figures of the papers behind this program, measured again. A quick run takes few samples: enough to see that it works. A full run may take hours; it can be paused, stopped and resumed."));
  for (const { name, about, source } of descriptions) {
    const place = h("div", { class: "run" });
    /** @param {import("./api.js").RunState} run */
    const show = (run) => leaves.push(watch(place, run, () => measuring(run)));
    /** @param {boolean} quick */
    const start = async (quick) => {
      try {
        show(await post("api/runs", { verb: "reproduce", name, quick }));
      } catch (error) {
        fill(place, problem(error));
      }
    };
    main.append(h("article", { class: "card paper" }, h("h2", null, name), h("p", null, about), h("p", { class: "quiet" }, source),
      h("div", { class: "line" },
        h("button", { type: "button", onclick: () => start(true), "aria-label": `Run it, quickly: ${name}` }, "Run it, quickly"),
        h("button", { type: "button", onclick: () => start(false), "aria-label": `Run it in full: ${name}` }, "Run it in full")), place));
    const earlier = runs.find((run) => run.title === `reproduce ${name}`);
    if (earlier) show(earlier);
  }
  return () => leaves.forEach((leave) => leave());
}

/**
 * Shows the rows as they are measured, and the plot at the end.
 * @param {import("./api.js").RunState} run
 * @returns {import("./run.js").Listener}
 */
function measuring(run) {
  const rows = h("tbody");
  const table = h("div", { class: "wide tall", tabindex: "0", role: "region", "aria-label": "Published and measured" }, h("table", null,
    h("thead", null, h("tr", null, ["Setting", "Published", "Measured", "95% interval", "Samples"].map((name) => h("th", { scope: "col" }, name)))), rows));
  /** @param {any} row */
  const add = (row) => rows.append(h("tr", null, h("th", { scope: "row" }, row.setting), h("td", null, shown(row.published, row.unit)), h("td", null, shown(row.measured, row.unit)),
    h("td", null, row.ci95 ? `${shown(row.ci95[0], row.unit)} – ${shown(row.ci95[1], row.unit)}` : "–"), h("td", null, row.samples ?? "–")));
  return {
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
      if (result.answer.files?.some((/** @type {string} */ name) => name.endsWith(".svg"))) {
        get(`api/runs/${run.id}/picture`).then(({ text }) => body.prepend(h("figure", null,
          h("img", { class: "plot", alt: `Plot of ${result.answer.name}: published and measured values`, src: `data:image/svg+xml,${encodeURIComponent(text)}` }),
          h("figcaption", { class: "quiet" }, "Published and measured values of this run.")))).catch(() => {});
      }
    },
  };
}

/** @param {any} value @param {string} unit */
function shown(value, unit) {
  if (value === null || value === undefined) return "–";
  if (unit === "share") return `${(100 * value).toFixed(1)}%`;
  return typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value);
}
