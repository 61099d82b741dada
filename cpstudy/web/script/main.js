/** Where the page begins: reads the puzzles that Python packed into it. @module */

import { App } from "./app.js";
import { element } from "./dom.js";
import { lessonsOf, position, teach } from "./learn.js";
import { momentAt } from "./learning_course.js";
import { unfolded } from "./log.js";

/** Packed JSON: raw deflate, base64. @param {string} packed @returns {Promise<any>} */
export async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

/** @param {import("./kind.js").Kind[]} kinds */
export async function start(kinds) {
  const host = /** @type {HTMLElement} */ (document.getElementById("app"));
  try {
    const packed = (/** @type {string} */ what) => Promise.all(Array.from(document.querySelectorAll(what), (node) => unpacked(node.textContent ?? "")));
    teach(/** @type {import("./learn.js").Taught[]} */ ((await packed(".lessons")).flat().map(unfolded)));
    const entries = (await packed(".entries")).flat().map(unfolded);
    for (const { kind, text, film } of (await packed(".films")).flat()) {
      const filmed = entries.find((entry) => entry.kind === kind && entry.text === text);
      if (filmed) filmed.film = film;
    }
    const app = new App(kinds, entries, host);
    // For the curious, and for tests: `cpstudy.kinds` are the rules, `cpstudy.session` the game,
    // `cpstudy.lessons(kind)` what is taught.
    Object.assign(window, { cpstudy: Object.assign(app, { momentAt, lessons: lessonsOf, lessonBegins: position }) });
    document.documentElement.dataset.ready = String(app.entries.length);
  } catch (error) {
    host.replaceChildren(element("p", { role: "alert" }, `This page could not start: ${error}`));
    throw error;
  }
}
