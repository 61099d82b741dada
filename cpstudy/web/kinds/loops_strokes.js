/**
 * Strokes along the lattice of a loop. A stroke follows the pointer from vertex to vertex: it draws an edge when
 * the pointer is nearer to its other end, and removes the edge when the pointer goes back. A pointer that does
 * not move selects the edge whose middle is nearest. A stroke that begins or ends on the middle of an edge
 * contains that edge. A stroke is drawn while it goes and played as one move at its end.
 *
 * @module
 */

import { LINE, CROSS } from "./loops_rules.js";

/** @typedef {import("../script/board.js").Board} Board */
/** @typedef {import("../script/board.js").Way} Way */
/** @typedef {import("./loops_lattice.js").Lattice} Lattice */

const LONG_PRESS = 500;
// In cells: the least movement, the largest distance that counts as on the middle of an edge, and the step along the way.
const MOVED = 0.3;
const ON_MIDDLE = 0.2;
const STEP = 0.1;

/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {Object} Stroked
 * @property {Board} board
 * @property {Lattice} lattice
 * @property {number} middle The place of vertex (0, 0), in cells.
 * @property {() => Uint8Array} position
 * @property {(position: Uint8Array) => void} draw
 * @property {(value: number, way: Way) => number} next The value of an edge after a click.
 * @property {(value: number, edges: number[]) => void} play
 */

/**
 * @typedef {Object} Stroke
 * @property {number} pointer
 * @property {Point} begun
 * @property {Point} last
 * @property {Way} way
 * @property {boolean} moved
 * @property {number} edge The edge of a click, -1 for none.
 * @property {number[]} vertices The way, from its first vertex on; empty before the pointer moves.
 * @property {number} timer
 */

export class Strokes {
  /** @param {Stroked} of */
  constructor(of) {
    this.of = of;
    /** @type {Stroke | null} */
    this.stroke = null;
    const { node } = of.board;
    // These listeners run before those of the board, which handle only cells.
    const first = { capture: true };
    node.addEventListener("pointerdown", (event) => this.begin(event), first);
    node.addEventListener("pointermove", (event) => this.go(event), first);
    node.addEventListener("pointerup", (event) => this.end(event, true), first);
    node.addEventListener("pointercancel", (event) => this.end(event, false), first);
  }

  /** The pointer on the lattice: vertex (row, column) is at x = column, y = row. @param {PointerEvent} event */
  point(event) {
    const matrix = this.of.board.plane.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: x - this.of.middle, y: y - this.of.middle };
  }

  /** @param {PointerEvent} event */
  begin(event) {
    event.stopImmediatePropagation();
    if (this.stroke) {
      this.end(event, false);
      return;
    }
    const point = this.point(event);
    if (!point || !this.of.lattice.edges) return;
    const { board } = this.of;
    if (event.isTrusted) board.node.setPointerCapture(event.pointerId);
    const cell = board.cellOf(event);
    if (cell) board.activate(cell);
    const way = event.button === 2 ? "other" : event.shiftKey ? "back" : "main";
    const edge = this.nearest(point).edge;
    this.stroke = { pointer: event.pointerId, begun: point, last: point, way, moved: false, edge, vertices: [], timer: 0 };
    if (event.pointerType !== "mouse") this.stroke.timer = window.setTimeout(() => this.hold(), LONG_PRESS);
    this.draw();
  }

  /** A long touch means a cross. */
  hold() {
    if (!this.stroke) return;
    this.stroke.way = "other";
    this.draw();
  }

  /** @param {PointerEvent} event */
  go(event) {
    event.stopImmediatePropagation();
    const { stroke } = this;
    if (!stroke || event.pointerId !== stroke.pointer) return;
    const far = this.point(event);
    if (!far) return;
    if (!stroke.moved) {
      if (distance(far, stroke.begun) < MOVED) return;
      stroke.moved = true;
      window.clearTimeout(stroke.timer);
      stroke.vertices = [this.first(far)];
    }
    const { last } = stroke;
    const steps = Math.ceil(distance(far, last) / STEP);
    for (let step = 1; step <= steps; step++) {
      this.visit(this.vertex({ x: last.x + ((far.x - last.x) * step) / steps, y: last.y + ((far.y - last.y) * step) / steps }));
    }
    stroke.last = far;
    this.draw();
  }

  /** The first vertex of a stroke; if it began on an edge, the end that it leaves. @param {Point} far */
  first(far) {
    const { begun } = /** @type {Stroke} */ (this.stroke);
    const { edge, away } = this.nearest(begun);
    if (edge < 0 || away > ON_MIDDLE) return this.vertex(begun);
    const [one, other] = this.of.lattice.ends[edge];
    return distance(this.at(one), far) > distance(this.at(other), far) ? one : other;
  }

  /** The pointer is nearest to a vertex: extends the way to it, or goes back to it. @param {number} vertex */
  visit(vertex) {
    const { vertices } = /** @type {Stroke} */ (this.stroke);
    const { columns } = this.of.lattice;
    for (let now = vertices[vertices.length - 1]; now !== vertex; now = vertices[vertices.length - 1]) {
      const right = (vertex % columns) - (now % columns);
      const below = Math.floor(vertex / columns) - Math.floor(now / columns);
      // At a corner the longer direction comes first; this is rare, because the steps are small.
      const next = Math.abs(right) >= Math.abs(below) ? now + Math.sign(right) : now + Math.sign(below) * columns;
      if (vertices[vertices.length - 2] === next) vertices.pop();
      else vertices.push(next);
    }
  }

  /** @param {PointerEvent} event @param {boolean} whole */
  end(event, whole) {
    event.stopImmediatePropagation();
    const { stroke } = this;
    if (!stroke || (event.type !== "pointerdown" && event.pointerId !== stroke.pointer)) return;
    window.clearTimeout(stroke.timer);
    if (whole && stroke.moved) this.finish(stroke);
    const [value, edges] = this.meant();
    this.stroke = null;
    if (whole && edges.length) this.of.play(value, edges);
    else this.of.draw(this.of.position());
  }

  /** Adds the edge on whose middle a stroke ends. @param {Stroke} stroke */
  finish(stroke) {
    const { edge, away } = this.nearest(stroke.last);
    if (edge < 0 || away > ON_MIDDLE) return;
    const ends = this.of.lattice.ends[edge];
    const now = stroke.vertices[stroke.vertices.length - 1];
    if (!ends.includes(now)) return;
    const other = ends[0] === now ? ends[1] : ends[0];
    if (stroke.vertices[stroke.vertices.length - 2] !== other) stroke.vertices.push(other);
  }

  /** The value and the edges of the stroke. @returns {[number, number[]]} */
  meant() {
    const { stroke, of } = this;
    if (!stroke) return [0, []];
    const position = of.position();
    if (!stroke.moved) return stroke.edge < 0 ? [0, []] : [of.next(position[stroke.edge], stroke.way), [stroke.edge]];
    const edges = stroke.vertices.slice(1).map((vertex, at) => this.between(stroke.vertices[at], vertex));
    const drawn = stroke.way === "other" ? CROSS : LINE;
    // A stroke that begins on a line or cross of its own sort removes those, and nothing else.
    if (stroke.way === "back" || position[edges[0]] === drawn) return [0, edges.filter((edge) => position[edge] === drawn)];
    return [drawn, [...new Set(edges)]];
  }

  draw() {
    const shown = this.of.position().slice();
    const [value, edges] = this.meant();
    for (const edge of edges) shown[edge] = value;
    this.of.draw(shown);
  }

  // -- the lattice ------------------------------------------------------------------------------------

  /** @param {number} vertex @returns {Point} */
  at(vertex) {
    const { columns } = this.of.lattice;
    return { x: vertex % columns, y: Math.floor(vertex / columns) };
  }

  /** The vertex nearest to a point. @param {Point} point */
  vertex({ x, y }) {
    const { rows, columns } = this.of.lattice;
    /** @param {number} value @param {number} most */
    const within = (value, most) => Math.max(0, Math.min(most - 1, Math.round(value)));
    return within(y, rows) * columns + within(x, columns);
  }

  /** The edge between two neighbours. @param {number} one @param {number} other */
  between(one, other) {
    const { incident } = this.of.lattice;
    return /** @type {number} */ (incident[one].find((edge) => incident[other].includes(edge)));
  }

  /** The edge whose middle is nearest to a point, and its distance. @param {Point} point */
  nearest(point) {
    const { across, down } = this.of.lattice;
    const [row, column] = [Math.floor(point.y), Math.floor(point.x)];
    const found = { edge: -1, away: Infinity };
    for (const edge of [across(row, column), across(row + 1, column), down(row, column), down(row, column + 1)]) {
      if (edge < 0) continue;
      const [one, other] = this.of.lattice.ends[edge].map((end) => this.at(end));
      const away = distance(point, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
      if (away < found.away) [found.edge, found.away] = [edge, away];
    }
    return found;
  }
}

/** @param {Point} one @param {Point} other */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
