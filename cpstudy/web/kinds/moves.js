/**
 * Shared by all puzzles of moves: positions, and their distances by the plan and the states that Python
 * computed. The rules make moves; they do not know the distance to the goal.
 *
 * A position is a state of the kind with its cost so far and the worth of the last move. It is written `key`
 * or `key~spent`.
 *
 * @module
 */

import { plan } from "./plan.js";
import { states } from "./states.js";
import { counted } from "../script/words.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */

/**
 * The rules of a kind, on its states.
 *
 * @typedef {Object} Rules
 * @property {(entry: Entry) => any} start
 * @property {(entry: Entry, state: any) => string} key As Python writes it.
 * @property {(entry: Entry, key: string) => any} read The inverse. Throws an Error with the reason.
 * @property {(entry: Entry, state: any) => [string, any, number][]} moves The possible moves: the name as in
 *     Python, the state after it, its cost.
 * @property {(entry: Entry, state: any) => boolean} goal
 */

/**
 * "best": on a shortest way; "detour"; "lost": the goal cannot be reached after it; "": unknown.
 * @typedef {"best" | "detour" | "lost" | ""} Worth
 */

/** @typedef {{state: any, key: string, spent: number, last: Worth}} Position */

/**
 * What a kind adds to its rules.
 *
 * @typedef {Object} Traits
 * @property {string} name
 * @property {string} title
 * @property {string} goal
 * @property {NonNullable<Kind["parse"]>} parse
 * @property {[string, string][]} keys
 * @property {string} [unit] The unit of costs; "move" by default.
 * @property {(entry: Entry, state: any, move: string) => string} told A move in words, as an instruction.
 * @property {(entry: Entry, state: any, move: string) => Cell[]} cells The cells that move.
 * @property {(entry: Entry, state: any, move: string) => string} [where] The same in words.
 * @property {Kind["view"]} view
 */

// -- distances ------------------------------------------------------------------------------------------

/**
 * @typedef {Object} Known
 * @property {Map<string, number>} left The least cost to a goal by key; -1: no goal can be reached.
 * @property {Map<string, string>} next The plan's move by key.
 */

/** @type {WeakMap<Entry, Known>} */
const known = new WeakMap();

/** @param {Rules} rules @param {Entry} entry @returns {Known} */
function knownOf(rules, entry) {
  let found = known.get(entry);
  if (!found) {
    found = { left: new Map(), next: new Map() };
    const { graph, plan } = entry.extras ?? {};
    const keys = graph ? graph.states.split(" ") : [];
    for (const [number, key] of keys.entries()) found.left.set(key, graph.left[number]);
    let state = rules.start(entry);
    let left = plan?.cost ?? 0;
    for (const name of plan?.moves ?? []) {
      const key = rules.key(entry, state);
      const [, after, cost] = made(rules, entry, state, name);
      found.left.set(key, left);
      found.next.set(key, name);
      [state, left] = [after, left - cost];
    }
    if (plan) found.left.set(rules.key(entry, state), 0);
    known.set(entry, found);
  }
  return found;
}

/** @param {Rules} rules @param {Entry} entry @param {any} state @param {any} name */
function made(rules, entry, state, name) {
  const found = rules.moves(entry, state).find(([other]) => other === name);
  if (!found) throw new Error(`${JSON.stringify(name)?.slice(0, 30)} is no move here`);
  return found;
}

/** The first move of a shortest way, if one is known. @param {Rules} rules @param {Entry} entry @param {any} state */
function nextMove(rules, entry, state) {
  const { left, next } = knownOf(rules, entry);
  const key = rules.key(entry, state);
  const here = left.get(key) ?? -1;
  if (here <= 0) return null;
  const planned = next.get(key);
  if (planned) return planned;
  const best = rules.moves(entry, state).find(([, after, cost]) => left.get(rules.key(entry, after)) === here - cost);
  return best ? best[0] : null;
}

/** The moves of a shortest way from a state, as far as it is known. @param {Rules} rules @param {Entry} entry @param {any} state */
function wayFrom(rules, entry, state) {
  const way = [];
  for (let name = nextMove(rules, entry, state); name !== null; name = nextMove(rules, entry, state)) {
    way.push(name);
    state = made(rules, entry, state, name)[1];
  }
  return way;
}

// -- the kind -------------------------------------------------------------------------------------------

/** Returns a kind of puzzles of moves, which keeps its rules. @param {Rules} rules @param {Traits} traits @returns {Kind & {rules: Rules}} */
export function kindOfMoves(rules, traits) {
  const unit = traits.unit ?? "move";

  /** @param {Entry} entry @param {any} state @param {number} spent @param {Worth} last @returns {Position} */
  const at = (entry, state, spent, last) => ({ state, key: rules.key(entry, state), spent, last });

  /** @param {Entry} entry @param {Position} position @param {any} move @returns {Position} */
  function play(entry, position, move) {
    const [, after, cost] = made(rules, entry, position.state, move);
    const { left } = knownOf(rules, entry);
    const key = rules.key(entry, after);
    const [was, is] = [left.get(position.key), left.get(key)];
    /** @type {Worth} */
    let last = "";
    if (was !== undefined && is !== undefined) {
      if (was >= 0) last = is < 0 ? "lost" : is === was - cost ? "best" : "detour";
    }
    return { state: after, key, spent: position.spent + cost, last };
  }

  /** @param {Entry} entry @param {Position} position */
  function words(entry, position) {
    const best = entry.extras?.plan?.cost;
    const { spent, last } = position;
    if (rules.goal(entry, position.state)) {
      const ways = spent === best ? "no way is shorter" : `the shortest way takes ${best}`;
      return `Solved in ${counted(spent, unit)}${best === undefined ? "" : `; ${ways}`}.`;
    }
    if (entry.verdict === "unreachable") return "The goal cannot be reached, from here as from the start.";
    const left = knownOf(rules, entry).left.get(position.key);
    /** @type {Record<Worth, string>} */
    const worths = { best: "; the last move was on a shortest way", detour: "; the last move was a detour", lost: " since the last move", "": "" };
    const worth = worths[last];
    if (left !== undefined && left < 0) return `Dead end: the goal cannot be reached any more${worth}.`;
    if (left !== undefined) return `${counted(left, unit)} to go at best${worth}.`;
    if (entry.extras?.graph) return "From the start this position cannot be reached; what is left is not known.";
    const plan = best === undefined ? "whether the goal can be reached is not known" : `the shortest plan takes ${best}`;
    return `${counted(spent, unit)} so far; ${plan}.`;
  }

  /** @param {Entry} entry @param {Position} position @returns {import("../script/kind.js").Hint | null} */
  function hint(entry, position) {
    if (rules.goal(entry, position.state)) return null;
    const { state } = position;
    const name = nextMove(rules, entry, state);
    if (name !== null) {
      const where = traits.where?.(entry, state, name);
      const left = /** @type {number} */ (knownOf(rules, entry).left.get(position.key));
      const words = `${traits.told(entry, state, name)}: it takes ${counted(left, unit)} from here, and no way is shorter`;
      return { cells: traits.cells(entry, state, name), because: [], rule: "a shortest way", words, move: name, where };
    }
    const lost = (knownOf(rules, entry).left.get(position.key) ?? 0) < 0;
    const start = entry.verdict === "unreachable";
    const words = start ? "From the start the goal cannot be reached" : lost ? "From here the goal cannot be reached any more: undo" : "This position is not on the plan, and there are too many positions to know them all: undo, or continue without hints";
    return { cells: [], because: [], rule: lost ? "a dead end" : "off the plan", words, move: undefined, where: "the position as a whole" };
  }

  /** @param {Entry} entry @param {string} text @returns {Position} */
  function decode(entry, text) {
    const [key, spent = "0", ...rest] = text.split("~");
    if (rest.length || !/^\d{1,9}$/.test(spent)) throw new Error("the position has no number for its cost");
    return at(entry, rules.read(entry, key), Number(spent), "");
  }

  /** @type {import("./plan.js").Guide} */
  const guide = {
    unit,
    start: (entry) => kind.start(entry),
    play,
    way: (entry, position) => wayFrom(rules, entry, position.state),
    left: (entry, position) => knownOf(rules, entry).left.get(position.key),
    told: (entry, position, move) => traits.told(entry, position.state, move),
  };

  /** @type {Kind & {rules: Rules}} */
  const kind = {
    rules,
    name: traits.name,
    title: traits.title,
    goal: traits.goal,
    keys: traits.keys,
    parse: traits.parse,
    start: (entry) => at(entry, rules.start(entry), 0, ""),
    play,
    status: (entry, position) => ({ complete: rules.goal(entry, position.state), words: words(entry, position) }),
    encode: ({ key, spent }) => (spent ? `${key}~${spent}` : key),
    decode,
    hint,
    view: traits.view,
    panels: [plan(guide), states(unit)],
  };
  return kind;
}

/**
 * Whole numbers with commas between, each below `below`; otherwise throws an Error.
 * @param {string} text @param {number} below
 */
export function numbers(text, below) {
  const found = text.split(",").map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : NaN));
  if (found.some((value) => !(value < below))) throw new Error("the position names a place that is none");
  return found;
}
