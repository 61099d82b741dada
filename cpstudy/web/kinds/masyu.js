/** Masyu: a loop from cell to cell, straight on at white pearls, turning at black ones. @module */

import { svg } from "../script/dom.js";
import { kindOfLoops } from "./loops.js";
import { latticeOf } from "./loops_lattice.js";
import { pearls, reader } from "./pzpr_text.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./loops_rules.js").Way} Way */

const WHITE = 1;
const NAMES = ["", "white pearl", "black pearl"];
// Up, left, down, right.
const STEPS = [[-1, 0], [0, -1], [1, 0], [0, 1]];

/** @param {Entry} entry */
const lattice = ({ rows, columns }) => latticeOf(rows, columns);

/** The edges at a cell: up, left, down, right, -1 for none. @param {Entry} entry @param {Cell} cell */
function sides(entry, [row, column]) {
  const { across, down } = lattice(entry);
  return [down(row - 1, column), across(row, column - 1), down(row, column), across(row, column)];
}

/** The ways in which a pearl may be passed. @param {Entry} entry @param {Cell} cell @param {number} pearl @returns {Way[]} */
function passed(entry, [row, column], pearl) {
  const here = sides(entry, [row, column]);
  const ahead = STEPS.map(([down, right], side) => (here[side] < 0 ? -1 : sides(entry, [row + down, column + right])[side]));
  /** @param {number[]} taken */
  const rest = (taken) => here.filter((_, side) => !taken.includes(side));
  /** @type {Way[]} */
  const found = [];
  if (pearl === WHITE) {
    for (const straight of [[0, 2], [1, 3]]) {
      for (const turn of straight) found.push({ on: straight.map((side) => here[side]), off: [...rest(straight), ahead[turn]] });
    }
    return found;
  }
  for (const turned of [[0, 1], [1, 2], [2, 3], [3, 0]]) {
    found.push({ on: turned.flatMap((side) => [here[side], ahead[side]]), off: rest(turned) });
  }
  return found;
}

export const kind = kindOfLoops({
  name: "masyu",
  title: "Masyu",
  parse: reader("masyu", "mashu", 0, pearls),
  goal: "Draw one loop from cell to cell that passes every pearl. At a white pearl it goes straight on and turns before or after it; at a black pearl it turns and goes straight on before and after it.",
  kept: "every pearl is passed as it should be",
  broken: "a pearl can't be passed as it should be",
  middle: 0.5,
  lattice,
  sides,
  ways(entry, cell) {
    const pearl = entry.board.clues[cell];
    return pearl ? passed(entry, [Math.floor(cell / entry.columns), cell % entry.columns], pearl) : null;
  },
  clue: (value) => (value ? [svg("circle", { class: value === WHITE ? "pearl white" : "pearl black", cx: 0.5, cy: 0.5, r: 0.3 })] : []),
  called: (value) => NAMES[value],
});
