/**
 * A game of Pipes: positions, moves, their text.
 *
 * A position holds, a number a tile, the open sides, the quarters turned so far (anticlockwise, so that
 * undoing turns back the way it came) and whether it is locked. Moves are ["turn", tile, quarters],
 * ["lock", tile], ["place", tile, sides] (turned and locked) and ["jumble", seed].
 *
 * @module
 */

import { cellOf, named } from "../script/cells.js";
import { Random } from "../script/random.js";
import { flow, turned } from "./pipes_rules.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{tiles: Uint8Array, quarters: Int32Array, locked: Uint8Array}} Position */

/** Quarters anticlockwise from one position of a tile to another; -1 where there are none. @param {number} from @param {number} to */
export function quartersTo(from, to) {
  return [0, 3, 1, 2].find((quarters) => turned(from, quarters) === to) ?? -1;
}

/** @param {Entry} entry @returns {Position} */
export function start(entry) {
  const tiles = Uint8Array.from(entry.board.tiles);
  const size = tiles.length;
  const position = { tiles, quarters: new Int32Array(size), locked: new Uint8Array(size) };
  return flowOf(entry, position).complete ? jumbled(position, 1) : position;
}

/** @param {Position} position @param {number} seed @returns {Position} Locked tiles stay. */
function jumbled(position, seed) {
  const random = new Random(seed);
  const { tiles, quarters, locked } = copy(position);
  tiles.forEach((tile, at) => {
    const turns = locked[at] ? 0 : random.below(4);
    tiles[at] = turned(tile, turns);
    quarters[at] += turns;
  });
  return { tiles, quarters, locked };
}

/** @param {Position} position @returns {Position} */
function copy({ tiles, quarters, locked }) {
  return { tiles: tiles.slice(), quarters: quarters.slice(), locked: locked.slice() };
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
  const quarters = what === "turn" ? value : quartersTo(position.tiles[at], value);
  if (!(what === "turn" ? [-1, 1, 2] : [0, 1, 2, 3]).includes(quarters)) throw new Error("no such turn");
  if (what === "turn" && position.locked[at]) return position;
  next.tiles[at] = turned(next.tiles[at], quarters);
  next.quarters[at] += quarters === 3 ? -1 : quarters;
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
  return { complete, words: `${water}${openEnds} open ends${looped}.` };
}

// A digit of base 32 a tile: its open sides, and 16 more where it is locked.
/** @param {Position} position */
export function encode({ tiles, locked }) {
  return Array.from(tiles, (tile, at) => (tile + 16 * locked[at]).toString(32)).join("");
}

/** @param {Entry} entry @param {string} text @returns {Position} */
export function decode(entry, text) {
  const position = copy(start(entry));
  if (text.length !== position.tiles.length) {
    throw new Error(`the position has ${text.length} tiles, the board ${position.tiles.length}`);
  }
  Array.from(text).forEach((digit, at) => {
    const value = /^[0-9a-v]$/.test(digit) ? parseInt(digit, 32) : 0;
    const quarters = quartersTo(position.tiles[at], value & 15);
    if (!/^[0-9a-v]$/.test(digit) || quarters < 0) {
      throw new Error(`the position turns tile ${named(cellOf(entry, at))} into another one`);
    }
    position.quarters[at] += quarters === 3 ? -1 : quarters;
    position.tiles[at] = value & 15;
    position.locked[at] = value >> 4;
  });
  return position;
}

/** @param {string} text A game ID. @returns {Entry} */
export function parse(text) {
  const match = /^(\d{1,3})(?:x(\d{1,3}))?(w?)(g?):((?:[0-9a-f]v?h?)+)$/i.exec(text);
  if (!match) throw new Error("the link holds no game ID of Net");
  const columns = Number(match[1]);
  const rows = Number(match[2] ?? match[1]);
  const cells = match[5].toLowerCase().match(/[0-9a-f]v?h?/g) ?? [];
  if (!rows || !columns || rows * columns > 10_000) throw new Error("boards of links have 1 to 10,000 tiles");
  if (cells.length !== rows * columns) {
    throw new Error(`the link's board has ${cells.length} tiles, expected ${rows * columns}`);
  }
  const tiles = cells.map((cell) => parseInt(cell[0], 16));
  const walls = cells.map((cell) => (cell.includes("v") ? 1 : 0) + (cell.includes("h") ? 2 : 0));
  const barriers = walls.some(Boolean) ? walls : [];
  const board = { rows, columns, wrap: match[3] !== "", free: match[4] !== "", tiles, barriers };
  return { kind: "pipes", text, rows, columns, board, source: "a link" };
}
