/**
 * The rules of Sokoban. A state is the player's square and the boxes' squares in order; squares are
 * numbered row by row. Codes of cells as in Python: wall 1, box 2, goal 4, player 8. Outside the border is
 * wall. Moves are letters: u d l r for steps, U D L R for pushes.
 *
 * @module
 */

import { numbers } from "./moves.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{rows: number, columns: number, cells: number[], floor: number[]}} SokobanBoard */
/** @typedef {{player: number, boxes: number[]}} State */

const STEPS = "udlr";
const PUSHES = "UDLR";

/** The neighbour of a square, -1 for a wall. @param {SokobanBoard} board @param {number} square @param {number} side up, down, left, right */
export function beside({ rows, columns, cells }, square, side) {
  const row = Math.floor(square / columns) + [-1, 1, 0, 0][side];
  const column = (square % columns) + [0, 0, -1, 1][side];
  if (row < 0 || column < 0 || row >= rows || column >= columns) return -1;
  const other = row * columns + column;
  return (cells[square] | cells[other]) & 1 ? -1 : other;
}

/** @param {number[]} cells @param {number} bit */
const where = (cells, bit) => cells.flatMap((code, square) => (code & bit ? [square] : []));

/** @param {Entry} entry @returns {State} */
function start({ board }) {
  return { player: where(board.cells, 8)[0], boxes: where(board.cells, 2) };
}

/** @param {Entry} entry @param {State} state @returns {[string, State, number][]} */
function moves({ board }, { player, boxes }) {
  /** @type {[string, State, number][]} */
  const found = [];
  for (let side = 0; side < 4; side++) {
    const ahead = beside(board, player, side);
    if (ahead < 0) continue;
    if (!boxes.includes(ahead)) {
      found.push([STEPS[side], { player: ahead, boxes }, 1]);
      continue;
    }
    const beyond = beside(board, ahead, side);
    if (beyond < 0 || boxes.includes(beyond)) continue;
    const pushed = boxes.map((box) => (box === ahead ? beyond : box)).sort((one, other) => one - other);
    found.push([PUSHES[side], { player: ahead, boxes: pushed }, 1]);
  }
  return found;
}

/** The letters of a shortest walk to a square, null if there is none. @param {Entry} entry @param {State} state @param {number} target */
export function walk({ board }, { player, boxes }, target) {
  const ways = new Map([[player, ""]]);
  for (const [square, way] of ways) {
    if (square === target) return way;
    for (let side = 0; side < 4; side++) {
      const other = beside(board, square, side);
      if (other >= 0 && !ways.has(other) && !boxes.includes(other)) ways.set(other, way + STEPS[side]);
    }
  }
  return null;
}

/** @param {Entry} entry @param {string} key @returns {State} */
function read(entry, key) {
  const { cells } = entry.board;
  const [player, ...boxes] = numbers(key, cells.length);
  if (boxes.length !== start(entry).boxes.length) throw new Error("the position has not the level's number of boxes");
  const squares = [player, ...boxes];
  if (squares.some((square) => cells[square] & 1)) throw new Error("the position puts something into a wall");
  if (new Set(squares).size < squares.length) throw new Error("the position puts two things onto one square");
  return { player, boxes: boxes.sort((one, other) => one - other) };
}

/** @type {import("./moves.js").Rules} */
export const rules = {
  start,
  key: (_, { player, boxes }) => [player, ...boxes].join(","),
  read,
  moves,
  goal: ({ board }, { boxes }) => boxes.every((/** @type {number} */ box) => board.cells[box] & 4),
};
