/** Text forms of Picross: the clues of columns, then rows, and given cells. @module */

import { linkedEntry, matched, sizes } from "../script/linked.js";

/** @typedef {import("../script/kind.js").Entry} Entry */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const SKIP = 25;

/** @param {string} text @returns {Entry} */
export function parse(text) {
  const [, columns, rows, listed, letters = ""] = matched(/^(\d{1,3})x(\d{1,3}):([0-9a-z./]*)(?:,([A-Za-z0-9]*))?$/, text, "nonogram");
  const size = sizes(columns, rows);
  const clues = listed.split("/").map(clueOf);
  if (clues.length !== size.rows + size.columns) throw new Error(`the link has ${clues.length} clues, expected ${size.rows + size.columns}`);
  const [columnClues, rowClues] = [clues.slice(0, size.columns), clues.slice(size.columns)];
  for (const [lines, room] of /** @type {[number[][][], number][]} */ ([[columnClues, size.rows], [rowClues, size.columns]])) {
    if (lines.some((clue) => needed(clue) > room)) throw new Error("a clue of the link needs more cells than its line has");
  }
  const colours = Math.max(1, ...clues.flatMap((clue) => clue.map(([, colour]) => colour)));
  const given = letters ? givenOf(letters, size.rows * size.columns, colours) : [];
  return linkedEntry("picross", text, { ...size, rowClues, columnClues, colours, given });
}

/** Lengths with the letters of their colours. @param {string} text */
function clueOf(text) {
  return (text ? text.split(".") : []).map((piece) => {
    const [, length, letter] = matched(/^([1-9]\d{0,3})([b-z]?)$/, piece, `run in ${piece.slice(0, 30)}`);
    return [Number(length), letter ? LETTERS.indexOf(letter) + 1 : 1];
  });
}

/** The fewest cells for some runs. @param {number[][]} clue */
const needed = (clue) => clue.reduce((sum, [length, colour], at) => sum + length + Number(at > 0 && clue[at - 1][1] === colour), 0);

/** The value of each cell: 0 if nothing is given, else the colour plus 1. @param {string} text @param {number} size @param {number} colours */
function givenOf(text, size, colours) {
  /** @type {number[]} */
  const values = [];
  for (const [, small, large, colour] of text.matchAll(/([a-z])|([A-Z])(\d{0,2})/g)) {
    const skipped = LETTERS.indexOf((small ?? large).toLowerCase());
    values.push(...Array(skipped).fill(0));
    // The last letter may only skip the rest.
    if (skipped < SKIP && values.length < size) values.push(small ? 1 : 1 + Number(colour || 1));
  }
  if (values.length !== size) throw new Error(`the link gives ${values.length} cells, expected ${size}`);
  if (values.some((value) => value > colours + 1)) throw new Error("a cell of the link has a colour that no run has");
  return values.some(Boolean) ? values : [];
}
