/**
 * All kinds, each with a drawn board; the last games; today's puzzle. @module
 */

import { sizeOf } from "./about.js";
import { asTime } from "./clock.js";
import { button, element } from "./dom.js";
import { recall, remember } from "./store.js";
import { counted } from "./words.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */

const RECENT = 4;

/** @param {Entry} entry */
const named = ({ kind, text }) => ({ kind, text });

/** Puts a game first in the list of the last games. @param {Entry} entry */
export function played(entry) {
  const others = recent().filter(({ kind, text }) => kind !== entry.kind || text !== entry.text);
  remember("recent", [named(entry), ...others].slice(0, RECENT));
}

/** @returns {{kind: string, text: string}[]} */
function recent() {
  const kept = recall("recent");
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.kind === "string" && typeof one?.text === "string") : [];
}

/** @param {Entry} entry */
export const isSolved = (entry) => recall(`solved/${entry.kind}/${entry.text}`) === true;

/** @param {Entry} entry */
export const markSolved = (entry) => remember(`solved/${entry.kind}/${entry.text}`, true);

/** The puzzle of a day: the same for all copies of this page. @param {Entry[]} entries @param {Date} day */
export function daily(entries, day) {
  const number = Math.floor((day.getTime() - day.getTimezoneOffset() * 60_000) / 86_400_000);
  // Knuth's multiplicative hash: neighbouring days are far apart.
  return entries[Math.floor((((number * 2_654_435_761) >>> 0) / 2 ** 32) * entries.length)];
}

/**
 * @param {Kind[]} kinds
 * @param {() => Entry[]} entries Returns those that are unpacked.
 * @param {{kind: (kind: Kind) => void, entry: (entry: Entry) => void}} open
 * @param {Element[]} more Elements before the kinds.
 * @returns {{node: Element, refresh: (whole: boolean) => void}} refresh: shows what is unpacked. whole: whether that is everything.
 */
export function home(kinds, entries, open, more = []) {
  const greeting = element("div", { class: "buttons greeting" });
  const cards = kinds.map((kind) => card(kind, open.kind));

  /** @param {boolean} whole */
  function refresh(whole) {
    const there = entries();
    for (const one of cards) one.fill(there);
    if (whole && there.length) greeting.replaceChildren(...greet(kinds, there, open.entry));
  }

  const node = element("section", { class: "home", "aria-label": "All puzzles" }, greeting, ...more, element("div", { class: "cards" }, ...cards.map(({ node }) => node)));
  return { node, refresh };
}

/** Buttons for today's puzzle and the last games. @param {Kind[]} kinds @param {Entry[]} entries @param {(entry: Entry) => void} open */
function greet(kinds, entries, open) {
  const proved = entries.filter((entry) => entry.verdict === "unique" || entry.verdict === "found");
  const today = daily(proved.length ? proved : entries, new Date());
  const last = recent().flatMap(({ kind, text }) => entries.find((entry) => entry.kind === kind && entry.text === text) ?? []);
  /** @param {Entry} entry */
  const line = (entry) => `${titleOf(kinds, entry)}, ${sizeOf(entry)}${entry.level ? `, ${entry.level}` : ""}${isSolved(entry) ? " ✓" : ""}`;
  const again = last.map((entry) => button(line(entry) + far(entry), () => open(entry), { class: "again" }));
  return [button(`Today: ${line(today)}`, () => open(today), { class: "primary" }), ...(again.length ? [element("span", { class: "quiet" }, "last games:"), ...again] : [])];
}

/** The moves and the time of an unsolved game. @param {Entry} entry */
function far(entry) {
  const kept = recall(`game/${entry.kind}/${entry.text}`);
  return kept?.done > 0 && !isSolved(entry) ? `, ${counted(kept.done, "move")} in ${asTime(Number(kept.seconds) || 0)}` : "";
}

/** @param {Kind[]} kinds @param {Entry} entry */
const titleOf = (kinds, entry) => kinds.find((kind) => kind.name === entry.kind)?.title ?? entry.kind;

/** @param {Kind} kind @param {(kind: Kind) => void} open */
function card(kind, open) {
  const picture = element("span", { class: "thumbnail", "aria-hidden": "true" });
  const count = element("span", { class: "quiet" }, "…");
  // The button covers the whole card; the board is only a picture.
  const play = button(kind.title, () => open(kind), { "data-kind": kind.name });

  /** Draws a board and shows the number of puzzles when they are unpacked. @param {Entry[]} entries */
  function fill(entries) {
    const own = picture.hasChildNodes() ? [] : entries.filter((entry) => entry.kind === kind.name);
    if (!own.length) return;
    const solved = own.filter(isSolved).length;
    count.textContent = `${counted(own.length, "puzzle")}${solved ? `, ${solved} solved` : ""}`;
    picture.append(thumbnail(kind, own[0]));
  }

  return { node: element("div", { class: "card" }, picture, play, count), fill };
}

/** A picture of a board at its start. @param {Kind} kind @param {Entry} entry */
function thumbnail(kind, entry) {
  const first = (kind.pictured ?? kind.start)(entry);
  const nothing = () => {};
  const still = { play: nothing, undo: nothing, redo: nothing, position: () => first, announce: nothing, settings: { flow: false } };
  const view = kind.view(entry, still);
  view.show(first, kind.status(entry, first));
  const { node } = view;
  node.setAttribute("inert", "");
  return node;
}
