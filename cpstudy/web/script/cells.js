/** Cells by number, row by row, and in words. @module */

/** @typedef {import("./kind.js").Cell} Cell */

/** @param {{columns: number}} board @param {number} number @returns {Cell} */
export const cellOf = ({ columns }, number) => [Math.floor(number / columns), number % columns];

/** @param {{columns: number}} board @param {Cell} cell */
export const numberOf = ({ columns }, [row, column]) => row * columns + column;

/** As Python's words have it. @param {Cell} cell */
export const named = ([row, column]) => `(${row}, ${column})`;

/** As players count, from 1. @param {Cell} cell */
export const placed = ([row, column]) => `row ${row + 1}, column ${column + 1}`;

/**
 * Words of Python, which count cells and lines from 0, as players count: `(0, 2)` is row 1, column 3.
 *
 * @param {string} words
 */
export function players(words) {
  const counted = words.replace(/\((\d+), (\d+)\)|\b(row|column|box|region) (\d+)\b/g, (_, row, column, line, number) =>
    line ? `${line} ${Number(number) + 1}` : placed([Number(row), Number(column)]),
  );
  return counted.charAt(0).toUpperCase() + counted.slice(1);
}
