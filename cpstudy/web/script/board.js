/**
 * A board of cells: drawing area, one active cell, keys, clicks, touches, marks, and a grid for screen
 * readers. A kind fills the cells and receives taps, strokes and keys by cell.
 *
 * Coordinates: x to the right, y downwards, one unit per cell. Without a layout, cell (row, column) begins
 * at (column, row), and its middle is half a unit further in both directions.
 *
 * @module
 */

import { svg } from "./dom.js";

/** @typedef {import("./kind.js").Cell} Cell */
/** @typedef {import("./kind.js").Marks} Marks */

/**
 * "main": click, tap. "back": Shift-click, two fingers. "other": right click, long press.
 * @typedef {"main" | "back" | "other"} Way
 */

/**
 * The places of cells that are not squares.
 *
 * @typedef {Object} Layout
 * @property {number} width
 * @property {number} height
 * @property {(cell: Cell) => number[]} middle x and y of a cell's middle.
 * @property {(x: number, y: number) => Cell | null} under The cell at a point.
 * @property {string} outline The border of a cell around its middle, as the data of a path.
 */

/**
 * @typedef {Object} Options
 * @property {number} rows
 * @property {number} columns
 * @property {string} label The name of the board for the screen reader.
 * @property {(cell: Cell) => string} describe A cell in words.
 * @property {(cell: Cell, way: Way) => void} [onTap]
 * @property {(cell: Cell, event: KeyboardEvent) => boolean} [onKey] Returns whether it handled the
 *     key; if not, arrows, Home and End move the active cell.
 * @property {(cell: Cell, way: Way, first: boolean) => void} [onPaint] In place of onTap: is called for
 *     each cell of a stroke, from the first on. A long touch starts the stroke again as "other".
 * @property {(whole: boolean) => void} [onPainted] Is called after a stroke; false: it was cancelled.
 * @property {boolean} [wrap] Whether the active cell leaves on one side and returns on the other.
 * @property {{left?: number, top?: number, right?: number, bottom?: number}} [margin] In cells.
 * @property {Layout} [layout]
 */

/** Pixels. */
const SMALLEST_LABEL = 11;
const LONG_PRESS = 500;
const MOVED = 10;

export class Board {
  /** @param {Options} options */
  constructor(options) {
    const { rows, columns, layout, margin = {} } = options;
    this.options = options;
    /** @type {Cell} */
    this.active = [0, 0];
    /** The shift of a wrapping board, in cells. @type {Cell} */
    this.offset = [0, 0];
    const { left = 0, top = 0, right = 0, bottom = 0 } = margin;
    const width = (layout?.width ?? columns) + left + right;
    const height = (layout?.height ?? rows) + top + bottom;
    this.under = svg("g", { "aria-hidden": "true" });
    this.over = svg("g", { "aria-hidden": "true", class: "over" });
    this.cursor = svg("g", { class: "cursor", "aria-hidden": "true" }, this.shape(1));
    this.prefix = `cell${Board.made++}-`;
    this.cells = this.makeCells();
    const lines = this.cells.map((line) => svg("g", { role: "row" }, ...line));
    const grid = svg("g", { role: "presentation" }, ...lines);
    this.plane = svg("g", { transform: `translate(${left} ${top})`, role: "presentation" });
    this.plane.append(this.under, grid, this.over, this.cursor);
    this.node = svg(
      "svg",
      {
        class: options.onPaint ? "board painted" : "board",
        viewBox: `0 0 ${width} ${height}`,
        tabindex: 0,
        role: "grid",
        "aria-label": options.label,
        "aria-rowcount": rows,
        "aria-colcount": columns,
      },
      this.plane,
    );
    // CSS computes the size of the board from these.
    this.node.style.setProperty("--wide", String(width));
    this.node.style.setProperty("--high", String(height));
    /** @type {Map<string, [Element, Cell]>} */
    this.marks = new Map();
    this.listen();
    this.activate([0, 0]);
  }

  makeCells() {
    const { rows, columns, describe } = this.options;
    return Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) =>
        svg("g", {
          role: "gridcell",
          id: this.prefix + (row * columns + column),
          "aria-label": describe([row, column]),
          transform: this.moved([row, column]),
        }),
      ),
    );
  }

  /** A shape like the border of a cell. @param {number} size Relative to the cell. */
  shape(size) {
    const { layout } = this.options;
    const [width, x] = [size, (1 - size) / 2];
    return layout
      ? svg("path", { class: "shape", d: layout.outline, transform: `translate(.5 .5) scale(${size})` })
      : svg("rect", { class: "shape", x, y: x, width, height: width, rx: size < 1 ? 0.1 : 0 });
  }

  /** The attribute that moves the drawing of a cell to a place. @param {Cell} place */
  moved(place) {
    const [x, y] = this.options.layout?.middle(place) ?? [place[1] + 0.5, place[0] + 0.5];
    return `translate(${x - 0.5} ${y - 0.5})`;
  }

  /** The group of a cell; its (0, 0) is the cell's upper left corner. @param {Cell} cell */
  at([row, column]) {
    return this.cells[row][column];
  }

  /** Where a cell is drawn. @param {Cell} cell @returns {Cell} */
  place([row, column]) {
    const { rows, columns } = this.options;
    return [(row + this.offset[0]) % rows, (column + this.offset[1]) % columns];
  }

  /** The cell that is drawn at a place. @param {Cell} place @returns {Cell} */
  placed([row, column]) {
    const { rows, columns } = this.options;
    return [(row - this.offset[0] + rows) % rows, (column - this.offset[1] + columns) % columns];
  }

  /** Shifts a wrapping board. @param {number} down @param {number} right */
  shift(down, right) {
    const { rows, columns } = this.options;
    this.offset = [(this.offset[0] + down + rows) % rows, (this.offset[1] + right + columns) % columns];
    this.cells.forEach((line, row) =>
      line.forEach((group, column) => {
        group.setAttribute("transform", this.moved(this.place([row, column])));
      }),
    );
    for (const [mark, cell] of this.marks.values()) {
      mark.setAttribute("transform", this.moved(this.place(cell)));
    }
    this.activate(this.active);
  }

  /** Updates the description of a cell for the screen reader. @param {Cell} cell */
  relabel(cell) {
    this.at(cell).setAttribute("aria-label", this.options.describe(cell));
  }

  /** @param {Cell} cell */
  activate(cell) {
    this.active = cell;
    const group = this.at(cell);
    this.cursor.setAttribute("transform", group.getAttribute("transform") ?? "");
    this.node.setAttribute("aria-activedescendant", group.id);
  }

  focus() {
    this.node.focus();
  }

  /** @param {Marks} marks */
  mark(marks) {
    for (const [node] of this.marks.values()) node.remove();
    this.marks.clear();
    (marks.regions ?? []).forEach((cells, number) => {
      for (const cell of cells) this.addMark(cell, `region region${number % 6}`, String(number + 1));
    });
    for (const sort of /** @type {const} */ (["because", "lit", "wrong"])) {
      for (const cell of marks[sort] ?? []) this.addMark(cell, sort, sort === "wrong" ? "✗" : "");
    }
    const named = marks.wrong?.length ? marks.wrong : (marks.lit ?? []);
    this.label(named);
    if (named[0]) this.reveal(named[0]);
  }

  /** The numbers, from 1, of the rows and columns of cells, at the border. @param {Cell[]} cells */
  label(cells) {
    for (const node of this.over.querySelectorAll(".line-number")) node.remove();
    if (this.options.layout) return;
    const places = cells.map((cell) => this.place(cell));
    // Small in large cells, but large enough to read in small ones.
    const size = Math.max(0.2, Math.min(0.5, SMALLEST_LABEL / (this.plane.getScreenCTM()?.a || 1)));
    /** @param {number} x @param {number} y @param {number} line */
    const add = (x, y, line) => {
      const node = svg("text", { class: "line-number", x, y }, String(line + 1));
      node.style.fontSize = `${size}px`;
      this.over.append(node);
    };
    for (const row of new Set(places.map(([row]) => row))) add(0.6 * size, row + 0.5, this.placed([row, 0])[0]);
    for (const column of new Set(places.map(([, column]) => column))) add(column + 0.5, 0.7 * size, this.placed([0, column])[1]);
  }

  /** @param {Cell} cell @param {string} look @param {string} sign */
  addMark(cell, look, sign) {
    const place = this.place(cell);
    const group = svg("g", { class: `mark ${look}`, transform: this.moved(place) });
    group.append(this.shape(0.9));
    const [x, y] = this.options.layout ? [0.5, 0.24] : [0.85, 0.3];
    if (sign) group.append(svg("text", { x, y }, sign));
    const key = `${look}/${place.join("/")}`;
    this.marks.get(key)?.[0].remove();
    this.marks.set(key, [group, cell]);
    this.over.append(group);
  }

  /** Scrolls a cell into sight if the board is larger than its place. @param {Cell} cell */
  reveal(cell) {
    const place = this.node.parentElement;
    if (!place) return;
    const [inner, outer] = [this.at(cell).getBoundingClientRect(), place.getBoundingClientRect()];
    if (inner.left < outer.left || inner.right > outer.right) {
      place.scrollLeft += inner.left - outer.left - outer.width / 2;
    }
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      place.scrollTop += inner.top - outer.top - outer.height / 2;
    }
  }

  // -- pointers and keys ----------------------------------------------------------------------------

  listen() {
    /** @type {{pointer: number, cell: Cell, x: number, y: number, timer: number, fingers: number, way: Way} | null} */
    this.press = null;
    this.node.addEventListener("keydown", (event) => this.onKey(event));
    this.node.addEventListener("contextmenu", (event) => event.preventDefault());
    this.node.addEventListener("pointerdown", (event) => this.onDown(event));
    this.node.addEventListener("pointermove", (event) => this.onMove(event));
    this.node.addEventListener("pointerup", () => this.onUp());
    this.node.addEventListener("pointercancel", () => this.breakOff());
  }

  /** @param {PointerEvent} event @returns {Cell | null} */
  cellOf(event) {
    const matrix = this.plane.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { rows, columns, layout } = this.options;
    if (layout) return layout.under(point.x, point.y);
    const [row, column] = [Math.floor(point.y), Math.floor(point.x)];
    return row >= 0 && row < rows && column >= 0 && column < columns ? [row, column] : null;
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (this.press) {
      if (this.options.onPaint) this.breakOff();
      else this.press.fingers += 1;
      return;
    }
    const cell = this.cellOf(event);
    if (!cell) return;
    const way = event.button === 2 ? "other" : event.shiftKey ? "back" : "main";
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.press = { pointer, cell, x, y, timer: 0, fingers: 1, way };
    // A release outside the board ends the stroke too. Synthetic events have no pointer to capture.
    if (event.isTrusted) this.node.setPointerCapture(pointer);
    this.activate(this.placed(cell));
    this.options.onPaint?.(cell, way, true);
    if (event.pointerType === "mouse") return;
    const held = this.options.onPaint ? () => this.paintOther() : () => this.tap("other");
    this.press.timer = window.setTimeout(held, LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    if (!this.press || event.pointerId !== this.press.pointer) return;
    if (this.options.onPaint) {
      const cell = this.cellOf(event);
      if (cell && String(cell) !== String(this.press.cell)) {
        window.clearTimeout(this.press.timer);
        for (const entered of between(this.press.cell, cell)) this.options.onPaint(entered, this.press.way, false);
        this.press.cell = cell;
      }
    } else if (Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y) > MOVED) {
      this.drop();
    }
  }

  onUp() {
    if (!this.press) return;
    if (this.options.onPaint) {
      this.drop();
      this.options.onPainted?.(true);
    } else if (this.press.fingers > 1) this.tap("back");
    else this.tap(this.press.way);
  }

  /** After a long touch the stroke has the way "other". */
  paintOther() {
    if (!this.press) return;
    this.press.way = "other";
    this.options.onPaint?.(this.press.cell, "other", true);
  }

  breakOff() {
    if (this.press && this.options.onPaint) this.options.onPainted?.(false);
    this.drop();
  }

  /** @param {Way} way */
  tap(way) {
    if (!this.press) return;
    const { cell } = this.press;
    this.drop();
    this.options.onTap?.(this.placed(cell), way);
  }

  drop() {
    if (this.press) window.clearTimeout(this.press.timer);
    this.press = null;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (this.options.onKey?.(this.active, event)) {
      event.preventDefault();
      return;
    }
    const { rows, columns, wrap } = this.options;
    let [row, column] = this.active;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowUp") row -= 1;
    else if (event.key === "ArrowDown") row += 1;
    else if (event.key === "ArrowLeft") column -= 1;
    else if (event.key === "ArrowRight") column += 1;
    else if (event.key === "Home") column = 0;
    else if (event.key === "End") column = columns - 1;
    else if (event.key !== " ") return; // the space key would scroll the page
    event.preventDefault();
    /** @param {number} value @param {number} size */
    const within = (value, size) => (wrap ? (value + size) % size : Math.max(0, Math.min(size - 1, value)));
    this.activate([within(row, rows), within(column, columns)]);
    this.reveal(this.active);
  }
}

/** The cells between two cells, without the first, because fast pointers skip some. @param {Cell} from @param {Cell} to @returns {Cell[]} */
function between([row, column], to) {
  const [down, right] = [to[0] - row, to[1] - column];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps }, (_, step) => [
    row + Math.round((down * (step + 1)) / steps),
    column + Math.round((right * (step + 1)) / steps),
  ]);
}

Board.made = 0;
