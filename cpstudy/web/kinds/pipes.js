/** Pipes: turn the tiles until water reaches all of them. @module */

import { hint, known, mistake } from "./pipes_deduction.js";
import { decode, encode, parse, play, start, status } from "./pipes_game.js";
import { PipesView } from "./pipes_view.js";

/** @typedef {import("../script/kind.js").Kind} Kind */

/** @type {Kind} */
export const kind = {
  name: "pipes",
  title: "Pipes",
  goal: "Turn the tiles until all are joined to the source, with no loop and no open end.",
  keys: [
    ["click, tap; D, space", "turn clockwise"],
    ["Shift-click, two fingers; A, Enter", "turn anticlockwise"],
    ["F", "turn half round"],
    ["right click, long press; S", "lock, unlock"],
    ["J", "jumble what is not locked"],
    ["Shift-arrows", "move a wrapping board along"],
  ],
  commands: [{ title: "Jumble", move: () => ["jumble", Math.floor(Math.random() * 2 ** 31)] }],
  start,
  play,
  status,
  encode,
  decode,
  parse,
  answered: (entry, answer) => decode(entry, answer.map((/** @type {number} */ sides) => sides.toString(32)).join("")),
  hint,
  mistake,
  known,
  view: (entry, game) => new PipesView(entry, game),
};
