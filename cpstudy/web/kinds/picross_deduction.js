/**
 * Hints, mistakes and knowledge in Picross, from the steps that Python found: a step removes colours from
 * cells (`removed`), and some cells have one colour left after it (`placed`); colour 0 is blank.
 *
 * A position cannot store that a cell does not have a colour. So a step is done if the cells that it settled
 * have their colours and no cell has a colour that it removed. Blank cells need no mark in a line that has its
 * runs.
 *
 * @module
 */

import { cellOf, placed } from "../script/cells.js";
import { against, searched, sentence } from "../script/words.js";
import { BLANK, judged } from "./picross_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {[number, number, number]} Coloured Row, column and colour. */
/** @typedef {import("../script/kind.js").Step & {placed: Coloured[], removed: Coloured[]}} PicrossStep */

/** @param {Entry} entry @returns {PicrossStep[]} */
const stepsOf = (entry) => /** @type {PicrossStep[]} */ (entry.steps ?? []);

/** The colour of a value as in steps. @param {Entry} entry @param {number} value */
export function colourName(entry, value) {
  if (value <= BLANK) return value ? "empty" : "open";
  return entry.board.colours === 1 ? "filled" : `of colour ${letterOf(value - BLANK)}`;
}

/** The letter of a colour as in text forms. @param {number} colour */
export const letterOf = (colour) => "abcdefghijklmnopqrstuvwxyz"[colour - 1];

/** The changes, [cell, value] each, that do a step in a position. @param {Entry} entry @param {Uint8Array} position @param {PicrossStep} step @param {import("./picross_rules.js").Judged} told */
function missing(entry, position, step, told) {
  /** @type {Map<number, number>} */
  const wanted = new Map();
  for (const [row, column, colour] of step.removed) {
    const at = row * entry.columns + column;
    if (position[at] === BLANK + colour) wanted.set(at, 0);
  }
  for (const [row, column, colour] of step.placed) {
    const at = row * entry.columns + column;
    const unsaid = colour === 0 && position[at] === 0 && (told.done[row] || told.done[entry.rows + column]);
    if (position[at] !== BLANK + colour && !unsaid) wanted.set(at, BLANK + colour);
  }
  return [...wanted];
}

/** @param {Entry} entry @param {Uint8Array} position @returns {import("../script/kind.js").Hint | null} */
export function hint(entry, position) {
  const told = judged(entry, position);
  if (told.complete) return null;
  for (const step of stepsOf(entry)) {
    const moves = missing(entry, position, step, told);
    const { rule, because, words, cells } = step;
    if (moves.length) return { cells, because, rule, words, move: ["place", moves] };
  }
  const wrong = (entry.answer ?? []).findIndex((/** @type {number} */ colour, /** @type {number} */ at) => position[at] !== BLANK + colour && (colour > 0 || position[at] > 0));
  if (wrong < 0) return null;
  const value = BLANK + entry.answer[wrong];
  const words = sentence(`${placed(cellOf(entry, wrong))} is ${colourName(entry, value)}`, searched(entry));
  return { cells: [cellOf(entry, wrong)], because: [], rule: "search", words, move: ["place", [[wrong, value]]] };
}

/** @param {Entry} entry @param {Uint8Array} position @returns {import("../script/kind.js").Mistake | null} */
export function mistake(entry, position) {
  for (const step of stepsOf(entry)) {
    /** @type {Cell[]} */
    const cells = step.removed.filter(([row, column, colour]) => position[row * entry.columns + column] === BLANK + colour).map(([row, column]) => [row, column]);
    if (!cells.length) continue;
    const value = position[cells[0][0] * entry.columns + cells[0][1]];
    return { cells, because: step.because, words: against(`${placed(cells[0])} is ${colourName(entry, value)}`, step.words) };
  }
  if (entry.verdict === "unique" && entry.answer) {
    const wrong = position.findIndex((value, at) => value > 0 && value !== BLANK + entry.answer[at]);
    if (wrong >= 0) return { cells: [cellOf(entry, wrong)], because: [], words: `${placed(cellOf(entry, wrong))} is different in the only solution` };
  }
  const line = judged(entry, position).broken.indexOf(1);
  if (line < 0) return null;
  const name = line < entry.rows ? `row ${line + 1}` : `column ${line - entry.rows + 1}`;
  return { cells: [], because: [], words: `The runs of ${name} find no place` };
}

/** The position after some steps, and the remaining colours of narrowed cells, as bit sets. @param {Entry} entry @param {number} count */
export function known(entry, count) {
  const size = entry.rows * entry.columns;
  const cells = Uint8Array.from({ length: size }, (_, at) => entry.board.given[at] ?? 0);
  const left = new Uint32Array(size).fill(2 ** (entry.board.colours + 1) - 1);
  for (const step of stepsOf(entry).slice(0, count)) {
    for (const [row, column, colour] of step.removed) left[row * entry.columns + column] &= ~(1 << colour);
    for (const [row, column, colour] of step.placed) cells[row * entry.columns + column] = BLANK + colour;
  }
  return { cells, left };
}
