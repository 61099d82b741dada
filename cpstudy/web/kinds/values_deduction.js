/**
 * Hints, mistakes and knowledge on boards of values, from the steps that Python found: a step sets the value of
 * a cell (`value`) or removes values from cells (`removed`).
 *
 * A removal is done if the cell has another value, or pencil marks without these values. In a cell without
 * marks it is not done, so "Do it" writes the remaining values as marks.
 *
 * @module
 */

import { placed } from "../script/cells.js";
import { against, searched, sentence } from "../script/words.js";
import { judged, shapeOf } from "./values_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Step & {value?: number, removed?: [number, number, number[]][]}} ValueStep */
/** @typedef {{values: Uint8Array, pencil: Uint32Array}} Position */

/** @param {number[]} values */
const setOf = (values) => values.reduce((set, value) => set | (1 << (value - 1)), 0);

/** @param {Entry} entry @returns {ValueStep[]} */
const stepsOf = (entry) => entry.steps ?? [];

/** The values, and the remaining values of each cell as sets, after the first steps. @param {Entry} entry @param {number} count @returns {Position} */
export function known(entry, count) {
  const { peers } = shapeOf(entry);
  const values = Uint8Array.from(entry.board.clues);
  const left = new Uint32Array(values.length).fill(2 ** entry.rows - 1);
  /** @param {number} cell @param {number} value */
  const place = (cell, value) => {
    values[cell] = value;
    left[cell] = 1 << (value - 1);
    for (const peer of peers[cell]) left[peer] &= ~(1 << (value - 1));
  };
  values.forEach((value, cell) => value && place(cell, value));
  for (const step of stepsOf(entry).slice(0, count)) {
    if (step.value) place(step.cells[0][0] * entry.columns + step.cells[0][1], step.value);
    for (const [row, column, lost] of step.removed ?? []) left[row * entry.columns + column] &= ~setOf(lost);
  }
  return { values, pencil: left };
}

/** The cells in which a step is not done. @param {Entry} entry @param {Position} position @param {ValueStep} step */
function missing(entry, { values, pencil }, step) {
  const at = (/** @type {number} */ row, /** @type {number} */ column) => row * entry.columns + column;
  if (step.value) {
    const cell = at(...step.cells[0]);
    return values[cell] === step.value ? [] : [cell];
  }
  return (step.removed ?? [])
    .filter(([row, column, lost]) => {
      const cell = at(row, column);
      if (values[cell]) return lost.includes(values[cell]);
      return pencil[cell] === 0 || (pencil[cell] & setOf(lost)) !== 0;
    })
    .map(([row, column]) => at(row, column));
}

/** @param {Entry} entry @param {Position} position @returns {import("../script/kind.js").Hint | null} */
export function hint(entry, position) {
  if (judged(entry, position.values).complete) return null;
  for (const [number, step] of stepsOf(entry).entries()) {
    const cells = missing(entry, position, step);
    if (!cells.length) continue;
    const { rule, because, words } = step;
    if (step.value) return { cells: step.cells, because, rule, words, move: ["set", cells[0], step.value] };
    const left = known(entry, number + 1).pencil;
    const marks = cells.map((cell) => [cell, position.pencil[cell] & left[cell] || left[cell]]);
    return { cells: step.cells, because, rule, words, move: ["marks", marks] };
  }
  const wrong = (entry.answer ?? []).findIndex((/** @type {number} */ value, /** @type {number} */ cell) => value !== position.values[cell]);
  if (wrong < 0) return null;
  /** @type {Cell} */
  const cell = [Math.floor(wrong / entry.columns), wrong % entry.columns];
  const words = sentence(`${placed(cell)} is ${entry.answer[wrong]}`, searched(entry));
  return { cells: [cell], because: [], rule: "search", words, move: ["set", wrong, entry.answer[wrong]] };
}

/** @param {Entry} entry @param {Position} position @returns {import("../script/kind.js").Mistake | null} */
export function mistake(entry, position) {
  for (const step of stepsOf(entry)) {
    const found = contradicted(entry, position, step);
    if (found) return { cells: [found.cell], because: step.because, words: against(`${placed(found.cell)} ${found.words}`, step.words) };
  }
  if (entry.verdict === "unique" && entry.answer) {
    const wrong = position.values.findIndex((value, cell) => value > 0 && value !== entry.answer[cell]);
    if (wrong >= 0) {
      /** @type {Cell} */
      const cell = [Math.floor(wrong / entry.columns), wrong % entry.columns];
      return { cells: [cell], because: [], words: `${placed(cell)} has another value in the only solution` };
    }
  }
  const { fault, clashing } = judged(entry, position.values);
  if (!fault) return null;
  /** @type {Cell[]} */
  const cells = [...clashing.keys()].filter((cell) => clashing[cell]).map((cell) => [Math.floor(cell / entry.columns), cell % entry.columns]);
  return { cells, because: [], words: fault };
}

/** The first cell that contradicts a step, and its contents in words. @param {Entry} entry @param {Position} position @param {ValueStep} step @returns {{cell: Cell, words: string} | null} */
function contradicted(entry, { values, pencil }, step) {
  if (step.value) {
    const [cell] = step.cells;
    const at = cell[0] * entry.columns + cell[1];
    if (values[at] && values[at] !== step.value) return { cell, words: `is ${values[at]}` };
    // If the value of another cell removed a mark, that cell is the mistake.
    const taken = shapeOf(entry).peers[at].some((/** @type {number} */ peer) => values[peer] === step.value);
    if (pencil[at] && !(pencil[at] & setOf([step.value])) && !taken) return { cell, words: `has no pencil mark ${step.value}` };
    return null;
  }
  for (const [row, column, lost] of step.removed ?? []) {
    const value = values[row * entry.columns + column];
    if (lost.includes(value)) return { cell: [row, column], words: `is ${value}` };
  }
  return null;
}
