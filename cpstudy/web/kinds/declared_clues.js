/** Clues of declared kinds as shapes, by their marks, as `declared/drawing.py` draws them. @module */

import { svg } from "../script/dom.js";
import { STEPS } from "./declared_text.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("./declared_text.js").Block} Block */
/** @typedef {import("./declared_text.js").Text} Text */

const WALLS = ["wall", "arrow", "sums"];
const ARROWS = { n: "↑", e: "→", s: "↓", w: "←" };
const DIAGONALS = { nw: "↖", ne: "↗", se: "↘", sw: "↙" };
/** Signs between cells: the vector from the middle to the open side. @type {Record<string, number[]>} */
const TURNED = { "<": [0.08, 0], ">": [-0.08, 0], "^": [0, 0.08], v: [0, -0.08] };
const INSET = 0.07;

/** Cells that are walls, by their places. @param {Text} b */
export const walls = (b) => new Set(b.blocks.flatMap(({ name, mark }) => (WALLS.includes(mark) ? [...(b.tokens.get(name)?.keys() ?? [])] : [])));

/** Cells with a clue in their middle. @param {Text} b */
export const numbered = (b) => new Set(b.blocks.flatMap(({ name, mark, over }) => (over === "cells" && ["number", "symbol"].includes(mark) ? [...(b.tokens.get(name)?.keys() ?? [])] : [])));

/** The margins: 1 for sides with clues outside the board, otherwise 0. @param {Text} b */
export function margins(b) {
  const [left, top, right, bottom] = ["left", "top", "right", "bottom"].map((side) => Number(b.blocks.some(({ over }) => over === side)));
  return { left, top, right, bottom };
}

/** @param {Text} b @returns {SVGElement[]} */
export function clues(b) {
  return b.blocks.flatMap((block) => {
    if (["regions", "cages"].includes(block.mark)) return regions(b, block);
    if (block.mark === "thermometer") return thermometers(b, block);
    return block.mark ? b.clues(block.name).flatMap(([place, token]) => (token === "#" ? [] : clue(b, block, place, token))) : [];
  });
}

/** @param {number[]} from @param {number[]} to @param {number} width @param {string} [look] */
const line = (from, to, width, look = "") => svg("path", { class: `border ${look}`, d: `M${from.join(" ")}L${to.join(" ")}`, "stroke-width": width });
/** @param {number} cx @param {number} cy @param {number} r @param {string} [look] */
const disc = (cx, cy, r, look = "") => svg("circle", { class: `disc ${look}`, cx, cy, r });

/** @param {number} x @param {number} y @param {string} words @param {number} size @param {string} [look] */
function label(x, y, words, size, look = "") {
  const node = svg("text", { class: `clue ${look} ${size < 0.3 ? "little" : ""}`, x, y }, words);
  node.style.fontSize = `${size}px`;
  return node;
}

/** Lines between regions; for cages, dashed lines and the boxes of a Sudoku. @param {Text} b @param {Block} block */
function regions(b, { name, mark }) {
  const order = b.rows;
  const high = Math.max(...Array.from({ length: Math.floor(Math.sqrt(order)) }, (_, k) => k + 1).filter((k) => order % k === 0));
  /** @param {Cell} cell */
  const of = (cell) => (mark === "cages" ? `${Math.floor(cell[0] / high)},${Math.floor((cell[1] * high) / order)}` : b.at(name, cell));
  const frame = svg("rect", { class: "border", width: b.columns, height: b.rows, "stroke-width": 0.08 });
  return [...(mark === "cages" ? cages(b, name) : []), frame, ...b.edges().flatMap(([one, other]) => (of(one) === of(other) ? [] : [between(one, other)]))];
}

/** The line between two cells. @param {Cell} one @param {Cell} other */
function between([row], [r, c]) {
  return line([c, r], row === r ? [c, r + 1] : [c + 1, r], 0.08);
}

/** A dashed line inside the border of each cage. @param {Text} b @param {string} block */
function cages(b, block) {
  return b.clues(block).flatMap(([[r, c], name]) => {
    /** @param {number} down @param {number} right */
    const same = (down, right) => b.at(block, [r + down, c + right]) === name;
    return STEPS.filter(([dy, dx]) => !same(dy, dx)).map(([dy, dx]) => {
      // The line ends before a convex corner of the cage and after a concave one.
      const [from, to] = [-1, 1].map((way) => {
        const [ay, ax] = [way * Math.abs(dx), way * Math.abs(dy)];
        const reach = same(ay, ax) ? 0.5 + INSET * Number(same(ay + dy, ax + dx)) : 0.5 - INSET;
        return [c + 0.5 + dx * (0.5 - INSET) + ax * reach, r + 0.5 + dy * (0.5 - INSET) + ay * reach];
      });
      return line(from, to, 0.03, "dashed");
    });
  });
}

/** A bulb in the first cell of each thermometer, and a line over the others. @param {Text} b @param {Block} block */
function thermometers(b, { name }) {
  /** @type {Record<string, number[][]>} */
  const ways = {};
  for (const [[r, c], token] of b.clues(name)) (ways[token[0]] ??= [])[Number(token.slice(1))] = [c + 0.5, r + 0.5];
  return Object.values(ways).flatMap((sparse) => {
    const way = sparse.filter(Boolean);
    return [disc(way[0][0], way[0][1], 0.36, "soft"), ...way.slice(1).map((end, at) => line(way[at], end, 0.3, "soft"))];
  });
}

/** @param {Text} b @param {Block} block @param {Cell} place @param {string} token @returns {SVGElement[]} */
function clue(b, { over, mark }, [r, c], token) {
  const inside = WALLS.includes(mark) ? "inside" : "";
  if (mark === "sums" && token.includes("-")) {
    const [down, right] = token.split("-");
    const labels = [...(down ? [label(c + 0.31, r + 0.72, down, 0.34, inside)] : []), ...(right ? [label(c + 0.69, r + 0.3, right, 0.34, inside)] : [])];
    return [line([c, r], [c + 1, r + 1], 0.02, inside), ...labels];
  }
  const middles = { board: [0.5, -0.5], left: [-0.5, c + 0.5], right: [b.columns + 0.5, c + 0.5], top: [c + 0.5, -0.5], bottom: [c + 0.5, b.rows + 0.5], beside: [c + 1, r + 0.5], below: [c + 0.5, r + 1] };
  const [x, y] = middles[/** @type {keyof typeof middles} */ (over)] ?? [c + 0.5, r + 0.5];
  const turned = ["beside", "below"].includes(over) && TURNED[token];
  if (turned) {
    const [dx, dy] = turned;
    return [-1.4, 1.4].map((side) => line([x - dx, y - dy], [x + dx + side * dy, y + dy + side * dx], 0.06));
  }
  if (mark === "tree") return [line([x, y], [x, y + 0.36], 0.1), disc(x, y - 0.06, 0.28, "leaves")];
  if (mark === "diagonal") return [label(x, y + 0.34, token.replace(/[ns][we]/g, (sign) => DIAGONALS[/** @type {keyof typeof DIAGONALS} */ (sign)]), 0.25)];
  if (mark === "corner") return [label(x - 0.25, y - 0.28, token, 0.25)];
  const words = mark === "arrow" ? token.replace(/[nesw]/, (sign) => ARROWS[/** @type {keyof typeof ARROWS} */ (sign)]) : token;
  return [...(mark === "circle" ? [disc(x, y, 0.42), disc(x, y, 0.36, "inside")] : []), label(x, y, words, token.length < 3 ? 0.55 : 0.35, inside)];
}
