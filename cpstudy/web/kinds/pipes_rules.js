/**
 * The rules of Pipes on a position: the water, the tiles on loops, whether it is complete.
 *
 * Tiles and sides are those of pipes_geometry.js; the board comes from Python's record. The opposite of a side
 * is half the number of sides further. Linear in the number of tiles.
 *
 * @module
 */

import { geometryOf } from "./pipes_geometry.js";

/** @typedef {import("./pipes_geometry.js").PipesBoard} PipesBoard */

/** The neighbours of each tile by side, computed once per board. @type {WeakMap<PipesBoard, Int32Array>} */
const tables = new WeakMap();

/** @param {PipesBoard} board */
function neighboursOf(board) {
  let table = tables.get(board);
  if (!table) {
    const { sides, neighbour } = geometryOf(board);
    table = new Int32Array(sides * board.tiles.length);
    for (let at = 0; at < table.length; at++) table[at] = neighbour(board, Math.floor(at / sides), at % sides);
    tables.set(board, table);
  }
  return table;
}

/** The source of the water: the middle, or the first tile that is not empty. @param {PipesBoard} board */
export function source(board) {
  const middle = Math.floor(board.rows / 2) * board.columns + Math.floor(board.columns / 2);
  if (board.tiles[middle]) return middle;
  return Math.max(0, board.tiles.findIndex((tile) => tile > 0));
}

/**
 * @typedef {Object} Flow
 * @property {Int32Array} distance The distance from the source through joined sides; -1: dry.
 * @property {Uint8Array} loops Sides (bits) that lie on a loop.
 * @property {number} wet The number of tiles with water.
 * @property {number} openEnds Open sides that meet no open side.
 * @property {boolean} complete Whether `violation` in Python finds nothing.
 */

/** @param {PipesBoard} board @param {Uint8Array} tiles The open sides. @returns {Flow} */
export function flow(board, tiles) {
  const next = neighboursOf(board);
  const joined = joins(next, tiles);
  const { distance, wet } = flood(next, joined, source(board));
  const loops = board.free ? new Uint8Array(tiles.length) : loopsOf(next, joined);
  let openEnds = 0;
  let vertices = 0;
  let looped = false;
  for (let tile = 0; tile < tiles.length; tile++) {
    if (tiles[tile]) vertices += 1;
    if (loops[tile]) looped = true;
    for (let rest = tiles[tile] & ~joined[tile]; rest; rest &= rest - 1) openEnds += 1;
  }
  const whole = board.free || vertices === 0 || (!looped && wet === vertices);
  return { distance, loops, wet, openEnds, complete: openEnds === 0 && whole };
}

/** @param {number} side @param {number} sides */
const opposite = (side, sides) => (side + sides / 2) % sides;

/** The sides of each tile that meet an open side. @param {Int32Array} next @param {Uint8Array} tiles */
function joins(next, tiles) {
  const joined = new Uint8Array(tiles.length);
  const sides = next.length / tiles.length;
  for (let tile = 0; tile < tiles.length; tile++) {
    for (let side = 0; side < sides; side++) {
      const other = next[sides * tile + side];
      if (other >= 0 && (tiles[tile] >> side) & (tiles[other] >> opposite(side, sides)) & 1) {
        joined[tile] |= 1 << side;
      }
    }
  }
  return joined;
}

/** @param {Int32Array} next @param {Uint8Array} joined @param {number} from */
function flood(next, joined, from) {
  const distance = new Int32Array(joined.length).fill(-1);
  const queue = new Int32Array(joined.length);
  const sides = next.length / joined.length;
  distance[from] = 0;
  queue[0] = from;
  let wet = 1;
  for (let read = 0; read < wet; read++) {
    const tile = queue[read];
    for (let side = 0; side < sides; side++) {
      if (!((joined[tile] >> side) & 1)) continue;
      const other = next[sides * tile + side];
      if (distance[other] < 0) {
        distance[other] = distance[tile] + 1;
        queue[wet++] = other;
      }
    }
  }
  return { distance, wet };
}

/**
 * The sides on loops: those that are not bridges of the graph of joined sides (Tarjan, with an explicit
 * stack). An edge is a pair of sides, so double edges and loops at one tile need no special case.
 *
 * @param {Int32Array} next @param {Uint8Array} joined
 */
function loopsOf(next, joined) {
  const count = joined.length;
  const sides = next.length / count;
  const loops = new Uint8Array(count);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const by = new Int8Array(count).fill(-1); // the side by which this tile was entered
  const side = new Uint8Array(count);
  const stack = new Int32Array(count);
  let seen = 0;
  for (let root = 0; root < count; root++) {
    if (order[root] >= 0) continue;
    let top = 0;
    stack[0] = root;
    order[root] = low[root] = seen++;
    while (top >= 0) {
      const tile = stack[top];
      const here = side[tile]++;
      if (here === sides) {
        top -= 1;
        if (top >= 0) low[stack[top]] = Math.min(low[stack[top]], low[tile]);
        continue;
      }
      if (!((joined[tile] >> here) & 1) || here === by[tile]) continue;
      const other = next[sides * tile + here];
      if (order[other] >= 0) {
        low[tile] = Math.min(low[tile], order[other]);
      } else {
        by[other] = opposite(here, sides);
        order[other] = low[other] = seen++;
        stack[++top] = other;
      }
    }
  }
  for (let tile = 0; tile < count; tile++) {
    for (let here = 0; here < sides; here++) {
      if (!((joined[tile] >> here) & 1)) continue;
      const other = next[sides * tile + here];
      const down = by[other] === opposite(here, sides) && next[sides * other + by[other]] === tile;
      const up = by[tile] === here;
      const bridge = (down && low[other] > order[tile]) || (up && low[tile] > order[other]);
      if (!bridge) loops[tile] |= 1 << here;
    }
  }
  return loops;
}
