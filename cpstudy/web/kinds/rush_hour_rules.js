/**
 * The rules of sliding blocks. A state is the first cell of each block, the leftmost of its upper row, in
 * Python's order of blocks; cells are numbered row by row. A move takes one block any distance along free
 * cells, in Klotski also around corners: `B+2`, or `0,1-2,1` if blocks move in both directions.
 *
 * Interchangeable blocks are distinguished here, so that the eye can follow them, but not in keys.
 *
 * @module
 */

import { numbers } from "./moves.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{name: string, row: number, column: number, height: number, width: number, cells: [number, number][]}} Block */
/**
 * @typedef {{rows: number, columns: number, bothWays: boolean, blocks: Block[], alike: [number, number][],
 *     walls: number[], goal: [number, number]}} SlidingBoard
 */
/** @typedef {number[]} State */

const WALL = -2;
const FREE = -1;

/** The cells of a block at a place, or null if it leaves the board. @param {SlidingBoard} board @param {number} block @param {number} place */
export function cellsOf({ rows, columns, blocks }, block, place) {
  const [row, column] = [Math.floor(place / columns), place % columns];
  const inside = blocks[block].cells.every(([down, right]) => row + down < rows && column + right >= 0 && column + right < columns);
  return inside ? blocks[block].cells.map(([down, right]) => place + down * columns + right) : null;
}

/** The block on each cell, FREE or WALL. @param {SlidingBoard} board @param {State} state */
export function taken(board, state) {
  const cells = new Int16Array(board.rows * board.columns).fill(FREE);
  for (const wall of board.walls) cells[wall] = WALL;
  state.forEach((place, block) => {
    for (const cell of cellsOf(board, block, place) ?? []) cells[cell] = block;
  });
  return cells;
}

/** The places that a block can reach in one move, in Python's order. @param {SlidingBoard} board @param {State} state @param {number} block */
export function reach(board, state, block) {
  const cells = taken(board, state);
  const { height } = board.blocks[block];
  const steps = board.bothWays ? [[-1, 0], [1, 0], [0, -1], [0, 1]] : height > 1 ? [[-1, 0], [1, 0]] : [[0, -1], [0, 1]]; // prettier-ignore
  /** @param {number} place */
  const near = (place) =>
    steps.flatMap(([down, right]) => {
      const [row, column] = [Math.floor(place / board.columns) + down, (place % board.columns) + right];
      if (row < 0 || column < 0 || column >= board.columns) return [];
      const other = row * board.columns + column;
      const free = cellsOf(board, block, other)?.every((cell) => cells[cell] === FREE || cells[cell] === block);
      return free ? [other] : [];
    });
  const seen = new Set([state[block]]);
  const waiting = near(state[block]).reverse();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    waiting.push(...near(place).filter((other) => !seen.has(other)).reverse());
  }
  return [...seen].slice(1);
}

/** The name of a move as in Python. @param {SlidingBoard} board @param {number} block @param {number} from @param {number} to */
export function nameOf({ bothWays, columns, blocks }, block, from, to) {
  if (bothWays) {
    const [one, other] = [from, to].map((place) => `${Math.floor(place / columns)},${place % columns}`);
    return `${one}-${other}`;
  }
  const by = (to - from) / (blocks[block].height > 1 ? columns : 1);
  return `${blocks[block].name}${by > 0 ? "+" : ""}${by}`;
}

/** @param {State} state @param {number} block @param {number} place */
const placed = (state, block, place) => state.map((old, other) => (other === block ? place : old));

/** @param {Entry} entry @param {State} state @returns {[string, State, number][]} */
function moves({ board }, state) {
  return state.flatMap((from, block) =>
    reach(board, state, block).map((to) => /** @type {[string, State, number]} */ ([nameOf(board, block, from, to), placed(state, block, to), 1])),
  );
}

/** @param {Entry} entry @param {State} state */
function key({ board }, state) {
  const places = state.slice();
  for (const [first, end] of board.alike) {
    places.splice(first, end - first, ...places.slice(first, end).sort((one, other) => one - other));
  }
  return places.join(",");
}

/** @param {Entry} entry @param {string} text @returns {State} */
function read({ board }, text) {
  const state = numbers(text, board.rows * board.columns);
  if (state.length !== board.blocks.length) throw new Error("the position has not the board's number of blocks");
  const cells = new Set(board.walls);
  state.forEach((place, block) => {
    const { name, row, column, height } = board.blocks[block];
    const lane = height > 1 ? place % board.columns === column : Math.floor(place / board.columns) === row;
    for (const cell of cellsOf(board, block, place) ?? [-1]) {
      if (cell < 0 || cells.has(cell) || !(board.bothWays || lane)) throw new Error(`the position puts block ${name} where it cannot be`);
      cells.add(cell);
    }
  });
  return state;
}

/** @type {import("./moves.js").Rules} */
export const rules = {
  start: ({ board }) => board.blocks.map((/** @type {Block} */ { row, column }) => row * board.columns + column),
  key,
  read,
  moves,
  goal: ({ board }, state) => {
    const red = board.blocks.findIndex((/** @type {Block} */ { name }) => name === "A");
    return state[red] === board.goal[0] * board.columns + board.goal[1];
  },
};
