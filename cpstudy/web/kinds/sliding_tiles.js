/**
 * Sliding tiles: tap a tile next to the empty cell, or press the arrow in the direction of the slide. A tap on
 * another tile in the row or column slides all tiles between, one move each.
 *
 * @module
 */

import { Board } from "../script/board.js";
import { cellOf, numberOf, placed } from "../script/cells.js";
import { element, svg } from "../script/dom.js";
import { kindOfMoves } from "./moves.js";
import { slidingTiles as parse } from "./moves_text.js";
import { ARROWS, pad, swipes } from "./pad.js";
import { rules } from "./sliding_tiles_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./moves.js").Position} Position */

/** The place, relative to the empty cell, of the tile that slides in a direction. */
const FROM = { up: [1, 0], down: [-1, 0], left: [0, 1], right: [0, -1] };

class TilesView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game */
  constructor(entry, game) {
    this.entry = entry;
    this.game = game;
    /** @type {number[]} */
    this.shown = rules.start(entry);
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `Sliding tiles, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onTap: (cell) => this.onTap(cell),
      onKey: (cell, event) => this.onKey(cell, event),
      margin: { left: 0.12, top: 0.12, right: 0.12, bottom: 0.12 },
    });
    swipes(this.board.node, (way) => this.slide(way));
    const { rows, columns } = entry;
    this.board.under.append(svg("rect", { class: "tiles-frame", x: -0.06, y: -0.06, width: columns + 0.12, height: rows + 0.12, rx: 0.1 }));
    for (let cell = 0; cell < rows * columns; cell++) {
      this.board.at(cellOf(entry, cell)).append(svg("rect", { class: "tiles-floor", width: 1, height: 1 }));
    }
    this.tiles = this.shown.map((_, tile) => svg("g", { class: "tile" }, svg("rect", { x: 0.04, y: 0.04, width: 0.92, height: 0.92, rx: 0.1 }), svg("text", { x: 0.5, y: 0.5 }, String(tile))));
    this.board.plane.insertBefore(svg("g", { class: "movers", "aria-hidden": "true" }, ...this.tiles.slice(1)), this.board.over);
    this.node = element("div", { class: "tiles with-pad" }, this.board.node, pad((way) => this.slide(way)));
  }

  /** @param {Cell} cell */
  describe([row, column]) {
    const tile = this.shown[numberOf(this.entry, [row, column])];
    return `${placed([row, column])}, ${tile ? `tile ${tile}` : "empty"}`;
  }

  /** @param {Position} position @param {import("../script/kind.js").Status} status */
  show({ state }, status) {
    const before = this.shown;
    this.shown = state;
    state.forEach((/** @type {number} */ tile, /** @type {number} */ place) => {
      const [row, column] = cellOf(this.entry, place);
      this.tiles[tile].style.transform = `translate(${column}px, ${row}px)`;
      this.tiles[tile].classList.toggle("home", tile === this.entry.board.goal[place]);
      if (before[place] !== tile) this.board.relabel([row, column]);
    });
    this.node.classList.toggle("done", status.complete);
  }

  /** @param {import("../script/kind.js").Marks} marks */
  mark(marks) {
    this.board.mark(marks);
  }

  focus() {
    this.board.focus();
  }

  /** @param {import("./pad.js").Way} way The way that a tile goes. */
  slide(way) {
    const { state } = this.game.position();
    const [row, column] = cellOf(this.entry, state.indexOf(0));
    const from = /** @type {Cell} */ ([row + FROM[way][0], column + FROM[way][1]]);
    const inside = from[0] >= 0 && from[0] < this.entry.rows && from[1] >= 0 && from[1] < this.entry.columns;
    if (inside) this.game.play(String(state[numberOf(this.entry, from)]));
    else this.game.announce(`No tile can go ${way}.`);
  }

  /** Slides the tiles between a cell and the empty one. @param {Cell} cell */
  onTap([row, column]) {
    const { state } = this.game.position();
    let [down, right] = cellOf(this.entry, state.indexOf(0));
    if ((row !== down && column !== right) || (row === down && column === right)) {
      this.game.announce("This tile cannot slide.");
      return;
    }
    const [step, side] = [Math.sign(row - down), Math.sign(column - right)];
    while (down !== row || right !== column) {
      [down, right] = [down + step, right + side];
      this.game.play(String(state[numberOf(this.entry, [down, right])]));
    }
  }

  /** @param {Cell} cell @param {KeyboardEvent} event */
  onKey(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const way = ARROWS[event.key];
    if (way) this.slide(way);
    else if (event.key === "Enter" || event.key === " ") this.onTap(cell);
    else return false;
    return true;
  }
}

export const kind = kindOfMoves(rules, {
  name: "sliding_tiles",
  parse,
  title: "Sliding tiles",
  goal: "Slide the tiles until the numbers are in order, row by row. A tile next to the empty cell slides into it.",
  keys: [
    ["click, tap on a tile", "slide it, with those between it and the empty cell"],
    ["arrows; swipe; buttons below the board", "slide a tile that way"],
  ],
  told: (_, __, move) => `Slide ${move}`,
  cells: (entry, state, move) => [cellOf(entry, state.indexOf(Number(move)))],
  where: (_, __, move) => `tile ${move}`,
  view: (entry, game) => new TilesView(entry, game),
});
