/** Pipes on hexagons: turn the tiles until water reaches all of them. @module */

import { linked } from "./pipes_game.js";
import { kindOfPipes } from "./pipes_kind.js";

/** @typedef {import("../script/kind.js").Entry} Entry */

export const kind = kindOfPipes({
  name: "hexpipes",
  title: "Pipes on hexagons",
  tiles: "hexagons",
  parse,
});

/** @param {string} text A text form. @returns {Entry} */
function parse(text) {
  const match = /^(\d{1,3})x(\d{1,3})(w?)(g?):((?:[0-7][0-7])+)$/.exec(text);
  if (!match) throw new Error("the link holds no board of hexagons");
  const [columns, rows] = [Number(match[1]), Number(match[2])];
  const tiles = (match[5].match(/../g) ?? []).map((pair) => parseInt(pair, 8));
  return linked("hexpipes", text, { rows, columns, sides: 6, wrap: match[3] !== "", free: match[4] !== "", tiles });
}
