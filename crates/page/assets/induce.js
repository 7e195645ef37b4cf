// Induce: background, bias and examples become clauses.

import { post } from "./api.js";
import { field, fill, h, problem, select } from "./dom.js";
import { ending, known, watch } from "./run.js";

/** @type {[string, string][]} */
const METHODS = [["", "chosen by the problem"], ["failures", "learning from failures"], ["modes", "mode-directed"], ["metarules", "metarules"]];

const EXAMPLE = {
  background: "parent(ann, bob).\nparent(bob, cal).\nparent(bob, dee).\nparent(cal, eve).\nparent(dee, fay).\n",
  bias: "head_pred(grandparent, 2).\nbody_pred(parent, 2).\nmax_vars(3).\nmax_body(2).\nmax_clauses(1).\n",
  examples: "pos(grandparent(ann, cal)).\npos(grandparent(ann, dee)).\npos(grandparent(bob, eve)).\npos(grandparent(bob, fay)).\nneg(grandparent(ann, bob)).\nneg(grandparent(cal, fay)).\nneg(grandparent(eve, ann)).\n",
};

/** Which text of the page a dropped file is. @type {Record<string, "background" | "bias" | "examples">} */
const FILES = { "bk.pl": "background", "bias.pl": "bias", "exs.pl": "examples" };

/** @param {HTMLElement} main */
export async function induce(main) {
  /** @param {string} value */
  const area = (value) => {
    const text = h("textarea", { class: "code", rows: 9, spellcheck: "false", wrap: "off" });
    text.value = value;
    return text;
  };
  const texts = { background: area(EXAMPLE.background), bias: area(EXAMPLE.bias), examples: area(EXAMPLE.examples) };
  const method = select(METHODS, "");
  const timeout = h("input", { type: "number", value: "60", min: 1, max: 3600 });
  const place = h("div", { class: "run" });
  /** @type {() => void} */
  let leave = () => {};
  main.append(h("h1", null, "Induce"),
    h("p", { class: "quiet" }, "What is known, what clauses may look like, and examples: the result is a theory that tells them apart. Drop the files bk.pl, bias.pl and exs.pl here, or one file in another format into the first field and leave the others empty."),
    h("div", { class: "triple" }, field("Background", texts.background), field("Bias", texts.bias), field("Examples", texts.examples)),
    h("div", { class: "toolbar" }, field("Method", method), field("Seconds at most", timeout), h("button", { type: "button", class: "primary", onclick: start }, "Learn")),
    place);
  main.addEventListener("dragover", (event) => event.preventDefault());
  main.addEventListener("drop", async (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) texts[FILES[file.name] ?? "background"].value = await file.text();
  });

  async function start() {
    try {
      const run = await post("api/runs", { verb: "induce", background: texts.background.value, bias: texts.bias.value, examples: texts.examples.value,
        ...(method.value ? { method: method.value } : {}), timeout: Number(timeout.value) || 60 });
      show(run);
    } catch (error) {
      fill(place, problem(error));
    }
  }

  /** @param {import("./api.js").RunState} run */
  function show(run) {
    leave();
    const growing = h("pre", { class: "code", tabindex: "0", "aria-label": "The best theory so far" });
    leave = watch(place, run, {
      event(event, body) {
        if (event.event !== "theory") return;
        if (!growing.isConnected) body.append(growing);
        growing.textContent = event.clauses.join("\n");
      },
      result(result, body) {
        growing.remove();
        for (const theory of result.answer?.problems ?? (result.answer ? [result.answer] : [])) body.append(learned(theory));
      },
    });
  }

  const runs = await known("induce");
  if (runs[0]) show(runs[0]);
  return () => leave();
}

/** @param {any} theory */
function learned(theory) {
  return h("section", { class: "outcome" }, h("h3", null, theory.clauses.length > 0 ? "The theory" : "No theory was found"), ending(theory),
    theory.clauses.length > 0 ? h("pre", { class: "code", tabindex: "0" }, theory.clauses.join("\n")) : null,
    h("p", null, theory.stopped, theory.proven ? " No smaller theory exists within the bias." : ""),
    theory.advice ? h("p", { class: "quiet" }, theory.advice) : null,
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Examples" }, h("table", null, h("caption", null, "Examples"),
      h("thead", null, h("tr", null, h("td", null), h("th", { scope: "col" }, "covered"), h("th", { scope: "col" }, "not covered"))),
      h("tbody", null,
        h("tr", null, h("th", { scope: "row" }, "positive"), h("td", null, theory.true_positives), h("td", null, theory.false_negatives)),
        h("tr", null, h("th", { scope: "row" }, "negative"), h("td", null, theory.false_positives), h("td", null, theory.true_negatives))))),
    h("p", { class: "quiet" }, `${theory.method}, ${theory.size} literals, ${theory.explored} clauses explored, ${theory.seconds.toFixed(2)} seconds.`));
}
