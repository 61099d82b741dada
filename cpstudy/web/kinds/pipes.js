/** Pipes: turn the tiles until water reaches all of them. @module */

import { hint, known, mistake } from "./pipes_deduction.js";
import { answered, decode, encode, linked, play, start, status } from "./pipes_game.js";
import { PipesView } from "./pipes_view.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
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
  answered,
  hint,
  mistake,
  known,
  view: (entry, game) => new PipesView(entry, game, "Pipes"),
};

/** @param {string} text A game ID. @returns {Entry} */
function parse(text) {
  const match = /^(\d{1,3})(?:x(\d{1,3}))?(w?)(g?):((?:[0-9a-f]v?h?)+)$/i.exec(text);
  if (!match) throw new Error("the link holds no game ID of Net");
  const columns = Number(match[1]);
  const rows = Number(match[2] ?? match[1]);
  const cells = match[5].toLowerCase().match(/[0-9a-f]v?h?/g) ?? [];
  const tiles = cells.map((cell) => parseInt(cell[0], 16));
  const walls = cells.map((cell) => (cell.includes("v") ? 1 : 0) + (cell.includes("h") ? 2 : 0));
  const barriers = walls.some(Boolean) ? walls : [];
  return linked("pipes", text, { rows, columns, wrap: match[3] !== "", free: match[4] !== "", tiles, barriers });
}
