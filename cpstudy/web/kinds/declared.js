/**
 * Any declared kind: clues follow from the text form; Python sends variables with their marks, and rules as formulas.
 *
 * A position has a number per variable: 0 is open. For Booleans 1 is yes and 2 is no; for integers it is the
 * value minus the least value, plus 1. Values in the text are fixed. Moves are those of shading.js, on
 * variables. A step's `values` are [variable, value, whether the value holds]. If that completes a position,
 * open variables count as no. A board of a link has no rules: players can draw on it, but it is not judged.
 *
 * @module
 */

import { Board } from "../script/board.js";
import { placed } from "../script/cells.js";
import { button, element, svg } from "../script/dom.js";
import { linkedEntry } from "../script/linked.js";
import { conflictSwitch } from "./conflicts.js";
import { clues, margins, numbered, walls } from "./declared_clues.js";
import { judged } from "./declared_rules.js";
import { sketched, STEPS, Text } from "./declared_text.js";
import { positions } from "./shading.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */
/** @typedef {import("../script/board.js").Way} Way */
/** @typedef {{name: string, mark: string, low: number, high: number, boolean: boolean, words: string[], places: any[]}} Group */
/** @typedef {{group: Group, ends: [Cell, Cell], pair: boolean}} Variable */

const UNRULED = "A link brings the board without its rules, so this page cannot check it or give hints: “cpstudy play” can.";
const YES = 1;
const NO = 2;
const KEYS = { w: [-1, 0], a: [0, -1], s: [1, 0], d: [0, 1] };

/** @type {WeakMap<object, Variable[]>} */
const variables = new WeakMap();

/** @param {Entry} entry @returns {Variable[]} */
function variablesOf(entry) {
  let found = variables.get(entry.board);
  if (!found) {
    found = entry.board.groups.flatMap((/** @type {Group} */ group) =>
      group.places.map((place) => ({ group, pair: Array.isArray(place[0]), ends: Array.isArray(place[0]) ? place : [place, place] })),
    );
    variables.set(entry.board, /** @type {Variable[]} */ (found));
  }
  return /** @type {Variable[]} */ (found);
}

/** Whether a variable is a number that a player writes by keys. @param {Variable} variable */
const isNumber = ({ group: { mark, boolean } }) => !boolean && ["number", "area"].includes(mark);
/** @param {Variable} variable */
const most = ({ group }) => (group.boolean ? NO : group.high - group.low + 1);
/** @param {Variable} variable @param {number} value As Python has it. */
const stateOf = ({ group }, value) => (group.boolean ? (value ? YES : NO) : value - group.low + 1);
/** The state "no" of Booleans, "no line" of lines; 0 for numbers. @param {Variable} variable */
const noOf = ({ group: { mark, boolean, low } }) => (boolean ? NO : mark === "line" && !low ? 1 : 0);
/** The drawn value, 0 for none. @param {Variable} variable @param {number} state */
const valueOf = ({ group }, state) => (group.boolean ? Number(state === YES) : state && state - 1 + group.low);

/** @param {Entry} entry @param {Uint8Array} position @param {boolean} closed Open Booleans are no. */
function judge(entry, position, closed) {
  const states = carried(entry, position);
  const ranges = variablesOf(entry).map(({ group: { low, high, boolean } }, at) => {
    const state = states[at];
    if (boolean) return state === YES ? [1, 1] : state === NO || closed ? [0, 0] : [0, 1];
    return state ? [state - 1 + low, state - 1 + low] : closed && !low ? [0, 0] : [low, high];
  });
  return judged(entry.board.rules, /** @type {[number, number][]} */ (ranges));
}

/** The states; those of variables without a mark, which players cannot set, are given values that lines carry to them. @param {Entry} entry @param {Uint8Array} position */
function carried(entry, position) {
  const all = variablesOf(entry);
  if (all.every(({ group }) => group.mark)) return position;
  const states = position.slice();
  /** @type {number[][]} */
  const carries = [];
  const fresh = [];
  for (const [, , formula] of entry.board.rules) {
    const [sign, one, other] = formula ?? [];
    if (sign === "==" && other?.[0] === "#" && all[one] && !all[one].group.mark) {
      states[one] ||= stateOf(all[one], other[1]);
      fresh.push(one);
    } else if (sign === "->" && position[one] === YES && other[0] === "==") carries.push(other.slice(1));
  }
  for (const from of fresh) {
    for (const to of carries.filter((pair) => pair.includes(from)).flat()) {
      if (!all[to] || states[to]) continue;
      states[to] = states[from];
      fresh.push(to);
    }
  }
  return states;
}

/** @param {Entry} entry @param {Uint8Array} position */
function complete(entry, position) {
  if (!entry.board.rules) return false;
  const { holds, unsaid, broken } = judge(entry, position, true);
  if (!unsaid) return holds;
  const all = variablesOf(entry);
  return !broken.length && Boolean(entry.answer) && all.every((one, at) => valueOf(one, position[at]) === entry.answer[at]);
}

/** @param {{name: string, title: string, goal: string, blocks: import("./declared_text.js").Block[]}} of @returns {Kind} */
export function kindOf({ name, title, goal, blocks }) {
  /** @type {WeakMap<object, Uint8Array>} */
  const fixed = new WeakMap();
  /** The numbers in the text form, from the block with the name of a group. @param {Entry} entry */
  function given(entry) {
    const b = new Text(name, blocks, entry.text);
    return Uint8Array.from(variablesOf(entry), (one) => {
      const token = /^(number|area|digit)$/.test(one.group.mark) && b.at(one.group.name, one.ends[0]);
      const state = token && /^\d+$/.test(token) ? stateOf(one, Number(token)) : 0;
      return state > 0 && state <= most(one) ? state : 0;
    });
  }
  const { start, play, encode, decode } = positions(
    (entry) => fixed.get(entry.board) ?? /** @type {Uint8Array} */ (fixed.set(entry.board, given(entry)).get(entry.board)),
    (entry) => Math.max(...variablesOf(entry).map(most)),
    (_, at) => `value ${at + 1}`,
  );
  /** The states that follow from a step. @param {Entry} entry @param {any} step @returns {[number, number][]} */
  const told = (entry, step) =>
    (step.values ?? []).flatMap((/** @type {[number, number, boolean]} */ [at, value, holds]) => {
      const one = variablesOf(entry)[at];
      return holds || one.group.boolean ? [[at, stateOf(one, one.group.boolean && !holds ? 1 - value : value)]] : [];
    });
  return {
    name,
    title,
    goal,
    keys: [
      ["click, tap; space", "the next value: yes, no, open; of numbers a click chooses the cell"],
      ["right click, long press; X", "no; of numbers open"],
      ["drag", "paint cells like the first one; lines from cell to cell, double lines by two strokes or a click on the line"],
      ["digits; W, A, S, D", "a number; a line up, left, down, right"],
      ["Backspace, Delete", "open"],
      ["space at two corners", "a rectangle, where these are drawn; Escape lets the first corner go"],
    ],
    start,
    play,
    encode,
    decode,
    status(entry, position) {
      if (complete(entry, position)) return { complete: true, words: "Complete: every rule holds." };
      const still = start(entry);
      const played = variablesOf(entry).flatMap(({ group }, at) => (group.mark && !still[at] ? [position[at]] : []));
      const words = `${played.filter(Boolean).length} of ${played.length} decided.`;
      return { complete: false, words: entry.board.rules ? words : `${words} ${UNRULED}` };
    },
    answered: (entry, answer) => Uint8Array.from(variablesOf(entry), (one, at) => stateOf(one, answer[at])),
    hint(entry, position) {
      if (complete(entry, position)) return null;
      for (const step of entry.steps ?? []) {
        const pairs = told(entry, step).filter(([at, state]) => position[at] !== state && variablesOf(entry)[at].group.mark);
        const { cells, because, rule, words } = step;
        if (pairs.length) return { cells, because, rule, words, move: ["place", pairs] };
      }
      const all = variablesOf(entry);
      const at = all.findIndex((one, place) => one.group.mark && entry.answer && valueOf(one, position[place]) !== entry.answer[place]);
      if (at < 0) return null;
      const why = entry.verdict === "unique" ? "found by search, deduction ends here" : "so it is in one of the solutions";
      const words = `${said(all[at], entry.answer[at])}: ${why}`;
      return { cells: inside(entry, all[at]), because: [], rule: "search", words, move: ["place", [[at, stateOf(all[at], entry.answer[at])]]] };
    },
    mistake(entry, position) {
      if (!entry.board.rules) return { cells: [], because: [], words: UNRULED };
      const all = variablesOf(entry);
      for (const step of entry.steps ?? []) {
        const wrong = told(entry, step).find(([at, state]) => position[at] && position[at] !== state);
        if (wrong) return { cells: inside(entry, all[wrong[0]]), because: step.because, words: step.words };
      }
      const [rule] = judge(entry, position, false).broken;
      if (rule) return { cells: rule[1], because: [], words: `this is broken: ${rule[0]}` };
      const at = all.findIndex((one, place) => position[place] && position[place] !== stateOf(one, entry.answer?.[place]));
      if (entry.verdict !== "unique" || !entry.answer || at < 0) return null;
      return { cells: inside(entry, all[at]), because: [], words: "this is different in the only solution" };
    },
    known(entry, count) {
      const position = start(entry);
      for (const step of (entry.steps ?? []).slice(0, count)) for (const [at, state] of told(entry, step)) position[at] = state;
      return position;
    },
    sketch: (text, like) => linkedEntry(name, text, sketched(name, blocks, text, like.board.groups)),
    view: (entry, game) => new DeclaredView(entry, game, title, start(entry), new Text(name, blocks, entry.text)),
  };
}

/** @param {Variable} variable @param {number} value */
function said({ group, ends, pair }, value) {
  const place = (pair ? ends : [ends[0]]).map(placed).join(" to ");
  return (group.boolean ? group.words[value] : group.words[1]).replace("{}", place).replace("{v}", String(value)).replace("{s}", value === 1 ? "" : "s");
}

/** @param {Entry} entry @param {Variable} variable @returns {Cell[]} */
const inside = (entry, { ends, pair }) => (pair ? ends : [ends[0]]).filter(([row, column]) => row < entry.rows && column < entry.columns);

class DeclaredView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game @param {string} title @param {Uint8Array} first @param {Text} text */
  constructor(entry, game, title, first, text) {
    this.entry = entry;
    this.game = game;
    this.variables = variablesOf(entry);
    this.fixed = first;
    this.shown = first;
    this.numbered = numbered(text);
    this.walls = walls(text);
    /** @type {Uint8Array | null} */
    this.knowing = null;
    /** @type {Map<string, number>} By their ends, both ways. */
    this.at = new Map();
    this.variables.forEach(({ ends: [one, other] }, at) => [`${one}/${other}`, `${other}/${one}`].forEach((key) => this.at.has(key) || this.at.set(key, at)));
    const { left, top, right, bottom } = margins(text);
    const edge = 0.06;
    /** @type {Board} */
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `${title}, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onPaint: (cell, way, begins) => this.paint(cell, way, begins),
      onPainted: (whole) => this.painted(whole),
      onKey: (cell, event) => this.key(cell, event),
      margin: { left: left + edge, top: top + edge, right: right + edge, bottom: bottom + edge },
    });
    this.node = this.board.node;
    this.node.classList.add("declared");
    /** walked: the variables of the line so far. left: whether the pointer was elsewhere. @type {{anchor: Cell, begin: Cell, way: Way, changes: Map<number, number>, state: number, walked: number[], left: boolean} | null} */
    this.stroke = null;
    /** The first corner of a rectangle by keys, and its drawing. @type {{cell: Cell, node: Element} | null} */
    this.corner = null;
    this.grounds = new Map(text.cells.map((cell) => {
      const ground = svg("rect", { class: this.walls.has(String(cell)) ? "wall" : "ground", width: 1, height: 1 });
      this.board.at(cell).append(ground);
      return [String(cell), ground];
    }));
    // A cell that can have no symbol says so, as the player's own cells do.
    const symbols = this.variables.some((one) => !one.pair && one.group.mark && !isNumber(one));
    const full = (/** @type {Cell} */ cell) => this.of(cell) >= 0 || text.blocks.some(({ name, over }) => over === "cells" && text.at(name, cell));
    for (const cell of text.cells) if (symbols && !full(cell)) this.board.at(cell).append(svg("circle", { class: "no", cx: 0.5, cy: 0.5, r: 0.08 }));
    this.marks = this.variables.map((one) => {
      const group = svg("g", {});
      (one.group.mark === "shade" ? this.board.at(one.ends[0]) : this.board.over).append(group);
      return group;
    });
    this.areas = svg("path", { class: "stroke" });
    this.board.over.append(this.areas);
    // Borders and tokens are drawn above shades, grey clues below all marks.
    for (const node of clues(text)) this.board.over[node.classList.contains("soft") ? "prepend" : "append"](node);
    this.conflicts = conflictSwitch(() => this.draw(this.shown));
    const number = this.variables.find(isNumber);
    this.node.classList.toggle("chosen", Boolean(number));
    this.tools = element("div", { class: "keypad" }, ...(number ? this.keypad(number.group) : []), ...(entry.board.rules ? [this.conflicts.node] : []));
    if (number) this.board.activate(number.ends[0]);
    this.draw(first);
  }

  /** A button for each digit. @param {Group} group */
  keypad({ low, high }) {
    const digits = Array.from({ length: 10 }, (_, at) => (at + 1) % 10).filter((digit) => (digit ? digit <= high : !low || high > 9));
    // The board keeps the focus, so that its keys still work.
    const still = { onmousedown: (/** @type {Event} */ event) => event.preventDefault() };
    /** @param {string} key */
    const press = (key) => {
      const at = this.of(this.board.active);
      const state = at < 0 ? null : this.meant(at, key);
      if (state !== null) this.game.play(["place", [[at, state]]]);
    };
    const keys = digits.map((digit) => button(String(digit), () => press(String(digit)), { class: "digit", "aria-label": `value ${digit}`, ...still }));
    return [...keys, button("Erase", () => press("Delete"), still)];
  }

  // -- strokes and keys -------------------------------------------------------------------------------

  /** The variable of a cell or of a pair of cells, if it is drawn and so can be played, else -1. @param {Cell} one @param {Cell} [other] */
  of(one, other = one) {
    const at = this.at.get(`${one}/${other}`) ?? -1;
    return at >= 0 && this.variables[at].group.mark ? at : -1;
  }

  /** The values one after the other; of lines one more, up to the most, then none. @param {number} at @param {Way} way */
  next(at, way) {
    const one = this.variables[at];
    const [state, no, count] = [this.shown[at], noOf(one), most(one) + 1];
    if (way === "other" && no) return state === no ? 0 : no;
    if (one.group.boolean || !no) return (state + (way === "main" ? 1 : count - 1)) % count;
    return state === no ? 0 : state ? (state + 1) % count || no : no + 1;
  }

  /** @param {Cell} cell @param {Way} way @param {boolean} begins */
  paint(cell, way, begins) {
    if (begins) {
      const at = this.of(cell);
      const chosen = at >= 0 && isNumber(this.variables[at]);
      const state = at < 0 || (chosen && way !== "other") ? -1 : chosen ? 0 : this.next(at, way);
      this.stroke = { anchor: cell, begin: cell, way, changes: new Map(), state, walked: [], left: false };
      return;
    }
    const { stroke } = this;
    if (!stroke) return;
    stroke.left = true;
    const pair = this.of(stroke.anchor, cell);
    const box = this.boxed();
    if (pair >= 0 && !box) {
      this.walk(pair);
      stroke.anchor = cell;
    } else if (box) {
      stroke.anchor = cell;
    } else if (stroke.state >= 0 && this.variables[this.of(stroke.begin)].group.boolean && !this.lined()) {
      for (const at of [this.of(stroke.begin), this.of(cell)]) if (at >= 0) stroke.changes.set(at, stroke.state);
    }
    this.draw(this.shown);
  }

  /** Adds a pair of cells to a stroke; going back over the last pair removes it. @param {number} pair */
  walk(pair) {
    const { stroke } = this;
    if (!stroke) return;
    if (stroke.walked.at(-1) === pair) {
      stroke.walked.pop();
      if (!stroke.walked.includes(pair)) stroke.changes.delete(pair);
      return;
    }
    stroke.walked.push(pair);
    stroke.changes.set(pair, this.drawing(pair, stroke.way));
  }

  /** What a stroke makes of a pair: a line, or one more of it up to the most, or nothing again. @param {number} pair @param {Way} way */
  drawing(pair, way) {
    const no = noOf(this.variables[pair]);
    if (way === "other") return this.next(pair, way);
    if (this.variables[pair].group.boolean) return this.shown[pair] === YES ? 0 : YES;
    return this.shown[pair] === no ? no + 1 : this.next(pair, way) === no ? 0 : this.next(pair, way);
  }

  /** The line over a cell between its ends, or the rectangle: a drawn one, else the only possible line; -1 for none. @param {Cell} cell */
  over([row, column]) {
    /** @param {Variable} variable */
    const covers = ({ group: { mark }, ends: [[top, left], [bottom, right]] }) =>
      mark === "box" ? top <= row && row <= bottom && left <= column && column <= right : mark === "line" && (top === bottom ? row === top && left < column && column < right : column === left && top < row && row < bottom);
    const found = this.variables.flatMap((one, at) => (covers(one) ? [at] : []));
    return found.find((at) => valueOf(this.variables[at], this.shown[at])) ?? (found.length === 1 && !this.boxed() ? found[0] : -1);
  }

  /** Whether strokes draw lines. */
  lined() {
    return this.variables.some(({ pair, group }) => pair && group.mark);
  }

  boxed() {
    return this.variables.some(({ group }) => group.mark === "box");
  }

  /** The variable of the rectangle of two corners. @param {Cell} one @param {Cell} other */
  between(one, other) {
    const [[top, bottom], [left, right]] = [0, 1].map((axis) => [one[axis], other[axis]].sort((a, b) => a - b));
    return this.of([top, left], [bottom, right]);
  }

  /** Sets a corner by keys: the first is stored, the second makes the rectangle. @param {Cell} cell */
  cornered(cell) {
    const begun = this.corner;
    this.uncorner();
    if (begun) {
      const at = this.between(begun.cell, cell);
      if (at >= 0) this.game.play(["place", [[at, this.next(at, "main")]]]);
      return;
    }
    const node = svg("rect", { class: "ghost", x: cell[1] + 0.15, y: cell[0] + 0.15, width: 0.7, height: 0.7 });
    this.board.over.append(node);
    this.corner = { cell, node };
    this.game.announce(`corner at ${placed(cell)}`);
  }

  uncorner() {
    this.corner?.node.remove();
    this.corner = null;
  }

  /** @param {boolean} whole */
  painted(whole) {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke || !whole) return this.draw(this.shown);
    const { begin, anchor, changes } = stroke;
    if (this.boxed()) {
      const drawn = stroke.left ? -1 : this.over(begin);
      const at = drawn < 0 ? this.between(begin, anchor) : drawn;
      if (at >= 0) changes.set(at, drawn < 0 ? this.next(at, stroke.way) : 0);
    } else if (!stroke.left) {
      const line = this.over(begin);
      if (stroke.state >= 0) changes.set(this.of(begin), stroke.state);
      else if (line >= 0) changes.set(line, this.drawing(line, stroke.way));
    }
    if (changes.size) this.game.play(["place", [...changes]]);
    else this.draw(this.shown);
  }

  /** @param {Cell} cell @param {KeyboardEvent} event */
  key(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (this.boxed() && [" ", "Enter", "Escape"].includes(event.key)) {
      if (event.key === "Escape") this.uncorner();
      else this.cornered(cell);
      return true;
    }
    const at = this.of(cell);
    const way = KEYS[/** @type {keyof typeof KEYS} */ (event.key.toLowerCase())];
    if (way) {
      let [row, column] = [cell[0] + way[0], cell[1] + way[1]];
      while (row >= 0 && column >= 0 && row < this.entry.rows && column < this.entry.columns && this.of(cell, [row, column]) < 0) [row, column] = [row + way[0], column + way[1]];
      const pair = this.of(cell, [row, column]);
      if (pair >= 0) this.game.play(["place", [[pair, this.next(pair, "main")]]]);
      return pair >= 0;
    }
    if (at < 0) return false;
    const state = this.meant(at, event.key);
    if (state === null) return false;
    this.game.play(["place", [[at, state]]]);
    return true;
  }

  /** @param {number} at @param {string} key @returns {number | null} */
  meant(at, key) {
    const { group } = this.variables[at];
    if (key === " " || key === "Enter") return this.next(at, "main");
    if (key === "Backspace" || key === "Delete") return 0;
    if (key.toLowerCase() === "x" && group.boolean) return this.shown[at] === NO ? 0 : NO;
    if (group.boolean || !/^[0-9]$/.test(key)) return null;
    const longer = valueOf(this.variables[at], this.shown[at]) * 10 + Number(key);
    const value = longer <= group.high && this.shown[at] ? longer : Number(key);
    return value >= group.low && value <= group.high ? value - group.low + 1 : null;
  }

  // -- drawing ----------------------------------------------------------------------------------------

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
    const shown = (this.knowing ?? position).slice();
    for (const [at, state] of this.stroke?.changes ?? []) shown[at] = state;
    const broken = this.entry.board.rules && this.conflicts.shown() && !this.knowing ? judge(this.entry, shown, false).broken : [];
    const wrong = new Set(broken.flatMap((rule) => this.blamed(rule, shown).map(String)));
    this.node.classList.toggle("complete", !this.knowing && complete(this.entry, shown));
    this.drawn = shown;
    this.variables.forEach((one, at) => {
      const fault = Boolean(shown[at] && shown[at] !== noOf(one)) && inside(this.entry, one).some((cell) => wrong.has(String(cell)));
      this.marks[at].setAttribute("class", fault ? "wrong" : "");
      this.marks[at].replaceChildren(...(this.fixed[at] ? [] : markOf(one, shown[at], this.numbered.has(String(one.ends[0])))));
    });
    this.areas.setAttribute("d", this.borders(shown));
    const lit = this.lamplit(shown);
    this.grounds.forEach((ground, cell) => ground.classList.toggle("lamplit", lit.has(cell)));
    for (let row = 0; row < this.entry.rows; row++) for (let column = 0; column < this.entry.columns; column++) this.board.relabel([row, column]);
  }

  /** The cells with equal numbers if a rule forbids these, else its cells. @param {[string, Cell[], any]} rule @param {Uint8Array} shown @returns {Cell[]} */
  blamed([, cells, formula], shown) {
    const [sign, ...parts] = formula;
    const places = /** @type {number[]} */ (parts);
    // That a cell cannot have a value is told by hints: nothing in sight contradicts it.
    if (sign === "!=" && parts[1]?.[0] === "#") return [];
    if (sign !== "d" || !places.every((place) => place >= 0)) return cells;
    const twice = places.filter((one) => shown[one] && places.some((other) => other !== one && shown[other] === shown[one]));
    return twice.map((one) => this.variables[one].ends[0]);
  }

  /** The borders between different numbers of areas, as the data of a path. @param {Uint8Array} shown */
  borders(shown) {
    const numbers = new Map(this.variables.flatMap(({ group, ends: [cell] }, at) => (group.mark === "area" && shown[at] ? [[String(cell), shown[at]]] : [])));
    const walls = this.variables.flatMap(({ ends: [[r, c]] }) => {
      const here = numbers.get(`${r},${c}`);
      /** @param {number} row @param {number} column */
      const differs = (row, column) => here && (numbers.get(`${row},${column}`) ?? here) !== here;
      return [differs(r, c + 1) ? `M${c + 1} ${r}v1` : "", differs(r + 1, c) ? `M${c} ${r + 1}h1` : ""];
    });
    return walls.join("");
  }

  /** The cells that lamps light, up to walls. @param {Uint8Array} shown */
  lamplit(shown) {
    /** @type {Set<string>} */
    const lit = new Set();
    this.variables.forEach(({ group, ends: [cell] }, at) => {
      if (group.mark.split(" ")[0] !== "lamp" || shown[at] !== YES) return;
      lit.add(String(cell));
      for (const [down, right] of STEPS) {
        let [r, c] = [cell[0] + down, cell[1] + right];
        for (; this.grounds.has(`${r},${c}`) && !this.walls.has(`${r},${c}`); r += down, c += right) lit.add(`${r},${c}`);
      }
    });
    return lit;
  }

  /** @param {Uint8Array | null} position */
  ghost(position) {
    for (const node of this.board.over.querySelectorAll(".ghost")) node.remove();
    this.variables.forEach((one, at) => {
      if (!position || valueOf(one, position[at]) === valueOf(one, this.shown[at])) return;
      const [x, y] = middle(one);
      this.board.over.append(svg("circle", { class: "ghost", cx: x, cy: y, r: 0.3 }));
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
    const at = this.at ? this.of(cell) : -1;
    const words = at >= 0 && this.drawn?.[at] ? said(this.variables[at], valueOf(this.variables[at], this.drawn[at])).replace(/^row \d+, column \d+ /, "") : "";
    return [placed(cell), words].filter(Boolean).join(", ");
  }
}

/** @param {Variable} variable @returns {[number, number]} */
function middle({ group, ends: [one, other] }) {
  const half = group.mark === "side" ? 0 : 0.5;
  return [(one[1] + other[1]) / 2 + half, (one[0] + other[0]) / 2 + half];
}

/** The drawing of a value. @param {Variable} variable @param {number} state @param {boolean} over Whether the cell has a number. @returns {Element[]} */
function markOf(variable, state, over) {
  const { group, ends } = variable;
  const [[r1, c1], [r2, c2]] = ends;
  const [kind, sign] = group.mark.split(" ");
  const [x, y] = kind === "shade" ? [0.5, 0.5] : middle(variable);
  const value = valueOf(variable, state);
  if (!state || !kind) return [];
  if (["number", "area", "digit"].includes(kind)) return [svg("text", { class: "value", x, y }, String(value))];
  if (kind === "shade" && state === NO && over) return [svg("circle", { class: "no ring", cx: x, cy: y, r: 0.4 })];
  if (state === noOf(variable)) return kind === "box" ? [] : !variable.pair ? [svg("circle", { class: "no", cx: x, cy: y, r: 0.08 })] : [svg("path", { class: "no", d: `M${x - 0.1} ${y - 0.1}l.2 .2m-.2 0l.2 -.2` })];
  if (kind === "shade") return [svg("rect", { class: "shade", width: 1, height: 1 })];
  if (kind === "lamp") return [svg("circle", { class: "lamp", cx: x, cy: y, r: 0.28 })];
  if (kind === "symbol") return [svg("text", { class: "symbol", x, y }, sign)];
  if (kind === "box") return [svg("rect", { class: "stroke", x: c1 + 0.08, y: r1 + 0.08, width: c2 - c1 + 0.84, height: r2 - r1 + 0.84 })];
  if (kind === "wall") return [svg("path", { class: "stroke", d: r1 === r2 ? `M${c2} ${r2}v1` : `M${c2} ${r2}h1` })];
  const half = kind === "side" ? 0 : 0.5;
  return Array.from({ length: value }, (_, number) => {
    const off = (number - (value - 1) / 2) * 0.18;
    const [dx, dy] = c1 === c2 ? [off, 0] : [0, off];
    return svg("path", { class: "stroke", d: `M${c1 + half + dx} ${r1 + half + dy}L${c2 + half + dx} ${r2 + half + dy}` });
  });
}
