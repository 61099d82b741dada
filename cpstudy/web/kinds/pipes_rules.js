/**
 * The rules of Pipes on a position: what has water, which tiles lie on loops, whether it is complete.
 *
 * Tiles are bit sets as in game IDs: right 1, up 2, left 4, down 8; side 0…3 in that order; a quarter
 * anticlockwise adds one to a side. A board is what Python's record says: rows, columns, wrap, free,
 * tiles and barriers (right 1, below 2), row by row. Linear in the number of tiles.
 *
 * @module
 */

/**
 * @typedef {Object} PipesBoard
 * @property {number} rows
 * @property {number} columns
 * @property {boolean} wrap
 * @property {boolean} free
 * @property {number[]} tiles
 * @property {number[]} barriers Empty where there are none.
 */

const ROW = [0, -1, 0, 1];
const COLUMN = [1, 0, -1, 0];

/** @param {number} tile @param {number} quarters anticlockwise */
export function turned(tile, quarters) {
  const q = quarters & 3;
  return ((tile << q) | (tile >> (4 - q))) & 15;
}

/** The tile that a side faces; -1 at a border or a barrier. @param {PipesBoard} board @param {number} tile @param {number} side */
export function neighbour(board, tile, side) {
  const { rows, columns, barriers } = board;
  let row = Math.floor(tile / columns) + ROW[side];
  let column = (tile % columns) + COLUMN[side];
  if (board.wrap) {
    row = (row + rows) % rows;
    column = (column + columns) % columns;
  } else if (row < 0 || column < 0 || row >= rows || column >= columns) return -1;
  const other = row * columns + column;
  if (barriers.length) {
    const owner = side === 0 || side === 3 ? tile : other;
    if (barriers[owner] & (side % 2 === 0 ? 1 : 2)) return -1;
  }
  return other;
}

/** All neighbours, four a tile, made once a board. @type {WeakMap<PipesBoard, Int32Array>} */
const tables = new WeakMap();

/** @param {PipesBoard} board */
function neighboursOf(board) {
  let table = tables.get(board);
  if (!table) {
    table = new Int32Array(4 * board.tiles.length);
    for (let at = 0; at < table.length; at++) table[at] = neighbour(board, at >> 2, at & 3);
    tables.set(board, table);
  }
  return table;
}

/** Where the water comes from: the middle, or the first tile that is not empty. @param {PipesBoard} board */
export function source(board) {
  const middle = Math.floor(board.rows / 2) * board.columns + Math.floor(board.columns / 2);
  if (board.tiles[middle]) return middle;
  return Math.max(0, board.tiles.findIndex((tile) => tile > 0));
}

/**
 * @typedef {Object} Flow
 * @property {Int32Array} distance From the source through sides that meet; -1: dry.
 * @property {Uint8Array} loops Sides (bits) that lie on a loop.
 * @property {number} wet How many tiles have water.
 * @property {number} openEnds Open sides that meet no open side.
 * @property {boolean} complete Whether `why_not` of the Python side has nothing to say.
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

/** The sides of each tile that meet an open side. @param {Int32Array} next @param {Uint8Array} tiles */
function joins(next, tiles) {
  const joined = new Uint8Array(tiles.length);
  for (let tile = 0; tile < tiles.length; tile++) {
    for (let side = 0; side < 4; side++) {
      const other = next[4 * tile + side];
      if (other >= 0 && (tiles[tile] >> side) & (tiles[other] >> ((side + 2) & 3)) & 1) {
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
  distance[from] = 0;
  queue[0] = from;
  let wet = 1;
  for (let read = 0; read < wet; read++) {
    const tile = queue[read];
    for (let side = 0; side < 4; side++) {
      if (!((joined[tile] >> side) & 1)) continue;
      const other = next[4 * tile + side];
      if (distance[other] < 0) {
        distance[other] = distance[tile] + 1;
        queue[wet++] = other;
      }
    }
  }
  return { distance, wet };
}

/**
 * The sides that lie on loops: those that are no bridge of the graph of sides that meet (Tarjan, with a
 * stack of its own). An edge is its two sides, so two edges between the same tiles, and one from a tile
 * to itself, need no care.
 *
 * @param {Int32Array} next @param {Uint8Array} joined
 */
function loopsOf(next, joined) {
  const count = joined.length;
  const loops = new Uint8Array(count);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const by = new Int8Array(count).fill(-1); // the side of this tile that it was entered by
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
      if (here === 4) {
        top -= 1;
        if (top >= 0) low[stack[top]] = Math.min(low[stack[top]], low[tile]);
        continue;
      }
      if (!((joined[tile] >> here) & 1) || here === by[tile]) continue;
      const other = next[4 * tile + here];
      if (order[other] >= 0) {
        low[tile] = Math.min(low[tile], order[other]);
      } else {
        by[other] = (here + 2) & 3;
        order[other] = low[other] = seen++;
        stack[++top] = other;
      }
    }
  }
  for (let tile = 0; tile < count; tile++) {
    for (let here = 0; here < 4; here++) {
      if (!((joined[tile] >> here) & 1)) continue;
      const other = next[4 * tile + here];
      const down = by[other] === ((here + 2) & 3) && next[4 * other + by[other]] === tile;
      const up = by[tile] === here;
      const bridge = (down && low[other] > order[tile]) || (up && low[tile] > order[other]);
      if (!bridge) loops[tile] |= 1 << here;
    }
  }
  return loops;
}
