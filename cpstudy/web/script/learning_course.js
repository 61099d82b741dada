/**
 * A recording of clause learning (`cpstudy/cdcl/recording.py`): the state of the search at a moment, and the
 * event there in words. It does not depend on a kind, because variables have words.
 *
 * A moment is a number of events. The state is replayed from the first event, as the trail of the engine.
 *
 * @module
 */

import { begun } from "./words.js";

/** @typedef {{true: string, false: string, at: [number, number][], look: [string, string]}} Meaning */

/**
 * @typedef {Object} Event
 * @property {"decide" | "imply" | "conflict" | "learn" | "back" | "model" | "forbid" | "probe" | "refute"} what
 * @property {number[]} [literals]
 * @property {number} [level]
 * @property {number[] | null} [because]
 * @property {number} [seen]
 * @property {number[][]} [explained]
 */

/**
 * @typedef {Object} Course
 * @property {Meaning[]} meanings
 * @property {Event[]} events
 * @property {Record<string, number>} counters
 * @property {boolean} whole
 * @property {string} verdict
 * @property {string} propagator
 */

/** @typedef {{literals: number[], levels: number[], decided: Set<number>, learnt: number[][], conflicts: number, decisions: number, propagations: number, level: number}} Moment */

/** The state of the search at a moment. @param {Event[]} events @param {number} moment @returns {Moment} */
export function momentAt(events, moment) {
  /** @type {number[]} */
  const literals = [];
  /** @type {number[]} */
  const levels = [];
  /** @type {number[][]} */
  const learnt = [];
  const decided = new Set();
  let [head, conflicts, decisions, propagations, level] = [0, 0, 0, 0, 0];
  for (const event of events.slice(0, moment)) {
    const { what, literals: named = [], level: now = 0, seen = 0 } = event;
    let propagated = head;
    if (what === "decide" || what === "back" || what === "model") propagated = literals.length;
    if (what === "conflict") [propagated, conflicts] = [seen, conflicts + 1];
    propagations += propagated - head;
    if (!["decide", "imply", "conflict"].includes(what)) {
      while (levels.length && levels[levels.length - 1] > now) {
        levels.pop();
        decided.delete(literals.pop());
      }
    }
    head = Math.min(propagated, literals.length);
    if (what === "decide") decided.add(named[0]);
    if (what === "decide" || what === "imply") [literals[literals.length], levels[levels.length]] = [named[0], now];
    if (what === "probe") {
      literals.push(...named);
      levels.push(...named.map(() => 0));
      [propagations, head] = [propagations + seen, literals.length];
    }
    decisions += what === "decide" ? 1 : 0;
    if (what === "learn") learnt.push(named);
    level = now;
  }
  return { literals, levels, decided, learnt, conflicts, decisions, propagations, level };
}

/** The moments after each step, where consecutive implications are one step. @param {Event[]} events */
export function strides(events) {
  const ends = events.flatMap(({ what }, at) => (what !== "imply" || events[at + 1]?.what !== "imply" ? [at + 1] : []));
  return [0, ...ends];
}

/** A literal in words. @param {Meaning[]} meanings @param {number} literal */
export function said(meanings, literal) {
  const meaning = meanings[Math.abs(literal) - 1];
  if (meaning?.true) return literal > 0 ? meaning.true : meaning.false;
  return `auxiliary variable ${Math.abs(literal)} is ${literal > 0 ? "true" : "false"}`;
}

/** @typedef {{title: string, words: string, list: number[], after: string}} Told */

/** The events between two moments in words. @param {Course} course @param {number} from @param {number} to @returns {Told} */
export function told(course, from, to) {
  const { events, meanings } = course;
  if (to === 0) return { title: "The beginning", words: "Nothing is decided.", list: [], after: "" };
  const event = events[to - 1];
  const { what, literals = [], level = 0, because } = event;
  const where = level ? `level ${level}` : "the root";
  const back = `Back to ${where}.`;
  switch (what) {
    case "decide":
      return { title: `Decision at level ${level}`, words: `${begun(said(meanings, literals[0]))}: a guess. The variable has the highest activity in conflicts, and the value is its last one.`, list: [], after: "" };
    case "imply": {
      const many = events.slice(from, to).flatMap((one) => one.literals ?? []);
      if (many.length > 1) return { title: `${many.length} implications at ${where}`, words: `From clauses whose other literals are all false${course.propagator ? `, and because ${course.propagator}` : ""}:`, list: many, after: "" };
      const others = (because ?? []).filter((literal) => literal !== literals[0]);
      const why = because ? (others.length ? "all other literals of this clause are false:" : "its clause has no other literal.") : `because ${course.propagator}. The propagator writes the clause only if a conflict needs it.`;
      return { title: `Implication at ${where}`, words: `${begun(said(meanings, literals[0]))}: ${why}`, list: others, after: "" };
    }
    case "conflict":
      return { title: "Conflict", words: literals.length ? "One of these must be true, and all are false:" : "There is no solution left.", list: literals, after: "" };
    case "learn":
      if (!literals.length) return { title: "Learnt: the empty clause", words: "The conflict depends on no decision.", list: [], after: "" };
      return { title: `Learnt: a clause of ${literals.length}`, words: "It follows from the conflict by resolution with reasons, until one literal of the level is left. One of these is true:", list: literals, after: `${back} There all but the first are false.` };
    case "back":
      return { title: "Restart", words: `The search begins again with a new order of decisions. ${back}`, list: [], after: "" };
    case "model":
      return { title: "A solution", words: "All variables are assigned, and no clause is false.", list: [], after: "" };
    case "forbid":
      return { title: "That solution is forbidden", words: `A clause of ${literals.length} excludes it, so the next solution differs. ${back}`, list: [], after: "" };
    case "probe":
      return { title: "Probing", words: `Both values of cells next to known ones are tried: ${literals.length} literals are fixed.`, list: literals, after: "" };
    default:
      return { title: "The end", words: "No other solution is left: the search is complete.", list: [], after: "" };
  }
}
