/** Pipes: turn the tiles until water reaches all of them. @module */

import { linked } from "./pipes_game.js";
import { kindOfPipes } from "./pipes_kind.js";

/** @typedef {import("../script/kind.js").Entry} Entry */

export const kind = kindOfPipes({
  name: "pipes",
  title: "Pipes",
  tiles: "tiles",
  keys: [["Shift-arrows", "move a wrapping board along"]],
  parse,
});

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
