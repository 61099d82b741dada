/**
 * Edge matching: lay all pieces so that touching sides have the same colour.
 *
 * A position has the piece on each cell, or -1, and the quarters by which each piece is turned clockwise, on
 * the board or in the tray. Moves are ["put", piece, cell] (a piece there changes places with it), ["turn",
 * piece, quarters], ["take", cell] (back to the tray), ["lay", piece, cell, quarters] (put and turned) and
 * ["clear"]. Fixed pieces stay, and on boards without turning pieces do not turn: such moves change nothing.
 *
 * @module
 */

import { cellOf, placed } from "../script/cells.js";
import { forced, stuck } from "./edge_matching_deduction.js";
import { search } from "./edge_matching_search.js";
import { EdgeView } from "./edge_matching_view.js";
import { SIDES, colour, colours, judged, neighbour, placesOf, rotations } from "./edge_matching_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */
/** @typedef {{at: number[], turns: number[]}} Position */

const LARGEST = 400;
const TURNS = ["as it was given", "turned a quarter clockwise", "turned half round", "turned a quarter anticlockwise"];


// -- positions ----------------------------------------------------------------------------------------

/** @param {Entry} entry @returns {Position} */
function start(entry) {
  /** @type {number[]} */
  const at = entry.board.pieces.map(() => -1);
  const turns = at.map(() => 0);
  for (const [piece, cell, quarters] of placesOf(entry.board).fixed) [at[cell], turns[piece]] = [piece, quarters ?? 0];
  return { at, turns };
}

/** For each cell its oriented piece, -1 for none. @param {Position} position */
export function placement({ at, turns }) {
  return at.map((piece) => (piece < 0 ? -1 : 4 * piece + turns[piece]));
}

/** @param {Entry} entry @param {Position} position @param {any} move @returns {Position} */
function play(entry, position, move) {
  if (!Array.isArray(move)) throw new Error("no move");
  const size = position.at.length;
  const [what, first, second, third] = move;
  const at = position.at.slice();
  const turns = position.turns.slice();
  /** @param {any} number @param {number} end */
  const known = (number, end) => {
    if (!Number.isInteger(number) || number < 0 || number >= end) throw new Error("no such piece, cell or turn");
  };
  const { fixed, turning } = placesOf(entry.board);
  const stays = (/** @type {number} */ piece) => fixed.some((place) => place[0] === piece);
  if (what === "clear") {
    if (at.every((piece) => piece < 0 || stays(piece))) return position;
    return { at: at.map((piece) => (stays(piece) ? piece : -1)), turns };
  }
  known(first, size);
  if (what === "take") {
    if (at[first] < 0 || stays(at[first])) return position;
    at[first] = -1;
    return { at, turns };
  }
  if (what === "turn") {
    known(second, 4);
    if (!turning || fixed.some(([piece, , quarters]) => piece === first && quarters !== null)) return position;
    turns[first] = (turns[first] + second) & 3;
    return second ? { at, turns } : position;
  }
  if (what !== "put" && what !== "lay") throw new Error("no move");
  known(second, size);
  const from = at.indexOf(first);
  if (from !== second && (stays(first) || stays(at[second]))) return position;
  if (from >= 0) at[from] = at[second];
  at[second] = first;
  if (what === "lay") {
    known(third, 4);
    if (turning || third === 0) turns[first] = third;
  }
  const same = from === second && turns[first] === position.turns[first];
  return same ? position : { at, turns };
}

/** @param {Entry} entry @param {Position} position */
function status(entry, position) {
  const { placed, edges, score, misplaced, faults, complete } = judged(entry.board, placement(position));
  if (complete) return { complete, words: "Complete: every piece lies, and all sides match." };
  const wrong = faults.length ? `; ${faults.length} side${faults.length === 1 ? " does" : "s do"} not match` : "";
  const elsewhere = misplaced ? `; ${misplaced} piece${misplaced === 1 ? "" : "s"} may not lie there like this` : "";
  return { complete, words: `${placed} of ${position.at.length} pieces placed; score ${score} of ${edges} edges${wrong}${elsewhere}.` };
}

/** @param {Position} position */
function encode({ at, turns }) {
  return `${at.map((piece) => (piece < 0 ? "" : piece)).join(".")}/${turns.join("")}`;
}

/** @param {Entry} entry @param {string} text @returns {Position} */
function decode(entry, text) {
  const size = entry.board.pieces.length;
  const match = /^([\d.]*)\/([0-3]*)$/.exec(text);
  if (!match) throw new Error("the position is none of edge matching");
  const at = match[1].split(".").map((piece) => (piece === "" ? -1 : Number(piece)));
  if (at.length !== size || match[2].length !== size) throw new Error(`the position is not of ${size} pieces`);
  const used = at.filter((piece) => piece >= 0);
  if (used.some((piece) => piece >= size)) throw new Error("the position has a piece that is not there");
  if (new Set(used).size < used.length) throw new Error("the position has a piece twice");
  return { at, turns: Array.from(match[2], Number) };
}

/** @param {string} text @returns {Entry} */
function parse(text) {
  const match = /^(\d{1,3})x(\d{1,3})(u?)(n?):([\d,;@!]+)$/.exec(text);
  if (!match) throw new Error("the link holds no edge-matching puzzle");
  const [rows, columns, framed] = [Number(match[1]), Number(match[2]), match[3] === ""];
  const size = rows * columns;
  if (!size || size > LARGEST) throw new Error(`boards of links have 1 to ${LARGEST} cells`);
  const written = match[5].split(";");
  const pieces = written.map((piece) => piece.split(/[@!]/)[0].split(",").map(Number));
  if (pieces.length !== size) throw new Error(`the link has ${pieces.length} pieces, the board ${size} cells`);
  if (pieces.some((piece) => piece.length !== 4 || piece.some((side) => side > 999_999))) {
    throw new Error("a piece of the link has not four colours");
  }
  const places = { ...placesAfter(written, rows, columns), turning: match[4] === "" };
  const { fixed, forbidden, turning } = places;
  if (!turning && [...fixed, ...forbidden].some((place) => place[2])) throw new Error("pieces of the link are not turned");
  const board = { rows, columns, framed, pieces, ...(turning && !fixed.length && !forbidden.length ? {} : { places }) };
  const misfit = pieces.findIndex((_, piece) => framed && !hasPlace(board, piece));
  if (misfit >= 0) throw new Error(`piece ${misfit} of the link has frame sides that fit no cell`);
  return { kind: "edge_matching", text, rows, columns, board, source: "a link" };
}

/** The fixed and forbidden places after the pieces of a link, as the text form orders them. @param {string[]} written @param {number} rows @param {number} columns */
function placesAfter(written, rows, columns) {
  /** @type {Record<string, import("./edge_matching_rules.js").Place[]>} */
  const found = { "@": [], "!": [] };
  for (const [piece, text] of written.entries()) {
    const after = text.replace(/^[^@!]*/, "");
    if (!/^([@!]\d{1,3},\d{1,3}(,[0-3])?)*$/.test(after)) throw new Error(`piece ${piece} of the link has a place that is none`);
    for (const [, mark, row, column, quarters] of after.matchAll(/([@!])(\d+),(\d+)(?:,(\d))?/g)) {
      if (Number(row) >= rows || Number(column) >= columns) throw new Error(`piece ${piece} of the link has a place off the board`);
      found[mark].push([piece, Number(row) * columns + Number(column), quarters === undefined ? null : Number(quarters)]);
    }
  }
  const [fixed, forbidden] = [found["@"], found["!"]];
  for (const at of [0, 1]) if (new Set(fixed.map((place) => place[at])).size < fixed.length) throw new Error("the link fixes a piece or a cell twice");
  const order = (/** @type {import("./edge_matching_rules.js").Place} */ a, /** @type {import("./edge_matching_rules.js").Place} */ b) =>
    a[0] - b[0] || a[1] - b[1] || (a[2] ?? -1) - (b[2] ?? -1);
  const once = forbidden.sort(order).filter((place, index) => !index || order(place, forbidden[index - 1]));
  return { fixed, forbidden: once };
}

/** Whether the frame sides of a piece can all lie at the border. @param {import("./edge_matching_rules.js").EdgeBoard} board @param {number} piece */
function hasPlace(board, piece) {
  const cells = board.pieces.map((_, cell) => cell);
  return [0, 1, 2, 3].some((quarters) =>
    cells.some((cell) => SIDES.every((_, side) => colour(board, 4 * piece + quarters, side) !== 0 || neighbour(board, cell, side) < 0)),
  );
}

// -- help from the answer -----------------------------------------------------------------------------

/** @param {Entry} entry @param {number} oriented */
const look = (entry, oriented) => (oriented < 0 ? "" : colours(entry.board, oriented).join());

/** The answer, turned as a whole so that it agrees with the most placed pieces. @param {Entry} entry @param {Position} position @returns {number[]} */
function nearest(entry, position) {
  const shown = placement(position).map((oriented) => look(entry, oriented));
  const agreeing = (/** @type {number[]} */ answer) => answer.filter((oriented, cell) => look(entry, oriented) === shown[cell]).length;
  const answers = rotations(entry.board, entry.answer);
  return answers.reduce((best, answer) => (agreeing(answer) > agreeing(best) ? answer : best));
}

/** @param {Entry} entry */
const inWhich = (entry) => (entry.verdict === "unique" ? "In the only solution" : "In a solution");

/** @param {Entry} entry @param {Position} position @returns {import("../script/kind.js").Hint | null} */
function hint(entry, position) {
  const shown = placement(position);
  const answer = entry.answer ? nearest(entry, position) : null;
  const agrees = !answer || shown.every((oriented, cell) => oriented < 0 || look(entry, oriented) === look(entry, answer[cell]));
  const found = agrees ? forced(entry, shown) : null;
  if (found) {
    const { cell, oriented, rule, words } = found;
    return { cells: [cellOf(entry, cell)], because: [], rule, words, move: ["lay", oriented >> 2, cell, oriented & 3] };
  }
  if (!answer) return null;
  const right = (/** @type {number} */ cell) => look(entry, shown[cell]) === look(entry, answer[cell]);
  const cell = answer.findIndex((_, cell) => !right(cell));
  if (cell < 0) return null;
  // An identical piece has the same look and may be used, unless it is right where it lies.
  const wanted = look(entry, answer[cell]);
  const free = position.turns.flatMap((_, piece) => {
    const there = position.at.indexOf(piece);
    return there >= 0 && right(there) ? [] : [0, 1, 2, 3].map((quarters) => 4 * piece + quarters);
  });
  const oriented = [answer[cell], ...free].find((one) => free.includes(one) && look(entry, one) === wanted);
  if (oriented === undefined) return null;
  const [piece, quarters] = [oriented >> 2, oriented & 3];
  const sides = colours(entry.board, oriented).map((colour, side) => `${SIDES[side]} ${entry.board.framed && !colour ? "frame" : colour}`);
  const words = `${inWhich(entry)} piece ${piece} lies on ${placed(cellOf(entry, cell))}, ${TURNS[quarters]}: ${sides.join(", ")}`;
  return { cells: [cellOf(entry, cell)], because: [], rule: "a solution, found by search", words, move: ["lay", piece, cell, quarters] };
}

/** @param {Entry} entry @param {Position} position */
function mistake(entry, position) {
  const shown = placement(position);
  const [fault] = judged(entry.board, shown).faults;
  if (fault) {
    const [cell, side] = fault;
    const other = neighbour(entry.board, cell, side);
    const cells = (other < 0 ? [cell] : [cell, other]).filter((one) => shown[one] >= 0);
    const where = `the ${SIDES[side]} of ${placed(cellOf(entry, cell))}`;
    return { cells: cells.map((one) => cellOf(entry, one)), because: [], words: `Colours do not match at ${where}` };
  }
  const none = stuck(entry, shown);
  if (none >= 0) return { cells: [cellOf(entry, none)], because: [], words: `No piece that is left fits ${placed(cellOf(entry, none))}` };
  if (entry.verdict !== "unique" || !entry.answer) return null;
  const answer = nearest(entry, position);
  const cell = shown.findIndex((oriented, at) => oriented >= 0 && look(entry, oriented) !== look(entry, answer[at]));
  if (cell < 0) return null;
  return { cells: [cellOf(entry, cell)], because: [], words: `${placed(cellOf(entry, cell))} has another piece, or another turn, in the only solution that agrees with most of what lies` };
}

/** The board of the picture: empty cells have the remaining pieces, in their order. @param {Entry} entry @returns {Position} */
function pictured(entry) {
  const { at, turns } = start(entry);
  const rest = entry.board.pieces.map((/** @type {any} */ _, /** @type {number} */ piece) => piece).filter((/** @type {number} */ piece) => !at.includes(piece));
  return { at: at.map((piece) => (piece < 0 ? rest.shift() : piece)), turns };
}

/** @type {Kind} */
export const kind = {
  name: "edge_matching",
  title: "Edge matching",
  goal: "Lay all pieces so that touching sides have the same colour and shape; grey is the frame: it lies along the border and nowhere else.",
  keys: [
    ["drag", "move a piece; onto another piece: exchange them; onto the tray: take it back"],
    ["click, tap in the tray; Enter, space", "pick a piece, or put the one picked"],
    ["click, tap on the board; R", "turn clockwise (if a piece is picked: put it here)"],
    ["Shift-click, two fingers; Shift-R", "turn anticlockwise"],
    ["wheel", "turn the piece picked or dragged"],
    ["right click, long press; Delete", "take back to the tray"],
    ["T", "go to the tray, or to the board"],
    ["Esc", "pick nothing"],
  ],
  commands: [{ title: "Clear", move: () => ["clear"] }],
  start,
  pictured,
  play,
  status,
  encode,
  decode,
  parse,
  answered: (entry, answer) => answer.reduce((/** @type {Position} */ position, /** @type {number} */ oriented, /** @type {number} */ cell) => play(entry, position, ["lay", oriented >> 2, cell, oriented & 3]), start(entry)),
  hint,
  mistake,
  view: (entry, game) => new EdgeView(entry, game, placement),
  panels: [search],
};
