// Elements and messages: the few things every view needs.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * Makes an element. Keys that begin with `on` are listeners, `class` and other
 * attributes are set as text, booleans switch attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") /** @type {any} */ (element)[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** Replaces what an element holds. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** Says something to people who listen to the page. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return h("label", { class: "field" }, h("span", null, label), control);
}

/**
 * A list to choose from.
 * @param {(string | [string, string])[]} options values, or values with their labels
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 */
export function select(options, chosen, changed) {
  const list = h("select", changed ? { onchange: () => changed(list.value) } : null,
    options.map((option) => {
      const [value, label] = typeof option === "string" ? [option, option] : option;
      return h("option", { value, selected: value === chosen }, label);
    }));
  return list;
}

/**
 * A switch.
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} changed
 */
export function check(label, checked, changed) {
  const box = h("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
  return h("label", { class: "check" }, box, h("span", null, label));
}

/** A message that something is wrong. @param {unknown} error */
export function problem(error) {
  const text = (error instanceof Error ? error.message : String(error)).trimEnd();
  announce(text);
  // A text with a drawing of the place in it needs letters of one width.
  return text.includes("\n") ? h("pre", { class: "problem", role: "alert", tabindex: "0" }, text) : h("p", { class: "problem", role: "alert" }, text);
}

/** A share as a percentage. @param {number} share */
export function percent(share) {
  const value = 100 * share;
  if (value > 0 && value < 1) return "<1%";
  if (value < 100 && value > 99) return ">99%";
  return `${Math.round(value)}%`;
}

/** What stands after the `?` in the address. @returns {URLSearchParams} */
export function parameters() {
  return new URLSearchParams(location.hash.split("?")[1] ?? "");
}

/**
 * Writes the state of a view into the address, without a new entry in the history.
 * @param {string} view
 * @param {Record<string, string | number>} values
 */
export function remember(view, values) {
  const query = new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)]));
  history.replaceState(null, "", `#${view}?${query}`);
}

/** A text that begins with a capital letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text with a full stop at its end. @param {string} text */
export function sentence(text) {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/**
 * Hands a file that is dropped onto a view to it.
 * @param {HTMLElement} view
 * @param {(file: File) => void} take
 */
export function dropped(view, take) {
  view.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}

/**
 * Hands a text to the person as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} [type]
 */
export function download(name, text, type = "text/plain") {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
