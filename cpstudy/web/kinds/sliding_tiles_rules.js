/**
 * The rules of sliding tiles. A state is the tiles by cell, row by row, 0 for the empty cell; a move is the
 * number of the tile that slides into it.
 *
 * @module
 */

import { numbers } from "./moves.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{rows: number, columns: number, tiles: number[], goal: number[]}} TilesBoard */

/** The neighbours of a cell: above, left, right, below. @param {TilesBoard} board @param {number} cell */
export function beside({ rows, columns }, cell) {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  return [
    ...(row > 0 ? [cell - columns] : []),
    ...(column > 0 ? [cell - 1] : []),
    ...(column < columns - 1 ? [cell + 1] : []),
    ...(row < rows - 1 ? [cell + columns] : []),
  ];
}

/** The state after the tile of a cell slid. @param {number[]} state @param {number} cell */
function slid(state, cell) {
  const after = state.slice();
  after[state.indexOf(0)] = state[cell];
  after[cell] = 0;
  return after;
}

/** @type {import("./moves.js").Rules} */
export const rules = {
  start: ({ board }) => board.tiles,
  key: (_, state) => state.join(","),
  read: ({ board }, key) => {
    const state = numbers(key, board.tiles.length);
    if (state.length !== board.tiles.length || new Set(state).size < state.length) throw new Error("the position does not hold each tile once");
    return state;
  },
  moves: ({ board }, state) => beside(board, state.indexOf(0)).map((cell) => [String(state[cell]), slid(state, cell), 1]),
  goal: ({ board }, state) => board.goal.every((/** @type {number} */ tile, /** @type {number} */ cell) => tile === state[cell]),
};
