/**
 * Nurikabe: black cells are sea, dots land. Positions and moves are those of shading.js, with 1 for sea
 * and 2 for land; clues are land. @module
 */

import { Board } from "../script/board.js";
import { cellOf, numberOf, placed } from "../script/cells.js";
import { element, svg } from "../script/dom.js";
import { against, counted, searched, sentence } from "../script/words.js";
import { conflictSwitch } from "./conflicts.js";
import { LAND, SEA, judged } from "./nurikabe_rules.js";
import { numbers, reader } from "./pzpr_text.js";
import { Brush, painted, positions } from "./shading.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */
/** @typedef {import("../script/kind.js").Step & {sea: boolean}} NurikabeStep */

const EDGE = 0.04;
const NAMES = ["open", "sea", "land"];

/** @param {Entry} entry @returns {NurikabeStep[]} */
const stepsOf = (entry) => /** @type {NurikabeStep[]} */ (entry.steps ?? []);
/** @param {NurikabeStep} step */
const colourOf = (step) => (step.sea ? SEA : LAND);

/** @param {Entry} entry */
const fixedOf = (entry) => Uint8Array.from(entry.board.clues, (clue) => (clue ? LAND : 0));
const { start, play, encode, decode } = positions(fixedOf, () => LAND);

/** @param {Entry} entry @param {Uint8Array} position */
function status(entry, position) {
  const { complete, sea } = judged(entry, position);
  if (complete) return { complete, words: "Complete: one sea, and every island has its size." };
  const open = position.filter((value) => value === 0).length;
  return { complete, words: `${counted(sea, "cell")} of sea, ${open} open.` };
}

// -- deduction ----------------------------------------------------------------------------------------

/** @param {Entry} entry @param {Uint8Array} position @returns {import("../script/kind.js").Hint | null} */
function hint(entry, position) {
  if (judged(entry, position).complete) return null;
  for (const step of stepsOf(entry)) {
    const colour = colourOf(step);
    const cells = step.cells.map((cell) => numberOf(entry, cell)).filter((at) => position[at] !== colour);
    const { rule, because, words } = step;
    if (cells.length) return { cells: step.cells, because, rule, words, move: ["paint", colour, cells] };
  }
  const at = (entry.answer ?? []).findIndex((/** @type {number} */ sea, /** @type {number} */ cell) => (sea ? SEA : LAND) !== position[cell]);
  if (at < 0) return null;
  const colour = entry.answer[at] ? SEA : LAND;
  const words = sentence(`${placed(cellOf(entry, at))} is ${NAMES[colour]}`, searched(entry));
  return { cells: [cellOf(entry, at)], because: [], rule: "search", words, move: ["paint", colour, [at]] };
}

/** @param {Entry} entry @param {Uint8Array} position @returns {import("../script/kind.js").Mistake | null} */
function mistake(entry, position) {
  for (const step of stepsOf(entry)) {
    const other = SEA + LAND - colourOf(step);
    const cells = step.cells.filter((cell) => position[numberOf(entry, cell)] === other);
    if (cells.length) return { cells, because: step.because, words: against(`${placed(cells[0])} is ${NAMES[other]}`, step.words) };
  }
  if (entry.verdict === "unique" && entry.answer) {
    const wrong = position.findIndex((value, at) => value > 0 && value !== (entry.answer[at] ? SEA : LAND));
    if (wrong >= 0) return { cells: [cellOf(entry, wrong)], because: [], words: `${placed(cellOf(entry, wrong))} is different in the only solution` };
  }
  const { fault, wrong } = judged(entry, position);
  if (!fault) return null;
  const cells = [...wrong.keys()].filter((at) => wrong[at]).map((at) => cellOf(entry, at));
  return { cells, because: [], words: fault };
}

/** @param {Entry} entry @param {number} count */
function known(entry, count) {
  const position = start(entry);
  for (const step of stepsOf(entry).slice(0, count)) {
    for (const cell of step.cells) position[numberOf(entry, cell)] = colourOf(step);
  }
  return position;
}

// -- the board ----------------------------------------------------------------------------------------

class NurikabeView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game */
  constructor(entry, game) {
    this.entry = entry;
    /** @type {Uint8Array} */
    this.shown = start(entry);
    /** @type {Uint8Array | null} */
    this.knowing = null;
    /** @type {string[]} */
    this.looks = [];
    this.fixed = fixedOf(entry);
    this.brush = new Brush({
      entry,
      game,
      fixed: this.fixed,
      cells: () => this.shown,
      draw: (cells) => this.draw(cells),
      next: (value, way) => (way === "other" ? (value === LAND ? 0 : LAND) : way === "back" ? (value + 2) % 3 : (value + 1) % 3),
    });
    /** @type {Board} */
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `Nurikabe, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onPaint: (cell, way, first) => this.brush.paint(cell, way, first),
      onPainted: (whole) => this.brush.painted(whole),
      onKey: (cell, event) => painted(this.brush, this.board, cell, event, meant),
      margin: { left: EDGE, top: EDGE, right: EDGE, bottom: EDGE },
    });
    this.node = this.board.node;
    this.node.classList.add("nurikabe");
    this.parts = entry.board.clues.map((/** @type {number} */ clue, /** @type {number} */ at) => this.make(clue, at));
    this.board.over.append(svg("path", { class: "frame", d: `M0 0H${entry.columns}V${entry.rows}H0Z` }));
    this.conflicts = conflictSwitch(() => this.draw(this.shown));
    this.tools = element("div", {}, this.conflicts.node);
  }

  /** @param {number} clue @param {number} at */
  make(clue, at) {
    const group = this.board.at(cellOf(this.entry, at));
    group.append(svg("rect", { class: "ground", width: 1, height: 1 }), svg("circle", { class: "dot", cx: 0.5, cy: 0.5, r: 0.09 }));
    if (clue) {
      group.append(svg("text", { class: clue > 99 ? "clue long" : "clue", x: 0.5, y: 0.52 }, clue < 0 ? "?" : String(clue)));
      group.append(svg("path", { class: "tick", d: "M.72 .2l.07 .09l.13 -.19" }));
    }
    group.append(svg("path", { class: "fault", d: "M.06 .06L.3 .3M.3 .06L.06 .3" }));
    return group;
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
    const cells = this.knowing ?? position;
    const told = judged(this.entry, cells);
    const telling = this.conflicts.shown() && !this.knowing;
    this.node.classList.toggle("complete", told.complete && !this.knowing);
    this.parts.forEach((/** @type {Element} */ group, /** @type {number} */ at) => {
      const wrong = telling && told.wrong[at] > 0;
      const look = [NAMES[cells[at]], wrong && "wrong", told.done[at] && "done"].filter(Boolean).join(" ");
      if (this.looks[at] === look) return;
      this.looks[at] = look;
      group.setAttribute("class", look);
      this.board.relabel(cellOf(this.entry, at));
    });
  }

  /** Another solution: a ring where it has the other colour. @param {Uint8Array | null} position */
  ghost(position) {
    this.parts.forEach((/** @type {Element} */ group, /** @type {number} */ at) => {
      for (const node of group.querySelectorAll(".ghost")) node.remove();
      if (position && (position[at] === SEA) !== (this.shown[at] === SEA)) {
        group.append(svg("rect", { class: position[at] === SEA ? "ghost sea" : "ghost", x: 0.25, y: 0.25, width: 0.5, height: 0.5 }));
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
    const at = numberOf(this.entry, cell);
    const clue = this.entry.board.clues[at];
    const [name, ...signs] = (this.looks[at] ?? NAMES[0]).split(" ");
    const what = clue ? `island of ${clue < 0 ? "any size" : clue}` : name;
    return [`${placed(cell)}, ${what}`, ...signs.map((sign) => (sign === "wrong" ? "conflict" : sign))].join(", ");
  }
}

/** @param {number} value @param {string} key */
function meant(value, key) {
  if (key === " ") return (value + 1) % 3;
  if (key === "s" || key === "Enter") return value === SEA ? 0 : SEA;
  if (key === "x" || key === "l") return value === LAND ? 0 : LAND;
  return ["Backspace", "Delete", "0"].includes(key) ? 0 : null;
}

/** @type {Kind} */
export const kind = {
  name: "nurikabe",
  parse: reader("nurikabe", "nurikabe", 0, numbers),
  title: "Nurikabe",
  goal: "Shade cells as sea. Each number is on an island of that many cells, with one number per island. The sea is connected and has no 2×2 pool. A question mark is on an island of any size.",
  keys: [
    ["click, tap; space", "sea, land (a dot), open again"],
    ["right click, long press; X", "land"],
    ["S, Enter", "sea"],
    ["drag; Shift-arrows", "paint more cells like the first one"],
    ["Backspace, Delete", "open"],
  ],
  start,
  play,
  status,
  encode,
  decode,
  answered: (entry, answer) => Uint8Array.from(answer, (sea) => (sea ? SEA : LAND)),
  hint,
  mistake,
  known,
  view: (entry, game) => new NurikabeView(entry, game),
};
