/** Sliding blocks as shapes: rectangles, and other connected cells by their border. @module */

import { svg } from "../script/dom.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("./rush_hour_rules.js").Block} Block */

/** Whether a block fills its height and width. @param {Block} block */
const isRectangle = ({ height, width, cells }) => cells.length === height * width;

/** The shape of a block, smaller by `inset` on all sides. @param {Block} block @param {number} inset @param {number} rx @param {string} look */
export function shapeOf(block, inset, rx, look) {
  const { height, width } = block;
  if (isRectangle(block)) return svg("rect", { class: look, x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset, rx });
  return svg("path", { class: look, d: border(block.cells, inset), "stroke-linejoin": "round" });
}

/** The place of the letter of a block: its middle, or the nearest cell to it. @param {Block} block */
export function middleOf(block) {
  const { height, width, cells } = block;
  if (isRectangle(block)) return { x: width / 2, y: height / 2 };
  const mean = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const far = (/** @type {Cell} */ [down, right]) => Math.abs(down - mean[0]) + Math.abs(right - mean[1]);
  const [down, right] = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return { x: right + 0.5, y: down + 0.5 };
}

/** The border of connected cells as a path, with holes, moved inwards by `inset`. @param {Cell[]} cells @param {number} inset */
function border(cells, inset) {
  const has = new Set(cells.map(String));
  /** The edges from each corner, clockwise around the cells. @type {Map<string, [number, number][]>} */
  const edges = new Map();
  for (const [row, column] of cells) {
    const sides = /** @type {[number, number, number, number, number, number][]} */ ([
      [row - 1, column, column, row, 1, 0], [row, column + 1, column + 1, row, 0, 1],
      [row + 1, column, column + 1, row + 1, -1, 0], [row, column - 1, column, row + 1, 0, -1],
    ]); // prettier-ignore
    for (const [down, right, x, y, stepX, stepY] of sides) {
      const at = `${x},${y}`;
      if (!has.has(`${down},${right}`)) edges.set(at, [...(edges.get(at) ?? []), [stepX, stepY]]);
    }
  }
  let path = "";
  for (let [start] = edges.keys(); start !== undefined; [start] = edges.keys()) path += loop(edges, start, inset);
  return path;
}

/** Takes one closed border out of the edges; at a corner with two edges it stays at its cell. @param {Map<string, [number, number][]>} edges @param {string} start @param {number} inset */
function loop(edges, start, inset) {
  let [x, y] = start.split(",").map(Number);
  /** @type {[number, number] | null} */
  let way = null;
  /** @type {{x: number, y: number, on: [number, number]}[]} */
  const turns = [];
  for (let ways = edges.get(start); ways; ways = edges.get(`${x},${y}`)) {
    const [backX, backY] = way ?? [0, 0];
    const found = ways.findIndex(([a, b]) => a === -backY && b === backX);
    const [on] = ways.splice(Math.max(found, 0), 1);
    if (!ways.length) edges.delete(`${x},${y}`);
    turns.push({ x, y, on });
    way = on;
    [x, y] = [x + on[0], y + on[1]];
  }
  const points = turns.flatMap(({ x, y, on }, at) => {
    const before = turns[(at + turns.length - 1) % turns.length].on;
    return String(before) === String(on) ? [] : [`${x - inset * (before[1] + on[1])} ${y + inset * (before[0] + on[0])}`];
  });
  return `M${points.join("L")}Z`;
}
