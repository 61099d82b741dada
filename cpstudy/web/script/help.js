/** The rules and the keys of a kind. @module */

import { aboutEntry } from "./about.js";
import { element } from "./dom.js";

const EVERYWHERE = [
  ["arrows", "move on the board"],
  ["Ctrl-Z, Ctrl-Y", "undo, redo"],
];

/** @type {import("./kind.js").Panel} */
export const help = {
  title: "Help",
  fits: () => true,
  mount: (entry, game) => {
    const { kind } = /** @type {import("./game.js").Session} */ (game);
    const rows = [...kind.keys, ...EVERYWHERE].map(([keys, what]) => element("tr", {}, element("th", { scope: "row" }, keys), element("td", {}, what)));
    const verb = ["found", "unreachable"].includes(entry.verdict ?? "") ? "explore" : "verify";
    const node = element(
      "div",
      {},
      element("p", {}, kind.goal),
      element("table", {}, element("tbody", {}, ...rows)),
      element("p", {}, `This puzzle: ${aboutEntry(entry)}.`),
      element("p", {}, "In Python: ", element("code", {}, `cpstudy ${verb} --puzzle ${entry.kind} '${entry.text.length < 90 ? entry.text : "…"}'`)),
    );
    return { node, close: () => {} };
  },
};
