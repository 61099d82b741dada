/**
 * Conclusions from the placed pieces without search: a cell that only one piece fits, a piece with only one
 * cell left, a cell that no piece fits. Identical pieces and turns that look the same count once.
 *
 * If the placed pieces are part of a solution, so are the conclusions. Cost: pieces × cells × 16 comparisons of
 * sides; a millisecond on 6×6. Limits: there is no conclusion on an empty board, whose corners are all alike,
 * and colours are not counted over the board.
 *
 * @module
 */

import { cellOf, placed } from "../script/cells.js";
import { sentence } from "../script/words.js";
import { SIDES, colour, colours, fits, neighbour } from "./edge_matching_rules.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{cell: number, oriented: number, rule: string, words: string}} Forced */

/** The oriented pieces that fit each empty cell; null on others. @param {Entry} entry @param {number[]} placement */
function candidates({ board }, placement) {
  const used = new Set(placement.filter((oriented) => oriented >= 0).map((oriented) => oriented >> 2));
  const free = Array.from({ length: 4 * board.pieces.length }, (_, oriented) => oriented).filter((oriented) => !used.has(oriented >> 2));
  return placement.map((there, cell) => (there >= 0 ? null : free.filter((oriented) => fits(board, placement, cell, oriented))));
}

/** A cell that no piece fits, or -1. @param {Entry} entry @param {number[]} placement */
export const stuck = (entry, placement) => candidates(entry, placement).findIndex((fitting) => fitting?.length === 0);

/** The first conclusion, cells before pieces. @param {Entry} entry @param {number[]} placement @returns {Forced | null} */
export function forced(entry, placement) {
  const { board } = entry;
  const fitting = candidates(entry, placement);
  const look = (/** @type {number} */ oriented) => colours(board, oriented).join();
  for (const [cell, list] of fitting.entries()) {
    if (!list?.length || new Set(list.map(look)).size > 1) continue;
    const words = sentence(`piece ${list[0] >> 2} lies on ${at(entry, cell)}`, `no other piece that is left has ${wanted(entry, placement, cell)}`);
    return { cell, oriented: list[0], rule: "one piece fits", words };
  }
  for (let piece = 0; piece < board.pieces.length; piece++) {
    const places = fitting.flatMap((list, cell) => (list ?? []).filter((oriented) => oriented >> 2 === piece).map((oriented) => ({ cell, oriented })));
    const [first] = places;
    const twins = board.pieces.filter((/** @type {number[]} */ _, /** @type {number} */ other) => [0, 1, 2, 3].some((turn) => look(4 * other + turn) === look(4 * piece)));
    if (!first || twins.length > 1 || places.some((one) => one.cell !== first.cell || look(one.oriented) !== look(first.oriented))) continue;
    const words = sentence(`piece ${piece} lies on ${at(entry, first.cell)}`, "it fits no other cell that is empty, and in no other turn");
    return { ...first, rule: "one cell left", words };
  }
  return null;
}

/** @param {Entry} entry @param {number} cell */
const at = (entry, cell) => placed(cellOf(entry, cell));

/** The sides that a cell requires of a piece, in words. @param {Entry} entry @param {number[]} placement @param {number} cell */
function wanted({ board }, placement, cell) {
  const sides = SIDES.flatMap((name, side) => {
    const other = neighbour(board, cell, side);
    if (other < 0) return board.framed ? [`the frame at its ${name}`] : [];
    return placement[other] < 0 ? [] : [`${colour(board, placement[other], (side + 2) & 3)} at its ${name}`];
  });
  return sides.length ? sides.join(", ") : "what this cell asks";
}
