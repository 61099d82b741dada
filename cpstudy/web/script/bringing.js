/** Pasted puzzles and new ones: the program behind the page reads, solves and makes them. @module */

import { button, element } from "./dom.js";
import { ask } from "./server.js";
import { asSentence } from "./words.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */

const LARGEST_FILE = 700_000;

/**
 * A form: paste a puzzle in any form, or choose a file.
 *
 * @param {Kind[]} kinds
 * @param {(entries: Entry[]) => void} found
 * @param {string} [text] The first contents of the field.
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
    } else said.replaceChildren(asSentence(fault ?? ""));
  }

  // On a phone the form is closed, so that the kinds are in sight.
  const wide = window.matchMedia("(min-width: 52.01rem)").matches;
  return element(
    "details",
    { class: "bringing", open: wide || text !== "" },
    element("summary", {}, element("h2", {}, "Your own puzzle")),
    area,
    element("div", { class: "buttons" }, open, element("label", {}, "or a file: ", file)),
    said,
  );
}

/** The choices for new puzzles by kind, kept while the page is open. @type {Map<string, {rows: number, columns: number, level: string, way: string}>} */
const wished = new Map();

/** After this time in ms without a change, the page requests the puzzle. */
const RESTING = 2000;
let resting = 0;

/**
 * Controls next to a puzzle: make a new one of a size, a level and a texture, or change its text.
 *
 * @param {Entry} entry
 * @param {(entries: Entry[]) => void} found
 * @param {() => void} change
 */
export function making(entry, found, change) {
  const said = element("span", { class: "quiet", role: "status" });
  const changing = button("Change it", change);
  const ways = waysOf(entry.kind);
  if (!ways.length) return element("div", { class: "buttons" }, changing);
  const wish = wished.get(entry.kind) ?? { rows: entry.rows, columns: entry.columns, level: entry.level ?? "", way: "" };
  const side = (/** @type {"rows" | "columns"} */ name) =>
    element("input", { type: "number", min: 1, max: 100, value: wish[name], "aria-label": name, onchange: ({ target }) => keep({ [name]: Math.max(1, Math.min(100, Math.round(Number(target.value)) || 1)) }) });
  /** @param {"level" | "way"} name @param {string} words @param {string[]} values */
  const choice = (name, words, values) => {
    const select = element("select", { "aria-label": words, onchange: ({ target }) => keep({ [name]: target.value }) }, element("option", { value: "" }, `any ${words}`), ...values.map((value) => element("option", { value }, value)));
    select.value = wish[name];
    return select;
  };
  const asked = () => ({ kind: entry.kind, rows: wish.rows, columns: wish.columns, level: wish.level || null, way: wish.way || null });
  // The program makes the next puzzle while this one is played.
  const ahead = () => void ask({ ask: "ahead", ...asked() });
  /** @param {Record<string, string | number>} changes */
  const keep = (changes) => {
    wished.set(entry.kind, Object.assign(wish, changes));
    rest();
  };
  const rest = () => {
    clearTimeout(resting);
    resting = setTimeout(ahead, RESTING);
  };
  rest();
  const make = button("New puzzle", async () => {
    make.disabled = true;
    said.textContent = "Making …";
    const seed = Math.floor(Math.random() * 2 ** 31) + 1;
    const { entries, fault } = await ask({ ask: "new", seed, ...asked() });
    make.disabled = false;
    said.textContent = fault ? asSentence(fault) : "";
    if (entries) found(entries);
  });
  const texture = ways.length > 1 ? [choice("way", "texture", ways)] : [];
  const wishes = element("details", { class: "wishes" }, element("summary", {}, "choose size, level, texture"), element("div", { class: "buttons" }, side("columns"), "×", side("rows"), choice("level", "level", ["easy", "medium", "hard", "expert"]), ...texture));
  return element("div", { class: "making" }, element("div", { class: "buttons" }, make, changing, said), wishes);
}

/** The generators of a kind in the program that serves the page. @param {string} kind @returns {string[]} */
function waysOf(kind) {
  const all = (document.documentElement.dataset.ways ?? "").split(";").map((one) => one.split(":"));
  return (all.find(([name]) => name === kind)?.[1] ?? "").split(",").filter(Boolean);
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
