// <run-view>: a long call, from its first event to its answer.

import { get, post } from "./api.js";
import { capital, fill, h, problem } from "./dom.js";
import { titleOfRun } from "./strategies.js";

/** @typedef {import("./api.js").RunState} RunState */
/** @typedef {import("./api.js").RunResult} RunResult */
/** @typedef {{event?: (event: any, body: HTMLElement) => void, result: (result: RunResult, body: HTMLElement) => void}} Listener */

/** Runs that are listed before one asks for more. */
const RECENT = 4;

/**
 * Watches a run. Gives what ends the watching; the run itself goes on. A run can
 * be paused, stopped, and resumed once it was stopped.
 * @param {HTMLElement} place
 * @param {RunState} run
 * @param {() => Listener} listen makes a listener, also when the run is resumed
 * @returns {() => void}
 */
export function watch(place, run, listen) {
  const listener = listen();
  const body = h("div", { class: "run-body" });
  const progress = h("progress", { "aria-label": "Progress" });
  const stage = h("span", { class: "quiet" });
  /** @type {() => void} */
  let restarted = () => {};
  /** @param {string} verb */
  const tell = async (verb) => {
    try {
      return /** @type {RunState} */ (await post(`api/runs/${run.id}/${verb}`));
    } catch (error) {
      body.append(problem(error));
      return null;
    }
  };
  const stop = h("button", { type: "button", onclick: async () => {
    stop.disabled = true;
    await tell("stop");
  } }, "Stop");
  const pause = h("button", { type: "button", onclick: async () => {
    const state = await tell(pause.textContent === "Pause" ? "pause" : "resume");
    if (state) pause.textContent = state.is_paused ? "Go on" : "Pause";
  } }, run.is_paused ? "Go on" : "Pause");
  const again = h("button", { type: "button", hidden: true, onclick: async () => {
    const state = await tell("resume");
    if (state) restarted = watch(place, state, listen);
  } }, "Resume");
  const head = h("div", { class: "line" }, progress, stage, pause, stop, again);
  const notes = h("ul", { class: "notes" });
  fill(place, h("h2", null, capital(titleOfRun(run))), head, notes, body);
  const source = new EventSource(`api/runs/${run.id}/events`);
  const end = () => {
    source.close();
    progress.hidden = true;
    stop.hidden = true;
    pause.hidden = true;
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
    const failed = result.error ?? result.interrupted;
    if (failed !== undefined) body.append(problem(failed));
    again.hidden = result.interrupted === undefined && result.answer?.ended !== "stopped";
    listener.result(result, body);
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) {
      end();
      body.append(problem("The connection to the run was lost."));
    }
  });
  return () => {
    source.close();
    restarted();
  };
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

/** How a run is going, in a few words. @param {RunState} run */
function stateOf(run) {
  if (run.is_paused) return "paused";
  if (run.is_running) return "going on";
  if (run.can_resume) return "stopped";
  return run.result?.error === undefined ? `${run.seconds.toFixed(run.seconds < 10 ? 1 : 0)} s` : "failed";
}

/**
 * A list of earlier runs to choose from.
 * @param {HTMLElement} place
 * @param {string} verb
 * @param {(run: RunState) => void} show
 * @returns {Promise<RunState[]>}
 */
export async function listed(place, verb, show) {
  const runs = await known(verb);
  const links = runs.map((run) => h("button", { type: "button", class: "link", onclick: () => show(run) }, `${titleOfRun(run)} (${stateOf(run)})`));
  fill(place, runs.length > 0 ? h("span", { class: "quiet" }, "Runs: ") : null, links.slice(0, RECENT),
    links.length > RECENT ? h("details", null, h("summary", null, `${links.length - RECENT} more`), links.slice(RECENT)) : null);
  return runs;
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
