/**
 * The puzzles of a page, unpacked kind by kind: what is looked at first comes first, the others while it is
 * looked at. A thousand puzzles with their deductions take half a second to unpack, one kind's a twentieth. @module
 */

import { parseFragment } from "./link.js";
import { unfolded } from "./log.js";
import { recall } from "./store.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {{kind: string, text: string, film: any}} Filmed */

/** Packed JSON: raw deflate, base64. @param {string} packed @returns {Promise<any>} */
export async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

export class Arrivals {
  /** @param {Iterable<Element>} nodes Sets of a kind each, which they name; one that names none is of several kinds. @param {Filmed[]} films */
  constructor(nodes, films) {
    this.films = films;
    /** What is not unpacked yet, in the page's order. @type {Map<string, Element>} */
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
    /** Called with what arrives. @type {(entries: Entry[]) => void} */
    this.arrived = () => {};
  }

  /** What has to be there before anything is shown: sets of several kinds, and the kind of the link or of the last game. @returns {Promise<Entry[]>} */
  async first() {
    const begun = [...this.mixed];
    const wanted = named() ?? recall("last")?.kind ?? (this.left.size === 1 ? this.kinds[0] : "");
    const node = this.left.get(wanted);
    this.left.delete(wanted);
    return (await Promise.all([...begun, ...(node ? [node] : [])].map((one) => this.read(one)))).flat();
  }

  /** Everything else, kind by kind. @param {(entries: Entry[]) => void} arrived */
  async all(arrived) {
    this.arrived = arrived;
    if (this.left.size) await drawn();
    while (this.left.size) {
      await new Promise((done) => setTimeout(done)); // so that the page is drawn, and clicks are heard
      await this.wanted([...this.left.keys()][0] ?? "");
    }
  }

  /** A kind now. @param {string} kind */
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

/** When what stands there is drawn; where nobody looks nothing is. @returns {Promise<unknown>} */
const drawn = () => new Promise((done) => (document.hidden ? done(null) : requestAnimationFrame(() => setTimeout(done))));

/** The kind that the address names. @returns {string | undefined} */
function named() {
  try {
    return parseFragment(location.hash)?.kind;
  } catch {
    return undefined;
  }
}
