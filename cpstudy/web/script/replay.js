/** The whole deduction, step by step, with a slider; what is known is drawn as marks. @module */

import { button, element } from "./dom.js";
import { titleOf } from "./learn.js";

const PACE = 700;

/** @type {import("./kind.js").Panel} */
export const replay = {
  title: "Deduction",
  instead: true,
  fits: (entry) => (entry.steps ?? []).length > 0,
  mount: (entry, game, view) => {
    const { kind } = /** @type {import("./game.js").Session} */ (game);
    const steps = entry.steps ?? [];
    let at = 0;
    let timer = 0;
    const words = element("p", { class: "words" });
    const rule = element("strong", {});
    const slider = element("input", {
      type: "range",
      min: 0,
      max: steps.length,
      value: 0,
      "aria-label": "Step of the deduction",
      oninput: () => go(Number(slider.value)),
    });
    const run = button("Play", () => (timer ? halt() : start()));
    const node = element(
      "div",
      {},
      ...summary(entry),
      slider,
      element("p", { class: "buttons" }, button("◀ Back", () => go(at - 1)), run, button("Next ▶", () => go(at + 1))),
      element("p", {}, rule),
      words,
    );

    /** @param {number} step */
    function go(step) {
      at = Math.max(0, Math.min(steps.length, step));
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", `step ${at} of ${steps.length}`);
      view.know?.(kind.known?.(entry, at));
      const shown = steps[at - 1];
      rule.textContent = shown ? `Step ${at} of ${steps.length}: ${titleOf(entry.kind, shown.rule)}` : `${steps.length} steps`;
      words.textContent = shown ? shown.words : "Nothing is known yet.";
      view.mark(shown ? { lit: shown.cells, because: shown.because } : {});
      if (at === steps.length) halt();
    }

    function start() {
      if (at === steps.length) go(0);
      run.textContent = "Pause";
      timer = window.setInterval(() => go(at + 1), PACE);
    }

    function halt() {
      window.clearInterval(timer);
      timer = 0;
      run.textContent = "Play";
    }

    go(0);
    return {
      node,
      close: () => {
        halt();
        view.know?.(null);
        view.mark({});
      },
    };
  },
};

/** What makes the grade: how often each rule is used. @param {import("./kind.js").Entry} entry */
function summary(entry) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const step of entry.steps ?? []) uses.set(step.rule, (uses.get(step.rule) ?? 0) + 1);
  const counts = [...uses].map(([rule, count]) => element("li", {}, `${titleOf(entry.kind, rule)}: ${count}×`, " ", element("code", {}, rule)));
  const grade = entry.grade ? [element("p", {}, element("strong", {}, entry.level ?? "Graded"), `: ${hardest(entry.kind, entry.grade)}.`)] : [];
  return [...grade, element("details", {}, element("summary", {}, "Rules used"), element("ul", {}, ...counts))];
}

/** @param {string} kind @param {string} grade */
const hardest = (kind, grade) => (grade === "search" ? "the rules end before it is solved" : `the hardest rule that it needs is “${titleOf(kind, grade)}”`);
