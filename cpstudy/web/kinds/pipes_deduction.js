/**
 * The deduction of a Pipes puzzle from Python's log: hints, mistakes, and the knowledge after some steps. A
 * step closes or opens an edge, or removes orientations of a tile.
 *
 * @module
 */

import { cellOf, numberOf, placed } from "../script/cells.js";
import { against, searched } from "../script/words.js";
import { start } from "./pipes_game.js";
import { geometryOf, turned, turnsTo } from "./pipes_geometry.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Step} Step */
/** @typedef {import("./pipes_game.js").Position} Position */
/** @typedef {Step & {side?: string, open?: boolean, removed?: number[]}} PipesStep */

/** The different orientations of each tile. @param {Entry} entry @returns {number[][]} */
function orientations({ board }) {
  const { sides } = geometryOf(board);
  const times = Array.from({ length: sides }, (_, turns) => turns);
  return board.tiles.map((/** @type {number} */ tile) => [...new Set(times.map((turns) => turned(tile, turns, sides)))]);
}

/** @param {number[]} left */
const single = (left) => (left.length === 1 ? left[0] : -1);

/** @param {number[]} left @param {number[]} removed */
const without = (left, removed) => left.filter((way) => !removed.includes(way));

/** @type {WeakMap<Entry, {tile: number, target: number, step: PipesStep | null}[]>} */
const orders = new WeakMap();

/** The tiles in the order in which the deduction settles them. @param {Entry} entry */
function settled(entry) {
  let order = orders.get(entry);
  if (!order) {
    order = [];
    const left = orientations(entry);
    for (const [tile, ways] of left.entries()) {
      if (single(ways) >= 0) order.push({ tile, target: single(ways), step: null });
    }
    for (const step of /** @type {PipesStep[]} */ (entry.steps ?? [])) {
      if (!step.removed) continue;
      const tile = numberOf(entry, step.cells[0]);
      left[tile] = without(left[tile], step.removed);
      if (single(left[tile]) >= 0) order.push({ tile, target: single(left[tile]), step });
    }
    orders.set(entry, order);
  }
  return order;
}

/** @param {Entry} entry @param {Position} position @returns {import("../script/kind.js").Hint | null} */
export function hint(entry, position) {
  for (const { tile, target, step } of settled(entry)) {
    if (position.tiles[tile] === target) continue;
    const words = `${turn(entry, position, tile, target)}. ${step?.words ?? "It can lie in one way only."}`;
    const cell = cellOf(entry, tile);
    return {
      cells: [cell],
      because: step?.because ?? [],
      rule: step?.rule ?? "one orientation",
      words,
      move: ["place", tile, target],
    };
  }
  const tile = (entry.answer ?? []).findIndex((/** @type {number} */ sides, /** @type {number} */ at) => sides !== position.tiles[at]);
  if (tile < 0) return null;
  const target = entry.answer[tile];
  const words = `${turn(entry, position, tile, target)}: ${searched(entry)}.`;
  return { cells: [cellOf(entry, tile)], because: [], rule: "search", words, move: ["place", tile, target] };
}

/** @param {Entry} entry @param {Position} position @param {number} tile @param {number} target */
function turn(entry, position, tile, target) {
  const { sides, ways, called } = geometryOf(entry.board);
  const turns = turnsTo(position.tiles[tile], target, sides);
  return `Turn ${placed(cellOf(entry, tile))} ${ways[(turns + sides) % sides]}, to ${called(target)}`;
}

/** The first mistake among the locked tiles, or among all turned ones if no tile is locked. @param {Entry} entry @param {Position} position */
export function mistake(entry, position) {
  const first = start(entry).tiles;
  const sure = position.locked.some(Boolean)
    ? position.locked
    : position.tiles.map((tile, at) => (tile === first[at] ? 0 : 1));
  for (const step of /** @type {PipesStep[]} */ (entry.steps ?? [])) {
    const tile = numberOf(entry, step.cells[0]);
    if (!sure[tile] || !refutes(entry, step, position.tiles[tile])) continue;
    const words = against(`${placed(step.cells[0])} lies ${geometryOf(entry.board).called(position.tiles[tile])}`, step.words);
    return { cells: [step.cells[0]], because: step.because, words };
  }
  if (entry.verdict !== "unique" || !entry.answer) return null;
  const wrong = position.tiles.findIndex((tile, at) => sure[at] > 0 && tile !== entry.answer[at]);
  if (wrong < 0) return null;
  const cell = cellOf(entry, wrong);
  return { cells: [cell], because: [], words: `${placed(cell)} is turned differently in the only solution` };
}

/** @param {Entry} entry @param {PipesStep} step @param {number} tile The open sides of its first cell. */
function refutes(entry, step, tile) {
  if (step.removed) return step.removed.includes(tile);
  return (((tile >> geometryOf(entry.board).names.indexOf(step.side ?? "")) & 1) === 1) !== step.open;
}

/** @param {Entry} entry @param {number} count */
export function known(entry, count) {
  const { sides, names } = geometryOf(entry.board);
  const left = orientations(entry);
  const open = new Uint8Array(left.length);
  const closed = new Uint8Array(left.length);
  for (const step of /** @type {PipesStep[]} */ ((entry.steps ?? []).slice(0, count))) {
    const tile = numberOf(entry, step.cells[0]);
    if (step.removed) {
      left[tile] = without(left[tile], step.removed);
    } else {
      const side = names.indexOf(step.side ?? "");
      const told = step.open ? open : closed;
      told[tile] |= 1 << side;
      if (step.cells[1]) told[numberOf(entry, step.cells[1])] |= 1 << (side + sides / 2) % sides;
    }
  }
  return { settled: Int8Array.from(left, single), open, closed };
}
