/** A depth over the steps of a search, with a line where one is; a click goes there. @module */

import { svg } from "./dom.js";

const [WIDTH, HEIGHT] = [400, 110];

export class Curve {
  /** @param {(at: number) => void} seek */
  constructor(seek) {
    this.steps = 1;
    this.line = svg("path", { class: "curve" });
    this.cursor = svg("path", { class: "now" });
    this.node = svg("svg", { class: "depth", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none" }, this.line, this.cursor);
    const to = (/** @type {PointerEvent} */ event) => {
      const { left, width } = this.node.getBoundingClientRect();
      seek(Math.round(((event.clientX - left) / width) * this.steps));
    };
    this.node.addEventListener("pointerdown", to);
    this.node.addEventListener("pointermove", (event) => event.buttons && to(event));
  }

  /** @param {number[]} depths After each step. @param {number} most What the height stands for. @param {string} label */
  load(depths, most, label) {
    this.steps = Math.max(1, depths.length);
    const points = depths.map((depth, at) => `${this.x(at + 1)} ${(HEIGHT - (depth * (HEIGHT - 4)) / Math.max(1, most)).toFixed(1)}`);
    this.line.setAttribute("d", `M${[`0 ${HEIGHT}`, ...points].join("L")}`);
    this.node.setAttribute("aria-label", label);
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
