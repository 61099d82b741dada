/**
 * The rules of one loop on a position: as `violation` in Python, and the rules that are already broken on an
 * unfinished board.
 *
 * An edge is 0 (open), LINE or CROSS. A clue allows a list of ways: edges with a line and edges without, -1 for
 * edges outside the board. Linear in the size of the board.
 *
 * @module
 */

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./loops_lattice.js").Lattice} Lattice */
/** @typedef {{on: number[], off: number[]}} Way */

export const LINE = 1;
export const CROSS = 2;

/**
 * @typedef {Object} Rules The properties of a kind of loop puzzles.
 * @property {(entry: Entry) => Lattice} lattice
 * @property {(entry: Entry, cell: number) => Way[] | null} ways The ways of a cell; null without a clue.
 * @property {string} broken The message for a clue without a possible way.
 */

/**
 * @typedef {Object} Judged
 * @property {boolean} complete Whether `violation` in Python finds nothing.
 * @property {Set<number>} edges Lines that are wrong.
 * @property {Set<number>} clues Cells whose clues are broken.
 * @property {Set<number>} done Cells whose clues are satisfied.
 * @property {string} fault The first broken rule in words, "" for none.
 * @property {number} lines The number of edges with a line.
 */

/** @param {Rules} rules @param {Entry} entry @param {Uint8Array} position @returns {Judged} */
export function judged(rules, entry, position) {
  const lattice = rules.lattice(entry);
  /** @type {Judged} */
  const told = { complete: false, edges: new Set(), clues: new Set(), done: new Set(), fault: "", lines: 0 };
  /** @param {string} words @param {number[]} edges */
  const blame = (words, edges) => {
    told.fault ||= words;
    for (const edge of edges) told.edges.add(edge);
  };
  let ends = 0;
  for (const incident of lattice.incident) {
    const lines = incident.filter((edge) => position[edge] === LINE);
    if (lines.length > 2) blame("the loop meets itself", lines);
    if (lines.length === 1 && incident.every((edge) => position[edge] !== 0)) blame("the loop ends", lines);
    if (lines.length === 1) ends += 1;
  }
  const met = clues(rules, entry, position, told);
  if (told.clues.size) blame(rules.broken, []);
  const parts = loops(lattice, position);
  for (const part of parts) {
    told.lines += part.length;
    if (closed(lattice, part, position) && (parts.length > 1 || !met)) blame("a loop is closed too early", part);
  }
  if (!parts.length && position.every((value) => value === CROSS)) blame("there is no loop", []);
  told.complete = !told.fault && ends === 0 && parts.length === 1 && met;
  return told;
}

/** Notes satisfied and broken clues; returns whether all are satisfied without further lines. @param {Rules} rules @param {Entry} entry @param {Uint8Array} position @param {Judged} told */
function clues(rules, entry, position, told) {
  let met = true;
  for (let cell = 0; cell < entry.rows * entry.columns; cell++) {
    const ways = rules.ways(entry, cell);
    if (!ways) continue;
    /** @param {number} edge @param {number} value */
    const is = (edge, value) => (edge < 0 ? value === CROSS : position[edge] === value);
    const left = ways.filter(({ on, off }) => !on.some((edge) => is(edge, CROSS)) && !off.some((edge) => is(edge, LINE)));
    const kept = left.some(({ on }) => on.every((edge) => is(edge, LINE)));
    if (!left.length) told.clues.add(cell);
    else if (kept) told.done.add(cell);
    met &&= kept;
  }
  return met;
}

/** The connected components of the lines. @param {Lattice} lattice @param {Uint8Array} position */
function loops(lattice, position) {
  const seen = new Uint8Array(position.length);
  /** @type {number[][]} */
  const found = [];
  for (let first = 0; first < position.length; first++) {
    if (seen[first] || position[first] !== LINE) continue;
    const part = [first];
    seen[first] = 1;
    for (let at = 0; at < part.length; at++) {
      for (const end of lattice.ends[part[at]]) {
        for (const other of lattice.incident[end]) {
          if (seen[other] || position[other] !== LINE) continue;
          seen[other] = 1;
          part.push(other);
        }
      }
    }
    found.push(part);
  }
  return found;
}

/** Whether a component has two lines at every vertex. @param {Lattice} lattice @param {number[]} part @param {Uint8Array} position */
function closed(lattice, part, position) {
  const ends = part.flatMap((edge) => lattice.ends[edge]);
  return ends.every((end) => lattice.incident[end].filter((edge) => position[edge] === LINE).length === 2);
}
