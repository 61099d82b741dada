/**
 * The rules of edge matching: which sides match, whether a board is complete, and which pieces still fit.
 *
 * A piece is [top, right, bottom, left]; a clockwise turn by a quarter moves each colour by one place. A
 * placement has for each cell, row by row, the oriented piece 4·p + q (piece p turned clockwise by q
 * quarters), or -1 if the cell is empty. On a framed board, exactly the sides at the border have colour 0.
 *
 * @module
 */

/**
 * @typedef {Object} EdgeBoard
 * @property {number} rows
 * @property {number} columns
 * @property {boolean} framed
 * @property {number[][]} pieces
 * @property {Places} [places] If placements are given, or pieces may not be turned.
 */

/**
 * @typedef {Object} Places
 * @property {Place[]} fixed The given placements.
 * @property {Place[]} forbidden The excluded placements.
 * @property {boolean} turning Whether pieces may be turned.
 */

/** A piece, a cell, and quarters clockwise; null: in any turn. @typedef {[number, number, number | null]} Place */

/** @type {Places} */
const ANYWHERE = { fixed: [], forbidden: [], turning: true };

/** @param {EdgeBoard} board @returns {Places} */
export const placesOf = (board) => board.places ?? ANYWHERE;

export const SIDES = ["top", "right", "bottom", "left"];
const ROW = [-1, 0, 1, 0];
const COLUMN = [0, 1, 0, -1];

/** The colour of an oriented piece on a side. @param {EdgeBoard} board @param {number} oriented @param {number} side */
export function colour(board, oriented, side) {
  return board.pieces[oriented >> 2][(side - oriented) & 3];
}

/** All four colours of an oriented piece. @param {EdgeBoard} board @param {number} oriented */
export function colours(board, oriented) {
  return [0, 1, 2, 3].map((side) => colour(board, oriented, side));
}

/** The cell that a side faces, -1 at the border. @param {EdgeBoard} board @param {number} cell @param {number} side */
export function neighbour({ rows, columns }, cell, side) {
  const row = Math.floor(cell / columns) + ROW[side];
  const column = (cell % columns) + COLUMN[side];
  return row < 0 || column < 0 || row >= rows || column >= columns ? -1 : row * columns + column;
}

/**
 * @typedef {Object} Judgement
 * @property {number} placed
 * @property {number} sides The number of places where sides must match: between two cells, and along the frame.
 * @property {number} matching The number of those that match.
 * @property {number} edges The number of those between two cells.
 * @property {number} score How many of these match, as the community counts.
 * @property {number} misplaced The number of pieces in excluded placements.
 * @property {[number, number][]} faults Cell and side of those that do not match; of two cells the first.
 * @property {boolean} complete
 */

/** @param {EdgeBoard} board @param {ArrayLike<number>} placement @returns {Judgement} */
export function judged(board, placement) {
  let [placed, sides, matching, misplaced, edges, score] = [0, 0, 0, 0, 0, 0];
  /** @type {[number, number][]} */
  const faults = [];
  for (let cell = 0; cell < placement.length; cell++) {
    if (placement[cell] >= 0) placed += 1;
    if (placement[cell] >= 0 && !allowed(board, cell, placement[cell])) misplaced += 1;
    for (let side = 0; side < 4; side++) {
      const other = neighbour(board, cell, side);
      if (other < 0 ? !board.framed : side === 0 || side === 3) continue;
      sides += 1;
      const found = matches(board, placement, cell, side);
      if (other >= 0) edges += 1;
      if (found === true) {
        matching += 1;
        if (other >= 0) score += 1;
      }
      if (found === false) faults.push([cell, side]);
    }
  }
  const complete = placed === placement.length && matching === sides && !misplaced;
  return { placed, sides, matching, edges, score, misplaced, faults, complete };
}

/**
 * Whether a side matches; null if a piece is missing. A frame side inside the board is always wrong.
 *
 * @param {EdgeBoard} board
 * @param {ArrayLike<number>} placement
 * @param {number} cell
 * @param {number} side
 */
export function matches(board, placement, cell, side) {
  const other = neighbour(board, cell, side);
  const here = placement[cell] < 0 ? -1 : colour(board, placement[cell], side);
  if (other < 0) return here < 0 ? null : here === 0;
  const there = placement[other] < 0 ? -1 : colour(board, placement[other], (side + 2) & 3);
  if (board.framed && (here === 0 || there === 0)) return false;
  return here < 0 || there < 0 ? null : here === there;
}

/** Whether the places of a board allow an oriented piece on a cell, by its look. @param {EdgeBoard} board @param {number} cell @param {number} oriented */
export function allowed(board, cell, oriented) {
  const { fixed, forbidden, turning } = placesOf(board);
  if (!turning && oriented & 3) return false;
  const look = colours(board, oriented).join();
  const shown = (/** @type {Place} */ [piece, where, quarters]) => where === cell && [0, 1, 2, 3].some(
    (turn) => (quarters === null ? turning || turn === 0 : turn === quarters) && colours(board, 4 * piece + turn).join() === look,
  );
  return fixed.every((place) => place[1] !== cell || shown(place)) && !forbidden.some(shown);
}

/** Whether an oriented piece fits a cell and its neighbours. @param {EdgeBoard} board @param {ArrayLike<number>} placement @param {number} cell @param {number} oriented */
export function fits(board, placement, cell, oriented) {
  if (!allowed(board, cell, oriented)) return false;
  for (let side = 0; side < 4; side++) {
    const other = neighbour(board, cell, side);
    const here = colour(board, oriented, side);
    if (board.framed && (other < 0) !== (here === 0)) return false;
    if (other < 0 || placement[other] < 0) continue;
    if (colour(board, placement[other], (side + 2) & 3) !== here) return false;
  }
  return true;
}

/**
 * The number of remaining oriented pieces that fit each empty cell, as SNOPF counts them; -1 for others.
 *
 * @param {EdgeBoard} board
 * @param {ArrayLike<number>} placement
 * @param {boolean} equalOnce Whether identical pieces, and turns that look the same, count once.
 */
export function fitting(board, placement, equalOnce) {
  const used = new Set(Array.from(placement, (oriented) => (oriented < 0 ? -1 : oriented >> 2)));
  return Array.from(placement, (there, cell) => {
    if (there >= 0) return -1;
    /** @type {Set<string>} */
    const looks = new Set();
    let count = 0;
    for (let oriented = 0; oriented < 4 * board.pieces.length; oriented++) {
      if (used.has(oriented >> 2) || !fits(board, placement, cell, oriented)) continue;
      count += 1;
      if (equalOnce) looks.add(colours(board, oriented).join());
    }
    return equalOnce ? looks.size : count;
  });
}

/**
 * The rotations of a placement, itself first: four on square boards, two on others; one if placements are
 * given or pieces may not be turned.
 *
 * @param {EdgeBoard} board
 * @param {number[]} placement
 */
export function rotations({ rows, columns, places }, placement) {
  const found = [placement];
  const turns = places ? 0 : rows === columns ? 3 : 1;
  for (let turn = 0; turn < turns; turn++) {
    const before = found[found.length - 1];
    if (rows === columns) {
      found.push(before.map((_, cell) => quarter(before[(rows - 1 - (cell % columns)) * columns + Math.floor(cell / columns)])));
    } else {
      found.push(before.map((_, cell) => quarter(quarter(before[before.length - 1 - cell]))));
    }
  }
  return found;
}

/** @param {number} oriented */
const quarter = (oriented) => (oriented & ~3) | ((oriented + 1) & 3);
