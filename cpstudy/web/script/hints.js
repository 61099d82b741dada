/**
 * Hints in levels: where to look, which rule, what follows; a button makes the move. A check shows the first
 * step of the deduction that the position contradicts. @module
 */

import { placed } from "./cells.js";
import { button, element } from "./dom.js";
import { aboutRule, lessonsOf, titleOf } from "./learn.js";
import { asSentence } from "./words.js";

/** @typedef {import("./kind.js").Entry} Entry */

const CELLS_NAMED = 2;

/** Cells in words: at most two by their places, more by their mark. @param {import("./kind.js").Cell[]} cells @param {string} marked The look of the mark. */
function places(cells, marked) {
  return cells.length > CELLS_NAMED ? `the ${cells.length} ${marked} cells` : cells.map(placed).join(" and ");
}

/** @type {import("./kind.js").Panel} */
export const hints = {
  title: "Hints",
  fits: () => true,
  mount: (entry, game, view) => {
    const session = /** @type {import("./game.js").Session} */ (game);
    const { kind } = session;
    /** @type {import("./kind.js").Hint | null} */
    let hint = null;
    let level = 0;
    // A link has only a board, without its deduction or a solution.
    const solved = entry.answer !== undefined || entry.verdict === "none";
    const told = element("ol", { class: "levels" });
    const more = button("Hint", () => next(), { class: "primary" });
    const act = button("Do it", () => doIt(), { hidden: true });
    const check = button("Is anything wrong?", () => judge(), { hidden: !kind.mistake });
    const node = element("div", {}, element("p", { class: "buttons" }, more, act, check), told);

    function clear() {
      hint = null;
      level = 0;
      told.replaceChildren();
      more.textContent = "Hint";
      act.hidden = true;
      view.mark({});
    }

    /** @param {string} words */
    function tell(words) {
      told.append(element("li", {}, words));
      game.announce(words);
    }

    function next() {
      if (level === 0 || level === 3) {
        clear();
        hint = kind.hint?.(entry, game.position()) ?? null;
        if (!hint) {
          tell(nothing(kind.status(entry, game.position()).complete));
          return;
        }
      }
      if (!hint) return;
      level += 1;
      act.hidden = level < 2 || hint.move === undefined;
      if (level === 1) {
        view.mark({ lit: hint.cells });
        tell(`Look at ${hint.where ?? places(hint.cells, "marked")}.`);
        more.textContent = "Which rule?";
      } else if (level === 2) {
        view.mark({ lit: hint.cells, because: hint.because });
        const marked = new Set(hint.cells.map(String));
        const others = hint.because.filter((cell) => !marked.has(String(cell)));
        const why = others.length ? ` Look at ${places(others, "outlined")}, too.` : "";
        tell(asSentence(titleOf(entry.kind, hint)) + why);
        if (lessonsOf(entry.kind).length) told.lastElementChild?.append(aboutRule(entry.kind, hint));
        more.textContent = "What follows?";
      } else {
        tell(asSentence(hint.words));
        more.textContent = "Next hint";
      }
    }

    function doIt() {
      const move = hint?.move;
      clear();
      if (move !== undefined) game.play(move);
    }

    function judge() {
      clear();
      const found = kind.mistake?.(entry, game.position()) ?? null;
      if (found) view.mark({ wrong: found.cells, because: found.because });
      const unsure = entry.verdict === "none" ? " This puzzle has no solution." : solved ? "" : " Whether it leads to a solution is not known here.";
      tell(found ? asSentence(found.words) : unsure ? `No rule is broken so far.${unsure}` : "Nothing is wrong.");
    }

    /** The reason that there is no hint. @param {boolean} complete */
    function nothing(complete) {
      if (complete) return "It is complete.";
      if (entry.verdict === "none") return "This puzzle has no solution.";
      if (entry.steps || solved) return "There is nothing that follows from this position by rules.";
      return `This page has no deduction of this puzzle, so it has no hints: “cpstudy hint --puzzle ${entry.kind} …” finds them.`;
    }

    return { node, close: clear, changed: clear };
  },
};
