// Induce: background, bias and examples become clauses.

import { post } from "./api.js";
import { capital, field, fill, h, problem, select, sentence } from "./dom.js";
import { ending, known, watch } from "./run.js";

/** @type {[string, string][]} */
const METHODS = [["", "automatic"], ["failures", "learning from failures"], ["modes", "mode-directed"], ["metarules", "metarules"]];

const EXAMPLE = {
  background: "parent(ann, bob).\nparent(bob, cal).\nparent(bob, dee).\nparent(cal, eve).\nparent(dee, fay).\n",
  bias: "head_pred(grandparent, 2).\nbody_pred(parent, 2).\nmax_vars(3).\nmax_body(2).\nmax_clauses(1).\n",
  examples: "pos(grandparent(ann, cal)).\npos(grandparent(ann, dee)).\npos(grandparent(bob, eve)).\npos(grandparent(bob, fay)).\nneg(grandparent(ann, bob)).\nneg(grandparent(cal, fay)).\nneg(grandparent(eve, ann)).\n",
};

/** Which text of the page a file of Popper's layout is. @type {Record<string, "background" | "bias" | "examples">} */
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
  /** Files of a folder in another layout. @type {{name: string, text: string}[]} */
  let files = [];
  const brought = h("div", { class: "line" });
  const triple = h("div", { class: "triple" }, field("Background", texts.background), field("Bias", texts.bias), field("Examples", texts.examples));
  const chooser = h("input", { type: "file", multiple: true, class: "unseen", id: "problem", onchange: () => take([...(chooser.files ?? [])]) });
  /** @type {() => void} */
  let leave = () => {};
  main.append(h("h1", null, "Induce"),
    h("p", { class: "quiet" }, "What is known, what clauses may look like, and examples: the result is a theory that tells them apart. Drop a folder or its files here, in any format that the command reads: Popper’s bk.pl, bias.pl and exs.pl, Aleph’s .b, .f and .n, or one file of Progol, Aleph or Metagol."),
    triple, brought,
    h("div", { class: "toolbar" }, field("Method", method), field("Seconds at most", timeout), h("button", { type: "button", class: "primary", onclick: start }, "Learn"),
      chooser, h("label", { class: "button", for: "problem" }, "Open files …")),
    place);
  main.addEventListener("drop", async (event) => {
    const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
    const found = entries.length > 0 ? (await Promise.all(entries.map(inside))).flat() : [...(event.dataTransfer?.files ?? [])];
    await take(found);
  });

  /** Takes the files of a problem. @param {File[]} found */
  async function take(found) {
    const read = await Promise.all(found.map(async (file) => ({ name: file.name, text: await file.text() })));
    const isPopper = read.length > 0 && read.every(({ name }) => name in FILES);
    for (const { name, text } of isPopper ? read : []) texts[FILES[name]].value = text;
    files = isPopper ? [] : read;
    triple.hidden = files.length > 0;
    fill(brought, files.length > 0 ? [h("span", null, `Files: ${files.map(({ name }) => name).join(", ")}`),
      h("button", { type: "button", onclick: () => take([]) }, "Back to the texts")] : null);
  }

  async function start() {
    try {
      const run = await post("api/runs", { verb: "induce", ...(files.length > 0 ? { files } : { background: texts.background.value, bias: texts.bias.value, examples: texts.examples.value }),
        ...(method.value ? { method: method.value } : {}), timeout: Number(timeout.value) || 60 });
      show(run);
    } catch (error) {
      fill(place, problem(error));
    }
  }

  /** @param {import("./api.js").RunState} run */
  function show(run) {
    leave();
    leave = watch(place, run, inducing);
  }

  const runs = await known("induce");
  if (runs[0]) show(runs[0]);
  return () => leave();
}

/** Shows the theory as it grows, and at the end. @returns {import("./run.js").Listener} */
function inducing() {
  const growing = h("pre", { class: "code", tabindex: "0", "aria-label": "The best theory so far" });
  return {
    event(event, body) {
      if (event.event !== "theory") return;
      if (!growing.isConnected) body.append(growing);
      growing.textContent = event.clauses.join("\n");
    },
    result(result, body) {
      growing.remove();
      const theories = result.answer?.problems ?? (result.answer ? [result.answer] : []);
      theories.forEach((/** @type {any} */ theory, /** @type {number} */ index) => body.append(learned(theory, result.answer.coverage?.[index])));
    },
  };
}

/**
 * The files in a dropped folder, without those that systems hide.
 * @param {FileSystemEntry} entry
 * @returns {Promise<File[]>}
 */
async function inside(entry) {
  if (entry.isFile) return [await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject))];
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {FileSystemEntry[]} */
  const entries = [];
  // A folder is read in parts; the last one is empty.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) break;
    entries.push(...part);
  }
  return (await Promise.all(entries.filter((one) => one.isFile && !one.name.startsWith(".")).map(inside))).flat();
}

/** Which clause covers which example, and why. @param {any} coverage */
function covered(coverage) {
  if (!coverage || coverage.examples.length === 0) return null;
  return h("details", { open: true }, h("summary", null, "Which clause covers which example, and why"),
    h("div", { class: "wide tall", tabindex: "0", role: "region", "aria-label": "Coverage" }, h("table", null,
      h("thead", null, h("tr", null, ["Example", "Expected", "Clause", "Because"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, coverage.examples.map((/** @type {any} */ one) => {
        const isRight = one.positive === (one.clause !== null);
        return h("tr", { class: isRight ? null : "missed" }, h("th", { scope: "row" }, h("code", null, one.example)),
          h("td", null, one.positive ? "covered" : "not covered"), h("td", null, one.clause ?? "none", isRight ? " ✓" : " ✗"),
          h("td", null, one.because.map((/** @type {string} */ literal) => [h("code", null, literal), " "]).flat()));
      })))), ending(coverage));
}

/** @param {any} theory @param {any} coverage */
function learned(theory, coverage) {
  return h("section", { class: "outcome" }, h("h3", null, theory.clauses.length > 0 ? "The theory" : "No theory was found"), ending(theory),
    theory.clauses.length > 0 ? h("ol", { class: "theory" }, theory.clauses.map((/** @type {string} */ clause) => h("li", null, h("code", null, clause)))) : null,
    h("p", null, sentence(capital(theory.stopped)), theory.proven ? " No smaller theory exists within the bias." : ""),
    theory.advice ? h("p", { class: "quiet" }, theory.advice) : null,
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Examples" }, h("table", null, h("caption", null, "Examples"),
      h("thead", null, h("tr", null, h("td", null), h("th", { scope: "col" }, "covered"), h("th", { scope: "col" }, "not covered"))),
      h("tbody", null,
        h("tr", null, h("th", { scope: "row" }, "positive"), h("td", null, theory.true_positives), h("td", null, theory.false_negatives)),
        h("tr", null, h("th", { scope: "row" }, "negative"), h("td", null, theory.false_positives), h("td", null, theory.true_negatives))))),
    covered(coverage),
    h("p", { class: "quiet" }, `${theory.method}, ${theory.size} literals, ${theory.explored} clauses explored, ${theory.seconds.toFixed(2)} seconds.`));
}
