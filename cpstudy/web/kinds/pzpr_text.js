/** Text forms as after the ? of a puzz.link address: NAME/COLUMNS/ROWS/BODY. @module */

import { checkCells, linkedEntry, matched, sizes } from "../script/linked.js";

/** @typedef {import("../script/kind.js").Entry} Entry */

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * The reader of a kind whose board is a number per cell.
 *
 * @param {string} kind @param {string} name @param {number} blank @param {(body: string) => number[]} cellsOf
 * @returns {(text: string) => Entry}
 */
export function reader(kind, name, blank, cellsOf) {
  const form = new RegExp(`^${name}/(\\d{1,3})/(\\d{1,3})/([0-9a-z.=%@*#+-]*)$`);
  return (text) => {
    const [, columns, rows, body] = matched(form, text, `board of ${kind}`);
    const size = sizes(columns, rows);
    const clues = cellsOf(body);
    // The last characters may represent more cells than the board has.
    if (clues.slice(size.rows * size.columns).every((clue) => clue === blank)) clues.length = Math.min(clues.length, size.rows * size.columns);
    checkCells(clues, size);
    return linkedEntry(kind, text, { ...size, clues });
  };
}

/** Numbers and gaps: a digit, - and two, + and three, . for a question mark, g to z for gaps. @param {string} body */
export function numbers(body) {
  const cells = [];
  for (const [token, long, gap] of body.matchAll(/-[0-9a-f]{2}|\+[0-9a-f]{3}|[0-9a-f.]|([g-z])|(.)/g)) {
    if (gap) throw new Error(`${gap} is neither a clue nor a gap`);
    if (long) cells.push(...Array(DIGITS.indexOf(long) - 15).fill(0));
    else cells.push(token === "." ? -1 : parseInt(token.replace(/^[-+]/, ""), 16));
  }
  return cells;
}

/** Clues from 0 to 3, each followed by up to two empty cells, and gaps. @param {string} body */
export function clues(body) {
  const cells = [];
  for (const character of body) {
    const value = character === "." ? 16 : DIGITS.indexOf(character);
    if (value >= 16) cells.push(...Array(value - 15).fill(-1));
    else if (value < 0 || value % 5 > 3) throw new Error(`${character} is neither a clue nor a gap`);
    else cells.push(value % 5, ...Array(Math.floor(value / 5)).fill(-1));
  }
  return cells;
}

/** A character is three cells of three values. @param {string} body */
export function pearls(body) {
  return Array.from(body).flatMap((character) => {
    const value = DIGITS.indexOf(character);
    if (value < 0 || value > 26) throw new Error(`${character} is not three cells`);
    return [Math.floor(value / 9), Math.floor(value / 3) % 3, value % 3];
  });
}
