/** Slitherlink: a loop along the sides of cells, with numbers that count them. @module */

import { svg } from "../script/dom.js";
import { kindOfLoops } from "./loops.js";
import { latticeOf } from "./loops_lattice.js";
import { clues, reader } from "./pzpr_text.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */

const NO_CLUE = -1;

/** @param {Entry} entry */
const lattice = ({ rows, columns }) => latticeOf(rows + 1, columns + 1);

/** The sides of a cell: above, left, below, right. @param {Entry} entry @param {Cell} cell */
function sides(entry, [row, column]) {
  const { across, down } = lattice(entry);
  return [across(row, column), down(row, column), across(row + 1, column), down(row, column + 1)];
}

export const kind = kindOfLoops({
  name: "slitherlink",
  title: "Slitherlink",
  parse: reader("slitherlink", "slither", NO_CLUE, clues),
  goal: "Draw one loop along the sides of cells, which never branches, crosses or touches itself. A number says how many of the four sides of its cell are on the loop.",
  kept: "every number has its sides",
  broken: "a number has too many sides, or can't have enough",
  middle: 0,
  lattice,
  sides,
  ways(entry, cell) {
    const clue = entry.board.clues[cell];
    if (clue === NO_CLUE) return null;
    const edges = sides(entry, [Math.floor(cell / entry.columns), cell % entry.columns]);
    const choices = Array.from({ length: 1 << edges.length }, (_, pattern) => ({
      on: edges.filter((_, at) => (pattern >> at) & 1),
      off: edges.filter((_, at) => !((pattern >> at) & 1)),
    }));
    return choices.filter(({ on }) => on.length === clue);
  },
  clue: (value) => (value === NO_CLUE ? [] : [svg("text", { class: "clue", x: 0.5, y: 0.52 }, String(value))]),
  called: (value) => (value === NO_CLUE ? "" : String(value)),
});
