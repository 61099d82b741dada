/**
 * The rules of missionaries and cannibals. A state is three numbers: missionaries and cannibals on the right,
 * and 1 if the boat is there. The name of a move is the people in the boat, `MC`, missionaries first.
 *
 * @module
 */

import { numbers } from "./moves.js";
import { counted } from "../script/words.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{missionaries: number, cannibals: number, places: number}} MissionariesBoard */
/** @typedef {[number, number, number]} State */

/** Whether these numbers of people may be together. @param {number} missionaries @param {number} cannibals */
const peaceful = (missionaries, cannibals) => missionaries === 0 || cannibals <= missionaries;

/** @param {MissionariesBoard} board @param {State} state @returns {[number, number]} */
const left = ({ missionaries, cannibals }, [over, others]) => [missionaries - over, cannibals - others];

/** The people on the bank of the boat. @param {MissionariesBoard} board @param {State} state @returns {[number, number]} */
const here = (board, state) => (state[2] ? [state[0], state[1]] : left(board, state));

/** @param {State} state @param {number[]} load @returns {State} */
function crossed([missionaries, cannibals, boat], load) {
  const way = boat ? -1 : 1;
  return [missionaries + way * load[0], cannibals + way * load[1], 1 - boat];
}

/** Why a state is not allowed, in words; "" if it is. @param {MissionariesBoard} board @param {State} state */
function danger(board, state) {
  for (const [bank, people] of /** @type {const} */ ([["left", left(board, state)], ["right", [state[0], state[1]]]])) {
    if (!peaceful(people[0], people[1])) return `${counted(people[1], "cannibal")} would outnumber ${counted(people[0], "missionary")} on the ${bank}`;
  }
  return "";
}

/** Why these people cannot cross; "" if they can. @param {MissionariesBoard} board @param {State} state @param {number[]} load */
export function why(board, state, load) {
  if (load[0] + load[1] === 0) return "somebody has to row, choose who crosses";
  if (!peaceful(load[0], load[1])) return "cannibals would outnumber the missionaries in the boat";
  return danger(board, crossed(state, load));
}

/** @param {number[]} load */
export const nameOf = ([missionaries, cannibals]) => "M".repeat(missionaries) + "C".repeat(cannibals);

/** The numbers of missionaries and cannibals of a move. @param {string} move @returns {[number, number]} */
export const loadOf = (move) => [move.split("M").length - 1, move.split("C").length - 1];

/** @param {Entry} entry @param {State} state @returns {[string, State, number][]} */
function moves({ board }, state) {
  const [missionaries, cannibals] = here(board, state);
  /** @type {[string, State, number][]} */
  const found = [];
  for (let people = 1; people <= board.places; people++) {
    for (let eaters = Math.max(0, people - missionaries); eaters <= Math.min(people, cannibals); eaters++) {
      const load = [people - eaters, eaters];
      if (!why(board, state, load)) found.push([nameOf(load), crossed(state, load), 1]);
    }
  }
  return found;
}

/** @type {import("./moves.js").Rules} */
export const rules = {
  start: () => [0, 0, 0],
  key: (_, state) => state.join(","),
  read: ({ board }, key) => {
    const state = numbers(key, 1 + Math.max(board.missionaries, board.cannibals, 1));
    if (state.length !== 3 || state[0] > board.missionaries || state[1] > board.cannibals || state[2] > 1) throw new Error("the position does not say how many are on the right, and where the boat is");
    const people = /** @type {State} */ (state);
    if (danger(board, people)) throw new Error(`the position cannot be: ${danger(board, people)}`);
    return people;
  },
  moves,
  goal: ({ board }, state) => left(board, state).every((number) => number === 0),
};
