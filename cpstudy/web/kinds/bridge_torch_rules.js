/**
 * The rules of bridge and torch. A state has a digit per person and for the torch ("1": on the right), and the
 * minutes that have passed if there is a limit. People are A, B, C …; the name of a move is the people who
 * cross.
 *
 * @module
 */

import { choices, crossed } from "./river_crossing_rules.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{times: number[], limit: number | null}} BridgeBoard */
/** @typedef {{across: string, minutes: number}} State across: people, then the torch. */

/** @param {number[]} people */
export const nameOf = (people) => people.map((person) => String.fromCharCode(65 + person)).join("");

/** The people of a move. @param {string} move */
export const peopleOf = (move) => Array.from(move, (letter) => letter.charCodeAt(0) - 65);

/** @param {BridgeBoard} board @param {number[]} people */
export const minutesOf = ({ times }, people) => Math.max(...people.map((person) => times[person]));

/** @param {Entry} entry @param {State} state @returns {[string, State, number][]} */
function moves({ board }, { across, minutes }) {
  const torch = board.times.length;
  const here = board.times.flatMap((/** @type {number} */ _, /** @type {number} */ person) => (across[person] === across[torch] ? [person] : []));
  return [1, 2].flatMap((many) => choices(here, many)).flatMap((people) => {
    const cost = minutesOf(board, people);
    const gone = board.limit === null ? 0 : minutes + cost;
    if (gone > (board.limit ?? 0)) return [];
    return [/** @type {[string, State, number]} */ ([nameOf(people), { across: crossed(across, [...people, torch]), minutes: gone }, cost])];
  });
}

/** @type {import("./moves.js").Rules} */
export const rules = {
  start: ({ board }) => ({ across: "0".repeat(board.times.length + 1), minutes: 0 }),
  key: ({ board }, { across, minutes }) => (board.limit === null ? across : `${across},${minutes}`),
  read: ({ board }, key) => {
    const [across, minutes = "0", ...rest] = key.split(",");
    if (!/^[01]+$/.test(across) || across.length !== board.times.length + 1 || rest.length) throw new Error("the position does not say who is on which side");
    if (!/^\d{1,9}$/.test(minutes) || Number(minutes) > (board.limit ?? 0)) throw new Error("the position has used more minutes than there are");
    return { across, minutes: Number(minutes) };
  },
  moves,
  goal: ({ board }, { across }) => !across.slice(0, board.times.length).includes("0"),
};
