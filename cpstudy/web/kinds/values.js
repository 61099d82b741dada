/**
 * Values in units, shared by Sudoku, jigsaw and KenKen.
 *
 * A position has for each cell the value (0: none) and the pencil marks as a set (bit v − 1 for value v).
 * Moves are ["set", cell, value] (0 clears), ["mark", cell, value] (on or off), ["marks", [[cell, set], …]]
 * (replaces the marks) and ["pencil"] (marks the values that are possible in each empty cell by the values on
 * the board).
 *
 * @module
 */

import { hint, known, mistake } from "./values_deduction.js";
import { judged, shapeOf } from "./values_rules.js";
import { ValuesView } from "./values_view.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */
/** @typedef {import("./values_deduction.js").Position} Position */

const DIGITS = "123456789abcdefghijklmnop";

/** @param {Entry} entry @returns {Position} */
function start(entry) {
  const values = Uint8Array.from(entry.board.clues);
  return { values, pencil: new Uint32Array(values.length) };
}

/** @param {any} number @param {number} end */
const below = (number, end) => Number.isInteger(number) && number >= 0 && number < end;

/** @param {Entry} entry @param {Position} position @param {any} move @returns {Position} */
function play(entry, position, move) {
  if (!Array.isArray(move)) throw new Error("no move");
  const [what, at, value] = move;
  const size = position.values.length;
  const next = { values: position.values.slice(), pencil: position.pencil.slice() };
  if (what === "pencil") {
    penciled(entry, next);
  } else if (what === "marks") {
    const right = Array.isArray(at) && at.every((one) => Array.isArray(one) && below(one[0], size) && below(one[1], 2 ** entry.rows));
    if (!right) throw new Error("no such marks");
    for (const [cell, set] of at) if (!entry.board.clues[cell]) [next.values[cell], next.pencil[cell]] = [0, set];
  } else {
    if (!below(at, size)) throw new Error("no such cell");
    if (!below(value, entry.rows + 1) || (what === "mark" && value === 0)) throw new Error("no such value");
    if (entry.board.clues[at]) return position;
    if (what === "set") set(entry, next, at, value);
    else if (what !== "mark") throw new Error("no such move");
    else if (!next.values[at]) next.pencil[at] ^= 1 << (value - 1);
  }
  return same(position, next) ? position : next;
}

/** @param {Entry} entry @param {Position} next @param {number} at @param {number} value */
function set(entry, { values, pencil }, at, value) {
  values[at] = value;
  pencil[at] = 0;
  if (value) for (const peer of shapeOf(entry).peers[at]) pencil[peer] &= ~(1 << (value - 1));
}

/** @param {Entry} entry @param {Position} next */
function penciled(entry, { values, pencil }) {
  const { peers } = shapeOf(entry);
  values.forEach((value, cell) => {
    if (value) return;
    const taken = peers[cell].reduce((left, peer) => (values[peer] ? left | (1 << (values[peer] - 1)) : left), 0);
    pencil[cell] = (2 ** entry.rows - 1) & ~taken;
  });
}

/** @param {Position} one @param {Position} other */
function same(one, other) {
  return one.values.every((value, cell) => value === other.values[cell] && one.pencil[cell] === other.pencil[cell]);
}

/** @param {Entry} entry @param {Position} position */
function status(entry, { values }) {
  const { complete, empty, fault } = judged(entry, values);
  if (complete) return { complete, words: "Complete: every value is in its place." };
  const left = `${empty} ${empty === 1 ? "cell is" : "cells are"} empty`;
  // The board shows faults if the switch is on.
  return { complete, words: empty || !fault ? `${left}.` : "All cells have values, but they break the rules." };
}

// One character per cell; after "_" the marks as numbers in base 32, joined by dots, empty for none.
/** @param {Position} position */
function encode({ values, pencil }) {
  const text = Array.from(values, (value) => (value ? DIGITS[value - 1] : "0")).join("");
  if (!pencil.some(Boolean)) return text;
  return `${text}_${Array.from(pencil, (set) => (set ? set.toString(32) : "")).join(".")}`;
}

/** @param {Entry} entry @param {string} text @returns {Position} */
function decode(entry, text) {
  const position = start(entry);
  const size = position.values.length;
  const [values, marks = ".".repeat(size - 1), ...more] = text.split("_");
  if (values.length !== size || more.length) throw new Error(`the position has ${values.length} cells, the board ${size}`);
  const sets = marks.split(".");
  if (sets.length !== size) throw new Error(`the position has marks for ${sets.length} cells, the board has ${size}`);
  for (let cell = 0; cell < size; cell++) {
    const place = `(${Math.floor(cell / entry.columns)}, ${cell % entry.columns})`;
    const value = values[cell] === "0" ? 0 : DIGITS.indexOf(values[cell]) + 1;
    if (value > entry.rows || (value === 0 && values[cell] !== "0")) throw new Error(`the position has no value at ${place}`);
    const clue = entry.board.clues[cell];
    if (clue && value !== clue) throw new Error(`the position changes the clue at ${place}`);
    const set = sets[cell] === "" ? 0 : /^[0-9a-v]{1,5}$/.test(sets[cell]) ? parseInt(sets[cell], 32) : -1;
    if (!below(set, 2 ** entry.rows) || (set && value)) throw new Error(`the position has no such marks at ${place}`);
    position.values[cell] = value;
    position.pencil[cell] = set;
  }
  return position;
}

/**
 * A kind of values in units.
 *
 * @param {{name: string, title: string, goal: string, parse: (text: string) => Entry}} words
 * @returns {Kind}
 */
export function valuesKind(words) {
  return {
    ...words,
    keys: [
      ["click, tap", "choose a cell"],
      ["1 … 9, a (10), b …; the buttons", "set its value; the same again clears it"],
      ["Shift with these", "a pencil mark, on or off"],
      ["N; the button", "values or pencil marks (letters that are values keep their meaning)"],
      ["Backspace, Delete, 0; right click, long press", "clear the cell"],
    ],
    commands: [{ title: "All pencil marks", move: () => ["pencil"] }],
    start,
    play,
    status,
    encode,
    decode,
    answered: (entry, answer) => ({ ...start(entry), values: Uint8Array.from(answer) }),
    hint,
    mistake,
    known,
    view: (entry, game) => new ValuesView(entry, game, words.title),
  };
}
