/**
 * Playback of a backtracking search: the board, the pieces left for the empty cells, the depth, and the
 * backtracking. It shows why a scan thrashes: the scan notices a cell without pieces only when it comes to
 * that cell.
 *
 * @module
 */

import { cellOf, placed } from "../script/cells.js";
import { Curve } from "../script/curve.js";
import { element } from "../script/dom.js";
import { PLAYER_KEYS, Player, speed } from "../script/player.js";
import { counted } from "../script/words.js";
import { course, momentAt } from "./edge_matching_course.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./edge_matching_course.js").Moment} Moment */
/** @typedef {import("./edge_matching_course.js").Search} Search */

const FASTEST = 1000;

/** The choices, kept while the page is open. */
const chosen = { name: "dfs", speed: 40 };

/** @param {number} count @param {string} [what] */
const many = (count, what = "piece") => counted(count, what);

/** @type {import("../script/kind.js").Panel} */
export const search = {
  title: "Search",
  instead: true,
  fits: (entry) => (entry.extras?.searches ?? []).length > 0,
  mount: (entry, game, view) => {
    const playback = new Playback(entry, game, view);
    return { node: playback.node, close: () => playback.close() };
  },
};

class Playback {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game @param {import("../script/kind.js").View} view */
  constructor(entry, game, view) {
    this.entry = entry;
    this.game = game;
    this.view = view;
    /** @type {Search[]} */
    this.searches = entry.extras.searches;
    const first = entry.extras.first ?? chosen.name;
    this.search = this.searches.find(({ name }) => name === first) ?? this.searches[0];
    this.summary = element("p", { class: "quiet" });
    this.told = element("p", { class: "words" });
    this.why = element("p", { class: "words" });
    this.speed = speed(chosen, FASTEST, (rate) => `${many(Math.round(rate), "placement")} a second`);
    this.player = new Player({ label: "Placements made", unit: "placement", rate: this.speed.rate, show: (at) => this.show(at) });
    this.curve = new Curve((at) => this.player.step(at - this.player.at));
    this.node = this.build();
    this.player.listen(this.node);
    this.choose(this.search.name);
  }

  get at() {
    return this.player.at;
  }

  build() {
    const options = this.searches.map(({ name }) => element("option", { value: name }, name));
    const select = element("select", { "aria-label": "Solver" }, ...options);
    select.value = this.search.name;
    select.onchange = () => this.choose(select.value);
    const note = element("p", { class: "quiet" }, `In the empty cells: how many of the pieces left fit there in some turn. Outlined: the cell filled last; dashed: the one that comes next. ${PLAYER_KEYS}`);
    return element("div", { class: "search" }, element("label", {}, "Solver ", select), this.summary, this.curve.node, this.player.slider, this.player.buttons,
      this.told, this.why, ...this.speed.nodes, note, this.totals()); // prettier-ignore
  }

  /** The work of each solver. */
  totals() {
    const rows = this.searches.map((search) =>
      element("tr", {}, element("th", { scope: "row" }, search.name), element("td", {}, inAll(search))),
    );
    const head = element("tr", {}, element("th", { scope: "col" }, "solver"), element("th", { scope: "col" }, "placements in all"));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  }

  /** @param {string} name */
  choose(name) {
    chosen.name = name;
    this.search = this.searches.find((search) => search.name === name) ?? this.searches[0];
    const depths = course(this.search).map(({ level }) => level + 1);
    this.summary.textContent = `${this.search.summary}.`;
    this.curve.load(depths, this.entry.board.pieces.length, "pieces placed", "placement");
    this.player.load(depths.length);
  }

  /** @param {number} at */
  show(at) {
    const now = momentAt(this.entry, this.search, at);
    this.view.know?.(now);
    this.curve.go(at);
    this.told.textContent = this.what(now);
    this.why.textContent = this.reason(now);
  }

  // -- in words -----------------------------------------------------------------------------------------

  /** @param {number} cell */
  named(cell) {
    return placed(cellOf(this.entry, cell));
  }

  /** The last placement in words. @param {Moment} now */
  what(now) {
    const placements = course(this.search);
    if (!this.at) return `The board is empty. ${many(placements.length, "placement")} can be played back.`;
    const { oriented, level } = placements[this.at - 1];
    return `Placement ${this.at}: piece ${oriented >> 2} on ${this.named(now.last)}; ${many(level + 1)} on the board.`;
  }

  /** The next step and its reason. @param {Moment} now */
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

  close() {
    this.player.halt();
    this.view.know?.(null);
  }
}

/** @param {Search} search */
function inAll({ total, stop }) {
  const number = total.toLocaleString("en");
  return stop === "iterations" ? `more than ${number}` : stop === "done" ? `${number}, no solution` : number;
}
