/**
 * Clause learning on the board: decisions, implications, conflicts, learnt clauses, backjumps, solutions. The
 * recording is on the page, or the program behind the page makes it. @module
 */

import { Curve } from "./curve.js";
import { button, element } from "./dom.js";
import { LearningBoard } from "./learning_board.js";
import { momentAt, said, strides, told } from "./learning_course.js";
import { PLAYER_KEYS, Player, speed } from "./player.js";
import { ask, shows } from "./server.js";
import { counted } from "./words.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./learning_course.js").Course} Course */

const LISTED = 12;
const FASTEST = 200;

const chosen = { speed: 30, whole: false };

/** @type {import("./kind.js").Panel} */
export const learning = {
  title: "Clause learning",
  instead: true,
  fits: (entry) => entry.film !== undefined || shows("learning", entry.kind),
  mount: (entry, game, view) => {
    const node = element("div", { class: "search" }, element("p", { role: "status" }, "The search is recorded …"));
    /** @type {Film | null} */
    let film = null;
    let closed = false;
    const begin = (/** @type {Course | undefined} */ course, /** @type {string | undefined} */ fault) => {
      if (closed) return;
      if (course) film = new Film(entry, course, game, view, node);
      else node.replaceChildren(element("p", { role: "status" }, `${fault}.`));
    };
    if (entry.film) begin(entry.film, undefined);
    else ask({ ask: "film", kind: entry.kind, text: entry.text }).then(({ film: course, fault }) => begin(course, fault));
    return {
      node,
      close: () => {
        closed = true;
        film?.close();
      },
    };
  },
};

class Film {
  /** @param {Entry} entry @param {Course} course @param {import("./kind.js").Game} game @param {import("./kind.js").View} view @param {HTMLElement} node */
  constructor(entry, course, game, view, node) {
    this.course = course;
    this.view = view;
    const { kind } = /** @type {import("./game.js").Session} */ (game);
    view.know?.(kind.known?.(entry, 0));
    view.node.classList.add("filming");
    this.board = new LearningBoard(view.node, course.meanings, entry.columns, entry.board.cages?.length ? 0.24 : 0);
    const { rate, nodes } = speed(chosen, FASTEST, (steps) => `${counted(Math.round(steps), "step")} a second`);
    this.player = new Player({ label: "Step of the search", unit: "step", rate, show: (at) => this.show(at) });
    this.curve = new Curve((at) => this.player.step(at - this.player.at));
    this.title = element("h3", {});
    this.words = element("div", { class: "words" });
    this.sums = element("p", { class: "quiet number" });
    this.learnt = element("ol", { class: "clauses", tabindex: 0, "aria-label": "Learnt clauses" });
    const single = element("input", { type: "checkbox", onchange: () => this.choose(single.checked) });
    single.checked = chosen.whole;
    const jump = button("Next conflict", () => this.jump(), { title: "C" });
    this.player.buttons.append(jump);
    node.replaceChildren(
      element("p", {}, summary(course)),
      this.curve.node,
      this.player.slider,
      this.player.buttons,
      this.title,
      this.words,
      this.sums,
      element("h4", {}, "Learnt clauses"),
      this.learnt,
      element("p", {}, element("label", {}, single, " each implication as a step")),
      ...nodes,
      element("p", { class: "quiet" }, `Heavy: decided; outlined: the clause in question. ${PLAYER_KEYS} C: the next conflict.`),
    );
    this.player.listen(node, { c: () => this.jump() });
    this.choose(chosen.whole);
  }

  /** @param {boolean} whole Whether each implication is a separate step. */
  choose(whole) {
    chosen.whole = whole;
    const { events } = this.course;
    this.ends = whole ? [0, ...events.map((_, at) => at + 1)] : strides(events);
    const levels = this.ends.slice(1).map((end) => events[end - 1].level ?? 0);
    const most = Math.max(1, ...levels);
    this.curve.load(levels, most, "level (decisions)", "step");
    this.player.load(levels.length);
  }

  jump() {
    const { events } = this.course;
    const next = (this.ends ?? []).findIndex((end, at) => at > this.player.at && events[end - 1].what === "conflict");
    if (next > 0) this.player.step(next - this.player.at);
  }

  /** @param {number} at */
  show(at) {
    const { course } = this;
    const ends = this.ends ?? [0];
    const [from, to] = [ends[Math.max(0, at - 1)], ends[at]];
    const moment = momentAt(course.events, to);
    const event = course.events[to - 1];
    const fresh = course.events.slice(from, to).filter(({ what }) => ["decide", "imply", "probe"].includes(what));
    const now = new Set(fresh.flatMap(({ literals = [] }) => literals));
    const { title, words, list, after } = told(course, from, to);
    const clause = event && ["conflict", "learn", "imply"].includes(event.what) && !(event.what === "imply" && now.size > 1) ? list : [];
    const sort = event?.what === "conflict" ? "conflict" : event?.what === "learn" ? "learnt" : "because";
    this.board.draw(moment, now, clause, sort);
    this.curve.go(at);
    this.title.textContent = title;
    this.words.replaceChildren(element("p", {}, words), ...this.clause(list), ...(after ? [element("p", {}, after)] : []));
    const auxiliary = moment.literals.filter((literal) => !course.meanings[Math.abs(literal) - 1]?.at.length).length;
    const more = auxiliary ? ` ${auxiliary} of them are of auxiliary variables, which are not drawn.` : "";
    this.sums.textContent = `Level ${moment.level}; ${counted(moment.decisions, "decision")}, ${counted(moment.conflicts, "conflict")}, ${counted(moment.propagations, "propagation")}; ${moment.literals.length === 1 ? "1 literal holds" : `${moment.literals.length} literals hold`}.${more}`;
    this.list(moment.learnt);
  }

  /** @param {number[]} literals */
  clause(literals) {
    if (!literals.length) return [];
    const items = literals.slice(0, LISTED).map((literal) => element("li", {}, said(this.course.meanings, literal)));
    if (literals.length > LISTED) items.push(element("li", {}, `and ${literals.length - LISTED} more`));
    return [element("ul", {}, ...items)];
  }

  /** @param {number[][]} clauses */
  list(clauses) {
    while (this.learnt.children.length > clauses.length) this.learnt.lastChild?.remove();
    for (const clause of clauses.slice(this.learnt.children.length)) {
      const words = clause.slice(0, LISTED).map((literal) => said(this.course.meanings, literal));
      const rest = clause.length > LISTED ? [`${clause.length - LISTED} more`] : [];
      this.learnt.append(element("li", {}, [...words, ...rest].join(", or ") || "the empty clause"));
    }
  }

  close() {
    this.player.halt();
    this.board.close();
    this.view.node.classList.remove("filming");
    this.view.know?.(null);
  }
}

/** @param {Course} course */
function summary({ counters, whole, verdict, events }) {
  const sums = Object.entries(counters).map(([name, number]) => counted(number, name.slice(0, -1))).join(", ");
  const ends = { unique: "one solution, and no other", many: "two solutions", none: "no solution", unknown: "no verdict within its time" };
  const cut = whole ? "" : ` Recorded are the first ${events.length.toLocaleString("en")} events.`;
  return `Our clause learning, recorded: ${ends[/** @type {keyof typeof ends} */ (verdict)]}, with ${sums}.${cut}`;
}
