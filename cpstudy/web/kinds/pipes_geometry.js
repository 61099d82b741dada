/**
 * The shapes of tiles: squares and hexagons. Sides are numbered anticlockwise from the right, so that
 * a turn by the angle of one side adds one to each. A tile is the set of its open sides, one bit per side.
 *
 * @module
 */

import { joined } from "../script/words.js";
import { hexagons } from "./hexagons.js";

/** @typedef {import("../script/board.js").Layout} Layout */

/**
 * @typedef {Object} PipesBoard
 * @property {number} rows
 * @property {number} columns
 * @property {number} [sides] 4 by default.
 * @property {boolean} wrap
 * @property {boolean} free
 * @property {number[]} tiles
 * @property {number[]} [barriers] For squares: right 1, below 2; may be empty.
 */

/**
 * @typedef {Object} Geometry
 * @property {number} sides
 * @property {string[]} names The names of the sides.
 * @property {string[]} ways The turns in words, by their number anticlockwise.
 * @property {(board: PipesBoard, tile: number, side: number) => number} neighbour The tile that a side
 *     faces; -1 at a border.
 * @property {[number, number][]} ends The vectors from the middle of a tile to the middles of its sides.
 * @property {string} ground The outline of a tile around its middle, as the data of a path.
 * @property {string} lock The sign of a locked tile, as the data of a path.
 * @property {(tile: number) => string} called A tile with its open sides, for sentences.
 * @property {(tile: number) => string} typed The type of a tile in any orientation.
 * @property {(rows: number, columns: number) => Layout | undefined} layout
 */

const ROW = [0, -1, 0, 1];
const COLUMN = [1, 0, -1, 0];
const TYPES = ["empty", "dead end", "dead end", "corner", "dead end", "straight", "corner", "T", "dead end",
  "corner", "straight", "T", "corner", "T", "T", "cross"]; // prettier-ignore
const SYMBOLS = " ╶╵└╴─┘┴╷┌│├┐┬┤┼";

/** @type {Geometry} */
const SQUARES = {
  sides: 4,
  names: ["right", "up", "left", "down"],
  ways: ["as it lies", "a quarter anticlockwise", "half round", "a quarter clockwise"],
  neighbour(board, tile, side) {
    const { rows, columns, barriers = [] } = board;
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
  },
  ends: [[0.5, 0], [0, -0.5], [-0.5, 0], [0, 0.5]], // prettier-ignore
  ground: "M-.5 -.5H.5V.5H-.5Z",
  lock: "M-.44 -.44H-.26L-.44 -.26Z",
  called: (tile) => SYMBOLS[tile],
  typed: (tile) => TYPES[tile],
  layout: () => undefined,
};

// By side: rows down and columns to the right, from even rows; from odd rows the column is one higher if
// the row changes.
const STEPS = [[0, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0]]; // prettier-ignore
const NAMES = ["right", "up right", "up left", "left", "down left", "down right"];

/** @type {Geometry} */
const HEXAGONS = {
  sides: 6,
  names: NAMES,
  ways: ["as it lies", "a sixth anticlockwise", "a third anticlockwise", "half round", "a third clockwise", "a sixth clockwise"],
  neighbour(board, tile, side) {
    const { rows, columns } = board;
    const from = Math.floor(tile / columns);
    const [down, right] = STEPS[side];
    let row = from + down;
    let column = (tile % columns) + right + (down ? from % 2 : 0);
    if (board.wrap) {
      // On wrapping boards the row after the last one is the first, shifted, as in hexapipes.
      if (row < 0) {
        row += rows;
        column += 1;
      } else if (row === rows) {
        row = 0;
        column -= rows % 2 ? 0 : 1;
      }
      column = (column + columns) % columns;
    } else if (row < 0 || column < 0 || row >= rows || column >= columns) return -1;
    return row * columns + column;
  },
  ends: [0, 1, 2, 3, 4, 5].map((side) => [Math.cos((side * Math.PI) / 3) / 2, -Math.sin((side * Math.PI) / 3) / 2]),
  ground: hexagons.outline,
  lock: "M0 -.52L.12 -.45V-.36H-.12V-.45Z",
  called: (tile) => `open ${joined(NAMES.filter((_, side) => (tile >> side) & 1))}`,
  typed(tile) {
    const open = NAMES.filter((_, side) => (tile >> side) & 1).length;
    return ["hole", "dead end"][open] ?? `${open} pipes`;
  },
  layout: hexagons.layout,
};

/** @param {PipesBoard} board */
export const geometryOf = (board) => (board.sides === 6 ? HEXAGONS : SQUARES);

/** A tile turned anticlockwise, `times` times by the angle of one side. @param {number} tile @param {number} times @param {number} sides */
export function turned(tile, times, sides) {
  const by = ((times % sides) + sides) % sides;
  return ((tile << by) | (tile >> (sides - by))) & ((1 << sides) - 1);
}

/** The fewest turns from one orientation of a tile to another, positive: anticlockwise; NaN: impossible. @param {number} from @param {number} to @param {number} sides */
export function turnsTo(from, to, sides) {
  for (let turns = 0; 2 * turns <= sides; turns++) {
    if (turned(from, -turns, sides) === to) return 2 * turns === sides ? turns : -turns || 0;
    if (turned(from, turns, sides) === to) return turns;
  }
  return NaN;
}
