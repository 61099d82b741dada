/** Text forms of Sudoku, jigsaw and KenKen: values, blocks and cages as Tatham's games write them. @module */

import { checkCells, linkedEntry, matched } from "../script/linked.js";

/** @typedef {import("../script/kind.js").Entry} Entry */

const LARGEST = 25;
const OPERATIONS = new Map([["a", "+"], ["s", "-"], ["m", "x"], ["d", "/"], ["e", "="]]);
// A missing operation may be any; differences and quotients have two cells.
const ANY = "=";

/** @param {number} order */
function checkOrder(order) {
  if (!order || order > LARGEST) throw new Error(`boards of links have 1 to ${LARGEST} values`);
  return order;
}

/** @param {string} kind @param {string} text @param {number} order @param {number[]} clues @param {number[]} blocks @param {boolean} diagonals @param {any[]} [cages] */
function entryOf(kind, text, order, clues, blocks, diagonals, cages = []) {
  const size = { rows: order, columns: order };
  checkCells(clues, size);
  if (clues.some((value) => value > order)) throw new Error(`a value of the link is above ${order}`);
  return linkedEntry(kind, text, { ...size, clues, blocks, diagonals, cages });
}

/** `CxR:VALUES`, or 81 characters. @param {string} text @returns {Entry} */
export function sudoku(text) {
  const plain = /^[.0-9]{81}$/.test(text);
  const [, rows, columns, crossed, body] = plain ? ["", "3", "3", "", ""] : matched(/^(\d{1,2})x(\d{1,2})(x?):([a-z0-9_]+)$/, text, "Sudoku");
  const [height, width] = [Number(rows), Number(columns)];
  const order = checkOrder(height * width);
  const blocks = Array.from({ length: order * order }, (_, cell) => {
    const [row, column] = [Math.floor(cell / order), cell % order];
    return Math.floor(row / height) * height + Math.floor(column / width) + 1;
  });
  const clues = plain ? Array.from(text, (sign) => Number(sign === "." ? 0 : sign)) : values(body);
  return entryOf("sudoku", text, order, clues, blocks, crossed !== "");
}

/** `Nj:VALUES,BLOCKS`. @param {string} text @returns {Entry} */
export function jigsaw(text) {
  const [, number, crossed, body, lines] = matched(/^(\d{1,2})j(x?):([a-z0-9_]+),([a-z0-9_]+)$/, text, "jigsaw");
  const order = checkOrder(Number(number));
  const blocks = labels(lines, order);
  if (sizesOf(blocks).some((size) => size !== order)) throw new Error(`a region of the link has not ${order} cells`);
  return entryOf("jigsaw", text, order, values(body), blocks, crossed !== "");
}

/** `N:BLOCKS,CLUES`. @param {string} text @returns {Entry} */
export function kenken(text) {
  const [, number, lines, clues] = matched(/^(\d{1,2}):([a-z0-9_]+),((?:[asmde]\d{1,18})+)$/, text, "KenKen");
  const order = checkOrder(Number(number));
  const blocks = labels(lines, order);
  const told = [...clues.matchAll(/([asmde])(\d+)/g)];
  const count = sizesOf(blocks).length;
  if (told.length !== count) throw new Error(`the link has ${told.length} clues, the board ${count} cages`);
  const cages = told.map(([, letter, target], number) => {
    const cells = blocks.flatMap((block, cell) => (block === number + 1 ? [cell] : []));
    const operation = cells.length > 1 ? /** @type {string} */ (OPERATIONS.get(letter)) : "";
    const any = cells.length > 2 ? "+x" : "+-x/";
    return { cells, target: String(BigInt(target)), operations: operation === ANY ? any : operation || "+", operation };
  });
  return entryOf("kenken", text, order, Array(order * order).fill(0), blocks, false, cages);
}

/** Numbers separated by _; a letter is a number of empty cells. @param {string} text */
function values(text) {
  return [...text.matchAll(/[a-z]|\d+/g)].flatMap(([token]) => (/\d/.test(token) ? [Number(token)] : Array(token.charCodeAt(0) - 96).fill(0)));
}

/** The block of each cell, numbered from 1 by first cells; a letter is a number of edges without a line. @param {string} text @param {number} order */
function labels(text, order) {
  const edges = [...across(order), ...down(order)];
  /** @type {boolean[]} */
  const lines = [];
  for (const [, letter, repeats] of text.matchAll(/([_a-z])(\d{0,4})/g)) {
    for (let time = 0; time < Number(repeats || 1) && lines.length <= edges.length; time++) {
      const run = letter === "_" ? 0 : letter.charCodeAt(0) - 96;
      lines.push(...(letter === "z" ? Array(25).fill(false) : [...Array(run).fill(false), true]));
    }
  }
  if (lines.length !== edges.length + 1 || !lines[edges.length]) throw new Error(`the link's blocks do not have ${edges.length} edges`);
  const owner = Array.from({ length: order * order }, (_, cell) => cell);
  /** @param {number} cell @returns {number} */
  const root = (cell) => (owner[cell] === cell ? cell : root(owner[cell]));
  edges.forEach(([one, other], edge) => {
    const [low, high] = [root(one), root(other)].sort((a, b) => a - b);
    if (!lines[edge]) owner[high] = low;
  });
  /** @type {Map<number, number>} */
  const numbers = new Map();
  return owner.map((_, cell) => {
    const first = root(cell);
    if (!numbers.has(first)) numbers.set(first, numbers.size + 1);
    return /** @type {number} */ (numbers.get(first));
  });
}

/** @param {number} order @returns {[number, number][]} */
const across = (order) => Array.from({ length: order * (order - 1) }, (_, edge) => {
  const cell = Math.floor(edge / (order - 1)) * order + (edge % (order - 1));
  return [cell, cell + 1];
});

/** @param {number} order @returns {[number, number][]} */
const down = (order) => Array.from({ length: order * (order - 1) }, (_, edge) => {
  const cell = (edge % (order - 1)) * order + Math.floor(edge / (order - 1));
  return [cell, cell + order];
});

/** @param {number[]} blocks */
function sizesOf(blocks) {
  const sizes = Array(Math.max(...blocks)).fill(0);
  for (const block of blocks) sizes[block - 1] += 1;
  return sizes;
}
