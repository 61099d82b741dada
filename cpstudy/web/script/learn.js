/**
 * Lessons: each rule of a kind in a few sentences, with a small board whose next step is by that rule. What
 * players call a rule comes from them; its technical name stands behind a click. @module
 */

import { button, element } from "./dom.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */
/** @typedef {{rule: string, title: string, text: string}} Lesson */
/** @typedef {Entry & {lesson: Lesson}} Taught A lesson without a board is its kind and its words. */

// Hints on the way to the rule of a lesson; boards come to it sooner.
const MOST_HINTS = 100;

/** The lessons of this page, by kind. @type {Map<string, Taught[]>} */
const lessons = new Map();

/** Lessons that Python packed into the page. @param {Taught[]} found */
export function teach(found) {
  lessons.clear();
  for (const one of found) lessons.set(one.kind, [...lessonsOf(one.kind), one]);
}

/** @param {string} kind */
export const lessonsOf = (kind) => lessons.get(kind) ?? [];

/** @param {string} kind @param {string} rule @returns {Lesson | undefined} */
const lessonOf = (kind, rule) => lessonsOf(kind).find(({ lesson }) => lesson.rule === rule)?.lesson;

/** What players call a rule. @param {string} kind @param {string} rule */
export const titleOf = (kind, rule) => lessonOf(kind, rule)?.title ?? rule;

/** What is behind a click: the lesson of a rule, and what it is called in reports. @param {string} kind @param {string} rule */
export function aboutRule(kind, rule) {
  const text = lessonOf(kind, rule)?.text;
  const name = element("p", { class: "quiet" }, "In explanations and files it is called ", element("code", {}, rule), ".");
  return element("details", {}, element("summary", {}, "About this rule"), ...(text ? [element("p", {}, text)] : []), name);
}

/** The position of a lesson's board in which its rule comes next. @param {Kind} kind @param {Taught} entry */
export function position(kind, entry) {
  let now = kind.start(entry);
  for (let at = 0; at < MOST_HINTS; at++) {
    const hint = kind.hint?.(entry, now);
    if (!hint || hint.rule === entry.lesson.rule) break;
    now = kind.play(entry, now, hint.move);
  }
  return now;
}

/** @param {(lesson: Taught) => void} open @returns {import("./kind.js").Panel} */
export const learn = (open) => ({
  title: "Learn",
  fits: (entry) => lessonsOf(entry.kind).length > 0,
  mount: (entry, game, view) => {
    const now = /** @type {Partial<Taught>} */ (entry).lesson;
    const { kind } = /** @type {import("./game.js").Session} */ (game);
    const shown = element("div", { class: "lesson", role: "status" });

    /** @param {Lesson} lesson @param {boolean} here */
    function show(lesson, here) {
      const task = here ? [element("p", {}, "Find the next step on this board."), button("Show it", () => showStep(lesson), { class: "primary" })] : [];
      shown.replaceChildren(element("h3", {}, lesson.title), element("p", {}, lesson.text), ...task);
    }

    /** @param {Lesson} lesson */
    function showStep(lesson) {
      const hint = kind.hint?.(entry, game.position());
      if (!hint) return;
      view.mark({ lit: hint.cells, because: hint.because });
      const words = element("p", { class: "words" }, hint.words);
      const next = hint.rule === lesson.rule ? [] : [element("p", { class: "quiet" }, `That is another rule: ${titleOf(entry.kind, hint.rule)}.`)];
      shown.querySelectorAll(".words, .quiet").forEach((node) => node.remove());
      shown.append(words, ...next);
    }

    const list = element("ol", { class: "lessons" });
    for (const one of lessonsOf(entry.kind)) {
      const { title } = one.lesson;
      const pressed = now?.rule === one.lesson.rule;
      list.append(element("li", {}, button(title, () => (one.board ? open(one) : show(one.lesson, false)), { "aria-pressed": String(pressed) })));
    }
    if (now) show(now, true);
    else shown.append(element("p", {}, "Every step of a deduction is by one of these rules, from easy to hard. Each has a small board to try it on."));
    return { node: element("div", {}, shown, list), close: () => view.mark({}), changed: () => view.mark({}) };
  },
});
