/**
 * The board of values in units: bold lines between boxes, regions and cages, clues, values, pencil marks,
 * and below it a button for each value. @module
 */

import { Board } from "../script/board.js";
import { placed } from "../script/cells.js";
import { button, element, svg } from "../script/dom.js";
import { conflictSwitch } from "./conflicts.js";
import { cageWords, judged } from "./values_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./values_deduction.js").Position} Position */
/** @typedef {import("./values_rules.js").Cage} Cage */

const LETTERS = "abcdefghijklmnop";
const EDGE = 0.04;

export class ValuesView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game @param {string} title */
  constructor(entry, game, title) {
    this.entry = entry;
    this.game = game;
    this.pencil = false;
    /** @type {Position | null} */
    this.shown = null;
    /** @type {Position | null} The knowledge of the deduction, shown in place of the position. */
    this.knowing = null;
    this.conflicts = conflictSwitch(() => this.draw());
    /** @type {string[]} How each cell was drawn. */
    this.looks = [];
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `${title}, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onTap: (cell, way) => way === "other" && this.enter(0, cell),
      onKey: (cell, event) => this.onKey(cell, event),
      margin: { left: EDGE, top: EDGE, right: EDGE, bottom: EDGE },
    });
    this.node = this.board.node;
    this.node.classList.add("values");
    this.parts = entry.board.clues.map((/** @type {number} */ _, /** @type {number} */ at) => this.make(at));
    this.board.over.append(svg("path", { class: "bold", d: bold(entry) }));
    if (entry.board.diagonals) this.board.over.append(svg("path", { class: "diagonals", d: `M0 0L${entry.rows} ${entry.rows}M0 ${entry.rows}L${entry.rows} 0` }));
    this.cageClues = entry.board.cages.map((/** @type {Cage} */ cage) => this.cageClue(cage));
    this.pad = this.makePad();
    this.tools = element("div", { class: "keypad" }, ...this.pad.values, element("div", { class: "buttons" }, this.pad.mode, this.pad.erase, this.conflicts.node));
    this.arm(false);
  }

  /** @param {number} at @returns {Cell} */
  cell(at) {
    return [Math.floor(at / this.entry.columns), at % this.entry.columns];
  }

  // -- drawing ----------------------------------------------------------------------------------------

  /** @param {number} at */
  make(at) {
    const group = this.board.at(this.cell(at));
    group.append(svg("rect", { class: this.entry.board.clues[at] ? "ground given" : "ground", width: 1, height: 1 }));
    const content = svg("g", {});
    group.append(content, svg("path", { class: "clash", d: "M.7 .04H.96V.3Z" }));
    return { group, content };
  }

  /** @param {Cage} cage */
  cageClue(cage) {
    const text = svg("text", { class: "cage", x: 0.07, y: 0.2 }, cageWords(cage));
    this.board.at(this.cell(cage.cells[0])).append(text);
    return text;
  }

  /** @param {Position} position */
  show(position) {
    this.shown = position;
    this.draw();
  }

  /** @param {Position | null} found */
  know(found) {
    this.knowing = found;
    this.draw();
  }

  draw() {
    const position = this.knowing ?? this.shown;
    if (!position) return;
    const told = judged(this.entry, position.values);
    const telling = this.conflicts.shown() && !this.knowing;
    this.node.classList.toggle("complete", told.complete && !this.knowing);
    this.node.classList.toggle("knowing", this.knowing !== null);
    this.parts.forEach((/** @type {{group: Element, content: Element}} */ { group, content }, /** @type {number} */ at) => {
      const clashing = telling && told.clashing[at] > 0;
      const look = `${position.values[at]}/${position.pencil[at]}/${clashing}`;
      if (this.looks[at] === look) return;
      this.looks[at] = look;
      group.classList.toggle("clashing", clashing);
      content.replaceChildren(...this.contents(position, at));
      this.board.relabel(this.cell(at));
    });
    this.cageClues.forEach((/** @type {Element} */ text, /** @type {number} */ number) => {
      const broken = telling && told.cages.includes(number);
      const words = cageWords(this.entry.board.cages[number]);
      text.classList.toggle("broken", broken);
      text.textContent = broken ? `✗${words}` : words;
    });
    this.pad.values.forEach((node, at) => {
      const times = position.values.filter((value) => value === at + 1).length;
      node.classList.toggle("done", times >= this.entry.rows);
    });
  }

  /** @param {Position} position @param {number} at */
  contents({ values, pencil }, at) {
    const low = this.entry.board.cages.length ? 0.6 : 0.52;
    if (values[at]) {
      const look = this.entry.board.clues[at] ? "value clue" : "value";
      return [svg("text", { class: values[at] > 9 ? `${look} two` : look, x: 0.5, y: low }, String(values[at]))];
    }
    const across = Math.ceil(Math.sqrt(this.entry.rows));
    const down = Math.ceil(this.entry.rows / across);
    const top = this.entry.board.cages.length ? 0.32 : 0.04;
    const nodes = [];
    for (let value = 1; value <= this.entry.rows; value++) {
      if (!(pencil[at] & (1 << (value - 1)))) continue;
      const x = 0.06 + ((((value - 1) % across) + 0.5) * 0.88) / across;
      const y = top + ((Math.floor((value - 1) / across) + 0.5) * (0.96 - top)) / down;
      const note = svg("text", { class: "note", x, y }, String(value));
      note.style.fontSize = `${Math.min(0.27, 0.84 / across, (0.92 - top) / down)}px`;
      nodes.push(note);
    }
    return nodes;
  }

  /** Draws other values over the board, small, where they differ. @param {Position | null} position */
  ghost(position) {
    this.parts.forEach((/** @type {{group: Element}} */ { group }, /** @type {number} */ at) => {
      group.querySelectorAll(".ghost").forEach((node) => node.remove());
      if (position && position.values[at] !== this.shown?.values[at]) {
        group.append(svg("text", { class: "ghost", x: 0.8, y: 0.8 }, String(position.values[at])));
      }
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
    const { values, pencil } = this.knowing ?? this.shown ?? { values: this.entry.board.clues, pencil: [] };
    const notes = Array.from({ length: this.entry.rows }, (_, value) => value + 1).filter((value) => pencil[at] & (1 << (value - 1)));
    const noted = notes.length ? `pencil marks ${notes.join(" ")}` : "empty";
    const value = values[at] ? `${values[at]}${this.entry.board.clues[at] ? ", given" : ""}` : noted;
    const cage = this.entry.board.cages.find((/** @type {Cage} */ one) => one.cells.includes(at));
    const clash = this.looks[at]?.endsWith("true") ? ", conflict" : "";
    return `${placed(cell)}, ${value}${clash}${cage ? `, cage of ${cage.cells.length}, ${cageWords(cage)}` : ""}`;
  }

  // -- playing ----------------------------------------------------------------------------------------

  makePad() {
    // The board keeps the focus, so that its keys still work.
    const still = { onmousedown: (/** @type {Event} */ event) => event.preventDefault() };
    const values = Array.from({ length: this.entry.rows }, (_, at) =>
      button(String(at + 1), () => this.enter(at + 1), { class: "digit", "aria-label": `value ${at + 1}`, ...still }),
    );
    const mode = button("Pencil", () => this.arm(!this.pencil), { "aria-pressed": "false", title: "N", ...still });
    const erase = button("Erase", () => this.enter(0), { ...still });
    return { values, mode, erase };
  }

  /** Switches between pencil marks and values. @param {boolean} pencil */
  arm(pencil) {
    this.pencil = pencil;
    this.pad.mode.setAttribute("aria-pressed", String(pencil));
    this.tools.classList.toggle("penciling", pencil);
  }

  /** Writes a value (0: none) or a pencil mark into a cell. @param {number} value @param {Cell} [cell] @param {boolean} [pencil] */
  enter(value, cell = this.board.active, pencil = this.pencil) {
    const at = cell[0] * this.entry.columns + cell[1];
    if (pencil && value) this.game.play(["mark", at, value]);
    else this.game.play(["set", at, this.shown?.values[at] === value ? 0 : value]);
    this.game.announce(this.describe(cell));
  }

  /** @param {Cell} cell @param {KeyboardEvent} event */
  onKey(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const value = this.valueOf(event);
    if (value >= 0) this.enter(value, cell, this.pencil !== event.shiftKey);
    else if (event.key.toLowerCase() === "n") this.arm(!this.pencil);
    else return false;
    return true;
  }

  /** The value of a key, 0 for those that clear, -1 for others. @param {KeyboardEvent} event */
  valueOf(event) {
    if (["Backspace", "Delete"].includes(event.key)) return 0;
    // With Shift, a digit key types another character.
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : undefined);
    const letter = event.key.length === 1 ? LETTERS.indexOf(event.key.toLowerCase()) : -1;
    const value = digit !== undefined ? Number(digit) : letter >= 0 ? letter + 10 : -1;
    return value <= this.entry.rows ? value : -1;
  }
}

/** The bold lines between blocks and the border, as the data of a path. @param {Entry} entry */
function bold({ rows: order, board }) {
  const block = (/** @type {number} */ row, /** @type {number} */ column) => board.blocks[row * order + column];
  let lines = `M0 0H${order}V${order}H0Z`;
  for (let row = 0; row < order; row++) {
    for (let column = 0; column < order; column++) {
      if (column && block(row, column) !== block(row, column - 1)) lines += `M${column} ${row}v1`;
      if (row && block(row, column) !== block(row - 1, column)) lines += `M${column} ${row}h1`;
    }
  }
  return lines;
}
