/**
 * One puzzle being played: its history, clock and storage. Moves are stored and replayed after a reload. If
 * they no longer fit, the game starts again, with a message. @module
 */

import { Clock } from "./clock.js";
import { History } from "./history.js";
import { recall, remember } from "./store.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */
/** @typedef {import("./kind.js").Settings} Settings */

// Of longer games only the last position is stored.
const LONGEST = 4000;

export class Session {
  /**
   * @param {Kind} kind
   * @param {Entry} entry
   * @param {Settings} settings
   * @param {{changed: () => void, tick: (seconds: number) => void, announce: (words: string) => void}} page
   */
  constructor(kind, entry, settings, page) {
    this.kind = kind;
    this.entry = entry;
    this.settings = settings;
    this.page = page;
    this.key = `game/${entry.kind}/${entry.text}`;
    /** @type {string | null} The position before the first move, if it is not the start of the puzzle. */
    this.base = null;
    this.history = this.historyFrom(null);
    this.clock = new Clock(0, page.tick);
  }

  /** @param {string | null} base */
  historyFrom(base) {
    const { kind, entry } = this;
    const first = base === null ? kind.start(entry) : kind.decode(entry, base);
    this.base = base;
    return new History(first, (position, move) => kind.play(entry, position, move));
  }

  /** Continues at a link's position, or where the game was left. @param {string} position @returns {string} a problem, or "" */
  resume(position) {
    try {
      if (position) {
        this.history = this.historyFrom(position);
        return "";
      }
      const kept = recall(this.key);
      if (!kept || !Array.isArray(kept.moves)) return "";
      this.history = this.historyFrom(typeof kept.base === "string" ? kept.base : null);
      this.history.restore(kept.moves, Number(kept.done));
      this.clock.before = Math.max(0, Number(kept.seconds)) || 0;
      return "";
    } catch (error) {
      this.history = this.historyFrom(null);
      const words = error instanceof Error ? error.message : String(error);
      return `The position could not be restored: ${words}.`;
    }
  }

  position() {
    return this.history.position;
  }

  get status() {
    return this.kind.status(this.entry, this.history.position);
  }

  /** @param {any} move */
  play(move) {
    if (this.history.play(move)) this.after();
  }

  undo() {
    if (!this.history.canUndo) return;
    this.history.undo();
    this.after();
  }

  redo() {
    if (!this.history.canRedo) return;
    this.history.redo();
    this.after();
  }

  restart() {
    this.history = this.historyFrom(null);
    this.clock.before = 0;
    this.after();
  }

  /** @param {string} words */
  announce(words) {
    this.page.announce(words);
  }

  after() {
    if (this.status.complete) this.clock.stop();
    else this.clock.start();
    this.page.changed();
    this.save();
  }

  save() {
    const { moves, done } = this.history;
    const short = moves.length <= LONGEST;
    remember(this.key, {
      base: short ? this.base : this.kind.encode(this.history.position),
      moves: short ? moves : [],
      done: short ? done : 0,
      seconds: Math.floor(this.clock.seconds),
    });
  }

  close() {
    this.save();
    this.clock.close();
  }
}
