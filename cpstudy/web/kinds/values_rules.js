/**
 * The rules of values in units on a position, as in Python's `latin/rules.py`, also for boards that are not
 * full.
 *
 * Values are numbers from 1, 0 for none, row by row. Faults are found as soon as they are certain: equal values
 * in a unit, and a cage whose values do not or can no longer give its target.
 *
 * @module
 */

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{name: string, cells: number[]}} Unit */
/** @typedef {{cells: number[], target: string, operations: string, operation: string}} Cage */

/** @type {WeakMap<any, {units: Unit[], peers: number[][]}>} */
const boards = new WeakMap();

/** The units of a puzzle, and for each cell the others that share a unit with it. @param {Entry} entry */
export function shapeOf(entry) {
  let found = boards.get(entry.board);
  if (!found) {
    const units = unitsOf(entry);
    const sets = entry.board.clues.map(() => new Set());
    for (const { cells } of units) for (const cell of cells) for (const other of cells) sets[cell].add(other);
    const peers = sets.map((/** @type {Set<number>} */ set, /** @type {number} */ cell) => [...set].filter((other) => other !== cell));
    found = { units, peers };
    boards.set(entry.board, found);
  }
  return found;
}

/** Rows, columns, boxes or regions, diagonals. @param {Entry} entry @returns {Unit[]} */
function unitsOf({ rows: order, kind, board }) {
  const span = Array.from({ length: order }, (_, at) => at);
  const units = [
    ...span.map((row) => ({ name: `row ${row + 1}`, cells: span.map((column) => row * order + column) })),
    ...span.map((column) => ({ name: `column ${column + 1}`, cells: span.map((row) => row * order + column) })),
  ];
  if (!board.cages.length) {
    const word = kind === "jigsaw" ? "region" : "box";
    /** @type {Map<number, number[]>} */
    const blocks = new Map();
    board.blocks.forEach((/** @type {number} */ block, /** @type {number} */ cell) => {
      if (block) blocks.set(block, [...(blocks.get(block) ?? []), cell]);
    });
    for (const [block, cells] of blocks) units.push({ name: `${word} ${block}`, cells });
  }
  if (board.diagonals) {
    units.push({ name: "the falling diagonal", cells: span.map((at) => at * order + at) });
    units.push({ name: "the rising diagonal", cells: span.map((at) => at * order + order - 1 - at) });
  }
  return units;
}

/**
 * @typedef {Object} Judged
 * @property {boolean} complete Whether `violation` in Python finds nothing.
 * @property {number} empty The number of cells without a value.
 * @property {Uint8Array} clashing Cells that share a unit with a cell of the same value.
 * @property {number[]} cages The numbers of broken cages.
 * @property {string} fault The first broken rule in words, "" for none.
 */

/** @param {Entry} entry @param {Uint8Array} values @returns {Judged} */
export function judged(entry, values) {
  const clashing = new Uint8Array(values.length);
  let fault = "";
  for (const { name, cells } of shapeOf(entry).units) {
    /** @type {Map<number, number>} */
    const place = new Map();
    for (const cell of cells) {
      const twin = place.get(values[cell]);
      if (values[cell] && twin !== undefined) {
        clashing[twin] = clashing[cell] = 1;
        fault ||= `${name} has ${values[cell]} twice`;
      }
      place.set(values[cell], cell);
    }
  }
  /** @type {number[]} */
  const cages = [];
  entry.board.cages.forEach((/** @type {Cage} */ cage, /** @type {number} */ number) => {
    if (![...cage.operations].some((operation) => mayGive(cage, operation, values))) cages.push(number);
  });
  if (cages.length) fault ||= `a cage does not give ${cageWords(entry.board.cages[cages[0]])}`;
  const empty = values.reduce((count, value) => count + (value ? 0 : 1), 0);
  return { complete: empty === 0 && fault === "", empty, clashing, cages, fault };
}

/** Whether the values of a cage give its target, or can if some are missing. @param {Cage} cage @param {string} operation @param {Uint8Array} values */
function mayGive(cage, operation, values) {
  const target = BigInt(cage.target);
  const there = cage.cells.map((cell) => BigInt(values[cell])).filter(Boolean);
  const missing = BigInt(cage.cells.length - there.length);
  if (operation === "+") {
    const sum = there.reduce((left, value) => left + value, 0n);
    return missing ? sum + missing <= target : sum === target;
  }
  if (operation === "x") {
    const product = there.reduce((left, value) => left * value, 1n);
    return missing ? target % product === 0n : product === target;
  }
  if (missing) return true;
  const [low, high] = there[0] < there[1] ? there : [there[1], there[0]];
  return operation === "-" ? high - low === target : high === target * low;
}

/** The clue of a cage as printed: `12×`. @param {Cage} cage */
export function cageWords({ target, operation }) {
  const signs = { "+": "+", "-": "−", x: "×", "/": "÷", "=": "", "": "" };
  return target + signs[/** @type {keyof typeof signs} */ (operation)];
}
