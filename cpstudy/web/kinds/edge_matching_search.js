/**
 * A backtracking search played back: how it fills the board, what is left for the empty cells, how deep it
 * is, and where it turns round. So one sees why a scan thrashes: a cell without pieces far ahead is
 * noticed only when the scan comes to it.
 *
 * @module
 */

import { cellOf, placed } from "../script/cells.js";
import { button, element, svg } from "../script/dom.js";
import { course, momentAt } from "./edge_matching_course.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./edge_matching_course.js").Moment} Moment */
/** @typedef {import("./edge_matching_course.js").Search} Search */

const FRAME = 33;
const FASTEST = 1000;
const [WIDTH, HEIGHT] = [400, 110];

/** What was chosen, as long as the page is open. */
const chosen = { name: "dfs", speed: 40 };

/** @param {number} count @param {string} [what] */
const many = (count, what = "piece") => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

/** @type {import("../script/kind.js").Panel} */
export const search = {
  title: "Search",
  instead: true,
  fits: (entry) => (entry.extras?.searches ?? []).length > 0,
  mount: (entry, game, view) => {
    const player = new Player(entry, game, view);
    return { node: player.node, close: () => player.close() };
  },
};

class Player {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game @param {import("../script/kind.js").View} view */
  constructor(entry, game, view) {
    this.entry = entry;
    this.game = game;
    this.view = view;
    /** @type {Search[]} */
    this.searches = entry.extras.searches;
    const first = entry.extras.first ?? chosen.name;
    this.search = this.searches.find(({ name }) => name === first) ?? this.searches[0];
    this.at = 0;
    this.timer = 0;
    this.due = 0;
    this.summary = element("p", { class: "quiet" });
    this.run = button("Play", () => (this.timer ? this.halt() : this.start()), { class: "primary" });
    this.slider = element("input", { type: "range", min: 0, "aria-label": "Placements made", oninput: () => this.go(Number(this.slider.value)) });
    this.told = element("p", { class: "words" });
    this.why = element("p", { class: "words" });
    this.curve = svg("path", { class: "curve" });
    this.cursor = svg("path", { class: "now" });
    this.chart = svg("svg", { class: "depth", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none" }, this.curve, this.cursor);
    this.chart.addEventListener("pointerdown", (event) => this.seek(event));
    this.chart.addEventListener("pointermove", (event) => event.buttons && this.seek(event));
    this.node = this.build();
    this.choose(this.search.name);
  }

  build() {
    const options = this.searches.map(({ name }) => element("option", { value: name }, name));
    const select = element("select", { "aria-label": "Solver" }, ...options);
    select.value = this.search.name;
    select.onchange = () => this.choose(select.value);
    const speed = element("input", { type: "range", min: 0, max: 100, value: chosen.speed, "aria-label": "Speed" });
    const pace = element("span", { class: "quiet" });
    const paced = () => {
      chosen.speed = Number(speed.value);
      pace.textContent = `${many(Math.round(rate()), "placement")} a second`;
      speed.setAttribute("aria-valuetext", pace.textContent);
    };
    speed.oninput = paced;
    paced();
    const steps = element("p", { class: "buttons" }, button("◀ Back", () => this.step(-1)), this.run, button("Next ▶", () => this.step(1)));
    const note = element("p", { class: "quiet" }, "The curve: pieces on the board, over the placements made. In the empty cells: how many of the pieces left, turned in any way, fit there. Outlined: the cell filled last; dashed: the one that comes next.");
    return element("div", { class: "search" }, element("label", {}, "Solver ", select), this.summary, this.chart, this.slider, steps,
      element("label", {}, "Speed ", speed), pace, this.told, this.why, note, this.totals()); // prettier-ignore
  }

  /** How much work it is for each solver. */
  totals() {
    const rows = this.searches.map((search) =>
      element("tr", {}, element("th", { scope: "row" }, search.name), element("td", {}, inAll(search))),
    );
    const head = element("tr", {}, element("th", { scope: "col" }, "solver"), element("th", { scope: "col" }, "placements in all"));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  }

  /** @param {string} name */
  choose(name) {
    this.halt();
    chosen.name = name;
    this.search = this.searches.find((search) => search.name === name) ?? this.searches[0];
    this.placements = course(this.search);
    this.summary.textContent = `${this.search.summary}.`;
    this.slider.max = String(this.placements.length);
    this.curve.setAttribute("d", this.line());
    const deepest = Math.max(0, ...this.placements.map(({ level }) => level + 1));
    this.chart.setAttribute("aria-label", `Pieces on the board over ${many(this.placements.length, "placement")}; at most ${deepest}`);
    this.go(0);
  }

  /** The depth over time. */
  line() {
    const points = (this.placements ?? []).map(({ level }, at) => `${this.x(at + 1)} ${this.y(level + 1)}`);
    return `M${[`0 ${HEIGHT}`, ...points].join("L")}`;
  }

  /** @param {number} moment */
  x(moment) {
    return ((moment * WIDTH) / Math.max(1, this.placements?.length ?? 1)).toFixed(1);
  }

  /** @param {number} depth */
  y(depth) {
    return (HEIGHT - (depth * (HEIGHT - 4)) / this.entry.board.pieces.length).toFixed(1);
  }

  /** @param {PointerEvent} event */
  seek(event) {
    const { left, width } = this.chart.getBoundingClientRect();
    this.halt();
    this.go(Math.round(((event.clientX - left) / width) * course(this.search).length));
  }

  /** @param {number} by */
  step(by) {
    this.halt();
    this.go(this.at + by);
  }

  /** @param {number} moment */
  go(moment) {
    const end = course(this.search).length;
    this.at = Math.max(0, Math.min(end, moment));
    const now = momentAt(this.entry, this.search, this.at);
    this.view.know?.(now);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", `placement ${this.at} of ${end}`);
    this.cursor.setAttribute("d", `M${this.x(this.at)} 0V${HEIGHT}`);
    this.told.textContent = this.what(now);
    this.why.textContent = this.reason(now);
    if (this.at === end) this.halt();
  }

  // -- in words -----------------------------------------------------------------------------------------

  /** @param {number} cell */
  named(cell) {
    return placed(cellOf(this.entry, cell));
  }

  /** What was done last. @param {Moment} now */
  what(now) {
    const placements = course(this.search);
    if (!this.at) return `The board is empty. ${many(placements.length, "placement")} can be played back.`;
    const { oriented, level } = placements[this.at - 1];
    return `Placement ${this.at}: piece ${oriented >> 2} on ${this.named(now.last)}; ${many(level + 1)} on the board.`;
  }

  /** What comes next, and why. @param {Moment} now */
  reason(now) {
    const { search } = this;
    const size = this.entry.board.pieces.length;
    if (this.at === course(search).length) return this.end(now);
    const { counts, next, back } = now;
    const hopeless = counts.filter((count, cell) => count === 0 && cell !== next).length;
    if (!back) {
      const why = search.byRow ? "the next in the row" : search.looksAhead ? "fewest pieces are left for it after looking ahead" : "fewest pieces fit there";
      const ahead = search.byRow && hopeless ? ` But ${many(hopeless, "cell")} further on can no longer be filled: the scan finds out when it comes there.` : "";
      return `Next is ${this.named(next)}: ${why}; ${many(counts[next])} fit${counts[next] === 1 ? "s" : ""}.${ahead}`;
    }
    const above = back > 1 ? `, and nothing else is left to try on ${many(back - 1, "cell")} before` : "";
    if (now.placement.filter((oriented) => oriented >= 0).length === size) return `The board is full. ${many(back)} taken back.`;
    if (next >= 0 && counts[next] === 0) return `No piece fits ${this.named(next)}${above}: ${many(back)} taken back.`;
    return `Looking ahead shows that the board cannot be completed${above}: ${many(back)} taken back.`;
  }

  /** @param {Moment} now */
  end(now) {
    const { search } = this;
    if (now.placement.every((oriented) => oriented >= 0)) return "Solved.";
    if (search.total > course(search).length) return `The search goes on: ${inAll(search)} placements in all.`;
    return search.stop === "done" ? "All is tried: there is no solution." : "The search goes on.";
  }

  // -- playing ------------------------------------------------------------------------------------------

  start() {
    if (this.at === course(this.search).length) this.go(0);
    this.run.textContent = "Pause";
    this.due = 0;
    this.timer = window.setInterval(() => {
      this.due += (rate() * FRAME) / 1000;
      const steps = Math.floor(this.due);
      this.due -= steps;
      if (steps) this.go(this.at + steps);
    }, FRAME);
  }

  halt() {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.run.textContent = "Play";
  }

  close() {
    this.halt();
    this.view.know?.(null);
  }
}

/** Placements a second. */
function rate() {
  return FASTEST ** (chosen.speed / 100);
}

/** @param {Search} search */
function inAll({ total, stop }) {
  const number = total.toLocaleString("en");
  return stop === "iterations" ? `more than ${number}` : stop === "done" ? `${number}, no solution` : number;
}
