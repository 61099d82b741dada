/**
 * Lessons: each rule of a kind in a few sentences, with a small board whose next step uses that rule. Their
 * titles are the players' names of the rules; a click shows the technical name. @module
 */

import { button, element } from "./dom.js";
import { asSentence } from "./words.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */
/** @typedef {import("./kind.js").Step} Step */
/** @typedef {{rule: string, title: string, text: string, words?: string}} Lesson words: a regular expression that matches the words of its steps. */
/** @typedef {Entry & {lesson: Lesson}} Taught A lesson without a board has only its kind and its words. */

// The most hints that are played to get to the rule of a lesson; all boards need fewer.
const MOST_HINTS = 100;

/** The lessons of this page, by kind. @type {Map<string, Taught[]>} */
const lessons = new Map();

/** Sets the lessons that Python packed into the page. @param {Taught[]} found */
export function teach(found) {
  lessons.clear();
  for (const one of found) lessons.set(one.kind, [...lessonsOf(one.kind), one]);
}

/** @param {string} kind */
export const lessonsOf = (kind) => lessons.get(kind) ?? [];

/** @param {Lesson} lesson @param {Pick<Step, "rule"> & Partial<Step>} step */
const teaches = (lesson, { rule, words = "" }) => lesson.rule === rule && new RegExp(lesson.words ?? "").test(words);

/** The lesson of a step; of several, the most specific one. @param {string} kind @param {Pick<Step, "rule"> & Partial<Step>} step @returns {Lesson | undefined} */
function lessonOf(kind, step) {
  const found = lessonsOf(kind).flatMap(({ lesson }) => (teaches(lesson, step) ? [lesson] : []));
  return found.find(({ words }) => words) ?? found[0];
}

/** The players' name of the rule of a step. @param {string} kind @param {Pick<Step, "rule"> & Partial<Step>} step */
export const titleOf = (kind, step) => lessonOf(kind, step)?.title ?? step.rule;

/** Opens by a click: the lesson of a step, and the name of its rule in reports. @param {string} kind @param {Pick<Step, "rule"> & Partial<Step>} step */
export function aboutRule(kind, step) {
  const text = lessonOf(kind, step)?.text;
  const name = element("p", { class: "quiet" }, "In explanations and files it is called ", element("code", {}, step.rule), ".");
  return element("details", {}, element("summary", {}, "About this rule"), ...(text ? [element("p", {}, text)] : []), name);
}

/** The position of a lesson's board in which its rule comes next. @param {Kind} kind @param {Taught} entry */
export function position(kind, entry) {
  let now = kind.start(entry);
  for (let at = 0; at < MOST_HINTS; at++) {
    const hint = kind.hint?.(entry, now);
    if (!hint || teaches(entry.lesson, hint)) break;
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
      const words = element("p", { class: "words" }, asSentence(hint.words));
      const next = teaches(lesson, hint) ? [] : [element("p", { class: "quiet" }, `That is another rule: ${titleOf(entry.kind, hint)}.`)];
      shown.querySelectorAll(".words, .quiet").forEach((node) => node.remove());
      shown.append(words, ...next);
    }

    const list = element("ol", { class: "lessons" });
    for (const one of lessonsOf(entry.kind)) {
      const { title } = one.lesson;
      const pressed = now?.title === title;
      list.append(element("li", {}, button(title, () => (one.board ? open(one) : show(one.lesson, false)), { "aria-pressed": String(pressed) })));
    }
    if (now) show(now, true);
    else shown.append(element("p", {}, "Every step of a deduction is by one of these rules, from easy to hard. Each has a small board to try it on."));
    return { node: element("div", {}, shown, list), close: () => view.mark({}), changed: () => view.mark({}) };
  },
});
