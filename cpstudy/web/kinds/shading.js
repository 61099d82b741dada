/**
 * Shaded cells, shared by Picross and Nurikabe: positions, which loops use too, and the brush.
 *
 * A position has a number per cell, row by row: 0 is open, and the kind defines the others. Some cells are
 * fixed from the start. Moves are ["paint", value, [cell, …]] and
 * ["place", [[cell, value], …]].
 *
 * @module
 */

import { cellOf, placed } from "../script/cells.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/board.js").Way} Way */

/**
 * @param {(entry: Entry) => Uint8Array} fixed The fixed values, 0 for other cells.
 * @param {(entry: Entry) => number} most The largest value.
 * @param {(entry: Entry, at: number) => string} [place] The place of a number in words; by default a cell.
 */
export function positions(fixed, most, place = (entry, at) => placed(cellOf(entry, at))) {
  /** @param {Entry} entry @param {any} cell @param {any} value */
  function check(entry, cell, value) {
    const size = fixed(entry).length;
    if (!Number.isInteger(cell) || cell < 0 || cell >= size) throw new Error("no such cell");
    if (!Number.isInteger(value) || value < 0 || value > most(entry)) throw new Error("no such value");
  }

  /** @param {Entry} entry @param {Uint8Array} position @param {any} move */
  function play(entry, position, move) {
    const [what, first, cells] = Array.isArray(move) ? move : [];
    const pairs = what === "place" ? first : what === "paint" && Array.isArray(cells) ? cells.map((cell) => [cell, first]) : null;
    if (!Array.isArray(pairs)) throw new Error("no such move");
    const next = position.slice();
    const still = fixed(entry);
    for (const pair of pairs) {
      if (!Array.isArray(pair)) throw new Error("no such move");
      const [cell, value] = pair;
      check(entry, cell, value);
      if (!still[cell]) next[cell] = value;
    }
    return next.every((value, cell) => value === position[cell]) ? position : next;
  }

  // One character per cell: digits, then letters.
  /** @param {Uint8Array} position */
  const encode = (position) => Array.from(position, (value) => value.toString(36)).join("");

  /** @param {Entry} entry @param {string} text */
  function decode(entry, text) {
    const position = fixed(entry).slice();
    if (text.length !== position.length) throw new Error(`the position has ${text.length} characters, expected ${position.length}`);
    Array.from(text).forEach((character, cell) => {
      const value = /^[0-9a-z]$/.test(character) ? parseInt(character, 36) : -1;
      if (value < 0 || value > most(entry)) throw new Error(`the position says nothing of ${place(entry, cell)}`);
      if (position[cell] && position[cell] !== value) throw new Error(`the position changes the clue at ${place(entry, cell)}`);
      position[cell] = value;
    });
    return position;
  }

  return { start: (/** @type {Entry} */ entry) => fixed(entry).slice(), play, encode, decode };
}

/**
 * @typedef {Object} Painter
 * @property {Entry} entry
 * @property {import("../script/kind.js").Game} game
 * @property {(value: number, way: Way) => number} next The value of a cell after a stroke.
 * @property {() => Uint8Array} cells The position shown.
 * @property {Uint8Array} fixed
 * @property {(cells: Uint8Array) => void} draw
 */

/**
 * Strokes: the first cell decides the painted value and the value that is replaced, so a stroke does not
 * change other cells. It is drawn while it goes and played as one move at its end.
 */
export class Brush {
  /** @param {Painter} painter */
  constructor(painter) {
    this.painter = painter;
    /** @type {{from: number, to: number, cells: Set<number>} | null} */
    this.stroke = null;
  }

  /** See the board's onPaint. @param {Cell} cell @param {Way} way @param {boolean} first */
  paint([row, column], way, first) {
    const { entry, cells, fixed, next } = this.painter;
    const at = row * entry.columns + column;
    const now = cells();
    // A stroke from a fixed cell paints like one from an open cell.
    const from = fixed[at] ? 0 : now[at];
    if (first) this.stroke = { from, to: next(from, way), cells: new Set() };
    if (!this.stroke || fixed[at] || now[at] !== this.stroke.from) return;
    this.stroke.cells.add(at);
    this.draw();
  }

  draw() {
    const shown = this.painter.cells().slice();
    for (const at of this.stroke?.cells ?? []) shown[at] = this.stroke?.to ?? 0;
    this.painter.draw(shown);
  }

  /** See the board's onPainted. @param {boolean} whole */
  painted(whole) {
    const stroke = this.stroke;
    this.stroke = null;
    if (stroke && whole && stroke.cells.size) this.painter.game.play(["paint", stroke.to, [...stroke.cells]]);
    else this.painter.draw(this.painter.cells());
  }

  /** Paints one cell by a key. @param {Cell} cell @param {number} value */
  put([row, column], value) {
    this.painter.game.play(["paint", value, [row * this.painter.entry.columns + column]]);
  }
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Paints by keys. `meant` returns the value for the cell, or null for other keys. Shift with an arrow moves
 * on and gives the next cell the value of this one.
 *
 * @param {Brush} brush @param {import("../script/board.js").Board} board @param {Cell} cell
 * @param {KeyboardEvent} event @param {(value: number, key: string) => number | null} meant
 */
export function painted(brush, board, cell, event, meant) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { entry, cells } = brush.painter;
  const here = cells()[cell[0] * entry.columns + cell[1]];
  const arrow = event.shiftKey && ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  if (arrow) {
    /** @type {Cell} */
    const next = [cell[0] + arrow[0], cell[1] + arrow[1]];
    if (next[0] < 0 || next[1] < 0 || next[0] >= entry.rows || next[1] >= entry.columns) return true;
    board.activate(next);
    board.reveal(next);
    brush.put(next, here);
    return true;
  }
  const value = meant(here, event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (value === null) return false;
  brush.put(cell, value);
  return true;
}
