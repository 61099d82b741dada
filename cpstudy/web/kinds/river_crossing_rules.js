/**
 * The rules of river crossings. A state has a digit per item, then the man's: "1" on the right bank. The name
 * of a move is the items in the boat, joined by "+", or "alone". A crossing that leaves enemies alone is not a
 * move.
 *
 * @module
 */

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{items: string[], conflicts: [number, number][], places: number}} RiverBoard */

/** All choices of `many` of some numbers, in order. @param {number[]} from @param {number} many @returns {number[][]} */
export function choices(from, many) {
  if (many === 0) return [[]];
  return from.flatMap((first, at) => choices(from.slice(at + 1), many - 1).map((rest) => [first, ...rest]));
}

/** @param {string} state @param {number[]} over The numbers of those that change banks. */
export const crossed = (state, over) => Array.from(state, (bank, at) => (over.includes(at) ? (bank === "1" ? "0" : "1") : bank)).join("");

/** The enemies that a state leaves alone, in words; "" for none. @param {RiverBoard} board @param {string} state */
export function danger({ items, conflicts }, state) {
  const man = state[items.length];
  const pair = conflicts.find(([one, other]) => state[one] === state[other] && state[one] !== man);
  return pair ? `${items[pair[0]]} and ${items[pair[1]]} would be left alone` : "";
}

/** @param {RiverBoard} board @param {number[]} cargo */
export const nameOf = ({ items }, cargo) => cargo.map((item) => items[item]).join("+") || "alone";

/** The items in the boat of a move. @param {RiverBoard} board @param {string} move */
export const cargoOf = ({ items }, move) => (move === "alone" ? [] : move.split("+").map((name) => items.indexOf(name)));

/** @param {Entry} entry @param {string} state @returns {[string, string, number][]} */
function moves({ board }, state) {
  const man = board.items.length;
  const here = board.items.flatMap((/** @type {string} */ _, /** @type {number} */ item) => (state[item] === state[man] ? [item] : []));
  const numbers = Array.from({ length: Math.min(board.places, man) }, (_, at) => at + 1);
  const cargoes = [...numbers.flatMap((many) => choices(here, many)), []];
  return cargoes.flatMap((cargo) => {
    const after = crossed(state, [...cargo, man]);
    return danger(board, after) ? [] : [/** @type {[string, string, number]} */ ([nameOf(board, cargo), after, 1])];
  });
}

/** @type {import("./moves.js").Rules} */
export const rules = {
  start: ({ board }) => "0".repeat(board.items.length + 1),
  key: (_, state) => state,
  read: ({ board }, key) => {
    if (!/^[01]+$/.test(key) || key.length !== board.items.length + 1) throw new Error("the position does not say for each on which bank it is");
    if (danger(board, key)) throw new Error(`the position cannot be: ${danger(board, key)}`);
    return key;
  },
  moves,
  goal: ({ board }, state) => !state.slice(0, board.items.length).includes("0"),
};
