/** Pipes on hexagons: turn the tiles until water reaches all of them. @module */

import { hint, known, mistake } from "./pipes_deduction.js";
import { answered, decode, encode, linked, play, start, status } from "./pipes_game.js";
import { PipesView } from "./pipes_view.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */

/** @type {Kind} */
export const kind = {
  name: "hexpipes",
  title: "Pipes on hexagons",
  goal: "Turn the hexagons until all are joined to the source, with no loop and no open end.",
  keys: [
    ["click, tap; D, space", "turn clockwise"],
    ["Shift-click, two fingers; A, Enter", "turn anticlockwise"],
    ["F", "turn half round"],
    ["right click, long press; S", "lock, unlock"],
    ["J", "jumble what is not locked"],
  ],
  commands: [{ title: "Jumble", move: () => ["jumble", Math.floor(Math.random() * 2 ** 31)] }],
  start,
  play,
  status,
  encode,
  decode,
  parse,
  answered,
  hint,
  mistake,
  known,
  view: (entry, game) => new PipesView(entry, game, "Pipes on hexagons"),
};

/** @param {string} text A text form. @returns {Entry} */
function parse(text) {
  const match = /^(\d{1,3})x(\d{1,3})(w?)(g?):((?:[0-7][0-7])+)$/.exec(text);
  if (!match) throw new Error("the link holds no board of hexagons");
  const [columns, rows] = [Number(match[1]), Number(match[2])];
  const tiles = (match[5].match(/../g) ?? []).map((pair) => parseInt(pair, 8));
  return linked("hexpipes", text, { rows, columns, sides: 6, wrap: match[3] !== "", free: match[4] !== "", tiles });
}
