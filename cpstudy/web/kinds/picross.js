/**
 * Picross: colour cells so that every line has the runs of its clue. Positions and moves are
 * those of shading.js, with 1 for blank (crossed) and 1 + its colour for a coloured cell. @module
 */

import { Board } from "../script/board.js";
import { placed } from "../script/cells.js";
import { button, element, svg } from "../script/dom.js";
import { conflictSwitch } from "./conflicts.js";
import { colourName, hint, known, letterOf, mistake } from "./picross_deduction.js";
import { BLANK, cluesOf, judged } from "./picross_rules.js";
import { parse } from "./picross_text.js";
import { Brush, painted, positions } from "./shading.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */
/** @typedef {import("./picross_rules.js").Clue} Clue */

// In cells: the height of a number of a clue, the width of a digit, of a colour's letter, of the space
// between numbers, and the way from a clue to the board.
const LINE = 0.56;
const DIGIT = 0.29;
const LETTER = 0.2;
const GAP = 0.24;
const SPACE = 0.1;
const EVERY = 5;
const LOOKS = 6;

/** @param {Entry} entry */
const fixedOf = (entry) => Uint8Array.from({ length: entry.rows * entry.columns }, (_, at) => entry.board.given[at] ?? 0);
const { start, play, encode, decode } = positions(fixedOf, (entry) => BLANK + entry.board.colours);

/** @param {Entry} entry @param {Uint8Array} position */
function status(entry, position) {
  const { complete, done } = judged(entry, position);
  if (complete) return { complete, words: "Complete: every line has its runs." };
  const lines = done.filter(Boolean).length;
  return { complete, words: `${lines} of ${done.length} lines have their runs.` };
}

/** The CSS class of a colour; further colours differ by their letters. @param {number} colour */
const lookOf = (colour) => `colour${((colour - 1) % LOOKS) + 1}`;

/** A clue in words. @param {Clue} clue */
const told = (clue) => clue.map(([length, colour]) => `${length}${colour > 1 ? letterOf(colour) : ""}`).join(" ") || "no runs";

class PicrossView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game */
  constructor(entry, game) {
    this.entry = entry;
    this.colour = 1;
    /** @type {Uint8Array} */
    this.shown = start(entry);
    /** The drawn cells: the position, with a stroke, or the knowledge. */
    this.drawn = this.shown;
    /** @type {ReturnType<typeof known> | null} */
    this.knowing = null;
    /** @type {string[]} */
    this.looks = [];
    this.fixed = fixedOf(entry);
    this.clues = cluesOf(entry);
    this.brush = new Brush({
      entry,
      game,
      fixed: this.fixed,
      cells: () => this.shown,
      draw: (cells) => this.draw(cells),
      next: (value, way) => this.next(value, way),
    });
    const [left, top] = this.margins();
    /** @type {Board} */
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `Picross, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onPaint: (cell, way, first) => this.brush.paint(cell, way, first),
      onPainted: (whole) => this.brush.painted(whole),
      onKey: (cell, event) => painted(this.brush, this.board, cell, event, (value, key) => this.meant(value, key)),
      margin: { left, top, right: 0.06, bottom: 0.06 },
    });
    this.node = this.board.node;
    this.node.classList.add("picross");
    this.parts = Array.from(this.fixed, (value, at) => this.make(value, at));
    this.lines = this.clues.map((clue, line) => this.makeClue(clue, line));
    this.board.over.append(svg("path", { class: "heavy", d: heavy(entry) }));
    this.conflicts = conflictSwitch(() => this.draw(this.shown));
    this.palette = this.makePalette();
    this.tools = element("div", { class: "buttons" }, ...this.palette, this.conflicts.node);
    this.choose(1);
  }

  /** The clues on the left and above, each with its sign. */
  margins() {
    const outermost = this.clues.map((clue, line) => placesOf(clue, line < this.entry.rows)[0]);
    const [rows, columns] = [outermost.slice(0, this.entry.rows), outermost.slice(this.entry.rows)];
    return [rows, columns].map((places) => Math.max(...places) + LINE / 2);
  }

  // -- drawing ----------------------------------------------------------------------------------------

  /** @param {number} at @returns {Cell} */
  cell(at) {
    return [Math.floor(at / this.entry.columns), at % this.entry.columns];
  }

  /** @param {number} given @param {number} at */
  make(given, at) {
    const group = this.board.at(this.cell(at));
    const letter = svg("text", { class: "letter", x: 0.5, y: 0.53 });
    group.append(svg("rect", { class: "ground", width: 1, height: 1 }), svg("path", { class: "cross", d: "M.34 .34L.66 .66M.66 .34L.34 .66" }), letter);
    if (given) group.append(svg("path", { class: "given", d: "M.06 .06H.26L.06 .26Z" }));
    return { group, letter };
  }

  /** @param {Clue} clue @param {number} line */
  makeClue(clue, line) {
    const row = line < this.entry.rows;
    const group = svg("g", { class: "hint" });
    const [sign, ...places] = placesOf(clue, row).map((out) => (row ? { x: -out, y: line + 0.52 } : { x: line - this.entry.rows + 0.5, y: -out }));
    const numbers = clue.map(([length, colour], at) => {
      const text = svg("text", { class: lookOf(colour), ...places[at] }, String(length));
      if (colour > 1) text.append(svg("tspan", { class: "of" }, letterOf(colour)));
      return text;
    });
    const none = clue.length ? [] : [svg("text", { class: "none", ...places[0] }, "0")];
    group.append(...numbers, ...none, svg("text", { class: "sign", ...sign }, "✗"));
    this.board.under.append(group);
    return { group, numbers };
  }

  /** @param {Uint8Array} position */
  show(position) {
    this.shown = position;
    this.draw(position);
  }

  /** @param {ReturnType<typeof known> | null} found */
  know(found) {
    this.knowing = found;
    this.draw(this.shown);
  }

  /** @param {Uint8Array} position */
  draw(position) {
    const cells = this.knowing?.cells ?? position;
    this.drawn = cells;
    const { complete, broken, done, found } = judged(this.entry, cells);
    const telling = this.conflicts.shown() && !this.knowing;
    this.node.classList.toggle("complete", complete && !this.knowing);
    this.parts.forEach(({ group, letter }, at) => {
      const left = this.leftTo(at, cells[at]);
      const look = `${cells[at]}/${left}`;
      if (this.looks[at] === look) return;
      this.looks[at] = look;
      const colour = cells[at] - BLANK;
      group.setAttribute("class", colour > 0 ? `filled ${lookOf(colour)}` : colour === 0 ? "crossed" : left ? "narrowed" : "open");
      letter.textContent = colour > 1 ? letterOf(colour) : left;
      this.board.relabel(this.cell(at));
    });
    this.lines.forEach(({ group, numbers }, line) => {
      group.classList.toggle("broken", telling && broken[line] > 0);
      group.classList.toggle("done", done[line] > 0);
      numbers.forEach((number, run) => number.classList.toggle("found", found[line][run] > 0));
    });
  }

  /** The colours that the deduction leaves for a cell that is not settled. @param {number} at @param {number} value */
  leftTo(at, value) {
    const colours = this.entry.board.colours;
    const left = this.knowing?.left[at] ?? 0;
    if (value || !left || left === 2 ** (colours + 1) - 1) return "";
    const letters = Array.from({ length: colours }, (_, colour) => (left & (2 << colour) ? letterOf(colour + 1) : "")).join("");
    return (left & 1 ? "×" : "") + letters;
  }

  /** Draws another solution: a small square where it has another colour. @param {Uint8Array | null} position */
  ghost(position) {
    this.parts.forEach(({ group }, at) => {
      for (const node of group.querySelectorAll(".ghost")) node.remove();
      if (!position || position[at] === this.shown[at]) return;
      const colour = position[at] - BLANK;
      group.append(svg("rect", { class: colour > 0 ? `ghost ${lookOf(colour)}` : "ghost", x: 0.27, y: 0.27, width: 0.46, height: 0.46 }));
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
  describe([row, column]) {
    const at = row * this.entry.columns + column;
    const given = this.fixed[at] ? ", given" : "";
    const value = this.drawn[at];
    const [across, down] = [this.clues[row], this.clues[this.entry.rows + column]];
    return `${placed([row, column])}, ${colourName(this.entry, value)}${given}; row ${told(across)}, column ${told(down)}`;
  }

  // -- playing ----------------------------------------------------------------------------------------

  makePalette() {
    const colours = this.entry.board.colours;
    if (colours < 2) return [];
    return Array.from({ length: colours }, (_, at) => {
      const swatch = svg("svg", { class: `swatch ${lookOf(at + 1)}`, viewBox: "0 0 1 1", "aria-hidden": true }, svg("rect", { class: "ground", width: 1, height: 1 }));
      const words = at ? letterOf(at + 1) : "a";
      const node = button("", () => this.choose(at + 1), { class: "ink", "aria-label": `colour ${words}`, "aria-pressed": "false" });
      node.append(swatch, ` ${words}`);
      return node;
    });
  }

  /** Chooses the colour to paint. @param {number} colour */
  choose(colour) {
    this.colour = colour;
    this.palette.forEach((node, at) => node.setAttribute("aria-pressed", String(at + 1 === colour)));
  }

  /** The next value of a cell: the chosen colour, crossed, open; another colour is replaced. @param {number} value @param {import("../script/board.js").Way} way */
  next(value, way) {
    const cycle = [0, BLANK + this.colour, BLANK];
    if (way === "other") return value === BLANK ? 0 : BLANK;
    const at = cycle.indexOf(value);
    return at < 0 ? BLANK + this.colour : cycle[(at + (way === "back" ? 2 : 1)) % 3];
  }

  /** @param {number} value @param {string} key */
  meant(value, key) {
    const colours = this.entry.board.colours;
    const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
    if (digit && digit <= colours) {
      this.choose(digit);
      return BLANK + digit;
    }
    if (key === " ") return this.next(value, "main");
    if (key === "Enter") return value === BLANK + this.colour ? 0 : BLANK + this.colour;
    if (key === "x") return this.next(value, "other");
    return ["Backspace", "Delete", "0"].includes(key) ? 0 : null;
  }
}

/**
 * The distances from the board of the sign of a clue and then of its numbers, the last number nearest.
 *
 * @param {Clue} clue @param {boolean} row
 */
function placesOf(clue, row) {
  const sizes = (clue.length ? clue : [[0, 1]]).map(([length, colour]) =>
    row ? DIGIT * String(length).length + (colour > 1 ? LETTER : 0) + GAP : LINE,
  );
  let out = SPACE;
  const places = sizes.reverse().map((size) => {
    out += size;
    return out - size / 2;
  });
  return [out + LINE / 2, ...places.reverse()];
}

/** The border and a line every few cells. @param {Entry} entry */
function heavy({ rows, columns }) {
  const places = (/** @type {number} */ end) => Array.from({ length: end + 1 }, (_, at) => at).filter((at) => at % EVERY === 0 || at === end);
  return places(columns).map((x) => `M${x} 0V${rows}`).join("") + places(rows).map((y) => `M0 ${y}H${columns}`).join("");
}

/** @type {Kind} */
export const kind = {
  name: "picross",
  parse,
  title: "Picross",
  goal: "Colour cells so that each row and column has runs of the lengths and colours next to it, in that order. Between runs of the same colour there is at least one blank cell.",
  keys: [
    ["click, tap; space", "colour, cross, open again"],
    ["right click, long press; X", "cross"],
    ["Enter; 1, 2 …", "the chosen colour; the first, the second …"],
    ["drag; Shift-arrows", "paint more cells like the first one"],
    ["Backspace, Delete", "open"],
  ],
  start,
  play,
  status,
  encode,
  decode,
  answered: (entry, answer) => Uint8Array.from(answer, (colour) => BLANK + colour),
  hint,
  mistake,
  known,
  view: (entry, game) => new PicrossView(entry, game),
};
