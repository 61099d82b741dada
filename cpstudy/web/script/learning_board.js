/**
 * Literals drawn over a board: edges as lines and gaps, cells as fills, dots and signs. Decisions are heavier,
 * new literals have another colour, and the current clause is outlined. @module
 */

import { svg } from "./dom.js";

/** @typedef {import("./learning_course.js").Meaning} Meaning */
/** @typedef {import("./learning_course.js").Moment} Moment */

export class LearningBoard {
  /**
   * @param {Element} node The board. @param {Meaning[]} meanings @param {number} columns
   * @param {number} top The space above small signs in cells.
   */
  constructor(node, meanings, columns, top = 0) {
    this.room = 0.9 - top;
    this.meanings = meanings;
    this.cells = [...node.querySelectorAll("[role=gridcell]")];
    this.columns = columns;
    this.layer = svg("g", { class: "film", "aria-hidden": "true" });
    node.querySelector(".over")?.append(this.layer);
    /** The variables drawn in each cell. */
    this.signs = this.countSigns();
  }

  countSigns() {
    /** @type {Map<string, number[]>} */
    const byCell = new Map();
    this.meanings.forEach(({ at }, number) => {
      if (at.length === 1) byCell.set(String(at[0]), [...(byCell.get(String(at[0])) ?? []), number]);
    });
    return byCell;
  }

  /** The middle of a cell, or a point between cells. @param {[number, number]} at @returns {[number, number]} */
  middle([row, column]) {
    const cell = Number.isInteger(row) && Number.isInteger(column) ? this.cells[row * this.columns + column] : null;
    const moved = cell ? /translate\(([-\d.]+) ([-\d.]+)\)/.exec(cell.getAttribute("transform") ?? "") : null;
    return moved ? [Number(moved[1]) + 0.5, Number(moved[2]) + 0.5] : [column + 0.5, row + 0.5];
  }

  /** @param {Moment} moment @param {Set<number>} now Literals that are new. @param {number[]} clause @param {string} sort "conflict", "learnt" or "because". */
  draw(moment, now, clause, sort) {
    const values = new Map(moment.literals.map((literal) => [Math.abs(literal) - 1, literal]));
    const inClause = new Map(clause.map((literal) => [Math.abs(literal) - 1, literal]));
    /** @type {Element[]} */
    const drawn = [];
    this.meanings.forEach((meaning, number) => {
      if (!meaning.at.length) return;
      const literal = values.get(number);
      const named = inClause.get(number);
      const looks = ["literal"];
      if (literal !== undefined) looks.push(literal > 0 ? "true" : "false");
      if (literal !== undefined && moment.decided.has(literal)) looks.push("decided");
      if (literal !== undefined && now.has(literal)) looks.push("new");
      if (named !== undefined) looks.push(sort);
      const shapes = meaning.at.length > 1 ? this.edge(meaning, literal, named) : this.sign(meaning, number, values, named);
      if (shapes.length) drawn.push(svg("g", { class: looks.join(" ") }, ...shapes));
    });
    this.layer.replaceChildren(...drawn);
  }

  /** @param {Meaning} meaning @param {number | undefined} literal @param {number | undefined} named */
  edge({ at }, literal, named) {
    const [one, other] = at.map((place) => this.middle(place));
    const far = Math.hypot(other[0] - one[0], other[1] - one[1]) > 1.5;
    // On a wrapping board an edge is drawn towards the border from both ends.
    const halves = far ? [stub(one, other), stub(other, one)] : [[one, other]];
    const shapes = [];
    for (const [from, to] of halves) {
      const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      const line = `M${from.join(" ")}L${to.join(" ")}`;
      if (named !== undefined) shapes.push(svg("path", { class: "halo", d: line }));
      if (literal !== undefined && literal > 0) shapes.push(svg("path", { class: "line", d: line }));
      else if (literal !== undefined) shapes.push(svg("path", { class: "gap", d: `M${x - 0.1} ${y - 0.1}l.2 .2m-.2 0l.2 -.2` }));
    }
    return shapes;
  }

  /** @param {Meaning} meaning @param {number} number @param {Map<number, number>} values @param {number | undefined} named */
  sign({ at, look }, number, values, named) {
    const literal = values.get(number);
    const [x, y] = this.middle(at[0]);
    const beside = this.signs.get(String(at[0])) ?? [];
    const shapes = [];
    if (beside.length === 1) {
      if (named !== undefined) shapes.push(box(x, y, "halo", 0.86));
      if (literal !== undefined) shapes.push(...symbol(look[literal > 0 ? 0 : 1], x, y));
      return shapes;
    }
    // A cell with several values: small signs for possible values, a large sign for the true one.
    const across = Math.ceil(Math.sqrt(beside.length));
    const down = Math.ceil(beside.length / across);
    const place = beside.indexOf(number);
    const small = Math.min(0.9 / across, this.room / down, 0.3);
    const [sx, sy] = [x + ((place % across) - (across - 1) / 2) * small, y + 0.45 - (down - Math.floor(place / across) - 0.5) * small];
    if (literal !== undefined && literal > 0) {
      if (named !== undefined) shapes.push(box(x, y, "halo", 0.86));
      // In a conflict a cell may have several true values.
      const held = beside.filter((one) => (values.get(one) ?? 0) > 0);
      return [...shapes, ...symbol(look[0], x + (held.indexOf(number) - (held.length - 1) / 2) * 0.4, y)];
    }
    if (named !== undefined) shapes.push(box(sx, sy, "halo", small));
    const note = svg("text", { class: "left", x: sx, y: sy }, look[0] === "cross" ? "×" : look[0]);
    note.style.fontSize = `${0.8 * small}px`;
    return [...shapes, note];
  }

  close() {
    this.layer.remove();
  }
}

/** @param {[number, number]} from @param {[number, number]} far @returns {[[number, number], [number, number]]} */
function stub(from, far) {
  const length = Math.hypot(far[0] - from[0], far[1] - from[1]);
  return [from, [from[0] - (far[0] - from[0]) / length / 2, from[1] - (far[1] - from[1]) / length / 2]];
}

/** @param {number} x @param {number} y @param {string} look @param {number} size */
const box = (x, y, look, size) => svg("rect", { class: look, x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 0.08 });

/** @param {string} look @param {number} x @param {number} y */
function symbol(look, x, y) {
  if (look === "fill") return [box(x, y, "fill", 0.72)];
  if (look === "dot") return [svg("circle", { class: "dot", cx: x, cy: y, r: 0.14 })];
  if (look === "cross") return [svg("path", { class: "gap", d: `M${x - 0.16} ${y - 0.16}l.32 .32m-.32 0l.32 -.32` })];
  return look ? [svg("text", { class: "held", x, y }, look)] : [];
}
