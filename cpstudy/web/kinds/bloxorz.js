/**
 * Bloxorz: roll the block to the end. A move that would end in a fall is reported and not made. One half of a
 * split block is active; this is not part of the position.
 *
 * @module
 */

import { Board } from "../script/board.js";
import { cellOf, placed } from "../script/cells.js";
import { element, svg } from "../script/dom.js";
import { isSplit, landings, rolled, rules, tileAt } from "./bloxorz_rules.js";
import { kindOfMoves } from "./moves.js";
import { bloxorz as parse } from "./moves_text.js";
import { ARROWS, pad, swipes } from "./pad.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./bloxorz_rules.js").State} State */
/** @typedef {import("./moves.js").Position} Position */

const NAMES = { p: "tile", l: "tile", s: "start", e: "end", w: "fragile tile", W: "soft switch", S: "heavy switch", t: "teleport", x: "bridge" };


class BloxorzView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game */
  constructor(entry, game) {
    this.entry = entry;
    this.game = game;
    /** @type {State} */
    this.shown = rules.start(entry);
    /** The cell of the active half. */
    this.half = -1;
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `Bloxorz, ${entry.columns} by ${entry.rows}`,
      describe: (cell) => this.describe(cell),
      onTap: (cell) => this.choose(cell),
      onKey: (_, event) => this.onKey(event),
      margin: { left: 0.1, top: 0.1, right: 0.1, bottom: 0.1 },
    });
    swipes(this.board.node, (way) => this.roll(way));
    this.block = svg("rect", { class: "bloxorz-block", rx: 0.1 });
    this.inner = svg("rect", { class: "bloxorz-top", rx: 0.06 });
    this.other = svg("rect", { class: "bloxorz-block", rx: 0.1 });
    this.board.plane.insertBefore(svg("g", { class: "movers", "aria-hidden": "true" }, this.block, this.other, this.inner), this.board.over);
    this.bridges = this.drawTiles();
    const splits = entry.board.tiles.some((/** @type {string} */ code) => code[0] === "t");
    const middle = splits ? { label: "other half", press: () => this.change() } : null;
    this.node = element("div", { class: "bloxorz with-pad" }, this.board.node, pad((way) => this.roll(way), middle));
  }

  drawTiles() {
    const { tiles, bridges } = this.entry.board;
    /** Their nodes, numbers and cells. @type {[Element, number, number][]} */
    const found = [];
    tiles.forEach((/** @type {string} */ code, /** @type {number} */ at) => {
      const cell = this.board.at(cellOf(this.entry, at));
      const bridge = bridges.indexOf(code);
      if (bridge < 0 && code[0] === "x") return;
      cell.append(svg("rect", { class: `bloxorz-tile sort-${bridge < 0 ? code[0] : "bridge"}`, x: 0.03, y: 0.03, width: 0.94, height: 0.94, rx: 0.05 }));
      if (bridge >= 0) {
        cell.append(svg("path", { class: "bloxorz-plank", d: "M.05 .28H.95M.05 .5H.95M.05 .72H.95" }));
        found.push([cell, bridge, at]);
      } else cell.append(...sign(code));
      if (code.length > 1) cell.append(svg("text", { class: "bloxorz-name", x: 0.82, y: 0.2 }, code.slice(1)));
    });
    return found;
  }

  /** @param {Cell} cell */
  describe([row, column]) {
    const { board } = this.entry;
    const code = board.tiles[row * board.columns + column];
    const there = tileAt(board, this.shown.bridges, row, column);
    const name = board.bridges.includes(code) ? `bridge ${code}${there ? "" : ", open"}` : !there ? "nothing" : `${NAMES[/** @type {keyof typeof NAMES} */ (code[0])]} ${code.slice(1)}`;
    const at = row * board.columns + column;
    const { first, second } = this.shown;
    const block = at !== first && at !== second ? "" : first === second ? ", the block stands" : isSplit(board, this.shown) ? ", a half" : ", the block lies";
    return `${placed([row, column])}, ${name.trim()}${block}`;
  }

  /** @param {Position} position @param {import("../script/kind.js").Status} status */
  show({ state }, status) {
    const { board } = this.entry;
    const before = this.shown;
    this.shown = state;
    const split = isSplit(board, state);
    if (split && ![state.first, state.second].includes(this.half)) {
      // After a teleport the half at its first place is active; otherwise the half that rolled.
      const moved = [state.first, state.second].find((cell) => cell !== before.first && cell !== before.second);
      this.half = isSplit(board, before) && moved !== undefined ? moved : this.landing();
    }
    const [[row, column], [y, x]] = [cellOf(this.entry, state.first), cellOf(this.entry, state.second)];
    if (split) {
      size(this.block, row + 0.14, column + 0.14, 0.72, 0.72);
      size(this.other, y + 0.14, x + 0.14, 0.72, 0.72);
    } else {
      size(this.block, row + 0.08, column + 0.08, y - row + 0.84, x - column + 0.84);
      size(this.other, row + 0.08, column + 0.08, y - row + 0.84, x - column + 0.84);
      this.half = -1;
    }
    const [top, left] = split ? cellOf(this.entry, this.half) : [row, column];
    const inset = state.first === state.second ? 0.28 : 0.36;
    size(this.inner, top + inset, left + inset, split ? 0.28 : y - row + 1 - 2 * inset, split ? 0.28 : x - column + 1 - 2 * inset);
    this.node.classList.toggle("stands", state.first === state.second);
    const cells = new Set([before.first, before.second, state.first, state.second]);
    for (const [node, bridge, cell] of this.bridges) {
      node.classList.toggle("gone", state.bridges[bridge] !== "1");
      cells.add(cell);
    }
    for (const cell of cells) this.board.relabel(cellOf(this.entry, cell));
    this.board.activate([top, left]);
    this.node.classList.toggle("done", status.complete);
  }

  /** The first place of the teleport that has just split the block. */
  landing() {
    /** @type {import("./bloxorz_rules.js").BloxorzBoard} */
    const board = this.entry.board;
    const teleports = board.switches.filter(([, action]) => action === "teleports");
    const places = teleports.map(([name]) => landings(board, name).map(([row, column]) => row * board.columns + column));
    const { first, second } = this.shown;
    return places.find(([one, other]) => Math.min(one, other) === first && Math.max(one, other) === second)?.[0] ?? first;
  }

  /** @param {import("../script/kind.js").Marks} marks */
  mark(marks) {
    this.board.mark(marks);
  }

  focus() {
    this.board.focus();
  }

  /** @param {import("./pad.js").Way} way */
  roll(way) {
    const { state } = this.game.position();
    const split = isSplit(this.entry.board, state);
    const half = this.half === state.second ? "second" : "first";
    const after = rolled(this.entry.board, state, split ? `${half}-${way}` : way);
    if (typeof after !== "string") {
      if (split && isSplit(this.entry.board, after)) {
        const rest = half === "first" ? state.second : state.first;
        this.half = after.first === rest ? after.second : after.first;
      }
      this.game.play(split ? `${half}-${way}` : way);
      return;
    }
    this.game.announce(`The block would fall: ${after}.`);
    this.node.classList.remove("refused");
    void this.board.node.getBoundingClientRect(); // this restarts the animation
    this.node.classList.add("refused");
  }

  /** Makes the other half active. */
  change() {
    const { state } = this.game.position();
    if (!isSplit(this.entry.board, state)) return;
    this.half = this.half === state.first ? state.second : state.first;
    this.show(this.game.position(), { complete: false, words: "" });
    this.game.announce(`The half at ${placed(this.board.active)} rolls next.`);
  }

  /** @param {Cell} cell */
  choose([row, column]) {
    const { state } = this.game.position();
    const cell = row * this.entry.columns + column;
    if (cell !== this.half && (cell === state.first || cell === state.second)) this.change();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const way = ARROWS[event.key];
    if (way) this.roll(way);
    else if (event.key === " ") this.change();
    return way !== undefined || event.key === " ";
  }
}

/** The sign of a tile. @param {string} code */
function sign(code) {
  if (code[0] === "e") return [svg("rect", { class: "bloxorz-end", x: 0.2, y: 0.2, width: 0.6, height: 0.6 })];
  if (code[0] === "s") return [svg("circle", { class: "bloxorz-sign", cx: 0.5, cy: 0.5, r: 0.06 })];
  if (code[0] === "w") return [svg("path", { class: "bloxorz-crack", d: "M.1 .4L.4 .1M.1 .7L.7 .1M.1 .9L.9 .1M.3 .9L.9 .3M.6 .9L.9 .6" })];
  if (code[0] === "W") return [svg("circle", { class: "bloxorz-sign", cx: 0.5, cy: 0.5, r: 0.26 })];
  if (code[0] === "S") return [svg("path", { class: "bloxorz-sign", d: "M.26 .26L.74 .74M.74 .26L.26 .74" })];
  if (code[0] === "t") return [svg("path", { class: "bloxorz-sign", d: "M.42 .2A.34 .34 0 0 0 .42 .8M.58 .2A.34 .34 0 0 1 .58 .8" })];
  return [];
}

/** @param {SVGElement} node @param {number} y @param {number} x @param {number} height @param {number} width */
function size(node, y, x, height, width) {
  Object.assign(node.style, { x: `${x}px`, y: `${y}px`, height: `${height}px`, width: `${width}px` });
}

export const kind = kindOfMoves(rules, {
  name: "bloxorz",
  parse,
  title: "Bloxorz",
  goal: "Roll the block until it stands upright on the end (the filled square). Hatched tiles break under a standing block. Switches move the bridges of their number: any part of the block presses a ring, only a standing block presses a cross. Brackets split the block.",
  keys: [
    ["arrows", "roll"],
    ["swipe; buttons below the board", "roll"],
    ["space; tap on the other half", "change the half that rolls"],
  ],
  told: (_, __, move) => {
    const [half, way] = move.includes("-") ? move.split("-") : ["", move];
    return half ? `Roll the ${half} half ${way}` : `Roll ${way}`;
  },
  cells: (entry, { first, second }, move) => {
    const cells = move.startsWith("first") ? [first] : move.startsWith("second") ? [second] : [first, second];
    return [...new Set(cells)].map((cell) => cellOf(entry, cell));
  },
  view: (entry, game) => new BloxorzView(entry, game),
});
