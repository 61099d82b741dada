/** The whole deduction, step by step, with a slider; the knowledge is drawn as marks. @module */

import { element } from "./dom.js";
import { titleOf } from "./learn.js";
import { PLAYER_KEYS, Player } from "./player.js";
import { asSentence, counted } from "./words.js";

// Steps a second.
const RATE = 1.5;

/** @type {import("./kind.js").Panel} */
export const replay = {
  title: "Deduction",
  instead: true,
  fits: (entry) => (entry.steps ?? []).length > 0,
  mount: (entry, game, view) => {
    const { kind } = /** @type {import("./game.js").Session} */ (game);
    const steps = entry.steps ?? [];
    const words = element("p", { class: "words" });
    const rule = element("strong", {});
    const player = new Player({ label: "Step of the deduction", unit: "step", rate: () => RATE, show });
    const node = element("div", {}, ...summary(entry), player.slider, player.buttons, element("p", {}, rule), words, element("p", { class: "quiet" }, PLAYER_KEYS));

    /** @param {number} at */
    function show(at) {
      view.know?.(kind.known?.(entry, at));
      const shown = steps[at - 1];
      rule.textContent = shown ? `Step ${at} of ${steps.length}: ${titleOf(entry.kind, shown)}` : counted(steps.length, "step");
      words.textContent = shown ? asSentence(shown.words) : "Nothing is known yet.";
      view.mark(shown ? { lit: shown.cells, because: shown.because } : {});
    }

    player.listen(node);
    player.load(steps.length);
    return {
      node,
      close: () => {
        player.halt();
        view.know?.(null);
        view.mark({});
      },
    };
  },
};

/** The reason for the grade: how often each rule is used. @param {import("./kind.js").Entry} entry */
function summary(entry) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const step of entry.steps ?? []) uses.set(step.rule, (uses.get(step.rule) ?? 0) + 1);
  const counts = [...uses].map(([rule, count]) => element("li", {}, `${titleOf(entry.kind, { rule })}: ${count}×`, " ", element("code", {}, rule)));
  const grade = entry.grade ? [element("p", {}, element("strong", {}, entry.level ?? "Graded"), `: ${hardest(entry.kind, entry.grade)}.`)] : [];
  return [...grade, element("details", {}, element("summary", {}, "Rules used"), element("ul", {}, ...counts))];
}

/** @param {string} kind @param {string} grade */
const hardest = (kind, grade) => (grade === "search" ? "the rules end before it is solved" : `the hardest rule that it needs is “${titleOf(kind, { rule: grade })}”`);
