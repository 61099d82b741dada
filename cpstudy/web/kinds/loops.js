/**
 * Shared by puzzles of one loop: edges with a line or a cross, hints, replay, the board. A kind defines the
 * places, the rules and the look of its clues.
 *
 * A position has a number per edge. Moves are those of shading.js, on edges.
 *
 * @module
 */

import { Board } from "../script/board.js";
import { cellOf, placed } from "../script/cells.js";
import { against, counted, searched, sentence } from "../script/words.js";
import { element, svg } from "../script/dom.js";
import { conflictSwitch } from "./conflicts.js";
import { CROSS, LINE, judged } from "./loops_rules.js";
import { Strokes } from "./loops_strokes.js";
import { positions } from "./shading.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */
/** @typedef {import("../script/kind.js").Step & {on: number[], off: number[]}} LoopStep */

/**
 * @typedef {import("./loops_rules.js").Rules & {
 *   name: string, title: string, goal: string, kept: string,
 *   middle: number,
 *   parse: (text: string) => Entry,
 *   sides: (entry: Entry, cell: Cell) => number[],
 *   clue: (value: number) => Element[],
 *   called: (value: number) => string,
 * }} Loops
 * middle: the place of vertex (0, 0) in cells. sides: the edges of the keys at a cell: up, left, down, right,
 * -1 for none. clue: the drawing of a clue in its cell. called: a clue in words, "" for none.
 */

const MARGIN = 0.25;
const NAMES = ["open", "line", "cross"];
const SIDES = ["up", "left", "down", "right"];
const KEYS = ["w", "a", "s", "d"];

/** @param {Loops} loops @returns {Kind} */
export function kindOfLoops(loops) {
  /** @param {Entry} entry */
  const empty = (entry) => new Uint8Array(loops.lattice(entry).edges);
  const { start, play, encode, decode } = positions(empty, () => CROSS, (_, edge) => `edge ${edge}`);
  /** @param {Entry} entry */
  const stepsOf = (entry) => /** @type {LoopStep[]} */ (entry.steps ?? []);
  /** The edges of a step with their values. @param {LoopStep} step @returns {[number, number][]} */
  const told = ({ on, off }) => [...on.map((edge) => pair(edge, LINE)), ...off.map((edge) => pair(edge, CROSS))];

  return {
    name: loops.name,
    title: loops.title,
    parse: loops.parse,
    goal: loops.goal,
    keys: [
      ["click, tap", "a line, a cross, open again"],
      ["right click, long press", "a cross"],
      ["drag", "lines from dot to dot, crosses with the right button; going back takes them back"],
      ["W, A, S, D", "line, cross, open above, left of, below, right of the active cell; with Shift a cross"],
      ["Backspace, Delete", "the cell's edges open"],
    ],
    start,
    play,
    encode,
    decode,
    status(entry, position) {
      const { complete, lines } = judged(loops, entry, position);
      return { complete, words: complete ? `Complete: one loop, and ${loops.kept}.` : `${counted(lines, "edge")} with a line.` };
    },
    answered: (entry, answer) => Uint8Array.from(answer, (runs) => (runs ? LINE : 0)),
    hint(entry, position) {
      if (judged(loops, entry, position).complete) return null;
      for (const step of stepsOf(entry)) {
        const pairs = told(step).filter(([edge, value]) => position[edge] !== value);
        const { cells, because, rule, words } = step;
        if (pairs.length) return { cells, because, rule, words, move: ["place", pairs] };
      }
      const at = position.findIndex((/** @type {number} */ value, /** @type {number} */ edge) => (value === LINE) !== Boolean(entry.answer?.[edge]));
      if (!entry.answer || at < 0) return null;
      const cells = beside(loops, entry, at);
      const words = sentence(`${edgeOf(cells)} is ${entry.answer[at] ? "on" : "not on"} the loop`, searched(entry));
      return { cells, because: [], rule: "search", words, move: ["paint", entry.answer[at] ? LINE : CROSS, [at]] };
    },
    mistake(entry, position) {
      for (const step of stepsOf(entry)) {
        const wrong = told(step).find(([edge, value]) => position[edge] === LINE + CROSS - value);
        if (!wrong) continue;
        const cells = beside(loops, entry, wrong[0]);
        return { cells, because: step.because, words: against(`there is a ${NAMES[position[wrong[0]]]} at ${edgeOf(cells)}`, step.words) };
      }
      if (entry.verdict === "unique" && entry.answer) {
        const at = position.findIndex((/** @type {number} */ value, /** @type {number} */ edge) => value > 0 && (value === LINE) !== Boolean(entry.answer[edge]));
        if (at >= 0) return { cells: beside(loops, entry, at), because: [], words: `there is a ${NAMES[position[at]]} at ${edgeOf(beside(loops, entry, at))}, otherwise than in the only solution` };
      }
      const { fault, edges, clues } = judged(loops, entry, position);
      if (!fault) return null;
      const cells = new Set([...clues].map((cell) => String(cellOf(entry, cell))));
      for (const edge of edges) for (const cell of beside(loops, entry, edge)) cells.add(String(cell));
      return { cells: [...cells].map((cell) => pair(...numbers(cell))), because: [], words: fault };
    },
    known(entry, count) {
      const position = start(entry);
      for (const step of stepsOf(entry).slice(0, count)) for (const [edge, value] of told(step)) position[edge] = value;
      return position;
    },
    view: (entry, game) => new LoopView(loops, entry, game, start(entry)),
  };
}

/** An edge in words, by its cells. @param {import("../script/kind.js").Cell[]} cells */
const edgeOf = (cells) => (cells.length > 1 ? `the edge between ${cells.map(placed).join(" and ")}` : `an edge of ${placed(cells[0])}`);

/** @param {number} one @param {number} other @returns {[number, number]} */
const pair = (one, other) => [one, other];
/** @param {string} cell @returns {[number, number]} */
const numbers = (cell) => pair(...(/** @type {[number, number]} */ (cell.split(",").map(Number))));

/** The cells that name an edge. @param {Loops} loops @param {Entry} entry @param {number} edge @returns {Cell[]} */
function beside(loops, entry, edge) {
  const { row, column, down } = loops.lattice(entry).place(edge);
  const [y, x] = [row + loops.middle, column + loops.middle];
  const ways = loops.middle ? [[0, 0], down ? [1, 0] : [0, 1]] : down ? [[0, -1], [0, 0]] : [[-1, 0], [0, 0]];
  return ways
    .map(([below, right]) => pair(Math.floor(y) + below, Math.floor(x) + right))
    .filter(([r, c]) => r >= 0 && c >= 0 && r < entry.rows && c < entry.columns);
}

class LoopView {
  /** @param {Loops} loops @param {Entry} entry @param {import("../script/kind.js").Game} game @param {Uint8Array} first */
  constructor(loops, entry, game, first) {
    this.loops = loops;
    this.entry = entry;
    this.game = game;
    this.lattice = loops.lattice(entry);
    this.shown = first;
    /** @type {Uint8Array | null} */
    this.knowing = null;
    this.drawn = first;
    const margin = loops.middle ? 0.04 : MARGIN;
    /** @type {Board} */
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `${loops.title}, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onKey: (cell, event) => this.key(cell, event),
      margin: { left: margin, top: margin, right: margin, bottom: margin },
    });
    this.node = this.board.node;
    this.node.classList.add("loops", "painted");
    entry.board.clues.forEach((/** @type {number} */ value, /** @type {number} */ at) => {
      const group = this.board.at(cellOf(entry, at));
      group.append(svg("rect", { class: "ground", width: 1, height: 1 }), ...loops.clue(value));
    });
    this.inside = svg("path", { class: "inside" });
    this.board.under.append(svg("rect", { class: "table", width: entry.columns, height: entry.rows }), this.inside);
    this.edges = Array.from({ length: this.lattice.edges }, (_, edge) => this.make(edge));
    this.board.over.append(...this.edges, ...this.dots());
    this.strokes = new Strokes({
      board: this.board,
      lattice: this.lattice,
      middle: loops.middle,
      position: () => this.shown,
      draw: (position) => this.draw(position),
      next: (value, way) => (way === "other" ? (value === CROSS ? 0 : CROSS) : (value + (way === "back" ? 2 : 1)) % 3),
      play: (value, edges) => game.play(["paint", value, edges]),
    });
    this.conflicts = conflictSwitch(() => this.draw(this.shown));
    this.tools = element("div", {}, this.conflicts.node);
    this.draw(first);
  }

  /** The place of an edge: its first end and its direction. @param {number} edge */
  at(edge) {
    const { row, column, down } = this.lattice.place(edge);
    return { x: column + this.loops.middle, y: row + this.loops.middle, right: down ? 0 : 1, below: down ? 1 : 0 };
  }

  /** @param {number} edge */
  make(edge) {
    const { x, y, right, below } = this.at(edge);
    const group = svg("g", { class: "edge" });
    const [mx, my] = [x + right / 2, y + below / 2];
    group.append(
      svg("path", { class: "stroke", d: `M${x} ${y}l${right} ${below}` }),
      svg("path", { class: "crossed", d: `M${mx - 0.08} ${my - 0.08}l.16 .16m-.16 0l.16 -.16` }),
    );
    return group;
  }

  dots() {
    if (this.loops.middle) return [];
    return this.lattice.incident.map((_, vertex) => {
      const [row, column] = [Math.floor(vertex / this.lattice.columns), vertex % this.lattice.columns];
      return svg("circle", { class: "point", cx: column, cy: row, r: 0.06 });
    });
  }

  /** @param {Cell} cell @param {KeyboardEvent} event */
  key(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const edges = this.loops.sides(this.entry, cell);
    if (event.key === "Backspace" || event.key === "Delete") {
      this.game.play(["paint", 0, edges.filter((edge) => edge >= 0)]);
      return true;
    }
    const edge = edges[KEYS.indexOf(event.key.toLowerCase())];
    if (edge === undefined) return false;
    const value = this.shown[edge];
    if (edge >= 0) this.game.play(["paint", event.shiftKey ? (value === CROSS ? 0 : CROSS) : (value + 1) % 3, [edge]]);
    return true;
  }

  /** @param {Uint8Array} position */
  show(position) {
    this.shown = position;
    this.draw(position);
  }

  /** @param {Uint8Array | null} found */
  know(found) {
    this.knowing = found;
    this.draw(this.shown);
  }

  /** @param {Uint8Array} position */
  draw(position) {
    this.drawn = this.knowing ?? position;
    const told = judged(this.loops, this.entry, this.drawn);
    const telling = this.conflicts.shown() && !this.knowing;
    const complete = told.complete && !this.knowing;
    this.node.classList.toggle("complete", complete);
    this.inside.setAttribute("d", complete ? this.around(position) : "");
    this.edges.forEach((group, edge) => {
      const wrong = telling && told.edges.has(edge);
      group.setAttribute("class", ["edge", NAMES[this.drawn[edge]], wrong && "wrong"].filter(Boolean).join(" "));
    });
    for (let at = 0; at < this.entry.rows * this.entry.columns; at++) {
      const wrong = telling && told.clues.has(at);
      const cell = cellOf(this.entry, at);
      this.board.at(cell).setAttribute("class", wrong ? "wrong" : told.done.has(at) ? "done" : "");
      this.board.relabel(cell);
    }
  }

  /** The loop of a position, as the data of a path. @param {Uint8Array} position */
  around(position) {
    const { ends, incident, columns } = this.lattice;
    const first = position.indexOf(LINE);
    const corners = [];
    let [edge, vertex] = [first, ends[first][0]];
    do {
      corners.push(`${(vertex % columns) + this.loops.middle} ${Math.floor(vertex / columns) + this.loops.middle}`);
      vertex = ends[edge][0] === vertex ? ends[edge][1] : ends[edge][0];
      edge = /** @type {number} */ (incident[vertex].find((other) => other !== edge && position[other] === LINE));
    } while (edge !== first);
    return `M${corners.join("L")}z`;
  }

  /** Draws another solution, dashed where it differs. @param {Uint8Array | null} position */
  ghost(position) {
    for (const node of this.board.over.querySelectorAll(".ghost")) node.remove();
    this.edges.forEach((_, edge) => {
      if (!position || (position[edge] === LINE) === (this.shown[edge] === LINE)) return;
      const { x, y, right, below } = this.at(edge);
      this.board.over.append(svg("path", { class: position[edge] === LINE ? "ghost" : "ghost away", d: `M${x} ${y}l${right} ${below}` }));
    });
  }

  /** @param {import("../script/kind.js").Marks} marks */
  mark(marks) {
    this.board.mark(marks);
  }

  focus() {
    this.board.focus();
  }

  /** @param {Cell} cell */
  describe(cell) {
    const at = cell[0] * this.entry.columns + cell[1];
    const looks = this.loops.sides(this.entry, cell).map((edge, side) => (edge >= 0 && this.drawn?.[edge] ? `${SIDES[side]} ${NAMES[this.drawn[edge]]}` : ""));
    const wrong = this.board?.at(cell).getAttribute("class") === "wrong" ? "conflict" : "";
    return [`${placed(cell)}`, this.loops.called(this.entry.board.clues[at]), ...looks, wrong].filter(Boolean).join(", ");
  }
}
