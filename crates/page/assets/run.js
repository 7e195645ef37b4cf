// <run-view>: a long call, from its first event to its answer.

import { get, post } from "./api.js";
import { fill, h, problem } from "./dom.js";

/** @typedef {import("./api.js").RunState} RunState */
/** @typedef {import("./api.js").RunResult} RunResult */

/**
 * Watches a run. Gives what ends the watching; the run itself goes on.
 * @param {HTMLElement} place
 * @param {RunState} run
 * @param {{event?: (event: any, body: HTMLElement) => void, result: (result: RunResult, body: HTMLElement) => void}} listener
 * @returns {() => void}
 */
export function watch(place, run, listener) {
  const body = h("div", { class: "run-body" });
  const progress = h("progress", { "aria-label": "Progress" });
  const stage = h("span", { class: "quiet" });
  const stop = h("button", { type: "button", onclick: async () => {
    stop.disabled = true;
    await post(`api/runs/${run.id}/stop`).catch((error) => body.append(problem(error)));
  } }, "Stop");
  const head = h("div", { class: "line" }, progress, stage, stop);
  const notes = h("ul", { class: "notes" });
  fill(place, h("h2", null, run.title), head, notes, body);
  const source = new EventSource(`api/runs/${run.id}/events`);
  const end = () => {
    source.close();
    progress.hidden = true;
    stop.hidden = true;
  };
  source.addEventListener("message", (message) => {
    const event = JSON.parse(message.data);
    if (event.event === "stage") stage.textContent = event.what;
    else if (event.event === "note") notes.append(h("li", null, event.text));
    else if (event.event === "progress") {
      stage.textContent = `${event.done}${event.total ? ` of ${event.total}` : ""} ${event.what}`;
      if (event.total) {
        progress.max = event.total;
        progress.value = event.done;
      } else progress.removeAttribute("value");
    } else listener.event?.(event, body);
  });
  source.addEventListener("result", (message) => {
    end();
    const result = JSON.parse(/** @type {MessageEvent} */ (message).data);
    stage.textContent = "";
    if (result.error !== undefined) body.append(problem(result.error));
    listener.result(result, body);
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) {
      end();
      body.append(problem("The connection to the run was lost."));
    }
  });
  return () => source.close();
}

/**
 * Runs of a verb that the server knows, the latest first.
 * @param {string} verb
 * @returns {Promise<RunState[]>}
 */
export async function known(verb) {
  const { runs } = await get("api/runs");
  return runs.filter((/** @type {RunState} */ run) => run.verb === verb);
}

/**
 * Says how a run ended, where that was not by itself.
 * @param {any} answer
 */
export function ending(answer) {
  if (answer?.ended === "stopped") return h("p", { class: "quiet" }, "Stopped: this is what is known so far.");
  if (answer?.ended === "limit") return h("p", { class: "quiet" }, `A limit was reached: ${answer.because}.`);
  return null;
}
