/**
 * Dragging pieces of edge matching, by mouse, pen or finger: onto a cell, onto another piece, back to the
 * tray. The wheel turns the dragged or picked piece. A press that hardly moves is a tap, which the board
 * handles.
 *
 * @module
 */

import { svg } from "../script/dom.js";

const DRAGGED = 10;

export class Dragging {
  /** @param {import("./edge_matching_view.js").EdgeView} view */
  constructor(view) {
    this.view = view;
    /** @type {{pointer: number, piece: number, from: number, x: number, y: number, ghost: SVGSVGElement | null} | null} */
    this.drag = null;
    const { node } = view;
    node.addEventListener("pointerdown", (event) => this.onDown(event));
    node.addEventListener("pointermove", (event) => this.onMove(event));
    node.addEventListener("pointerup", (event) => this.onUp(event));
    node.addEventListener("pointercancel", () => this.endDrag());
    // Browsers ignore touch-action inside a picture: without this, a finger on a piece scrolls.
    node.addEventListener("touchstart", (event) => this.drag && event.preventDefault(), { passive: false });
    node.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (this.drag || this.view.known || event.button !== 0) return;
    const cell = this.view.board.cellOf(event);
    const slot = this.view.tray.cellOf(event);
    const from = cell ? this.view.cellAt(cell) : -1;
    const piece = cell ? this.view.pieceOn(from) : slot ? this.view.pieceIn(this.view.slotAt(slot)) : -1;
    if (piece >= 0) this.drag = { pointer: event.pointerId, piece, from, x: event.clientX, y: event.clientY, ghost: null };
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= DRAGGED) return;
      this.view.pick(-1);
      this.view.node.setPointerCapture(event.pointerId);
      const ghost = svg("svg", { class: "dragged", viewBox: "0 0 1 1", "aria-hidden": "true" });
      const size = this.view.board.at([0, 0]).getBoundingClientRect().width;
      ghost.style.width = ghost.style.height = `${size}px`;
      this.view.node.append(ghost);
      drag.ghost = ghost;
      this.source(drag).classList.add("lifted");
      this.drawGhost();
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
    const over = this.view.board.cellOf(event);
    if (over) this.view.board.activate(over);
  }

  /** The element that the piece comes from. @param {{piece: number, from: number}} drag */
  source({ piece, from }) {
    const { view } = this;
    return from >= 0 ? view.board.at(view.cellOf(from)) : view.trayCell(view.slots.indexOf(piece));
  }

  drawGhost() {
    const { drag } = this;
    const { position } = this.view;
    if (drag?.ghost && position) this.view.put(drag.ghost, 4 * drag.piece + position.turns[drag.piece]);
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.endDrag();
    if (!drag.ghost) return;
    const cell = this.view.board.cellOf(event);
    if (cell) this.view.lay(drag.piece, this.view.cellAt(cell));
    else if (drag.from >= 0 && this.view.tray.cellOf(event)) this.view.play(["take", drag.from]);
  }

  endDrag() {
    if (this.drag) this.source(this.drag).classList.remove("lifted");
    this.drag?.ghost?.remove();
    this.drag = null;
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    const piece = this.drag?.ghost ? this.drag.piece : this.view.picked;
    if (piece < 0 || this.view.known) return;
    event.preventDefault();
    this.view.play(["turn", piece, event.deltaY > 0 ? 1 : 3]);
    this.drawGhost();
  }
}
