/**
 * Any declared kind: Python sends shapes, variables with their marks, and rules as formulas.
 *
 * A position is a number a variable: 0 open, of Booleans 1 yes and 2 no, of integers the value less the
 * least one and 1. Moves are those of shading.js, about variables. A step's `values` are [variable, value,
 * whether it has it]. What is open counts as no where a position is complete but for it.
 *
 * @module
 */

import { Board } from "../script/board.js";
import { cellOf, placed } from "../script/cells.js";
import { element, svg } from "../script/dom.js";
import { conflictSwitch } from "./conflicts.js";
import { judged } from "./declared_rules.js";
import { positions } from "./shading.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */
/** @typedef {import("../script/board.js").Way} Way */
/** @typedef {{mark: string, low: number, high: number, boolean: boolean, words: string[], places: any[]}} Group */
/** @typedef {{group: Group, ends: [Cell, Cell], pair: boolean}} Variable */

const YES = 1;
const NO = 2;
/** @type {Record<string, string>} */
const PENS = { "#ffffff": "inside", "#c9ced6": "soft", "#3f8a5b": "leaves" };
const INKS = { "#ffffff": "ground", "#111111": "wall" };
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

/** @param {Variable} variable */
const most = ({ group }) => (group.boolean ? NO : group.high - group.low + 1);
/** @param {Variable} variable @param {number} value As Python has it. */
const stateOf = ({ group }, value) => (group.boolean ? (value ? YES : NO) : value - group.low + 1);
/** What is drawn: the value, 0 for none. @param {Variable} variable @param {number} state */
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

/** Variables without a mark, which nobody plays, as far as lines carry what is given to them. @param {Entry} entry @param {Uint8Array} position */
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
  const { holds, unsaid, broken } = judge(entry, position, true);
  if (!unsaid) return holds;
  const all = variablesOf(entry);
  return !broken.length && Boolean(entry.answer) && all.every((one, at) => valueOf(one, position[at]) === entry.answer[at]);
}

/** @param {{name: string, title: string, goal: string}} of @returns {Kind} */
export function kindOf({ name, title, goal }) {
  const { start, play, encode, decode } = positions(
    (entry) => new Uint8Array(variablesOf(entry).length),
    (entry) => Math.max(...variablesOf(entry).map(most)),
    (_, at) => `value ${at + 1}`,
  );
  /** The states that a step tells. @param {Entry} entry @param {any} step @returns {[number, number][]} */
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
      ["click, tap; space", "the next value: yes, no, open; numbers count up"],
      ["right click, long press; X", "no"],
      ["drag", "paint cells like the first one; lines from cell to cell"],
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
      const played = variablesOf(entry).flatMap(({ group }, at) => (group.mark ? [position[at]] : []));
      return { complete: false, words: `${played.filter(Boolean).length} of ${played.length} decided.` };
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
      const all = variablesOf(entry);
      for (const step of entry.steps ?? []) {
        const wrong = told(entry, step).find(([at, state]) => position[at] && position[at] !== state);
        if (wrong) return { cells: inside(entry, all[wrong[0]]), because: step.because, words: step.words };
      }
      if (entry.verdict === "unique" && entry.answer) {
        const at = all.findIndex((one, place) => position[place] && position[place] !== stateOf(one, entry.answer[place]));
        if (at >= 0) return { cells: inside(entry, all[at]), because: [], words: "this is otherwise in the only solution" };
      }
      const [rule] = judge(entry, position, false).broken;
      return rule ? { cells: rule[1], because: [], words: rule[0] } : null;
    },
    known(entry, count) {
      const position = start(entry);
      for (const step of (entry.steps ?? []).slice(0, count)) for (const [at, state] of told(entry, step)) position[at] = state;
      return position;
    },
    view: (entry, game) => new DeclaredView(entry, game, title, start(entry)),
  };
}

/** @param {Variable} variable @param {number} value */
function said({ group, ends, pair }, value) {
  const place = (pair ? ends : [ends[0]]).map(placed).join(" to ");
  return (group.boolean ? group.words[value] : group.words[1]).replace("{}", place).replace("{v}", String(value));
}

/** @param {Entry} entry @param {Variable} variable @returns {Cell[]} */
const inside = (entry, { ends, pair }) => (pair ? ends : [ends[0]]).filter(([row, column]) => row < entry.rows && column < entry.columns);

class DeclaredView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game @param {string} title @param {Uint8Array} first */
  constructor(entry, game, title, first) {
    this.entry = entry;
    this.game = game;
    this.variables = variablesOf(entry);
    this.shown = first;
    /** @type {Uint8Array | null} */
    this.knowing = null;
    /** @type {Map<string, number>} By their ends, both ways. */
    this.at = new Map();
    this.variables.forEach(({ ends: [one, other] }, at) => [`${one}/${other}`, `${other}/${one}`].forEach((key) => this.at.has(key) || this.at.set(key, at)));
    const { left, top, right, bottom } = entry.board.margins;
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
    /** The corner of a rectangle that keys begin with, and how it is shown. @type {{cell: Cell, node: Element} | null} */
    this.corner = null;
    this.ground();
    this.marks = this.variables.map((one) => {
      const group = svg("g", {});
      (one.group.mark === "shade" ? this.board.at(one.ends[0]) : this.board.over).append(group);
      return group;
    });
    this.clues();
    this.conflicts = conflictSwitch(() => this.draw(this.shown));
    this.tools = element("div", {}, this.conflicts.node);
    this.draw(first);
  }

  /** What lies below everything, in the cells: their shapes come first, row by row. */
  ground() {
    const { rows, columns, board } = this.entry;
    for (let at = 0; at < rows * columns; at++) {
      const look = INKS[/** @type {keyof typeof INKS} */ (board.shapes[at][2])] ?? "ground";
      this.board.at(cellOf(this.entry, at)).append(svg("rect", { class: look, width: 1, height: 1 }));
    }
  }

  /** Borders and tokens above shades; what is grey lies below all marks. */
  clues() {
    for (const [sign, ...shape] of this.entry.board.shapes) {
      const node = this.clue(sign, shape);
      if (node?.classList.contains("soft")) this.board.over.prepend(node);
      else if (node) this.board.over.append(node);
    }
  }

  /** @param {string} sign @param {any[]} shape @returns {Element | null} */
  clue(sign, shape) {
    if (sign === "p" && shape[1] === "none") return svg("polygon", { class: "border", points: shape[0].join(" "), "stroke-width": shape[3] });
    if (sign === "l") {
      const [x1, y1, x2, y2, colour, width, dashed] = shape;
      return svg("path", { class: `border ${dashed ? "dashed" : ""} ${PENS[colour] ?? ""}`, d: `M${x1} ${y1}L${x2} ${y2}`, "stroke-width": width });
    }
    if (sign === "c") return svg("circle", { class: `disc ${PENS[shape[3]] ?? ""}`, cx: shape[0], cy: shape[1], r: shape[2] });
    if (sign !== "t") return null;
    const [x, y, text, colour, size] = shape;
    const token = svg("text", { class: `clue ${PENS[colour] ?? ""}`, x, y }, text);
    token.style.fontSize = `${size}px`;
    return token;
  }

  // -- strokes and keys -------------------------------------------------------------------------------

  /** The variable of a cell alone, or of two, that is drawn and so may be played; -1: none. @param {Cell} one @param {Cell} [other] */
  of(one, other = one) {
    const at = this.at.get(`${one}/${other}`) ?? -1;
    return at >= 0 && this.variables[at].group.mark ? at : -1;
  }

  /** @param {number} at @param {Way} way */
  next(at, way) {
    const count = most(this.variables[at]) + 1;
    if (way === "other" && this.variables[at].group.boolean) return this.shown[at] === NO ? 0 : NO;
    return (this.shown[at] + (way === "main" ? 1 : count - 1)) % count;
  }

  /** @param {Cell} cell @param {Way} way @param {boolean} begins */
  paint(cell, way, begins) {
    if (begins) {
      const at = this.of(cell);
      this.stroke = { anchor: cell, begin: cell, way, changes: new Map(), state: at < 0 ? -1 : this.next(at, way), walked: [], left: false };
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
    } else if (stroke.state >= 0 && this.variables[this.of(stroke.begin)].group.boolean) {
      for (const at of [this.of(stroke.begin), this.of(cell)]) if (at >= 0) stroke.changes.set(at, stroke.state);
    }
    this.draw(this.shown);
  }

  /** On over a pair of cells; back over the last one takes it back. @param {number} pair */
  walk(pair) {
    const { stroke } = this;
    if (!stroke) return;
    if (stroke.walked.at(-1) === pair) {
      stroke.walked.pop();
      if (!stroke.walked.includes(pair)) stroke.changes.delete(pair);
      return;
    }
    stroke.walked.push(pair);
    const boolean = this.variables[pair].group.boolean;
    const drawn = stroke.way === "other" ? NO : YES;
    stroke.changes.set(pair, !boolean ? this.next(pair, stroke.way) : this.shown[pair] === drawn ? 0 : drawn);
  }

  boxed() {
    return this.variables.some(({ group }) => group.mark === "box");
  }

  /** The rectangle of two corners. @param {Cell} one @param {Cell} other */
  between(one, other) {
    const [[top, bottom], [left, right]] = [0, 1].map((axis) => [one[axis], other[axis]].sort((a, b) => a - b));
    return this.of([top, left], [bottom, right]);
  }

  /** A corner by keys: the first is kept, the second makes the rectangle. @param {Cell} cell */
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
      const at = this.between(begin, anchor);
      if (at >= 0) changes.set(at, this.next(at, stroke.way));
    } else if (!stroke.left && this.of(begin) >= 0) changes.set(this.of(begin), stroke.state);
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
    const broken = this.conflicts.shown() && !this.knowing ? judge(this.entry, shown, false).broken : [];
    const wrong = new Set(broken.flatMap(([, cells]) => cells.map(String)));
    this.node.classList.toggle("complete", !this.knowing && complete(this.entry, shown));
    this.drawn = shown;
    this.variables.forEach((one, at) => {
      const fault = shown[at] === YES && inside(this.entry, one).some((cell) => wrong.has(String(cell)));
      this.marks[at].setAttribute("class", fault ? "wrong" : "");
      this.marks[at].replaceChildren(...markOf(one, shown[at]));
    });
    for (let row = 0; row < this.entry.rows; row++) for (let column = 0; column < this.entry.columns; column++) this.board.relabel([row, column]);
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

/** What a value looks like. @param {Variable} variable @param {number} state @returns {Element[]} */
function markOf(variable, state) {
  const { group, ends } = variable;
  const [[r1, c1], [r2, c2]] = ends;
  const [kind, sign] = group.mark.split(" ");
  const [x, y] = kind === "shade" ? [0.5, 0.5] : middle(variable);
  const value = valueOf(variable, state);
  if (!state || !kind) return [];
  if (kind === "number" || kind === "digit") return [svg("text", { class: "value", x, y }, String(value))];
  if (group.boolean && state === NO) return kind === "box" ? [] : !variable.pair ? [svg("circle", { class: "no", cx: x, cy: y, r: 0.08 })] : [svg("path", { class: "no", d: `M${x - 0.1} ${y - 0.1}l.2 .2m-.2 0l.2 -.2` })];
  if (kind === "shade") return [svg("rect", { class: "shade", width: 1, height: 1 })];
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
