/** River crossing: bring everything to the right bank; never leave enemies alone. @module */

import { BanksView, cellsOf, sidesOf } from "./banks.js";
import { kindOfMoves } from "./moves.js";
import { riverCrossing as parse } from "./moves_text.js";
import { cargoOf, crossed, danger, nameOf, rules } from "./river_crossing_rules.js";

/** @typedef {import("../script/kind.js").Entry} Entry */

/** @param {Entry} entry @param {import("../script/kind.js").Game} game */
function view(entry, game) {
  /** @type {import("./river_crossing_rules.js").RiverBoard} */
  const board = entry.board;
  const enemies = board.conflicts.map((pair) => pair.map((item) => board.items[item]).join(" and "));
  return new BanksView(entry, game, {
    look: "river",
    tokens: board.items.map((name) => ({ name, detail: "" })),
    most: board.places,
    vessel: "man, boat",
    sides: sidesOf,
    move: (chosen) => nameOf(board, chosen),
    why: (state, chosen) => danger(board, crossed(state, [...chosen, board.items.length])),
    note: () => (enemies.length ? `Never alone together: ${enemies.join("; ")}.` : "Nobody is anybody's enemy."),
  });
}

/** @param {Entry} entry @param {string} state */
const away = (entry, state) => (state[entry.board.items.length] === "0" ? "right" : "left");

export const kind = kindOfMoves(rules, {
  name: "river_crossing",
  parse,
  title: "River crossing",
  goal: "Bring everything to the right bank. Only the man rows. He takes at most as many items as the boat has places, or none. Enemies must not be on one bank without him.",
  keys: [
    ["click, tap; 1 … 9 or the first letter", "into the boat, out of it"],
    ["Cross; arrow right, arrow left", "row over"],
  ],
  told: (entry, state, move) => (move === "alone" ? `Cross alone to the ${away(entry, state)}` : `Take ${move.split("+").join(" and ")} to the ${away(entry, state)}`),
  cells: (entry, state, move) => cellsOf(sidesOf(state), cargoOf(entry.board, move)),
  where: (entry, state, move) => (move === "alone" ? "the boat" : move.split("+").join(" and ")),
  view,
});
