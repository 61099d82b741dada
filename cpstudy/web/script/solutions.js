/**
 * Solutions of an ambiguous puzzle, drawn over each other, with the regions in which they differ; and the
 * nearest puzzle that has one solution. @module
 */

import { button, element } from "./dom.js";
import { counted } from "./words.js";

/** @type {import("./kind.js").Panel} */
export const solutions = {
  title: "Solutions",
  instead: true,
  fits: (entry) => (entry.regions ?? []).length > 0,
  mount: (entry, game, view) => {
    const session = /** @type {import("./game.js").Session} */ (game);
    const { kind } = session;
    const regions = entry.regions ?? [];
    const answers = [entry.answer, ...regions.map((region) => region.answer)].map((answer) => kind.answered?.(entry, answer));
    let at = 0;
    const words = element("p", { class: "words" });
    const list = element("ol", {});
    regions.forEach((region, number) =>
      list.append(element("li", {}, `Region ${number + 1}: ${counted(region.cells.length, "cell")} can differ, ${region.changed.length} in solution ${number + 2}.`)),
    );
    const step = (/** @type {number} */ by) => show((at + by + answers.length) % answers.length);
    const node = element(
      "div",
      {},
      element("p", {}, "This puzzle has several solutions. Where they differ, the cells are coloured and numbered by region; the next solution is drawn over the one shown."),
      element("p", { class: "buttons" }, button("◀ Solution", () => step(-1)), button("Solution ▶", () => step(1))),
      words,
      list,
      ...repaired(session),
    );

    /** @param {number} number */
    function show(number) {
      at = number;
      const position = answers[at];
      view.ghost?.(null);
      view.show(position, kind.status(entry, position));
      view.ghost?.(answers[(at + 1) % answers.length]);
      view.mark({ regions: regions.map((region) => region.cells) });
      words.textContent = `Solution ${at + 1} of ${answers.length} shown; there may be more, by combining regions.`;
    }

    const back = () => {
      view.ghost?.(null);
      view.mark({});
      view.show(game.position(), session.status);
    };
    show(0);
    return { node, close: back, changed: () => show(at) };
  },
};

/** The puzzle before and after its repair. @param {import("./game.js").Session} session */
function repaired(session) {
  const { entry, kind } = session;
  if (entry.unrepairable) return [element("p", {}, `Repair: ${entry.unrepairable}.`)];
  if (!entry.repair) return [];
  const { entry: mended, changes, proved } = entry.repair;
  const still = { ...session, entry: mended, play: () => {}, undo: () => {}, redo: () => {}, position: () => null, announce: () => {} };
  const view = kind.view(mended, still);
  const position = kind.answered?.(mended, mended.answer) ?? kind.start(mended);
  view.show(position, kind.status(mended, position));
  view.mark({ lit: changes });
  const bound = proved ? "No fewer do." : "Whether fewer do is not known.";
  return [
    element("h3", {}, "Repaired"),
    element("p", {}, `With ${counted(changes.length, "cell")} changed it has exactly one solution. ${bound}`),
    element("div", { class: "small" }, view.node),
    element("p", { class: "text" }, mended.text),
  ];
}
