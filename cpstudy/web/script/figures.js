/**
 * The page of hardness sweeps: one map per sweep, the results of a cell, and its puzzle to play or to watch.
 *
 * Python computes all numbers (`cpstudy/jobs/hardness/maps_page.py`); the page only computes colours.
 *
 * @module
 */

import { App } from "./app.js";
import { button, element } from "./dom.js";
import { HeatMap, scaleOf } from "./heatmap.js";
import { legend } from "./heatmap_legend.js";
import { unpacked } from "./arrivals.js";
import { recall, remember } from "./store.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */
/** @typedef {import("./heatmap.js").Sweep} Sweep */
/** @typedef {import("./heatmap.js").CellOf} CellOf */
/** @typedef {{inner: number, outer: number, size: number, seed: number, text: string, answer: number[], extras?: any}} Puzzle */

/** @param {Kind[]} kinds */
export async function start(kinds) {
  const host = /** @type {HTMLElement} */ (document.getElementById("app"));
  const told = await unpacked(document.querySelector(".entries")?.textContent ?? "");
  const figures = new Figures(kinds, told, host);
  Object.assign(window, { figures });
  document.documentElement.dataset.ready = String(told.sweeps.length);
}

class Figures {
  /** @param {Kind[]} kinds @param {{sweeps: Sweep[], puzzles: Puzzle[]}} told @param {HTMLElement} host */
  constructor(kinds, told, host) {
    this.kinds = kinds;
    this.sweeps = told.sweeps;
    this.puzzles = told.puzzles;
    this.entries = told.puzzles.map((puzzle) => entryOf(kinds[0], puzzle));
    document.documentElement.dataset.theme = recall("settings")?.theme ?? "auto";
    this.themes = element("select", { "aria-label": "Colours" }, ...["auto", "light", "dark"].map((name) => element("option", { value: name }, name)));
    this.themes.value = document.documentElement.dataset.theme ?? "auto";
    this.themes.onchange = () => {
      document.documentElement.dataset.theme = this.themes.value;
      remember("settings", { ...recall("settings"), theme: this.themes.value });
    };
    /** @type {App | null} */
    this.app = null;
    this.game = element("div", { hidden: true });
    this.title = element("h2", {});
    this.about = element("p", { class: "about" });
    this.place = element("div", { class: "place" });
    this.scale = element("div", { class: "scale" });
    this.table = element("details", {}, element("summary", {}, "All cells as a table"));
    this.table.addEventListener("toggle", () => this.table.open && this.fillTable());
    this.cell = element("div", { class: "panel", role: "region", "aria-label": "Cell" });
    this.sweep = this.sweeps[0];
    this.maps = this.build();
    this.back = element("p", { class: "buttons back", hidden: true }, button("◀ Back to the map", () => this.close()));
    host.replaceChildren(this.maps, this.back, this.game);
    this.choose(0);
    if (location.hash) this.open(null);
  }

  build() {
    const options = this.sweeps.map((sweep, at) => element("option", { value: at }, nameOf(sweep)));
    const select = element("select", { "aria-label": "Sweep" }, ...options);
    select.onchange = () => this.choose(Number(select.value));
    /** @param {number} by */
    const step = (by) => {
      const at = (this.sweeps.indexOf(this.sweep) + by + this.sweeps.length) % this.sweeps.length;
      select.value = String(at);
      this.choose(at);
    };
    const chooser = element("div", { class: "chooser buttons" }, element("label", {}, "sweep ", select), button("◀", () => step(-1), { "aria-label": "Previous sweep" }), button("▶", () => step(1), { "aria-label": "Next sweep" }));
    const map = element("section", { class: "game", "aria-label": "Map" }, this.title, this.about, this.place);
    const side = element("aside", { "aria-label": "Results of a cell" }, this.cell);
    return element("div", {}, element("header", {}, element("h1", {}, "cpstudy"), element("span", { class: "quiet" }, "Hardness of edge matching"), element("label", { class: "settings numbers" }, "colours ", this.themes)), element("main", { class: "figures" }, chooser, map, side, element("section", { class: "legend", "aria-label": "Legend and table" }, this.scale, this.table)));
  }

  /** @param {number} at */
  choose(at) {
    const sweep = this.sweeps[at];
    this.sweep = sweep;
    this.title.textContent = `${sweep.solver}, ${sweep.size}×${sweep.size}`;
    this.about.textContent = aboutSweep(sweep);
    const scale = scaleOf(this.sweeps, sweep.size);
    this.map = new HeatMap(sweep, scale, {
      held: (cell) => this.held(cell),
      told: (cell, place) => this.tell(cell, place),
      chosen: (cell) => this.act(cell),
    });
    this.place.replaceChildren(this.map.node);
    this.scale.replaceChildren(legend(scale, sweep));
    this.table.open = false;
    this.map.start();
  }

  /** @param {CellOf} cell @returns {Puzzle | null} The puzzle of the cell, if the page has it. */
  puzzleOf({ inner, outer }) {
    const { size, seed } = this.sweep;
    return this.puzzles.find((puzzle) => puzzle.inner === inner && puzzle.outer === outer && puzzle.size === size && puzzle.seed === seed) ?? null;
  }

  /** What the page can do with the puzzle of a cell. @param {CellOf} cell */
  held(cell) {
    const puzzle = this.puzzleOf(cell);
    return puzzle ? (puzzle.extras ? "watch" : "play") : "";
  }

  /** Shows a cell in the panel. @param {CellOf | null} cell null: not measured. @param {string} place Its colours. */
  tell(cell, place) {
    const { sweep } = this;
    if (!cell) {
      this.cell.replaceChildren(element("h3", {}, "This cell"), element("p", {}, `${place} colours: not measured.`));
      return;
    }
    const puzzle = this.puzzleOf(cell);
    const rows = [
      ["colours", place],
      ["median", `${atLeast(cell.censored)}${number(cell.median)} placements`],
      ["95 % interval", `${number(cell.low)} to ${atLeast(cell.open)}${number(cell.high)}`],
      ["puzzles", number(cell.puzzles)],
      ["stopped by the limit", `${number(cell.stopped)} (${Math.round((100 * cell.stopped) / cell.puzzles)} %)`],
    ].map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)));
    const actions = [];
    if (puzzle) {
      actions.push(button("Play its first puzzle", () => this.open(puzzle), { class: "primary" }));
      if (puzzle.extras) actions.push(button(`Watch ${sweep.solver} on it`, () => this.open(puzzle, sweep.solver)));
    }
    const shell = element("p", { class: "text" }, commandOf(sweep, cell));
    const drawn = element("details", { open: !puzzle }, element("summary", {}, "Make it yourself"), element("p", {}, "This command makes its first puzzle from the sweep's seed:"), shell);
    this.cell.replaceChildren(element("h3", {}, "This cell"), element("table", {}, element("tbody", {}, ...rows)), element("p", { class: "buttons" }, ...actions), drawn);
  }

  /** Opens the puzzle of a cell; if the page does not have it, the panel shows the command that makes it. @param {CellOf} cell */
  act(cell) {
    const puzzle = this.puzzleOf(cell);
    if (puzzle) this.open(puzzle, puzzle.extras ? this.sweep.solver : "");
    else this.cell.scrollIntoView({ block: "nearest" });
  }

  fillTable() {
    const heads = ["inner", "outer", "median", "95 % from", "to", "puzzles", "stopped"].map((name) => element("th", { scope: "col" }, name));
    const rows = /** @type {HeatMap} */ (this.map).all.map((cell) =>
      element("tr", {}, ...[cell.inner, cell.outer, atLeast(cell.censored) + number(cell.median), number(cell.low), atLeast(cell.open) + number(cell.high), cell.puzzles, cell.stopped].map((value) => element("td", {}, String(value)))),
    );
    const table = element("table", { class: "cells" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
    this.table.replaceChildren(this.table.children[0], element("div", { class: "rows", tabindex: 0, role: "region", "aria-label": "All cells" }, table));
  }

  // -- puzzles ----------------------------------------------------------------------------------------

  /** @param {Puzzle | null} puzzle null: that of the address. @param {string} [solver] The solver to watch; "": to play. */
  open(puzzle, solver = "") {
    this.maps.hidden = true;
    this.game.hidden = this.back.hidden = false;
    this.app ??= new App(this.kinds, this.entries, this.game);
    Object.assign(window, { cpstudy: this.app });
    if (!puzzle) return;
    const entry = this.entries[this.puzzles.indexOf(puzzle)];
    if (solver && entry.extras) entry.extras.first = solver;
    this.app.open(entry);
    const [panel] = this.kinds[0].panels ?? [];
    const watched = Boolean(solver) && panel?.fits(entry);
    if (watched) this.app.openPanel(panel);
    // On a phone the board stays in sight during a playback.
    this.game.classList.toggle("asking", watched);
    this.app.toTop();
    this.back.querySelector("button")?.focus();
  }

  close() {
    this.app?.openKind(this.kinds[0]);
    this.app?.session?.clock.stop();
    if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
    this.game.hidden = this.back.hidden = true;
    this.maps.hidden = false;
    this.map?.board.focus();
  }
}

/** @param {Kind} kind @param {Puzzle} puzzle @returns {Entry} */
function entryOf(kind, { text, answer, extras, inner, outer }) {
  const entry = /** @type {Entry} */ (kind.parse?.(text));
  const source = outer ? `two-set, ${inner} inner and ${outer} outer` : `one-set, ${inner}`;
  return { ...entry, source, answer, ...(extras && { extras: { ...extras } }) };
}

/** @param {Sweep} sweep */
function nameOf({ solver, size, limit, seed }) {
  return `${size}×${size} ${solver}, ${limit === null ? "exact medians" : `limit ${number(limit)}`}, seed ${seed}`;
}

/** @param {Sweep} sweep */
function aboutSweep({ puzzles, limit, places, tied, height, interval, stopped, cells }) {
  const [low, high, open] = interval;
  const bounded = cells.median.some((median, at) => median === height && cells.censored[at]);
  const where = places.map(([inner, outer]) => `(${inner}, ${outer})`).join(", ") + (tied > places.length ? " …" : "");
  const most = `Peak ${atLeast(bounded)}${number(height)} placements at (inner, outer) ${where}; 95 % interval ${number(low)} to ${atLeast(open)}${number(high)}.`;
  const bound = limit === null ? "searched until the medians are exact" : `${(100 * stopped).toFixed(1)} % of the runs stopped at the limit of ${number(limit)} placements`;
  return `${most} ${puzzles} puzzles a cell, ${bound}.`;
}

/** @param {number} value */
const number = (value) => value.toLocaleString("en");
/** @param {number | boolean} bound */
const atLeast = (bound) => (bound ? "≥ " : "");

/** The command that makes the first puzzle of a cell and opens it. @param {Sweep} sweep @param {CellOf} cell */
function commandOf({ size, seed }, { inner, outer }) {
  const drawn = `next(puzzles(${size}, ${size}, ${inner}, ${outer}, 1, ${seed}))[0].encode()`;
  return `cpstudy play --puzzle edge_matching "$(python -c 'from cpstudy.puzzles.edge_matching.generating.colours import puzzles; print(${drawn})')"`;
}
