/** Puzzles that people bring, and new ones: the program behind the page reads, solves and makes them. @module */

import { button, element } from "./dom.js";
import { ask } from "./server.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */

const LARGEST_FILE = 700_000;

/**
 * A form: paste a puzzle in any form, or choose a file.
 *
 * @param {Kind[]} kinds
 * @param {(entries: Entry[]) => void} found
 * @param {string} [text] What stands in it at first.
 */
export function bringing(kinds, found, text = "") {
  const area = element("textarea", { rows: 3, "aria-label": "A puzzle of yours", placeholder: "An address of puzz.link, a game ID, rows of a board, a saved game …", spellcheck: "false" });
  area.value = text;
  const file = element("input", { type: "file", "aria-label": "A file with a puzzle" });
  const said = element("div", { class: "buttons", role: "status" });
  const open = button("Open it", () => read({ text: area.value }), { class: "primary" });
  file.onchange = async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    if (chosen.size > LARGEST_FILE) said.replaceChildren("This file is too large for a puzzle.");
    else read({ data: base64(new Uint8Array(await chosen.arrayBuffer())) });
  };

  /** @param {Record<string, string>} what */
  async function read(what) {
    said.replaceChildren("Looking …");
    const { entries, kinds: possible, fault } = await ask({ ask: "read", ...what });
    if (entries) found(entries);
    else if (possible) {
      const named = possible.map((name) => button(kinds.find((kind) => kind.name === name)?.title ?? name, () => read({ ...what, kind: name })));
      said.replaceChildren("Which is it? ", ...named);
    } else said.replaceChildren(`${fault}.`);
  }

  return element(
    "section",
    { class: "bringing", "aria-label": "Your own puzzle" },
    element("h2", {}, "Your own puzzle"),
    area,
    element("div", { class: "buttons" }, open, element("label", {}, "or a file: ", file)),
    said,
  );
}

/**
 * Buttons beside a puzzle: another one like it, made now; and its text to change.
 *
 * @param {Entry} entry
 * @param {(entries: Entry[]) => void} found
 * @param {() => void} change
 */
export function making(entry, found, change) {
  const said = element("span", { class: "quiet", role: "status" });
  const make = button("Make a new one", async () => {
    make.disabled = true;
    said.textContent = "Making …";
    const seed = Math.floor(Math.random() * 2 ** 31) + 1;
    const { rows, columns, kind, level } = entry;
    const { entries, fault } = await ask({ ask: "new", kind, rows, columns, seed, level: level ?? null });
    make.disabled = false;
    said.textContent = fault ? `${fault}.` : "";
    if (entries) found(entries);
  });
  return element("div", { class: "buttons" }, make, button("Change it", change), said);
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
