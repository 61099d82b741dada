/** The board of Pipes: tiles that turn, water, locks, walls, and the knowledge of a deduction. @module */

import { Board } from "../script/board.js";
import { cellOf, numberOf, placed } from "../script/cells.js";
import { svg } from "../script/dom.js";
import { flowOf, start } from "./pipes_game.js";
import { geometryOf, turned, turnsTo } from "./pipes_geometry.js";
import { source } from "./pipes_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./pipes_game.js").Position} Position */

// The distance of the bar of a closed side from the middle, and half its length.
const BAR = 0.44;
const ACROSS = 0.12;

/** @param {number} number */
const short = (number) => String(+number.toFixed(4));

export class PipesView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game @param {string} title */
  constructor(entry, game, title) {
    this.entry = entry;
    this.game = game;
    this.geometry = geometryOf(entry.board);
    this.board = new Board({
      rows: entry.rows,
      columns: entry.columns,
      label: `${title}, ${entry.columns} by ${entry.rows}`,
      layout: this.geometry.layout(entry.rows, entry.columns),
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

  /** The pipes of a tile around (0, 0), as the data of a path that bends in the middle. @param {number} sides */
  strokes(sides) {
    const ends = this.geometry.ends.filter((_, side) => (sides >> side) & 1).map((end) => end.map(short).join(" "));
    if (ends.length === 1) return `M0 0L${ends[0]}`;
    return ends.slice(1).map((end) => `M${ends[0]}L0 0L${end}`).join("");
  }

  /** Bars across closed sides, as the data of a path. @param {number} sides */
  bars(sides) {
    const closed = this.geometry.ends.filter((_, side) => (sides >> side) & 1);
    return closed
      .map(([x, y]) => {
        const [right, down] = [2 * ACROSS * y, 2 * ACROSS * x];
        const [atX, atY] = [2 * BAR * x, 2 * BAR * y];
        return `M${short(atX - right)} ${short(atY + down)}L${short(atX + right)} ${short(atY - down)}`;
      })
      .join("");
  }

  /** @param {number} sides @param {number} tile */
  draw(sides, tile) {
    const cell = this.board.at(cellOf(this.entry, tile));
    const pipe = svg("path", { class: "pipe", d: this.strokes(sides) });
    const water = svg("path", { class: "water", d: this.strokes(sides) });
    const turning = svg("g", { class: "turn" }, pipe, water);
    const middle = svg("g", { transform: "translate(.5 .5)" });
    const { ground, lock, typed } = this.geometry;
    middle.append(svg("path", { class: typed(sides) === "hole" ? "hole" : "ground", d: ground }), turning);
    if (typed(sides) === "dead end") turning.append(svg("circle", { class: "end", r: 0.2 }));
    if (tile === source(this.entry.board)) middle.append(svg("circle", { class: "source", r: 0.13 }));
    middle.append(svg("path", { class: "lock", d: lock }));
    cell.append(middle);
    const wall = this.entry.board.barriers?.[tile] ?? 0;
    if (wall & 1) cell.append(svg("path", { class: "wall", d: "M1 0V1" }));
    if (wall & 2) cell.append(svg("path", { class: "wall", d: "M0 1H1" }));
    return { cell, turning, water, middle };
  }

  /** @param {Cell} cell */
  describe(cell) {
    const tile = numberOf(this.entry, cell);
    const { tiles, locked } = this.shown ?? start(this.entry);
    const open = this.geometry.names.filter((_, side) => (tiles[tile] >> side) & 1).join(" and ");
    const wet = this.shown && flowOf(this.entry, this.shown).distance[tile] >= 0 ? ", water" : "";
    const place = placed(cell);
    return `${place}, ${this.geometry.typed(tiles[tile])}${open && ` open ${open}`}${wet}${locked[tile] ? ", locked" : ""}`;
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
      const turnedNow = !before || before.turns[tile] !== position.turns[tile] || before.tiles[tile] !== position.tiles[tile];
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

  /** The angle of a tile: by the player's turns, or for a position of a link by the fewest turns. @param {Position} position @param {number} tile */
  angle(position, tile) {
    const { sides } = this.geometry;
    const drawn = turned(this.first[tile], position.turns[tile], sides);
    const rest = turnsTo(drawn, position.tiles[tile], sides) || 0;
    return (-360 / sides) * (position.turns[tile] + rest);
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
      if (open) part.middle.append(svg("path", { class: look, d: this.strokes(open) }));
      if (closed) part.middle.append(svg("path", { class: "known closed", d: this.bars(closed) }));
    });
  }

  /** @param {Position | null} position */
  ghost(position) {
    this.parts.forEach((/** @type {any} */ part, /** @type {number} */ tile) => {
      part.middle.querySelectorAll(".ghost").forEach((/** @type {Element} */ node) => node.remove());
      if (position && position.tiles[tile] !== this.shown?.tiles[tile]) {
        part.middle.append(svg("path", { class: "ghost", d: this.strokes(position.tiles[tile]) }));
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
    if (arrow && event.shiftKey && this.entry.board.wrap && this.geometry.sides === 4) {
      this.board.shift(arrow[0], arrow[1]);
      return true;
    }
    const tile = numberOf(this.entry, cell);
    const moves = {
      a: ["turn", tile, 1],
      d: ["turn", tile, -1],
      f: ["turn", tile, this.geometry.sides / 2],
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
