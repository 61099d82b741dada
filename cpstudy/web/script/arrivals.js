/**
 * The puzzles of a page, unpacked kind by kind: the kind that the page shows first, then the others in the
 * background. A thousand puzzles with their deductions take half a second, one kind a twentieth of that. @module
 */

import { parseFragment } from "./link.js";
import { unfolded } from "./log.js";
import { recall } from "./store.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {{kind: string, text: string, film: any}} Filmed */

/** Unpacks JSON: base64, raw deflate. @param {string} packed @returns {Promise<any>} */
export async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

export class Arrivals {
  /** @param {Iterable<Element>} nodes Elements with a set of one kind, which they name, or of several kinds. @param {Filmed[]} films */
  constructor(nodes, films) {
    this.films = films;
    /** The elements that are not unpacked yet, in the page's order. @type {Map<string, Element>} */
    this.left = new Map();
    /** @type {Element[]} */
    this.mixed = [];
    for (const node of nodes) {
      const kind = node.getAttribute("data-kind");
      if (kind) this.left.set(kind, node);
      else this.mixed.push(node);
    }
    /** The kinds in the page's order. */
    this.kinds = [...this.left.keys()];
    /** Is called with unpacked entries. @type {(entries: Entry[]) => void} */
    this.arrived = () => {};
  }

  /** Unpacks what the page shows first: sets of several kinds, and the kind of the link or of the last game. @returns {Promise<Entry[]>} */
  async first() {
    const begun = [...this.mixed];
    const wanted = named() ?? recall("last")?.kind ?? (this.left.size === 1 ? this.kinds[0] : "");
    const node = this.left.get(wanted);
    this.left.delete(wanted);
    return (await Promise.all([...begun, ...(node ? [node] : [])].map((one) => this.read(one)))).flat();
  }

  /** Unpacks everything else, kind by kind. @param {(entries: Entry[]) => void} arrived */
  async all(arrived) {
    this.arrived = arrived;
    if (this.left.size) await drawn();
    while (this.left.size) {
      await new Promise((done) => setTimeout(done)); // the browser draws the page and handles clicks
      await this.wanted([...this.left.keys()][0] ?? "");
    }
  }

  /** Unpacks one kind now. @param {string} kind */
  async wanted(kind) {
    const node = this.left.get(kind);
    if (!node) return;
    const entries = await this.read(node);
    if (this.left.delete(kind)) this.arrived(entries);
  }

  /** @param {Element} node @returns {Promise<Entry[]>} */
  async read(node) {
    /** @type {Entry[]} */
    const entries = (await unpacked(node.textContent ?? "")).map(unfolded);
    for (const { kind, text, film } of this.films) {
      const filmed = entries.find((entry) => entry.kind === kind && entry.text === text);
      if (filmed) filmed.film = film;
    }
    return entries;
  }
}

/** Resolves after the page is drawn, or at once in a hidden tab. @returns {Promise<unknown>} */
const drawn = () => new Promise((done) => (document.hidden ? done(null) : requestAnimationFrame(() => setTimeout(done))));

/** The kind that the address names. @returns {string | undefined} */
function named() {
  try {
    return parseFragment(location.hash)?.kind;
  } catch {
    return undefined;
  }
}
