/**
 * A map of medians by the numbers of inner colours (to the right) and outer colours (upwards): a grid for
 * keys, mouse and touch. Colours show the logarithm. A median that is a lower bound is hatched. A ring marks
 * cells whose puzzle is on the page, a disc cells whose searches are there too. The line shows where one
 * solution is expected in addition to the planted one.
 *
 * @module
 */

import { Board } from "./board.js";
import { svg } from "./dom.js";

/** @typedef {import("./kind.js").Cell} Cell */

/**
 * A sweep as Python writes it, with cells by columns.
 *
 * @typedef {Object} Sweep
 * @property {string} solver
 * @property {number} size
 * @property {number} puzzles
 * @property {number | null} limit
 * @property {number} seed
 * @property {number} height
 * @property {[number, number][]} places
 * @property {number} tied
 * @property {[number, number, boolean]} interval
 * @property {number} stopped
 * @property {[number, number][]} line
 * @property {Record<keyof CellOf, number[]>} cells
 */

/** @typedef {{inner: number, outer: number, median: number, censored: number, low: number, high: number, open: number, puzzles: number, stopped: number}} CellOf */
/** @typedef {{least: number, most: number}} Scale Powers of ten. */

// Viridis: uniform in lightness, and safe for colour-blind people (van der Walt and Smith, CC0).
const VIRIDIS = ["440154", "482475", "414487", "355f8d", "2a788e", "21918c", "22a884", "44bf70", "7ad151", "bddf26", "fde725"];
const LEAST = 12;
// The number of columns in sight on a phone.
const SEEN = 13;

/** The range of colours for all sweeps of a size, so that solvers can be compared. @param {Sweep[]} sweeps @param {number} size @returns {Scale} */
export function scaleOf(sweeps, size) {
  const logs = sweeps.filter((sweep) => sweep.size === size).flatMap(({ cells }) => cells.median.map((median) => Math.log10(Math.max(1, median))));
  const least = logs.reduce((one, other) => Math.min(one, other));
  const most = logs.reduce((one, other) => Math.max(one, other));
  return { least, most: most > least ? most : least + 1 };
}

/** @param {Scale} scale @param {number} median */
export function colourOf({ least, most }, median) {
  const place = ((Math.log10(Math.max(1, median)) - least) / (most - least)) * (VIRIDIS.length - 1);
  const at = Math.max(0, Math.min(VIRIDIS.length - 2, Math.floor(place)));
  const part = Math.min(1, Math.max(0, place - at));
  const channel = (/** @type {number} */ from) => {
    const [low, high] = [at, at + 1].map((stop) => parseInt(VIRIDIS[stop].slice(from, from + 2), 16));
    return Math.round(low + (high - low) * part);
  };
  return `rgb(${channel(0)} ${channel(2)} ${channel(4)})`;
}

/** Whether signs on a colour of the scale must be light. @param {Scale} scale @param {number} median */
export function isDark({ least, most }, median) {
  return Math.log10(Math.max(1, median)) < least + 0.55 * (most - least);
}

/** The hatching of a unit square whose value is a lower bound. */
export const HATCH = "M0 .5L.5 0M0 1L1 0M.5 1L1 .5";

/** A board that reports its active cell. */
class Told extends Board {
  /** @param {import("./board.js").Options} options @param {(cell: Cell) => void} onActive */
  constructor(options, onActive) {
    super(options);
    this.onActive = onActive;
  }

  /** @param {Cell} cell */
  activate(cell) {
    super.activate(cell);
    this.onActive?.(cell);
  }
}

export class HeatMap {
  /**
   * @param {Sweep} sweep
   * @param {Scale} scale
   * @param {{held: (cell: CellOf) => "" | "play" | "watch", told: (cell: CellOf | null, place: string) => void, chosen: (cell: CellOf) => void}} asked
   *     held: what the page can do with the puzzle of a cell. told: is called for the active cell. chosen: for a click.
   */
  constructor(sweep, scale, asked) {
    this.sweep = sweep;
    this.asked = asked;
    const { inner, outer } = sweep.cells;
    this.left = Math.min(...inner);
    this.top = Math.max(...outer);
    /** @type {CellOf[]} */
    this.all = inner.map((_, at) => /** @type {CellOf} */ (Object.fromEntries(Object.entries(sweep.cells).map(([name, values]) => [name, values[at]]))));
    this.byPlace = new Map(this.all.map((cell) => [String(this.placeOf(cell)), cell]));
    const rows = this.top - Math.min(...outer) + 1;
    const columns = Math.max(...inner) - this.left + 1;
    this.touched = false;
    this.board = new Told(
      {
        rows,
        columns,
        label: `Median placements of ${sweep.solver} by inner colours, to the right, and outer colours, upwards`,
        describe: (place) => this.describe(place),
        onTap: (place) => this.onTap(place),
        onKey: (place, event) => this.onKey(place, event),
        margin: { left: 3, bottom: 2.8, top: 0.2, right: 0.6 },
      },
      (place) => this.look(place),
    );
    this.node = this.board.node;
    this.node.classList.add("heatmap");
    this.node.style.minWidth = `${LEAST * (columns + 3)}px`;
    this.node.style.maxWidth = `${Math.max(30 * (columns + 3), 300)}px`;
    // The size of a cell in pixels: labels have a constant size on every screen.
    new ResizeObserver(() => this.node.style.setProperty("--cell", String(this.node.clientWidth / (columns + 3.6)))).observe(this.node);
    for (const cell of this.all) this.draw(cell, scale);
    this.axes(rows, columns);
    this.line(rows, columns);
    this.board.node.addEventListener("pointerdown", (event) => (this.touched = event.pointerType !== "mouse"), { capture: true });
    this.board.node.addEventListener("pointermove", (event) => this.hover(event));
  }

  /** Activates the cell of the peak. */
  start() {
    const [[inner, outer]] = this.sweep.places;
    this.board.activate([this.top - outer, inner - this.left]);
  }

  /** @param {CellOf} cell @returns {Cell} */
  placeOf({ inner, outer }) {
    return [this.top - outer, inner - this.left];
  }

  /** @param {Cell} place */
  at(place) {
    return this.byPlace?.get(String(place)) ?? null;
  }

  /** @param {Cell} place */
  colours([row, column]) {
    return `${column + this.left} inner, ${this.top - row} outer`;
  }

  /** @param {Cell} place */
  describe(place) {
    const cell = this.at(place);
    if (!cell) return `${this.colours(place)} colours: not measured`;
    const { median, censored, low, high, open, stopped, puzzles } = cell;
    const [least, most] = [censored ? "at least " : "", open ? "at least " : ""];
    const held = { "": "", play: ", with a puzzle", watch: ", with a puzzle and its searches" }[this.asked.held(cell)];
    return `${this.colours(place)} colours: median ${least}${median}, interval ${low} to ${most}${high}, ${stopped} of ${puzzles} stopped${held}`;
  }

  /** @param {CellOf} cell @param {Scale} scale */
  draw(cell, scale) {
    const group = this.board.at(this.placeOf(cell));
    const dark = isDark(scale, cell.median) ? " on-dark" : "";
    group.append(svg("rect", { width: 1.01, height: 1.01, fill: colourOf(scale, cell.median) }));
    if (cell.censored) group.append(svg("path", { class: `hatch${dark}`, d: HATCH }));
    const held = this.asked.held(cell);
    if (held) group.append(svg("circle", { class: `held ${held}${dark}`, cx: 0.5, cy: 0.5, r: 0.22 }));
  }

  /** @param {number} rows @param {number} columns */
  axes(rows, columns) {
    const add = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words, look = "tick") => this.board.under.append(svg("text", { x, y, class: look }, words));
    const every = columns > 30 ? 5 : columns > 12 ? 2 : 1;
    for (let at = 0; at < columns; at++) if ((at + this.left) % every === 0 || !at) add(at + 0.5, rows + 0.7, String(at + this.left));
    for (let at = 0; at < rows; at++) if ((this.top - at) % every === 0 || this.top - at === 1) add(-0.75, at + 0.5, String(this.top - at));
    add(Math.min(columns / 2, SEEN), rows + 2, "inner colours", "axis");
    this.board.under.append(svg("text", { class: "axis", transform: `translate(-2.3 ${rows / 2}) rotate(-90)` }, "outer colours"));
  }

  /** Draws the line where one further solution is expected. @param {number} rows @param {number} columns */
  line(rows, columns) {
    const points = this.sweep.line.map(([inner, outer]) => [inner - this.left + 0.5, this.top - outer + 0.5]);
    const inside = points.filter(([x, y]) => x >= 0 && x <= columns && y >= 0 && y <= rows);
    if (!inside.length) return;
    const d = `M${inside.map((point) => point.join(" ")).join("L")}`;
    this.board.over.append(svg("path", { class: "ridge under", d }), svg("path", { class: "ridge", d }));
  }

  /** @param {Cell} place */
  look(place) {
    if (this.byPlace) this.asked.told(this.at(place), this.colours(place));
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const place = this.board.cellOf(event);
    if (place && String(place) !== String(this.board.active)) this.board.activate(place);
  }

  /** A click opens a cell. A touch only shows it; the panel has buttons to open it. @param {Cell} place */
  onTap(place) {
    const cell = this.at(place);
    if (cell && !this.touched) this.asked.chosen(cell);
  }

  /** @param {Cell} place @param {KeyboardEvent} event */
  onKey(place, event) {
    if (event.key !== "Enter" && event.key !== " ") return false;
    const cell = this.at(place);
    if (cell) this.asked.chosen(cell);
    return true;
  }
}
