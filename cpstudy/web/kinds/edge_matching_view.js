/**
 * The board and the tray of edge matching, side by side: pieces are dragged, picked and turned.
 *
 * The tray has a place for every piece, corners first, then borders; places of pieces on the board are
 * empty. The picked piece is not part of the position.
 *
 * @module
 */

import { Board } from "../script/board.js";
import { cellOf, placed } from "../script/cells.js";
import { button, element, svg } from "../script/dom.js";
import { Dragging } from "./edge_matching_drag.js";
import { drawPiece } from "./edge_matching_pieces.js";
import { SIDES, colours, judged, neighbour, placesOf } from "./edge_matching_rules.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/board.js").Way} Way */
/** @typedef {{at: number[], turns: number[]}} Position */
/** @typedef {{placement: number[], counts: number[], next: number, last: number}} Shown The moment of a search that is shown: the number of fitting pieces by cell (-1: not shown), the next cell and the last filled one (-1: none). */

const TRAY = 8;

export class EdgeView {
  /** @param {import("../script/kind.js").Entry} entry @param {import("../script/kind.js").Game} game @param {(position: Position) => number[]} placement */
  constructor(entry, game, placement) {
    this.entry = entry;
    this.game = game;
    this.placement = placement;
    /** The picked piece, -1 for none. */
    this.picked = -1;
    /** @type {Shown | null} */
    this.known = null;
    /** The drawn piece of each cell, then the turn of each piece in the tray (-1: none). @type {number[]} */
    this.lying = entry.board.pieces.map(() => -1);
    /** @type {number[]} */
    this.waiting = entry.board.pieces.map(() => -1);
    this.slots = slots(entry.board);
    /** Sides that do not match. @type {[number, number][]} */
    this.wrong = [];
    const { rows, columns } = entry;
    const onKey = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    this.board = new Board({
      rows,
      columns,
      label: `Board, ${columns} by ${rows}`,
      describe: (cell) => this.describe(this.cellAt(cell)),
      onTap: (cell, way) => this.onBoardTap(this.cellAt(cell), way),
      onKey: (_, event) => onKey(event),
      margin: { left: 0.1, top: 0.1, right: 0.1, bottom: 0.1 },
    });
    const count = this.slots.length;
    this.trayColumns = Math.min(count, TRAY);
    this.tray = new Board({
      rows: Math.ceil(count / this.trayColumns),
      columns: this.trayColumns,
      label: "Tray",
      describe: (cell) => this.describeSlot(this.slotAt(cell)),
      onTap: (cell, way) => this.onTrayTap(this.slotAt(cell), way),
      onKey: (_, event) => onKey(event),
    });
    this.faults = svg("g", {});
    const pins = placesOf(entry.board).fixed.map(([, cell]) => {
      const [row, column] = this.cellOf(cell);
      return svg("circle", { class: "pin", cx: column + 0.5, cy: row + 0.5, r: 0.05 });
    });
    this.board.over.append(this.faults, ...pins);
    for (const line of this.board.cells) for (const cell of line) cell.append(svg("rect", { class: "ground", width: 1, height: 1 }));
    for (const slot of this.slots.keys()) {
      this.trayCell(slot).append(svg("rect", { class: "slot", x: 0.06, y: 0.06, width: 0.88, height: 0.88, rx: 0.08 }));
    }
    const tools = element(
      "p",
      { class: "buttons" },
      button("⟲ Turn", () => this.turn(3), { "aria-label": "Turn anticlockwise" }),
      button("Turn ⟳", () => this.turn(1), { "aria-label": "Turn clockwise" }),
      button("To the tray", () => this.takeBack()),
    );
    const side = element("div", { class: "tray" }, this.tray.node, tools);
    this.node = element("div", { class: "desk", role: "group" }, this.board.node, side);
    new Dragging(this);
  }

  // -- places -----------------------------------------------------------------------------------------

  /** @param {Cell} cell */
  cellAt([row, column]) {
    return row * this.entry.columns + column;
  }

  /** @param {number} cell @returns {Cell} */
  cellOf(cell) {
    return [Math.floor(cell / this.entry.columns), cell % this.entry.columns];
  }

  /** The number of a slot of the tray; cells after the last slot have higher numbers. @param {Cell} cell */
  slotAt([row, column]) {
    return row * this.trayColumns + column;
  }

  /** @param {number} slot */
  trayCell(slot) {
    return this.tray.at([Math.floor(slot / this.trayColumns), slot % this.trayColumns]);
  }

  /** The piece at the cursor of the board or the tray, whichever has the focus; -1 for none. */
  current() {
    if (document.activeElement === this.tray.node) return this.pieceIn(this.slotAt(this.tray.active));
    return this.pieceOn(this.cellAt(this.board.active));
  }

  /** @param {number} cell */
  pieceOn(cell) {
    return this.lying[cell] >> 2;
  }

  /** The piece in a slot. @param {number} slot */
  pieceIn(slot) {
    const piece = this.slots[slot] ?? -1;
    return piece >= 0 && this.waiting[piece] >= 0 ? piece : -1;
  }

  // -- drawing ----------------------------------------------------------------------------------------

  /** @param {Position} position */
  show(position) {
    this.position = position;
    if (!this.known) this.draw(this.placement(position));
  }

  /** @param {Shown | null} known */
  know(known) {
    this.known = known;
    this.pick(-1);
    this.node.classList.toggle("knowing", known !== null);
    if (known) this.draw(known.placement);
    else if (this.position) this.draw(this.placement(this.position));
    this.drawCounts();
  }

  /** @param {number[]} placement */
  draw(placement) {
    const { board } = this.entry;
    const turns = this.position?.turns ?? [];
    placement.forEach((oriented, cell) => {
      if (oriented === this.lying[cell]) return;
      this.lying[cell] = oriented;
      this.put(this.board.at(this.cellOf(cell)), oriented);
    });
    const used = new Set(placement.map((oriented) => oriented >> 2));
    this.slots.forEach((piece, slot) => {
      const oriented = used.has(piece) ? -1 : 4 * piece + (this.known ? 0 : (turns[piece] ?? 0));
      if (this.waiting[piece] === oriented) return;
      this.waiting[piece] = oriented;
      this.put(this.trayCell(slot), oriented);
    });
    const { faults, complete } = judged(board, placement);
    this.wrong = faults;
    this.faults.replaceChildren(...faults.map(([cell, side]) => this.fault(cell, side)));
    this.node.classList.toggle("complete", complete);
    this.relabel();
  }

  /** Replaces the piece in a group. @param {Element} group @param {number} oriented */
  put(group, oriented) {
    group.querySelector(".piece")?.remove();
    if (oriented >= 0) group.append(drawPiece(colours(this.entry.board, oriented), this.entry.board.framed));
  }

  /** A sign on a side that does not match. @param {number} cell @param {number} side */
  fault(cell, side) {
    const [row, column] = this.cellOf(cell);
    const group = svg("g", { class: "fault", transform: `translate(${column} ${row}) rotate(${90 * side} .5 .5)` });
    group.append(svg("path", { d: "M.1 0H.9" }), svg("path", { class: "cross", d: "M.42 -.08L.58 .08M.42 .08L.58 -.08" }));
    return group;
  }

  drawCounts() {
    const known = this.known;
    this.board.cells.flat().forEach((group, cell) => {
      group.querySelector(".count")?.remove();
      group.classList.toggle("next", known?.next === cell);
      group.classList.toggle("last", known?.last === cell);
      const count = known?.counts[cell] ?? -1;
      if (!known || count < 0) return;
      const words = svg("g", { class: count ? "count" : "count none" });
      words.append(svg("text", { x: 0.5, y: 0.5 }, count ? String(count) : "0 ✗"));
      group.append(words);
    });
  }

  relabel() {
    for (let cell = 0; cell < this.lying.length; cell++) this.board.relabel(this.cellOf(cell));
    for (const slot of this.slots.keys()) this.tray.relabel([Math.floor(slot / this.trayColumns), slot % this.trayColumns]);
  }

  /** @param {import("../script/kind.js").Marks} marks */
  mark(marks) {
    this.board.mark(marks);
  }

  focus() {
    this.board.focus();
  }

  // -- in words ---------------------------------------------------------------------------------------

  /** @param {number} oriented */
  words(oriented) {
    const { board } = this.entry;
    const named = colours(board, oriented).map((colour, side) => `${SIDES[side]} ${board.framed && !colour ? "frame" : colour}`);
    return `piece ${oriented >> 2}: ${named.join(", ")}`;
  }

  /** @param {number} cell */
  describe(cell) {
    const place = placed(cellOf(this.entry, cell));
    const oriented = this.lying?.[cell] ?? -1;
    if (oriented < 0) {
      const count = this.known?.counts[cell] ?? -1;
      return `${place}, empty${count < 0 ? "" : `, ${count} fit`}`;
    }
    const wrong = SIDES.filter((_, side) => this.isFault(cell, side));
    const fixed = placesOf(this.entry.board).fixed.some((place) => place[1] === cell) ? ", fixed" : "";
    const marked = wrong.length ? `; ${wrong.join(" and ")} not matching` : "";
    return `${place}, ${this.words(oriented)}${fixed}${marked}${oriented >> 2 === this.picked ? ", picked" : ""}`;
  }

  /** @param {number} cell @param {number} side */
  isFault(cell, side) {
    const other = neighbour(this.entry.board, cell, side);
    const [owner, there] = other < 0 || side === 1 || side === 2 ? [cell, side] : [other, (side + 2) & 3];
    return this.wrong.some(([one, way]) => one === owner && way === there);
  }

  /** @param {number} slot */
  describeSlot(slot) {
    const piece = this.slots?.[slot] ?? -1;
    if (piece < 0) return "no piece";
    const oriented = this.waiting[piece];
    return oriented < 0 ? `piece ${piece}, on the board` : `${this.words(oriented)}${piece === this.picked ? ", picked" : ""}`;
  }

  // -- picking and moving -----------------------------------------------------------------------------

  /** @param {number} piece -1: none. */
  pick(piece) {
    if (piece === this.picked) return;
    this.picked = piece;
    this.slots.forEach((one, slot) => this.trayCell(slot).classList.toggle("picked", one === piece && piece >= 0));
    this.board.cells.flat().forEach((group, cell) => group.classList.toggle("picked", piece >= 0 && this.pieceOn(cell) === piece));
    this.node.classList.toggle("picking", piece >= 0);
    if (piece >= 0) this.game.announce(`Picked: ${this.words(4 * piece + (this.position?.turns[piece] ?? 0))}.`);
    this.relabel();
  }

  /** Makes a move if the board shows the position. @param {any} move */
  play(move) {
    if (this.known) this.game.announce("A search is shown; another panel ends that.");
    else this.game.play(move);
  }

  /** @param {number} piece @param {number} cell */
  lay(piece, cell) {
    this.pick(-1);
    this.play(["put", piece, cell]);
    this.game.announce(this.describe(cell));
  }

  /** Turns the picked piece, else the piece at the cursor. @param {number} quarters */
  turn(quarters) {
    const piece = this.picked >= 0 ? this.picked : this.current();
    if (piece >= 0) this.play(["turn", piece, quarters]);
  }

  takeBack() {
    const piece = this.picked >= 0 ? this.picked : this.pieceOn(this.cellAt(this.board.active));
    const cell = this.lying.findIndex((oriented) => oriented >= 0 && oriented >> 2 === piece);
    this.pick(-1);
    if (cell >= 0) this.play(["take", cell]);
  }

  /** @param {number} cell @param {Way} way */
  onBoardTap(cell, way) {
    const piece = this.pieceOn(cell);
    if (this.picked >= 0 && way === "main") this.lay(this.picked, cell);
    else if (piece < 0) this.game.announce(this.describe(cell));
    else if (way === "other") this.play(["take", cell]);
    else this.play(["turn", piece, way === "back" ? 3 : 1]);
  }

  /** @param {number} slot @param {Way} way */
  onTrayTap(slot, way) {
    const piece = this.pieceIn(slot);
    if (piece < 0 || this.known) return;
    if (way === "main") this.pick(piece === this.picked ? -1 : piece);
    else this.play(["turn", piece, way === "back" ? 3 : 1]);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const inTray = document.activeElement === this.tray.node;
    const piece = this.current();
    switch (event.key) {
      case "r":
      case "R":
        this.turn(event.shiftKey ? 3 : 1);
        return true;
      case "t":
      case "T":
        (inTray ? this.board : this.tray).focus();
        return true;
      case "Escape":
        this.pick(-1);
        return true;
      case "Delete":
      case "Backspace":
        if (!inTray) this.takeBack();
        return true;
      case "Enter":
      case " ":
        if (this.known) return true;
        if (!inTray && this.picked >= 0) this.lay(this.picked, this.cellAt(this.board.active));
        else if (piece >= 0) this.pick(piece);
        if (inTray && piece >= 0) this.board.focus();
        return true;
      default:
        return false;
    }
  }
}

/** The pieces in the order of the tray: most frame sides first. @param {import("./edge_matching_rules.js").EdgeBoard} board */
function slots(board) {
  const frames = board.pieces.map((piece) => (board.framed ? piece.filter((colour) => colour === 0).length : 0));
  return board.pieces.map((_, piece) => piece).sort((a, b) => frames[b] - frames[a] || a - b);
}
