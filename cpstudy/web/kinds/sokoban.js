/**
 * Sokoban: push the boxes onto the goals. Moves are the letters of LURD, one per step. A tap on a square walks
 * there, and a tap on a box next to the player pushes it.
 *
 * @module
 */

import { Board } from "../script/board.js";
import { placed } from "../script/cells.js";
import { element, svg } from "../script/dom.js";
import { kindOfMoves } from "./moves.js";
import { sokoban as parse } from "./moves_text.js";
import { ARROWS, pad, swipes } from "./pad.js";
import { beside, rules, walk } from "./sokoban_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./moves.js").Position} Position */

const WAYS = ["up", "down", "left", "right"];

/** @param {Entry} entry @param {number} square @returns {Cell} */
const cellOf = (entry, square) => [Math.floor(square / entry.columns), square % entry.columns];

class SokobanView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game */
  constructor(entry, game) {
    this.entry = entry;
    this.game = game;
    /** @type {import("./sokoban_rules.js").State} */
    this.shown = rules.start(entry);
    this.floor = new Set(entry.board.floor);
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `Sokoban, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onTap: (cell) => this.onTap(cell),
      onKey: (_, event) => this.onKey(event),
      margin: { left: 0.1, top: 0.1, right: 0.1, bottom: 0.1 },
    });
    swipes(this.board.node, (way) => this.step(way));
    this.drawFloor();
    this.boxes = this.shown.boxes.map((square) => ({ square, node: crate() }));
    this.player = svg("g", { class: "sokoban-player" }, svg("circle", { cx: 0.5, cy: 0.5, r: 0.31 }), svg("circle", { class: "sokoban-face", cx: 0.5, cy: 0.5, r: 0.12 }));
    const movers = svg("g", { class: "movers", "aria-hidden": "true" }, ...this.boxes.map(({ node }) => node), this.player);
    this.board.plane.insertBefore(movers, this.board.over);
    this.node = element("div", { class: "sokoban with-pad" }, this.board.node, pad((way) => this.step(way)));
  }

  drawFloor() {
    this.board.under.append(svg("rect", { class: "sokoban-border", x: -0.05, y: -0.05, width: this.entry.columns + 0.1, height: this.entry.rows + 0.1 }));
    this.entry.board.cells.forEach((/** @type {number} */ code, /** @type {number} */ square) => {
      const cell = this.board.at(cellOf(this.entry, square));
      const look = code & 1 ? "wall" : this.floor.has(square) ? "floor" : "outside";
      cell.append(svg("rect", { class: `sokoban-${look}`, width: 1, height: 1 }));
      if (code & 4) cell.append(svg("path", { class: "sokoban-goal", d: "M.5 .2L.8 .5L.5 .8L.2 .5Z" }));
    });
  }

  /** @param {Cell} cell */
  describe([row, column]) {
    const square = row * this.entry.columns + column;
    const code = this.entry.board.cells[square];
    const what = code & 1 ? "wall" : code & 4 ? "goal" : "floor";
    const box = this.shown.boxes.includes(square) ? ", box" : "";
    return `${placed([row, column])}, ${what}${box}${this.shown.player === square ? ", player" : ""}`;
  }

  /** @param {Position} position @param {import("../script/kind.js").Status} status */
  show({ state }, status) {
    const before = this.shown;
    this.shown = state;
    const free = this.boxes.filter(({ square }) => !state.boxes.includes(square));
    for (const square of state.boxes) {
      if (!this.boxes.some((box) => box.square === square && !free.includes(box))) {
        const box = free.shift();
        if (box) box.square = square;
      }
    }
    for (const { square, node } of this.boxes) {
      put(node, cellOf(this.entry, square));
      node.classList.toggle("home", (this.entry.board.cells[square] & 4) > 0);
    }
    put(this.player, cellOf(this.entry, state.player));
    for (const square of new Set([...before.boxes, before.player, ...state.boxes, state.player])) this.board.relabel(cellOf(this.entry, square));
    this.board.activate(cellOf(this.entry, state.player));
    this.node.classList.toggle("done", status.complete);
  }

  /** @param {import("../script/kind.js").Marks} marks */
  mark(marks) {
    this.board.mark(marks);
  }

  focus() {
    this.board.focus();
  }

  /** @param {import("./pad.js").Way} way */
  step(way) {
    const letter = way[0];
    const move = rules.moves(this.entry, this.game.position().state).find(([name]) => name.toLowerCase() === letter);
    if (move) this.game.play(move[0]);
    else this.game.announce(`You cannot go ${way}.`);
  }

  /** @param {Cell} cell */
  onTap([row, column]) {
    const { state } = this.game.position();
    const square = row * this.entry.columns + column;
    const side = [0, 1, 2, 3].find((side) => beside(this.entry.board, state.player, side) === square);
    if (side !== undefined) {
      this.step(/** @type {import("./pad.js").Way} */ (WAYS[side]));
      return;
    }
    const way = walk(this.entry, state, square);
    if (way === null) this.game.announce("You cannot walk there.");
    else for (const letter of way) this.game.play(letter);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const way = ARROWS[event.key];
    if (way) this.step(way);
    return way !== undefined;
  }
}

function crate() {
  return svg("g", { class: "sokoban-box" }, svg("rect", { x: 0.12, y: 0.12, width: 0.76, height: 0.76, rx: 0.06 }), svg("path", { d: "M.12 .12L.88 .88M.88 .12L.12 .88" }));
}

/** @param {SVGElement} node @param {Cell} cell */
function put(node, [row, column]) {
  node.style.transform = `translate(${column}px, ${row}px)`;
}

/** @param {string} move */
const wayOf = (move) => WAYS["udlr".indexOf(move.toLowerCase())];

export const kind = kindOfMoves(rules, {
  name: "sokoban",
  parse,
  title: "Sokoban",
  goal: "Push every box onto a goal (diamond). Boxes are pushed, never pulled, one at a time.",
  keys: [
    ["arrows", "step, push"],
    ["swipe; buttons below the board", "step, push"],
    ["click, tap on a square", "walk there"],
    ["click, tap on a box beside you", "push it"],
  ],
  told: (_, __, move) => (move < "a" ? `Push the box ${wayOf(move)}` : `Step ${wayOf(move)}`),
  cells: (entry, { player }, move) => {
    const ahead = beside(entry.board, player, WAYS.indexOf(wayOf(move)));
    return [cellOf(entry, player), cellOf(entry, ahead)];
  },
  view: (entry, game) => new SokobanView(entry, game),
});
