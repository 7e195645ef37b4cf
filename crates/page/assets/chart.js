// A curve as SVG.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function svg(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * A curve through points, with its first and last values written out.
 * @param {{title: string, x: string, y: string, points: [number, number][], range?: [number, number], format?: (value: number) => string}} curve
 */
export function chart({ title, x, y, points, range, format = (value) => String(Math.round(100 * value) / 100) }) {
  const [width, height, left, bottom] = [420, 180, 46, 34];
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img" });
  const last = points.at(-1);
  root.append(svg("title", {}, last ? `${title}: ${y} ${format(last[1])} at ${x} ${last[0]}` : title));
  const xs = points.map(([value]) => value);
  const ys = points.map(([, value]) => value);
  const [x0, x1] = [Math.min(...xs, 0), Math.max(...xs, 1)];
  const [y0, y1] = range ?? [Math.min(...ys, 0), Math.max(...ys, 1)];
  /** @param {number} value */
  const px = (value) => left + ((value - x0) / (x1 - x0 || 1)) * (width - left - 12);
  /** @param {number} value */
  const py = (value) => height - bottom - ((value - y0) / (y1 - y0 || 1)) * (height - bottom - 12);
  for (const value of [y0, (y0 + y1) / 2, y1]) {
    root.append(svg("line", { x1: left, x2: width - 12, y1: py(value), y2: py(value), class: "rule" }));
    root.append(svg("text", { x: left - 6, y: py(value) + 4, "text-anchor": "end" }, format(value)));
  }
  root.append(svg("text", { x: left, y: height - 18 }, String(x0)));
  root.append(svg("text", { x: width - 12, y: height - 18, "text-anchor": "end" }, String(x1)));
  root.append(svg("text", { x: (left + width) / 2, y: height - 4, "text-anchor": "middle", class: "axis" }, `${y} by ${x}`));
  if (points.length > 0) {
    root.append(svg("polyline", { points: points.map(([a, b]) => `${px(a).toFixed(1)},${py(b).toFixed(1)}`).join(" "), class: "curve" }));
    const [a, b] = /** @type {[number, number]} */ (last);
    root.append(svg("circle", { cx: px(a), cy: py(b), r: 3.5, class: "dot" }));
  }
  return root;
}
