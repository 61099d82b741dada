/**
 * The rules of Picross on a position: whether the lines have their runs, which lines can no longer have them,
 * and which runs are there.
 *
 * A cell is 0 (open), BLANK, or BLANK + its colour. A board is complete when every line has the runs of
 * its clue; open cells count as blank then. A clue is a list of [length, colour].
 *
 * @module
 */

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {[number, number][]} Clue */

export const BLANK = 1;

/** The clues of all lines, rows first. @param {Entry} entry @returns {Clue[]} */
export const cluesOf = ({ board }) => [...board.rowClues, ...board.columnClues];

/** The cells of a line, in order; lines are numbered rows first. @param {Entry} entry @param {number} line */
export function cellsOf({ rows, columns }, line) {
  if (line < rows) return Array.from({ length: columns }, (_, at) => line * columns + at);
  return Array.from({ length: rows }, (_, at) => at * columns + line - rows);
}

/** The runs of a line. @param {number[]} line @returns {Clue} */
function runsOf(line) {
  /** @type {Clue} */
  const runs = [];
  line.forEach((value, at) => {
    if (value <= BLANK) return;
    if (line[at - 1] === value) runs[runs.length - 1][0] += 1;
    else runs.push([1, value - BLANK]);
  });
  return runs;
}

/** @param {Clue} one @param {Clue} other */
const same = (one, other) => one.length === other.length && one.every(([length, colour], at) => length === other[at][0] && colour === other[at][1]);

/**
 * Whether open cells can be filled so that a line has the runs of its clue. The cells up to each end are
 * processed one by one, for each number of first runs: length times runs times the longest run.
 *
 * @param {Clue} clue @param {number[]} line
 */
function possible(clue, line) {
  const blank = (/** @type {number} */ at) => line[at] <= BLANK;
  // before[end]: whether the cells before `end` can contain the runs so far.
  let before = [true];
  for (let end = 1; end <= line.length; end++) before.push(before[end - 1] && blank(end - 1));
  clue.forEach(([length, colour], run) => {
    const apart = run > 0 && clue[run - 1][1] === colour ? 1 : 0;
    const after = [false];
    for (let end = 1; end <= line.length; end++) {
      const first = end - length;
      const cells = line.slice(Math.max(0, first), end);
      const room = first >= apart && (!apart || blank(first - 1)) && before[first - apart];
      const here = room && cells.every((value) => value === 0 || value === BLANK + colour);
      after.push(here || (after[end - 1] && blank(end - 1)));
    }
    before = after;
  });
  return before[line.length];
}

/** The number of first runs of a clue before the first open cell. @param {Clue} clue @param {number[]} line */
function ended(clue, line) {
  const open = line.indexOf(0);
  const runs = runsOf(open < 0 ? line : line.slice(0, open));
  // A run next to an open cell may be longer.
  if (open > 0 && line[open - 1] > BLANK) runs.pop();
  const wrong = runs.findIndex((run, at) => at >= clue.length || !same([run], [clue[at]]));
  return wrong < 0 ? runs.length : wrong;
}

/**
 * @typedef {Object} Judged
 * @property {boolean} complete Whether `violation` in Python finds nothing.
 * @property {Uint8Array} broken Lines that cannot have their runs.
 * @property {Uint8Array} done Lines that have them if open cells are blank.
 * @property {Uint8Array[]} found The runs of each clue that are certainly there.
 */

/** @param {Entry} entry @param {Uint8Array} cells @returns {Judged} */
export function judged(entry, cells) {
  const clues = cluesOf(entry);
  const broken = new Uint8Array(clues.length);
  const done = new Uint8Array(clues.length);
  const found = clues.map((clue, number) => {
    const line = cellsOf(entry, number).map((cell) => cells[cell]);
    const runs = new Uint8Array(clue.length);
    if (same(runsOf(line), clue)) {
      done[number] = 1;
      return runs.fill(1);
    }
    if (!possible(clue, line)) {
      broken[number] = 1;
      return runs;
    }
    const last = ended([...clue].reverse(), [...line].reverse());
    return runs.fill(1, 0, ended(clue, line)).fill(1, clue.length - last);
  });
  return { complete: done.every(Boolean), broken, done, found };
}
