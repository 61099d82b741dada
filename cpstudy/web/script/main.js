/** Starts the page: reads the puzzles that Python packed into it. @module */

import { App } from "./app.js";
import { Arrivals, unpacked } from "./arrivals.js";
import { element } from "./dom.js";
import { lessonsOf, position, teach } from "./learn.js";
import { momentAt } from "./learning_course.js";
import { unfolded } from "./log.js";

/** @param {import("./kind.js").Kind[]} kinds */
export async function start(kinds) {
  const host = /** @type {HTMLElement} */ (document.getElementById("app"));
  try {
    const packed = (/** @type {string} */ what) => Promise.all(Array.from(document.querySelectorAll(what), (node) => unpacked(node.textContent ?? "")));
    teach(/** @type {import("./learn.js").Taught[]} */ ((await packed(".lessons")).flat().map(unfolded)));
    const arrivals = new Arrivals(document.querySelectorAll(".entries"), (await packed(".films")).flat());
    const app = new App(kinds, await arrivals.first(), host, arrivals);
    // For the console and for tests: `cpstudy.kinds` has the rules, `cpstudy.session` is the game,
    // `cpstudy.lessons(kind)` returns the lessons.
    Object.assign(window, { cpstudy: Object.assign(app, { momentAt, lessons: lessonsOf, lessonBegins: position }) });
    document.documentElement.dataset.shown = "";
    await arrivals.all((entries) => app.arrive(entries));
    document.documentElement.dataset.ready = String(app.entries.length);
  } catch (error) {
    host.replaceChildren(element("p", { role: "alert" }, `This page could not start: ${error}`));
    throw error;
  }
}
