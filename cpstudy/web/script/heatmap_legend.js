/** The legend of a map: its colours and signs. @module */

import { element, svg } from "./dom.js";
import { HATCH, colourOf } from "./heatmap.js";

/** @typedef {import("./heatmap.js").Sweep} Sweep */

const STEPS = 60;
const WIDTH = 300;

/** @param {import("./heatmap.js").Scale} scale @param {Sweep} sweep */
export function legend(scale, sweep) {
  const { least, most } = scale;
  const bar = svg("svg", { class: "bar-of-colours", viewBox: `0 0 ${WIDTH} 34`, role: "img", "aria-label": `Colours from ${Math.round(10 ** least)} to ${Math.round(10 ** most)} placements, by their logarithm` });
  for (let step = 0; step < STEPS; step++) {
    const fill = colourOf(scale, 10 ** (least + ((most - least) * (step + 0.5)) / STEPS));
    bar.append(svg("rect", { x: (step * WIDTH) / STEPS, y: 0, width: WIDTH / STEPS + 0.5, height: 14, fill }));
  }
  for (let power = Math.ceil(least); power <= most; power++) {
    const x = ((power - least) / (most - least)) * WIDTH;
    const anchor = x < 20 ? "start" : x > WIDTH - 30 ? "end" : "middle";
    bar.append(svg("path", { class: "mark-of-scale", d: `M${x} 14V18` }));
    bar.append(svg("text", { x, y: 30, "text-anchor": anchor }, (10 ** power).toLocaleString("en", { notation: "compact" })));
  }
  const items = [key(svg("path", { class: "ridge", d: "M0 .5H1" }), "one further solution expected"), key(svg("circle", { class: "held play", cx: 0.5, cy: 0.5, r: 0.3 }), "a puzzle to play"), key(svg("circle", { class: "held watch", cx: 0.5, cy: 0.5, r: 0.3 }), "a puzzle to play, and solvers to watch")];
  if (sweep.cells.censored.some(Boolean)) items.push(key(svg("path", { class: "hatch", d: HATCH }), "the median is a lower bound"));
  return element("div", {}, element("p", { class: "quiet" }, "median placements up to the first solution"), bar, element("p", { class: "keys" }, ...items));
}

/** @param {SVGElement} sign @param {string} words */
function key(sign, words) {
  return element("span", {}, svg("svg", { class: "sign", viewBox: "-.1 -.1 1.2 1.2", "aria-hidden": "true" }, sign), ` ${words}`);
}
