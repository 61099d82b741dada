/**
 * The course of a backtracking search that Python recorded: placements and pieces taken back.
 *
 * A moment is a number of placements. The board at a moment has the last placement of each level up to the
 * level of the last one, so any moment can be shown at once.
 *
 * @module
 */

import { fitting } from "./edge_matching_rules.js";

/** @typedef {import("../script/kind.js").Entry} Entry */

/**
 * A search as Python recorded it. Events: -k if k pieces are taken back; the cell, if the next placement is
 * on a new level and cells are not filled row by row; then the oriented piece.
 *
 * @typedef {Object} Search
 * @property {string} name
 * @property {string} summary
 * @property {boolean} byRow
 * @property {boolean} equalOnce
 * @property {boolean} looksAhead
 * @property {number[]} events
 * @property {number} total
 * @property {string} stop "limit": ends with a solution; "done": without one; "iterations": unknown.
 */

/** @typedef {{level: number, cell: number, oriented: number, above: number}} Placement `above`: the placement one level up that was on the board, -1 for none. */

/** @type {WeakMap<Search, Placement[]>} */
const courses = new WeakMap();

/** @param {Search} search @returns {Placement[]} */
export function course(search) {
  let placements = courses.get(search);
  if (!placements) {
    placements = [];
    /** The last placement of each level. @type {number[]} */
    const last = [];
    const { events, byRow } = search;
    for (let at = 0; at < events.length; at++) {
      let cell = last.length;
      if (events[at] < 0) {
        const level = last.length + events[at++];
        cell = placements[last[level]].cell;
        last.length = level;
      } else if (!byRow) cell = events[at++];
      const level = last.length;
      placements.push({ level, cell, oriented: events[at], above: last[level - 1] ?? -1 });
      last.push(placements.length - 1);
    }
    courses.set(search, placements);
  }
  return placements;
}

/** The placement on the board at a moment. @param {Entry} entry @param {Search} search @param {number} moment @returns {number[]} */
export function boardAt(entry, search, moment) {
  const placements = course(search);
  const board = entry.board.pieces.map(() => -1);
  for (let at = moment - 1; at >= 0; at = placements[at].above) board[placements[at].cell] = placements[at].oriented;
  return board;
}

/**
 * @typedef {Object} Moment
 * @property {number[]} placement
 * @property {number[]} counts Pieces that fit each empty cell; -1 on others.
 * @property {number} last The cell filled last, -1 at the beginning.
 * @property {number} next The cell that is filled next, -1 for none.
 * @property {number} back The number of pieces taken back before the next placement.
 */

/** @param {Entry} entry @param {Search} search @param {number} moment @returns {Moment} */
export function momentAt(entry, search, moment) {
  const placements = course(search);
  const placement = boardAt(entry, search, moment);
  const counts = fitting(entry.board, placement, search.equalOnce);
  const [before, after] = [placements[moment - 1], placements[moment]];
  const height = before ? before.level + 1 : 0;
  const back = after ? height - after.level : 0;
  const empty = counts.flatMap((count, cell) => (count < 0 ? [] : [cell]));
  let next = -1;
  if (after && !back) next = after.cell;
  else if (search.byRow) next = empty[0] ?? -1;
  else if (!search.looksAhead) next = empty.reduce((best, cell) => (best < 0 || counts[cell] < counts[best] ? cell : best), -1);
  return { placement, counts, last: before?.cell ?? -1, next, back };
}
