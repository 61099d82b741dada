/** Missionaries and cannibals: everybody to the right bank, cannibals never in the majority. @module */

import { BanksView, cellsOf } from "./banks.js";
import { loadOf, nameOf, rules, why } from "./missionaries_rules.js";
import { kindOfMoves } from "./moves.js";
import { missionaries as parse } from "./moves_text.js";
import { counted } from "../script/words.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./missionaries_rules.js").State} State */

/** The bank of each person, then of the boat. People of a kind are alike: the last ones are on the right. @param {Entry} entry @param {State} state */
function sidesOf({ board }, [missionaries, cannibals, boat]) {
  const side = (/** @type {number} */ all, /** @type {number} */ over) => Array.from({ length: all }, (_, person) => Number(person >= all - over));
  return [...side(board.missionaries, missionaries), ...side(board.cannibals, cannibals), boat];
}

/** The numbers of missionaries and cannibals among some people. @param {Entry} entry @param {number[]} people */
function loadFrom({ board }, people) {
  const missionaries = people.filter((person) => person < board.missionaries).length;
  return [missionaries, people.length - missionaries];
}

/** The people of a move: the first ones of each kind at the boat. @param {Entry} entry @param {State} state @param {string} move */
function peopleOf(entry, state, move) {
  const sides = sidesOf(entry, state);
  const boat = sides[sides.length - 1];
  const at = sides.slice(0, -1).flatMap((side, person) => (side === boat ? [person] : []));
  const [missionaries, cannibals] = loadOf(move);
  const first = at.filter((person) => person < entry.board.missionaries);
  return [...first.slice(0, missionaries), ...at.slice(first.length, first.length + cannibals)];
}

/** @param {string} move */
function told(move) {
  const [missionaries, cannibals] = loadOf(move);
  const words = [missionaries && counted(missionaries, "missionary"), cannibals && counted(cannibals, "cannibal")];
  return words.filter(Boolean).join(" and ");
}

/** @param {Entry} entry @param {import("../script/kind.js").Game} game */
function view(entry, game) {
  const { missionaries, cannibals, places } = entry.board;
  return new BanksView(entry, game, {
    look: "river parties",
    tokens: Array.from({ length: missionaries + cannibals }, (_, person) => ({ name: person < missionaries ? "missionary" : "cannibal", detail: "" })),
    most: places,
    vessel: "boat",
    sides: (state) => sidesOf(entry, state),
    move: (chosen) => nameOf(loadFrom(entry, chosen)),
    why: (state, chosen) => why(entry.board, state, loadFrom(entry, chosen)),
    note: () => `The boat takes ${places}. Where there are missionaries, never more cannibals.`,
  });
}

export const kind = kindOfMoves(rules, {
  name: "missionaries",
  parse,
  title: "Missionaries and cannibals",
  goal: "Bring everybody to the right bank; somebody has to row each time. Where missionaries are, on a bank or in the boat, cannibals must never outnumber them.",
  keys: [
    ["click, tap; 1 … 9", "into the boat, out of it"],
    ["M, C", "one more of them into the boat"],
    ["Cross; arrow right, arrow left", "row over"],
  ],
  told: (_, state, move) => `Take ${told(move)} to the ${state[2] ? "left" : "right"}`,
  cells: (entry, state, move) => cellsOf(sidesOf(entry, state), peopleOf(entry, state, move)),
  where: (_, __, move) => told(move),
  view,
});
