/** Shared by Pipes on tiles of all shapes: game, deduction, board. @module */

import { hint, known, mistake } from "./pipes_deduction.js";
import { answered, decode, encode, play, start, status } from "./pipes_game.js";
import { PipesView } from "./pipes_view.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("../script/kind.js").Kind} Kind */

/**
 * Returns a kind with these properties.
 *
 * @param {{name: string, title: string, tiles: string, keys?: [string, string][], parse: (text: string) => Entry}} own
 *     tiles: the tiles in words. keys: in addition to those of all kinds.
 * @returns {Kind}
 */
export function kindOfPipes({ name, title, tiles, keys = [], parse }) {
  return {
    name,
    title,
    goal: `Turn the ${tiles} until all are joined to the source, with no loop and no open end.`,
    keys: [
      ["click, tap; D, space", "turn clockwise"],
      ["Shift-click, two fingers; A, Enter", "turn anticlockwise"],
      ["F", "turn by half a circle"],
      ["right click, long press; S", "lock, unlock"],
      ["J", "jumble the tiles that are not locked"],
      ...keys,
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
    view: (entry, game) => new PipesView(entry, game, title),
  };
}
