/**
 * Rush Hour and Klotski: drag a block, or pick it up, move it with arrows and put it down. This is one move
 * for any distance.
 *
 * @module
 */

import { Board } from "../script/board.js";
import { cellOf, placed } from "../script/cells.js";
import { element, svg } from "../script/dom.js";
import { kindOfMoves } from "./moves.js";
import { rushHour as parse } from "./moves_text.js";
import { ARROWS, pad } from "./pad.js";
import { cellsOf, nameOf, reach, rules, taken } from "./rush_hour_rules.js";
import { middleOf, shapeOf } from "./rush_hour_shapes.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./moves.js").Position} Position */
/** @typedef {import("./rush_hour_rules.js").Block} Block */

const STEP = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
const MOVED = 8; // pixels


class SlidingView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game */
  constructor(entry, game) {
    this.entry = entry;
    this.game = game;
    /** @type {import("./rush_hour_rules.js").SlidingBoard} */
    this.puzzle = entry.board;
    /** @type {number[]} */
    this.shown = rules.start(entry);
    /** The picked block, its possible places, and its current place. @type {{block: number, places: number[], at: number} | null} */
    this.held = null;
    /** The last description of each cell for the screen reader. @type {string[]} */
    this.words = [];
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `${entry.board.bothWays ? "Klotski" : "Rush Hour"}, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onTap: (cell) => this.onTap(cell),
      onKey: (cell, event) => this.onKey(cell, event),
      margin: { left: 0.35, top: 0.35, right: 0.35, bottom: 0.35 },
    });
    this.drawGround();
    this.blocks = this.puzzle.blocks.map((block) => drawn(block));
    this.board.plane.insertBefore(svg("g", { class: "movers", "aria-hidden": "true" }, ...this.blocks), this.board.over);
    this.put = { label: "put down", press: () => this.drop() };
    this.node = element("div", { class: "sliding with-pad" }, this.board.node, pad((way) => this.push(way), this.put));
    this.listen();
  }

  drawGround() {
    const { rows, columns, goal, blocks, walls } = this.puzzle;
    const red = blocks.find(({ name }) => name === "A") ?? blocks[0];
    const { under } = this.board;
    under.append(svg("rect", { class: "sliding-frame", x: -0.17, y: -0.17, width: columns + 0.34, height: rows + 0.34, rx: 0.1 }));
    const gate = gateOf(this.puzzle, red);
    if (gate) under.append(svg("path", { class: "sliding-gate", d: gate }));
    for (let cell = 0; cell < rows * columns; cell++) {
      const look = walls.includes(cell) ? "sliding-wall" : "sliding-floor";
      this.board.at(cellOf(this.entry, cell)).append(svg("rect", { class: look, width: 1, height: 1 }));
    }
    if (gate) return;
    const [y, x] = goal;
    this.board.plane.insertBefore(svg("g", { transform: `translate(${x} ${y})` }, shapeOf(red, 0.1, 0.12, "sliding-goal")), this.board.over);
  }

  /** @param {Cell} cell */
  describe([row, column]) {
    const block = taken(this.puzzle, this.shown)[row * this.puzzle.columns + column];
    const held = block >= 0 && this.held?.block === block ? ", picked up" : "";
    const what = block >= 0 ? `block ${this.puzzle.blocks[block].name}${held}` : block === -1 ? "free" : "wall";
    return `${placed([row, column])}, ${what}`;
  }

  /** @param {Position} position @param {import("../script/kind.js").Status} status */
  show({ state }, status) {
    this.shown = state;
    this.held = null;
    state.forEach((/** @type {number} */ place, /** @type {number} */ block) => this.place(block, cellOf(this.entry, place)));
    this.relabel();
    this.node.classList.toggle("done", status.complete);
  }

  relabel() {
    this.blocks.forEach((node, block) => node.classList.toggle("held", this.held?.block === block));
    const words = Array.from(taken(this.puzzle, this.shown), (block) => (block >= 0 && block === this.held?.block ? "held" : String(block)));
    words.forEach((word, cell) => {
      if (word !== this.words[cell]) this.board.relabel(cellOf(this.entry, cell));
    });
    this.words = words;
  }

  /** @param {number} block @param {number[]} cell Row and column, fractions too. */
  place(block, [row, column]) {
    this.blocks[block].style.transform = `translate(${column}px, ${row}px)`;
  }

  /** @param {import("../script/kind.js").Marks} marks */
  mark(marks) {
    this.board.mark(marks);
  }

  focus() {
    this.board.focus();
  }

  // -- the picked block ------------------------------------------------------------------------------

  /** @param {number} block */
  pick(block) {
    const { state } = this.game.position();
    this.shown = state;
    this.held = { block, places: reach(this.puzzle, state, block), at: state[block] };
    this.relabel();
    const { name } = this.puzzle.blocks[block];
    this.game.announce(this.held.places.length ? `Block ${name} picked up.` : `Block ${name} cannot move.`);
  }

  /** Puts the block down: one move if its place has changed. */
  drop() {
    if (!this.held) return;
    const { block, at } = this.held;
    const from = this.game.position().state[block];
    this.held = null;
    if (at !== from) this.game.play(nameOf(this.puzzle, block, from, at));
    else {
      this.place(block, cellOf(this.entry, from));
      this.relabel();
    }
  }

  /** Moves the picked block by one cell. @param {import("./pad.js").Way} way */
  push(way) {
    if (!this.held) {
      this.game.announce("Pick up a block first: tap it, or press its letter.");
      return;
    }
    const { block, places } = this.held;
    const [row, column] = cellOf(this.entry, this.held.at);
    const [down, right] = STEP[way];
    const to = (row + down) * this.puzzle.columns + column + right;
    if (column + right < 0 || column + right >= this.puzzle.columns || ![...places, this.game.position().state[block]].includes(to)) {
      this.game.announce(`The block cannot move ${way}.`);
      return;
    }
    this.held.at = to;
    this.place(block, cellOf(this.entry, to));
    this.board.activate(cellOf(this.entry, to));
    this.game.announce(`Moved to ${placed([row + down, column + right])}.`);
  }

  /** @param {Cell} cell */
  onTap([row, column]) {
    const block = taken(this.puzzle, this.game.position().state)[row * this.puzzle.columns + column];
    const other = block >= 0 && block !== this.held?.block;
    this.drop();
    if (other) this.pick(block);
  }

  /** @param {Cell} cell @param {KeyboardEvent} event */
  onKey(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const way = ARROWS[event.key];
    if (way && this.held) this.push(way);
    else if (event.key === "Enter" || event.key === " ") this.held ? this.drop() : this.onTap(cell);
    else if (event.key === "Escape" && this.held) {
      this.held.at = this.game.position().state[this.held.block];
      this.drop();
    } else return !way && this.letter(event.key);
    return true;
  }

  /** A block by its letter: the exact letter, else in the other case. @param {string} key */
  letter(key) {
    const names = this.puzzle.blocks.map(({ name }) => name);
    const block = names.includes(key) ? names.indexOf(key) : names.indexOf(key.toUpperCase());
    if (block < 0) return false;
    this.drop();
    this.pick(block);
    this.board.activate(cellOf(this.entry, this.game.position().state[block]));
    return true;
  }

  // -- dragging -------------------------------------------------------------------------------------

  listen() {
    const node = this.board.node;
    node.classList.add("painted");
    /** @type {{block: number, x: number, y: number, pointer: number, dragged: boolean} | null} */
    let from = null;
    node.addEventListener("pointerdown", (event) => {
      const cell = event.isPrimary && event.button === 0 ? this.board.cellOf(event) : null;
      const block = cell ? taken(this.puzzle, this.game.position().state)[cell[0] * this.puzzle.columns + cell[1]] : -1;
      from = block >= 0 ? { block, x: event.clientX, y: event.clientY, pointer: event.pointerId, dragged: false } : null;
    });
    node.addEventListener("pointermove", (event) => {
      if (!from || event.pointerId !== from.pointer) return;
      const [right, down] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.dragged && Math.hypot(right, down) < MOVED) return;
      if (!from.dragged) {
        this.drop();
        this.pick(from.block);
        node.setPointerCapture(from.pointer);
        node.classList.add("dragging");
        from.dragged = true;
      }
      const scale = this.board.plane.getScreenCTM()?.a ?? 1;
      this.drag(down / scale, right / scale);
    });
    const end = () => {
      node.classList.remove("dragging");
      if (from?.dragged) this.drop();
      from = null;
    };
    node.addEventListener("pointerup", end);
    node.addEventListener("pointercancel", end);
  }

  /** Moves the held block to the pointer: a car to any point of its lane, a Klotski block to a cell. @param {number} down @param {number} right */
  drag(down, right) {
    if (!this.held) return;
    const { block, places } = this.held;
    const from = this.game.position().state[block];
    const [row, column] = cellOf(this.entry, from);
    const far = (/** @type {number} */ place) => {
      const [y, x] = cellOf(this.entry, place);
      return Math.hypot(y - row - down, x - column - right);
    };
    this.held.at = [from, ...places].reduce((best, place) => (far(place) < far(best) ? place : best));
    if (this.puzzle.bothWays) {
      this.place(block, cellOf(this.entry, this.held.at));
      return;
    }
    const ways = [from, ...places].map((place) => cellOf(this.entry, place));
    const within = (/** @type {number} */ value, /** @type {number[]} */ range) => Math.max(Math.min(...range), Math.min(Math.max(...range), value));
    this.place(block, [within(row + down, ways.map(([y]) => y)), within(column + right, ways.map(([, x]) => x))]);
  }
}

/** The opening in the frame at A's goal, if that is at the border. @param {import("./rush_hour_rules.js").SlidingBoard} puzzle @param {Block} red */
function gateOf({ rows, columns, goal: [row, first], bothWays }, { height, width, cells }) {
  const column = first + Math.min(...cells.map(([, right]) => right));
  const below = row + height === rows;
  if (below && (bothWays || height > 1)) return `M${column} ${rows + 0.17}H${column + width}`;
  if (column + width === columns && height === 1) return `M${columns + 0.17} ${row}V${row + height}`;
  return "";
}

/** @param {Block} block */
function drawn(block) {
  const { name, height, width } = block;
  const look = name === "A" ? "red" : height > width ? "upright" : height < width ? "level" : "square";
  return svg(
    "g",
    { class: `sliding-block ${look}` },
    shapeOf(block, 0.07, 0.16, "sliding-shape"),
    svg("text", middleOf(block), name),
  );
}

/** The block of a move and the cell that it moves to. @param {Entry} entry @param {number[]} state @param {string} move @returns {[number, number]} */
function meant({ board }, state, move) {
  for (const [block, from] of state.entries()) {
    const to = reach(board, state, block).find((place) => nameOf(board, block, from, place) === move);
    if (to !== undefined) return [block, to];
  }
  throw new Error(`${move} is no move here`);
}

/** @param {Entry} entry @param {number[]} state @param {string} move */
function told(entry, state, move) {
  const [block, to] = meant(entry, state, move);
  const [[row, column], [y, x]] = [cellOf(entry, state[block]), cellOf(entry, to)];
  const ways = [];
  if (y !== row) ways.push(`${Math.abs(y - row)} ${y > row ? "down" : "up"}`);
  if (x !== column) ways.push(`${Math.abs(x - column)} ${x > column ? "right" : "left"}`);
  return `Slide ${entry.board.blocks[block].name} ${ways.join(" and ")}`;
}

export const kind = kindOfMoves(rules, {
  name: "rush_hour",
  parse,
  title: "Rush Hour, Klotski",
  goal: "Slide the blocks until A is at the opening of the frame, or on the dashed outline if there is one. Cars move along their lane; in Klotski, blocks move in both directions. One move takes one block any distance.",
  keys: [
    ["drag", "slide a block"],
    ["tap, then arrows or the buttons below", "pick a block up, slide it; tap or 'put down' ends the move"],
    ["letter; Enter, space", "pick up the block of that letter, that at the cursor"],
    ["Enter, space; Escape", "put it down; put it back"],
  ],
  told,
  cells: (entry, state, move) => {
    const [block] = meant(entry, state, move);
    return (cellsOf(entry.board, block, state[block]) ?? []).map((cell) => cellOf(entry, cell));
  },
  where: (entry, state, move) => `block ${entry.board.blocks[meant(entry, state, move)[0]].name}`,
  view: (entry, game) => new SlidingView(entry, game),
});
