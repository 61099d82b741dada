/** Bridge and torch: everybody crosses at night, two at a time, as quickly as possible. @module */

import { BanksView, cellsOf, sidesOf } from "./banks.js";
import { minutesOf, nameOf, peopleOf, rules } from "./bridge_torch_rules.js";
import { kindOfMoves } from "./moves.js";
import { bridgeTorch as parse } from "./moves_text.js";
import { counted } from "../script/words.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./bridge_torch_rules.js").State} State */

/** @param {Entry} entry @param {import("../script/kind.js").Game} game */
function view(entry, game) {
  /** @type {import("./bridge_torch_rules.js").BridgeBoard} */
  const board = entry.board;
  return new BanksView(entry, game, {
    look: "bridge",
    tokens: board.times.map((time, person) => ({ name: nameOf([person]), detail: `${time} min` })),
    most: 2,
    vessel: "torch",
    sides: ({ across }) => sidesOf(across),
    move: nameOf,
    why: (state, chosen) => {
      if (!chosen.length) return "the torch does not walk, choose who crosses";
      const gone = state.minutes + minutesOf(board, chosen);
      return board.limit !== null && gone > board.limit ? `after it ${counted(gone, "minute")} would have gone, ${board.limit} are allowed` : "";
    },
    note: ({ spent }) => `${counted(spent, "minute")} ${spent === 1 ? "has" : "have"} gone${board.limit === null ? "" : ` of ${board.limit}`}.`,
  });
}

export const kind = kindOfMoves(rules, {
  name: "bridge_torch",
  parse,
  title: "Bridge and torch",
  goal: "Bring everybody to the right side. One or two cross at a time, never without the torch, and two walk at the pace of the slower one. If there is a limit, everybody must be across within these minutes.",
  unit: "minute",
  keys: [
    ["click, tap; 1 … 9 or the letter", "onto the bridge, off it"],
    ["Cross; arrow right, arrow left", "walk over"],
  ],
  told: (entry, { across }, move) => {
    const people = peopleOf(move);
    const over = across[entry.board.times.length] === "0";
    const verb = people.length > 1 ? (over ? "cross" : "come back") : over ? "crosses" : "comes back";
    return `${people.map((person) => nameOf([person])).join(" and ")} ${verb}: ${minutesOf(entry.board, people)} min`;
  },
  cells: (_, { across }, move) => cellsOf(sidesOf(across), peopleOf(move)),
  where: (_, __, move) => Array.from(move).join(" and "),
  view,
});
