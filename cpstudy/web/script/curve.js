/** A curve of the depth at each step of a search, with a line at the current step; a click goes to a step. @module */

import { element, svg } from "./dom.js";
import { counted } from "./words.js";

const [WIDTH, HEIGHT] = [400, 110];

export class Curve {
  /** @param {(at: number) => void} seek */
  constructor(seek) {
    this.steps = 1;
    this.line = svg("path", { class: "curve" });
    this.cursor = svg("path", { class: "now" });
    this.picture = svg("svg", { class: "depth", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none" }, this.line, this.cursor);
    this.axes = [element("span", {}), element("span", {})];
    this.node = element("div", {}, element("p", { class: "quiet axes", "aria-hidden": "true" }, ...this.axes), this.picture);
    const to = (/** @type {PointerEvent} */ event) => {
      const { left, width } = this.picture.getBoundingClientRect();
      seek(Math.round(((event.clientX - left) / width) * this.steps));
    };
    this.picture.addEventListener("pointerdown", to);
    this.picture.addEventListener("pointermove", (event) => event.buttons && to(event));
  }

  /** @param {number[]} depths After each step. @param {number} most The value of the whole height. @param {string} high The quantity of the height, in words. @param {string} step A step in a word. */
  load(depths, most, high, step) {
    this.steps = Math.max(1, depths.length);
    const points = depths.map((depth, at) => `${this.x(at + 1)} ${(HEIGHT - (depth * (HEIGHT - 4)) / Math.max(1, most)).toFixed(1)}`);
    this.line.setAttribute("d", `M${[`0 ${HEIGHT}`, ...points].join("L")}`);
    this.picture.setAttribute("aria-label", `${high} over ${counted(depths.length, step)}; at most ${Math.max(0, ...depths)}`);
    this.axes[0].textContent = `↑ ${high}, 0 to ${most}`;
    this.axes[1].textContent = `${counted(depths.length, step)} →`;
  }

  /** @param {number} at */
  go(at) {
    this.cursor.setAttribute("d", `M${this.x(at)} 0V${HEIGHT}`);
  }

  /** @param {number} at */
  x(at) {
    return ((at * WIDTH) / this.steps).toFixed(1);
  }
}
