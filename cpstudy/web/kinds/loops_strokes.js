/**
 * Strokes over edges: the pointer's way as the edges whose middles it comes near. The first edge says what
 * is painted, and over what; the stroke is drawn as it goes and played as one move when it ends. @module
 */

/** @typedef {import("../script/board.js").Board} Board */
/** @typedef {import("../script/board.js").Way} Way */

const LONG_PRESS = 500;
// In cells: how near to its middle an edge is met on the way, and how finely the way is followed.
const NEAR = 0.3;
const STEP = 0.15;

/**
 * @typedef {Object} Stroked
 * @property {Board} board
 * @property {(x: number, y: number) => {edge: number, away: number}} nearest The edge whose middle is nearest
 *     to a point of the board, -1 for none, and how far away that is.
 * @property {() => Uint8Array} position
 * @property {(position: Uint8Array) => void} draw
 * @property {(value: number, way: Way) => number} next What a stroke makes of an edge.
 * @property {(value: number, edges: number[]) => void} play
 */

export class Strokes {
  /** @param {Stroked} of */
  constructor(of) {
    this.of = of;
    /** @type {{pointer: number, x: number, y: number, from: number, to: number, edges: Set<number>, timer: number} | null} */
    this.stroke = null;
    const { node } = of.board;
    // Before the board's own listeners, which know cells only.
    const first = { capture: true };
    node.addEventListener("pointerdown", (event) => this.begin(event), first);
    node.addEventListener("pointermove", (event) => this.go(event), first);
    node.addEventListener("pointerup", (event) => this.end(event, true), first);
    node.addEventListener("pointercancel", (event) => this.end(event, false), first);
  }

  /** @param {PointerEvent} event */
  point(event) {
    const matrix = this.of.board.plane.getScreenCTM();
    if (!matrix) return null;
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }

  /** @param {PointerEvent} event */
  begin(event) {
    event.stopImmediatePropagation();
    const { board, nearest } = this.of;
    if (this.stroke) {
      this.end(event, false);
      return;
    }
    const point = this.point(event);
    if (!point) return;
    const { edge } = nearest(point.x, point.y);
    if (edge < 0) return;
    if (event.isTrusted) board.node.setPointerCapture(event.pointerId);
    const cell = board.cellOf(event);
    if (cell) board.activate(cell);
    this.stroke = { pointer: event.pointerId, x: point.x, y: point.y, from: 0, to: 0, edges: new Set(), timer: 0 };
    this.paint(edge, event.button === 2 ? "other" : event.shiftKey ? "back" : "main");
    if (event.pointerType !== "mouse") this.stroke.timer = window.setTimeout(() => this.paint(edge, "other"), LONG_PRESS);
  }

  /** Begins with an edge. @param {number} edge @param {Way} way */
  paint(edge, way) {
    if (!this.stroke) return;
    this.stroke.from = this.of.position()[edge];
    this.stroke.to = this.of.next(this.stroke.from, way);
    this.stroke.edges.add(edge);
    this.draw();
  }

  /** @param {PointerEvent} event */
  go(event) {
    event.stopImmediatePropagation();
    const { stroke } = this;
    const point = stroke && event.pointerId === stroke.pointer ? this.point(event) : null;
    if (!stroke || !point) return;
    const steps = Math.ceil(Math.hypot(point.x - stroke.x, point.y - stroke.y) / STEP);
    for (let step = 1; step <= steps; step++) {
      const { edge, away } = this.of.nearest(
        stroke.x + ((point.x - stroke.x) * step) / steps,
        stroke.y + ((point.y - stroke.y) * step) / steps,
      );
      if (edge < 0 || away > NEAR || stroke.edges.has(edge)) continue;
      window.clearTimeout(stroke.timer);
      if (this.of.position()[edge] === stroke.from) stroke.edges.add(edge);
    }
    [stroke.x, stroke.y] = [point.x, point.y];
    this.draw();
  }

  /** @param {PointerEvent} event @param {boolean} whole */
  end(event, whole) {
    event.stopImmediatePropagation();
    const { stroke } = this;
    if (!stroke) return;
    window.clearTimeout(stroke.timer);
    this.stroke = null;
    if (whole) this.of.play(stroke.to, [...stroke.edges]);
    else this.of.draw(this.of.position());
  }

  draw() {
    const shown = this.of.position().slice();
    for (const edge of this.stroke?.edges ?? []) shown[edge] = this.stroke?.to ?? 0;
    this.of.draw(shown);
  }
}
