/** Cells by number, row by row, and in words. @module */

/** @typedef {import("./kind.js").Cell} Cell */

/** @param {{columns: number}} board @param {number} number @returns {Cell} */
export const cellOf = ({ columns }, number) => [Math.floor(number / columns), number % columns];

/** @param {{columns: number}} board @param {Cell} cell */
export const numberOf = ({ columns }, [row, column]) => row * columns + column;

/** As players count, from 1. @param {Cell} cell */
export const placed = ([row, column]) => `row ${row + 1}, column ${column + 1}`;
