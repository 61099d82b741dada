/**
 * Pipes: turn the tiles until water reaches all of them.
 *
 * A position holds, a number a tile, the open sides, the quarters turned so far (anticlockwise, so that
 * undoing turns back the way it came) and whether it is locked. Moves are ["turn", tile, quarters],
 * ["lock", tile], ["place", tile, sides] (turned and locked) and ["jumble", seed].
 *
 * @module
 */

import { Board } from "../script/board.js";
import { svg } from "../script/dom.js";
import { Random } from "../script/random.js";
import { flow, source, turned } from "./pipes_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */
/** @typedef {import("../script/kind.js").Step} Step */
/** @typedef {import("./pipes_rules.js").PipesBoard} PipesBoard */
/** @typedef {{tiles: Uint8Array, quarters: Int32Array, locked: Uint8Array}} Position */
/** @typedef {Step & {side?: string, open?: boolean, removed?: number[]}} PipesStep */

const SIDES = ["right", "up", "left", "down"];
const SYMBOLS = " ╶╵└╴─┘┴╷┌│├┐┬┤┼";
const TYPES = ["empty", "dead end", "dead end", "corner", "dead end", "straight", "corner", "T", "dead end",
  "corner", "straight", "T", "corner", "T", "T", "cross"]; // prettier-ignore
// By the number of quarters anticlockwise.
const WAYS = ["as it lies", "a quarter anticlockwise", "half round", "a quarter clockwise"];

/** @param {Entry} entry @param {number} tile @returns {Cell} */
const cellOf = (entry, tile) => [Math.floor(tile / entry.columns), tile % entry.columns];
/** @param {Entry} entry @param {Cell} cell */
const tileAt = (entry, [row, column]) => row * entry.columns + column;
/** @param {Cell} cell */
const named = ([row, column]) => `(${row}, ${column})`;

/** Quarters anticlockwise from one position of a tile to another; -1 where there are none. @param {number} from @param {number} to */
function quartersTo(from, to) {
  return [0, 3, 1, 2].find((quarters) => turned(from, quarters) === to) ?? -1;
}

// -- positions ----------------------------------------------------------------------------------------

/** @param {Entry} entry @returns {Position} */
function start(entry) {
  const tiles = Uint8Array.from(entry.board.tiles);
  const size = tiles.length;
  const position = { tiles, quarters: new Int32Array(size), locked: new Uint8Array(size) };
  return flowOf(entry, position).complete ? jumbled(position, 1) : position;
}

/** @param {Position} position @param {number} seed @returns {Position} Locked tiles stay. */
function jumbled(position, seed) {
  const random = new Random(seed);
  const { tiles, quarters, locked } = copy(position);
  tiles.forEach((tile, at) => {
    const turns = locked[at] ? 0 : random.below(4);
    tiles[at] = turned(tile, turns);
    quarters[at] += turns;
  });
  return { tiles, quarters, locked };
}

/** @param {Position} position @returns {Position} */
function copy({ tiles, quarters, locked }) {
  return { tiles: tiles.slice(), quarters: quarters.slice(), locked: locked.slice() };
}

/** @param {Entry} entry @param {Position} position @param {any} move @returns {Position} */
function play(entry, position, move) {
  if (!Array.isArray(move)) throw new Error("no move");
  const [what, at, value] = move;
  if (what === "jumble" && Number.isSafeInteger(at)) return jumbled(position, at);
  if (!Number.isInteger(at) || at < 0 || at >= position.tiles.length) throw new Error("no such tile");
  const next = copy(position);
  if (what === "lock") {
    next.locked[at] ^= 1;
    return next;
  }
  if (what !== "turn" && what !== "place") throw new Error("no such move");
  const quarters = what === "turn" ? value : quartersTo(position.tiles[at], value);
  if (!(what === "turn" ? [-1, 1, 2] : [0, 1, 2, 3]).includes(quarters)) throw new Error("no such turn");
  if (what === "turn" && position.locked[at]) return position;
  next.tiles[at] = turned(next.tiles[at], quarters);
  next.quarters[at] += quarters === 3 ? -1 : quarters;
  if (what === "place") next.locked[at] = 1;
  return next;
}

/** @type {WeakMap<Position, import("./pipes_rules.js").Flow>} */
const flows = new WeakMap();

/** @param {Entry} entry @param {Position} position */
function flowOf(entry, position) {
  let found = flows.get(position);
  if (!found) {
    found = flow(entry.board, position.tiles);
    flows.set(position, found);
  }
  return found;
}

/** @param {Entry} entry @param {Position} position */
function status(entry, position) {
  const { wet, openEnds, loops, complete } = flowOf(entry, position);
  if (complete) return { complete, words: "Complete: every tile has water." };
  const tiles = entry.board.tiles.filter((/** @type {number} */ tile) => tile > 0).length;
  const looped = loops.some((sides) => sides > 0) ? "; there is a loop" : "";
  const water = entry.board.free ? "" : `${wet} of ${tiles} tiles have water; `;
  return { complete, words: `${water}${openEnds} open ends${looped}.` };
}

// A digit of base 32 a tile: its open sides, and 16 more where it is locked.
/** @param {Position} position */
function encode({ tiles, locked }) {
  return Array.from(tiles, (tile, at) => (tile + 16 * locked[at]).toString(32)).join("");
}

/** @param {Entry} entry @param {string} text @returns {Position} */
function decode(entry, text) {
  const position = copy(start(entry));
  if (text.length !== position.tiles.length) {
    throw new Error(`the position has ${text.length} tiles, the board ${position.tiles.length}`);
  }
  Array.from(text).forEach((digit, at) => {
    const value = /^[0-9a-v]$/.test(digit) ? parseInt(digit, 32) : 0;
    const quarters = quartersTo(position.tiles[at], value & 15);
    if (!/^[0-9a-v]$/.test(digit) || quarters < 0) {
      throw new Error(`the position turns tile ${named(cellOf(entry, at))} into another one`);
    }
    position.quarters[at] += quarters === 3 ? -1 : quarters;
    position.tiles[at] = value & 15;
    position.locked[at] = value >> 4;
  });
  return position;
}

/** @param {string} text A game ID. @returns {Entry} */
function parse(text) {
  const match = /^(\d{1,3})(?:x(\d{1,3}))?(w?)(g?):((?:[0-9a-f]v?h?)+)$/i.exec(text);
  if (!match) throw new Error("the link holds no game ID of Net");
  const columns = Number(match[1]);
  const rows = Number(match[2] ?? match[1]);
  const cells = match[5].toLowerCase().match(/[0-9a-f]v?h?/g) ?? [];
  if (!rows || !columns || rows * columns > 10_000) throw new Error("boards of links have 1 to 10,000 tiles");
  if (cells.length !== rows * columns) {
    throw new Error(`the link's board has ${cells.length} tiles, expected ${rows * columns}`);
  }
  const tiles = cells.map((cell) => parseInt(cell[0], 16));
  const walls = cells.map((cell) => (cell.includes("v") ? 1 : 0) + (cell.includes("h") ? 2 : 0));
  const barriers = walls.some(Boolean) ? walls : [];
  const board = { rows, columns, wrap: match[3] !== "", free: match[4] !== "", tiles, barriers };
  return { kind: "pipes", text, rows, columns, board, source: "a link" };
}

// -- deduction ----------------------------------------------------------------------------------------

/** The different positions of a tile as a set of 16 bits. @param {number} tile */
function orientations(tile) {
  let set = 0;
  for (let quarters = 0; quarters < 4; quarters++) set |= 1 << turned(tile, quarters);
  return set;
}

/** @param {number} set */
const single = (set) => (set && !(set & (set - 1)) ? Math.log2(set) : -1);

/** @param {number} set @param {number[]} masks */
const without = (set, masks) => masks.reduce((left, mask) => left & ~(1 << mask), set);

/** @type {WeakMap<Entry, {tile: number, target: number, step: PipesStep | null}[]>} */
const orders = new WeakMap();

/** Each tile as the deduction comes to one orientation. @param {Entry} entry */
function settled(entry) {
  let order = orders.get(entry);
  if (!order) {
    order = [];
    const left = entry.board.tiles.map(orientations);
    for (const [tile, set] of left.entries()) {
      if (single(set) >= 0) order.push({ tile, target: single(set), step: null });
    }
    for (const step of /** @type {PipesStep[]} */ (entry.steps ?? [])) {
      if (!step.removed) continue;
      const tile = tileAt(entry, step.cells[0]);
      left[tile] = without(left[tile], step.removed);
      if (single(left[tile]) >= 0) order.push({ tile, target: single(left[tile]), step });
    }
    orders.set(entry, order);
  }
  return order;
}

/** @param {Entry} entry @param {Position} position @returns {import("../script/kind.js").Hint | null} */
function hint(entry, position) {
  for (const { tile, target, step } of settled(entry)) {
    if (position.tiles[tile] === target) continue;
    const words = `${turn(entry, position, tile, target)}: ${step?.words ?? "it has one orientation only"}`;
    const cell = cellOf(entry, tile);
    return {
      cells: [cell],
      because: step?.because ?? [],
      rule: step?.rule ?? "one orientation",
      words,
      move: ["place", tile, target],
    };
  }
  const tile = (entry.answer ?? []).findIndex((/** @type {number} */ sides, /** @type {number} */ at) => sides !== position.tiles[at]);
  if (tile < 0) return null;
  const target = entry.answer[tile];
  const why = entry.verdict === "unique" ? "found by search, deduction ends here" : "so it lies in one of the solutions";
  const words = `${turn(entry, position, tile, target)}: ${why}`;
  return { cells: [cellOf(entry, tile)], because: [], rule: "search", words, move: ["place", tile, target] };
}

/** @param {Entry} entry @param {Position} position @param {number} tile @param {number} target */
function turn(entry, position, tile, target) {
  const way = WAYS[quartersTo(position.tiles[tile], target)];
  return `Turn ${named(cellOf(entry, tile))} ${way}, to ${SYMBOLS[target]}`;
}

/** Locked tiles are what the player is sure of; where none is, all that were turned. @param {Entry} entry @param {Position} position */
function mistake(entry, position) {
  const first = start(entry).tiles;
  const sure = position.locked.some(Boolean)
    ? position.locked
    : position.tiles.map((tile, at) => (tile === first[at] ? 0 : 1));
  for (const step of /** @type {PipesStep[]} */ (entry.steps ?? [])) {
    const tile = tileAt(entry, step.cells[0]);
    if (!sure[tile] || !refutes(step, position.tiles[tile])) continue;
    const words = `${named(step.cells[0])} is ${SYMBOLS[position.tiles[tile]]}, but: ${step.words}`;
    return { cells: [step.cells[0]], because: step.because, words };
  }
  if (entry.verdict !== "unique" || !entry.answer) return null;
  const wrong = position.tiles.findIndex((tile, at) => sure[at] > 0 && tile !== entry.answer[at]);
  if (wrong < 0) return null;
  const cell = cellOf(entry, wrong);
  return { cells: [cell], because: [], words: `${named(cell)} lies otherwise in the only solution` };
}

/** @param {PipesStep} step @param {number} tile The open sides of its first cell. */
function refutes(step, tile) {
  if (step.removed) return step.removed.includes(tile);
  return (((tile >> SIDES.indexOf(step.side ?? "")) & 1) === 1) !== step.open;
}

/** @param {Entry} entry @param {number} count */
function known(entry, count) {
  const left = entry.board.tiles.map(orientations);
  const open = new Uint8Array(left.length);
  const closed = new Uint8Array(left.length);
  for (const step of /** @type {PipesStep[]} */ ((entry.steps ?? []).slice(0, count))) {
    const tile = tileAt(entry, step.cells[0]);
    if (step.removed) {
      left[tile] = without(left[tile], step.removed);
    } else {
      const side = SIDES.indexOf(step.side ?? "");
      const sides = step.open ? open : closed;
      sides[tile] |= 1 << side;
      if (step.cells[1]) sides[tileAt(entry, step.cells[1])] |= 1 << ((side + 2) & 3);
    }
  }
  return { settled: Int8Array.from(left, single), open, closed };
}

// -- the board ----------------------------------------------------------------------------------------

/** The pipes of a tile round (0, 0), as the data of a path that bends in the middle. @param {number} sides */
function strokes(sides) {
  const ends = [".5 0", "0 -.5", "-.5 0", "0 .5"].filter((_, side) => (sides >> side) & 1);
  if (ends.length === 1) return `M0 0L${ends[0]}`;
  return ends.slice(1).map((end) => `M${ends[0]}L0 0L${end}`).join("");
}

class PipesView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game */
  constructor(entry, game) {
    this.entry = entry;
    this.game = game;
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `Pipes, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      wrap: entry.board.wrap,
      onTap: (cell, way) => this.onTap(cell, way),
      onKey: (cell, event) => this.onKey(cell, event),
    });
    this.node = this.board.node;
    this.parts = entry.board.tiles.map((/** @type {number} */ sides, /** @type {number} */ tile) => this.draw(sides, tile));
    this.first = Uint8Array.from(entry.board.tiles);
    /** @type {Position | null} */
    this.shown = null;
  }

  /** @param {number} sides @param {number} tile */
  draw(sides, tile) {
    const cell = this.board.at(cellOf(this.entry, tile));
    const pipe = svg("path", { class: "pipe", d: strokes(sides) });
    const water = svg("path", { class: "water", d: strokes(sides) });
    const turning = svg("g", { class: "turn" }, pipe, water);
    if ([1, 2, 4, 8].includes(sides)) turning.append(svg("circle", { class: "end", r: 0.2 }));
    cell.append(svg("rect", { class: "ground", width: 1, height: 1 }));
    const middle = svg("g", { transform: "translate(.5 .5)" }, turning);
    if (tile === source(this.entry.board)) middle.append(svg("circle", { class: "source", r: 0.13 }));
    cell.append(middle, svg("path", { class: "lock", d: "M.06 .06H.24L.06 .24Z" }));
    const wall = this.entry.board.barriers[tile] ?? 0;
    if (wall & 1) cell.append(svg("path", { class: "wall", d: "M1 0V1" }));
    if (wall & 2) cell.append(svg("path", { class: "wall", d: "M0 1H1" }));
    return { cell, turning, water, middle };
  }

  /** @param {Cell} cell */
  describe(cell) {
    const tile = tileAt(this.entry, cell);
    const { tiles, locked } = this.shown ?? start(this.entry);
    const open = SIDES.filter((_, side) => (tiles[tile] >> side) & 1).join(" and ");
    const wet = this.shown && flowOf(this.entry, this.shown).distance[tile] >= 0 ? ", water" : "";
    const place = `row ${cell[0]}, column ${cell[1]}`;
    return `${place}, ${TYPES[tiles[tile]]}${open && ` open ${open}`}${wet}${locked[tile] ? ", locked" : ""}`;
  }

  /** @param {Position} position */
  show(position) {
    const now = flowOf(this.entry, position);
    const before = this.shown;
    const old = before && flowOf(this.entry, before);
    this.shown = position;
    for (let tile = 0; tile < position.tiles.length; tile++) {
      const { cell, turning, water } = this.parts[tile];
      const wet = now.distance[tile] >= 0;
      const was = old !== null && old.distance[tile] >= 0;
      const turnedNow = !before || before.quarters[tile] !== position.quarters[tile] || before.tiles[tile] !== position.tiles[tile];
      const lockedNow = !before || before.locked[tile] !== position.locked[tile];
      if (turnedNow) turning.style.transform = `rotate(${this.angle(position, tile)}deg)`;
      if (wet !== was || !before) {
        const delay = this.game.settings.flow && wet ? Math.min(20 * now.distance[tile], 600) : 0;
        water.style.transitionDelay = `${delay}ms`;
        cell.classList.toggle("wet", wet);
      }
      if (lockedNow) cell.classList.toggle("locked", position.locked[tile] > 0);
      if (!old || old.loops[tile] !== now.loops[tile]) cell.classList.toggle("loop", now.loops[tile] > 0);
      if (before && (turnedNow || lockedNow || wet !== was)) this.board.relabel(cellOf(this.entry, tile));
    }
    if (!before) this.entry.board.tiles.forEach((/** @type {number} */ _, /** @type {number} */ tile) => this.board.relabel(cellOf(this.entry, tile)));
    this.node.classList.toggle("complete", now.complete);
  }

  /** Turned by what the player turned; of a position from a link, the same with fewest turns. @param {Position} position @param {number} tile */
  angle(position, tile) {
    const drawn = turned(this.first[tile], position.quarters[tile]);
    const rest = quartersTo(drawn, position.tiles[tile]);
    return -90 * (position.quarters[tile] + Math.max(0, rest));
  }

  /** @param {{settled: Int8Array, open: Uint8Array, closed: Uint8Array} | null} found */
  know(found) {
    this.node.classList.toggle("knowing", found !== null);
    this.parts.forEach((/** @type {any} */ part, /** @type {number} */ tile) => {
      part.middle.querySelectorAll(".known").forEach((/** @type {Element} */ node) => node.remove());
      if (!found) return;
      const target = found.settled[tile];
      const [open, closed] = target >= 0 ? [target, 0] : [found.open[tile], found.closed[tile]];
      const look = target >= 0 ? "known settled" : "known open";
      if (open) part.middle.append(svg("path", { class: look, d: strokes(open) }));
      const bars = ["M.44 -.12V.12", "M-.12 -.44H.12", "M-.44 -.12V.12", "M-.12 .44H.12"];
      const shut = bars.filter((_, side) => (closed >> side) & 1).join("");
      if (shut) part.middle.append(svg("path", { class: "known closed", d: shut }));
    });
  }

  /** @param {Position | null} position */
  ghost(position) {
    this.parts.forEach((/** @type {any} */ part, /** @type {number} */ tile) => {
      part.middle.querySelectorAll(".ghost").forEach((/** @type {Element} */ node) => node.remove());
      if (position && position.tiles[tile] !== this.shown?.tiles[tile]) {
        part.middle.append(svg("path", { class: "ghost", d: strokes(position.tiles[tile]) }));
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

  /** @param {Cell} cell @param {import("../script/board.js").Way} way */
  onTap(cell, way) {
    const tile = tileAt(this.entry, cell);
    this.game.play(way === "other" ? ["lock", tile] : ["turn", tile, way === "back" ? 1 : -1]);
  }

  /** @param {Cell} cell @param {KeyboardEvent} event */
  onKey(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const arrow = arrows[/** @type {keyof typeof arrows} */ (event.key)];
    if (arrow && event.shiftKey && this.entry.board.wrap) {
      this.board.shift(arrow[0], arrow[1]);
      return true;
    }
    const tile = tileAt(this.entry, cell);
    const moves = {
      a: ["turn", tile, 1],
      d: ["turn", tile, -1],
      f: ["turn", tile, 2],
      s: ["lock", tile],
      j: ["jumble", Math.floor(Math.random() * 2 ** 31)],
      Enter: ["turn", tile, 1],
      " ": ["turn", tile, -1],
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const move = moves[/** @type {keyof typeof moves} */ (key)];
    if (move) this.game.play(move);
    return move !== undefined;
  }
}

/** @type {Kind} */
export const kind = {
  name: "pipes",
  title: "Pipes",
  goal: "Turn the tiles until all are joined to the source, with no loop and no open end.",
  keys: [
    ["click, tap; D, space", "turn clockwise"],
    ["Shift-click, two fingers; A, Enter", "turn anticlockwise"],
    ["F", "turn half round"],
    ["right click, long press; S", "lock, unlock"],
    ["J", "jumble what is not locked"],
    ["Shift-arrows", "move a wrapping board along"],
  ],
  commands: [{ title: "Jumble", move: () => ["jumble", Math.floor(Math.random() * 2 ** 31)] }],
  start,
  play,
  status,
  encode,
  decode,
  parse,
  answered: (entry, answer) => decode(entry, answer.map((/** @type {number} */ sides) => sides.toString(32)).join("")),
  hint,
  mistake,
  known,
  view: (entry, game) => new PipesView(entry, game),
};
