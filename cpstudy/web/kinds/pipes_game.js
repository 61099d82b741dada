/**
 * A game of Pipes: positions, moves, their text.
 *
 * A position has for each tile the open sides, the number of turns so far (anticlockwise, by the angle of one
 * side, so that undo turns in the opposite direction) and whether it is locked. Moves are
 * ["turn", tile, turns], ["lock", tile], ["place", tile, open sides] (turned and locked) and
 * ["jumble", seed].
 *
 * @module
 */

import { cellOf, placed } from "../script/cells.js";
import { Random } from "../script/random.js";
import { geometryOf, turned, turnsTo } from "./pipes_geometry.js";
import { flow } from "./pipes_rules.js";
import { counted } from "../script/words.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./pipes_geometry.js").PipesBoard} PipesBoard */
/** @typedef {{sides: number, tiles: Uint8Array, turns: Int32Array, locked: Uint8Array}} Position */

const LARGEST = 10_000;

/** @param {Entry} entry @returns {Position} */
export function start(entry) {
  const tiles = Uint8Array.from(entry.board.tiles);
  const size = tiles.length;
  const { sides } = geometryOf(entry.board);
  const position = { sides, tiles, turns: new Int32Array(size), locked: new Uint8Array(size) };
  return flowOf(entry, position).complete ? jumbled(position, 1) : position;
}

/** @param {Position} position @param {number} seed @returns {Position} Locked tiles stay. */
function jumbled(position, seed) {
  const random = new Random(seed);
  const next = copy(position);
  const { sides, tiles, turns, locked } = next;
  tiles.forEach((tile, at) => {
    const by = locked[at] ? 0 : random.below(sides);
    tiles[at] = turned(tile, by, sides);
    turns[at] += by;
  });
  return next;
}

/** @param {Position} position @returns {Position} */
function copy({ sides, tiles, turns, locked }) {
  return { sides, tiles: tiles.slice(), turns: turns.slice(), locked: locked.slice() };
}

/** @param {Entry} entry @param {Position} position @param {any} move @returns {Position} */
export function play(entry, position, move) {
  if (!Array.isArray(move)) throw new Error("no move");
  const [what, at, value] = move;
  if (what === "jumble" && Number.isSafeInteger(at)) return jumbled(position, at);
  if (!Number.isInteger(at) || at < 0 || at >= position.tiles.length) throw new Error("no such tile");
  const next = copy(position);
  if (what === "lock") {
    next.locked[at] ^= 1;
    return next;
  }
  if (what !== "turn" && what !== "place") throw new Error("no such move");
  const { sides } = position;
  const turns = what === "turn" ? value : turnsTo(position.tiles[at], value, sides);
  if (what === "turn" ? ![-1, 1, sides / 2].includes(turns) : Number.isNaN(turns)) throw new Error("no such turn");
  if (what === "turn" && position.locked[at]) return position;
  next.tiles[at] = turned(next.tiles[at], turns, sides);
  next.turns[at] += turns;
  if (what === "place") next.locked[at] = 1;
  return next;
}

/** @type {WeakMap<Position, import("./pipes_rules.js").Flow>} */
const flows = new WeakMap();

/** @param {Entry} entry @param {Position} position */
export function flowOf(entry, position) {
  let found = flows.get(position);
  if (!found) {
    found = flow(entry.board, position.tiles);
    flows.set(position, found);
  }
  return found;
}

/** @param {Entry} entry @param {Position} position */
export function status(entry, position) {
  const { wet, openEnds, loops, complete } = flowOf(entry, position);
  if (complete) return { complete, words: "Complete: every tile has water." };
  const tiles = entry.board.tiles.filter((/** @type {number} */ tile) => tile > 0).length;
  const looped = loops.some((sides) => sides > 0) ? "; there is a loop" : "";
  const water = entry.board.free ? "" : `${wet} of ${tiles} tiles have water; `;
  return { complete, words: `${water}${counted(openEnds, "open end")}${looped}.` };
}

// A number in base 32 per tile, all of the same length: its open sides and a bit for the lock.
/** @param {number} sides */
const width = (sides) => Math.ceil((sides + 1) / 5);

/** @param {number[]} values @param {number} sides */
const digits = (values, sides) => values.map((value) => value.toString(32).padStart(width(sides), "0")).join("");

/** @param {Position} position */
export function encode({ sides, tiles, locked }) {
  return digits(Array.from(tiles, (tile, at) => tile + (locked[at] << sides)), sides);
}

/** @param {Entry} entry @param {string} text @returns {Position} */
export function decode(entry, text) {
  const position = copy(start(entry));
  const { sides, tiles } = position;
  const wide = width(sides);
  if (text.length !== wide * tiles.length) {
    throw new Error(`the position has ${text.length / wide} tiles, the board ${tiles.length}`);
  }
  tiles.forEach((tile, at) => {
    const digit = text.slice(wide * at, wide * at + wide);
    const value = /^[0-9a-v]+$/.test(digit) ? parseInt(digit, 32) : NaN;
    const turns = turnsTo(tile, value & ((1 << sides) - 1), sides);
    if (Number.isNaN(value) || value >> (sides + 1) || Number.isNaN(turns)) {
      throw new Error(`the position turns the tile in ${placed(cellOf(entry, at))} into another one`);
    }
    position.turns[at] += turns;
    position.tiles[at] = turned(tile, turns, sides);
    position.locked[at] = value >> sides;
  });
  return position;
}

/** @param {Entry} entry @param {number[]} answer */
export const answered = (entry, answer) => decode(entry, digits(answer, geometryOf(entry.board).sides));

/**
 * The puzzle of a link.
 *
 * @param {string} kind @param {string} text @param {PipesBoard} board @returns {Entry}
 */
export function linked(kind, text, board) {
  const { rows, columns, tiles } = board;
  if (!rows || !columns || rows * columns > LARGEST) throw new Error("boards of links have 1 to 10,000 tiles");
  if (tiles.length !== rows * columns) {
    throw new Error(`the link's board has ${tiles.length} tiles, expected ${rows * columns}`);
  }
  return { kind, text, rows, columns, board, source: "a link" };
}
