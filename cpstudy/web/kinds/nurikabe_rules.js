/**
 * The rules of Nurikabe on a position: as `violation` in Python, and the rules that are already broken on an
 * unfinished board.
 *
 * A cell is 0 (open), SEA or LAND; clues are land. A board is complete when its sea is right and open cells
 * count as land. Linear in the number of cells.
 *
 * @module
 */

/** @typedef {import("../script/kind.js").Entry} Entry */

export const SEA = 1;
export const LAND = 2;
const ANY_SIZE = -1;

/** The neighbours of a cell. @param {Entry} entry @param {number} cell */
export function beside({ rows, columns }, cell) {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const found = [];
  if (row > 0) found.push(cell - columns);
  if (column > 0) found.push(cell - 1);
  if (column < columns - 1) found.push(cell + 1);
  if (row < rows - 1) found.push(cell + columns);
  return found;
}

/** The connected components of the cells for which `so` is true. @param {Entry} entry @param {(cell: number) => boolean} so */
function parts(entry, so) {
  const size = entry.rows * entry.columns;
  const seen = new Uint8Array(size);
  /** @type {number[][]} */
  const found = [];
  for (let first = 0; first < size; first++) {
    if (seen[first] || !so(first)) continue;
    const part = [first];
    seen[first] = 1;
    for (let at = 0; at < part.length; at++) {
      for (const other of beside(entry, part[at])) {
        if (seen[other] || !so(other)) continue;
        seen[other] = 1;
        part.push(other);
      }
    }
    found.push(part);
  }
  return found;
}

/**
 * @typedef {Object} Judged
 * @property {boolean} complete Whether `violation` in Python finds nothing.
 * @property {Uint8Array} wrong Cells of pools, of broken islands, and of sea that is cut off.
 * @property {Uint8Array} done Clues whose islands are marked and have their size.
 * @property {string} fault The first broken rule in words, "" for none.
 * @property {number} sea The number of sea cells.
 */

/** @param {Entry} entry @param {Uint8Array} cells @returns {Judged} */
export function judged(entry, cells) {
  const wrong = new Uint8Array(cells.length);
  const done = new Uint8Array(cells.length);
  /** @type {string[]} */
  const faults = [];
  /** @param {number[]} part @param {string} words */
  const blame = (part, words) => {
    faults.push(words);
    for (const cell of part) wrong[cell] = 1;
  };
  for (const pool of pools(entry, cells)) blame(pool, "there is a pool");
  for (const island of parts(entry, (cell) => cells[cell] === LAND)) {
    const open = island.some((cell) => beside(entry, cell).some((other) => cells[other] === 0));
    const words = islandFault(entry, island, open);
    if (words) blame(island, words);
    const clue = island.find((cell) => entry.board.clues[cell]);
    const size = clue === undefined ? 0 : entry.board.clues[clue];
    if (clue !== undefined && !words && (size === island.length || (size === ANY_SIZE && !open))) done[clue] = 1;
  }
  const seas = parts(entry, (cell) => cells[cell] === SEA);
  for (const sea of seas.length > 1 ? seas : []) {
    if (sea.every((cell) => beside(entry, cell).every((other) => cells[other] !== 0))) blame(sea, "the sea is cut in two");
  }
  const sea = seas.reduce((count, part) => count + part.length, 0);
  return { complete: !faults.length && complete(entry, cells, seas.length), wrong, done, fault: faults[0] ?? "", sea };
}

/** @param {Entry} entry @param {Uint8Array} cells */
function pools({ rows, columns }, cells) {
  const found = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let cell = row * columns; cell + 1 < (row + 1) * columns; cell++) {
      const square = [cell, cell + 1, cell + columns, cell + columns + 1];
      if (square.every((one) => cells[one] === SEA)) found.push(square);
    }
  }
  return found;
}

/** The fault of an island in words. open: whether it can still grow. @param {Entry} entry @param {number[]} island @param {boolean} open */
function islandFault({ board }, island, open) {
  const clues = island.filter((cell) => board.clues[cell]);
  if (clues.length > 1) return "two clues are on one island";
  if (!clues.length) return open ? "" : "an island has no clue";
  const size = board.clues[clues[0]];
  if (size === ANY_SIZE) return "";
  if (island.length > size) return `an island of ${size} is too large`;
  return island.length < size && !open ? `an island of ${size} is too small` : "";
}

/** Whether a board without faults is right if all open cells are land. @param {Entry} entry @param {Uint8Array} cells @param {number} seas */
function complete(entry, cells, seas) {
  const islands = parts(entry, (cell) => cells[cell] !== SEA);
  return seas <= 1 && islands.every((island) => islandFault(entry, island, false) === "");
}
