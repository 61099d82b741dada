/** The board of Pipes: tiles that turn, water, locks, walls; and what a deduction knows. @module */

import { Board } from "../script/board.js";
import { cellOf, numberOf } from "../script/cells.js";
import { svg } from "../script/dom.js";
import { SIDES } from "./pipes_deduction.js";
import { flowOf, quartersTo, start } from "./pipes_game.js";
import { source, turned } from "./pipes_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./pipes_game.js").Position} Position */

const TYPES = ["empty", "dead end", "dead end", "corner", "dead end", "straight", "corner", "T", "dead end",
  "corner", "straight", "T", "corner", "T", "T", "cross"]; // prettier-ignore

/** The pipes of a tile round (0, 0), as the data of a path that bends in the middle. @param {number} sides */
function strokes(sides) {
  const ends = [".5 0", "0 -.5", "-.5 0", "0 .5"].filter((_, side) => (sides >> side) & 1);
  if (ends.length === 1) return `M0 0L${ends[0]}`;
  return ends.slice(1).map((end) => `M${ends[0]}L0 0L${end}`).join("");
}

export class PipesView {
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
    this.node.classList.add("pipes");
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
    const tile = numberOf(this.entry, cell);
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
    const tile = numberOf(this.entry, cell);
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
    const tile = numberOf(this.entry, cell);
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
