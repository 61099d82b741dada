/**
 * Two banks and the crossings between them: a player chooses tokens for the next crossing, then they cross.
 * All parts are buttons, so keyboards and screen readers need nothing else.
 *
 * @module
 */

import { button, element } from "../script/dom.js";
import { ARROWS } from "./pad.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./moves.js").Position} Position */

/**
 * The banks of a kind. Sides: 0 left, 1 right.
 *
 * @typedef {Object} Banks
 * @property {string} look A CSS class.
 * @property {{name: string, detail: string}[]} tokens
 * @property {number} most The largest number of chosen tokens.
 * @property {string} vessel The boat, or the like, in a word.
 * @property {(state: any) => number[]} sides By token, then the vessel's.
 * @property {(chosen: number[]) => string} move The name of a move.
 * @property {(state: any, chosen: number[]) => string} why Why a crossing is not possible; "" if it is.
 * @property {(position: Position) => string} note A line below the picture.
 */

const SIDES = ["left", "right"];

export class BanksView {
  /** @param {Entry} entry @param {import("../script/kind.js").Game} game @param {Banks} banks */
  constructor(entry, game, banks) {
    this.game = game;
    this.banks = banks;
    /** @type {number[]} */
    this.chosen = [];
    this.tokens = banks.tokens.map(({ name, detail }, token) =>
      button(name, () => this.choose(token), { class: "token", "aria-label": detail ? `${name}, ${detail}` : name }),
    );
    this.tokens.forEach((node, token) => {
      if (banks.tokens[token].detail) node.append(element("small", {}, banks.tokens[token].detail));
    });
    this.places = SIDES.map((side) => element("div", { class: "bank", role: "group", "aria-label": `${side} bank` }));
    this.vessel = element("div", { class: "vessel", role: "group", "aria-label": banks.vessel });
    this.load = element("div", { class: "load" });
    this.vessel.append(element("span", { class: "vessel-name" }, banks.vessel), this.load);
    this.between = element("div", { class: "between" }, this.vessel);
    this.go = button("Cross", () => this.cross(), { class: "primary" });
    this.note = element("span", { class: "banks-note" });
    this.node = element("div", { class: `banks ${banks.look}`, tabindex: 0, role: "group", "aria-label": "The two banks" });
    this.node.append(element("div", { class: "scene" }, this.places[0], this.between, this.places[1]), element("p", { class: "buttons" }, this.go, this.note));
    this.node.addEventListener("keydown", (event) => this.onKey(event));
    /** @type {number[]} */
    this.sides = [];
  }

  /** @param {Position} position @param {import("../script/kind.js").Status} status */
  show(position, status) {
    this.sides = this.banks.sides(position.state);
    this.chosen = [];
    this.note.textContent = this.banks.note(position);
    this.node.classList.toggle("done", status.complete);
    this.arrange();
  }

  /** Moves all tokens to their places; the focus stays. */
  arrange() {
    const focused = document.activeElement;
    const side = this.sides[this.tokens.length];
    this.tokens.forEach((node, token) => {
      const aboard = this.chosen.includes(token);
      const place = aboard ? this.load : this.places[this.sides[token]];
      place.append(node);
      node.disabled = this.sides[token] !== side;
      node.setAttribute("aria-pressed", String(aboard));
    });
    this.between.classList.toggle("at-right", side === 1);
    const names = this.chosen.map((token) => this.banks.tokens[token].name);
    this.go.textContent = `Cross to the ${SIDES[1 - side]}${names.length ? ` with ${names.join(" and ")}` : ""}`;
    if (focused instanceof HTMLElement && this.node.contains(focused)) focused.focus();
  }

  /** Puts a token into the boat, or takes it out; if the boat is full, the first one leaves. @param {number} token */
  choose(token) {
    const position = this.game.position();
    this.sides = this.banks.sides(position.state);
    if (this.sides[token] !== this.sides[this.tokens.length]) return;
    if (this.chosen.includes(token)) this.chosen = this.chosen.filter((other) => other !== token);
    else this.chosen = [...this.chosen.slice(this.chosen.length < this.banks.most ? 0 : 1), token];
    this.note.textContent = this.banks.note(position);
    this.arrange();
  }

  cross() {
    const { state } = this.game.position();
    const chosen = this.chosen.slice().sort((one, other) => one - other);
    const why = this.banks.why(state, chosen);
    if (why) {
      this.note.textContent = `Not possible: ${why}.`;
      this.game.announce(`Not possible: ${why}.`);
    } else this.game.play(this.banks.move(chosen));
  }

  /** @param {import("../script/kind.js").Marks} marks */
  mark(marks) {
    const lit = new Set((marks.lit ?? []).map(([token]) => token));
    this.tokens.forEach((node, token) => node.classList.toggle("lit", lit.has(token)));
    this.node.querySelector(".lit")?.scrollIntoView({ block: "nearest" });
  }

  focus() {
    this.node.focus();
  }

  /** The first token of a letter that can still come aboard, else the first of the letter, else -1. @param {string} letter */
  lettered(letter) {
    const named = this.banks.tokens.flatMap(({ name }, token) => (name[0].toLowerCase() === letter ? [token] : []));
    const waiting = named.find((token) => this.sides[token] === this.sides[this.tokens.length] && !this.chosen.includes(token));
    return waiting ?? named[0] ?? -1;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    const digit = "123456789".indexOf(event.key);
    const token = digit >= 0 && digit < this.tokens.length ? digit : this.lettered(event.key.toLowerCase());
    if (way === "left" || way === "right") {
      if (SIDES.indexOf(way) !== this.sides[this.tokens.length]) this.cross();
    } else if (token >= 0) this.choose(token);
    else return;
    event.preventDefault();
  }
}

/** Tokens as cells: a row per token, a column per bank. @param {number[]} sides @param {number[]} tokens @returns {import("../script/kind.js").Cell[]} */
export const cellsOf = (sides, tokens) => tokens.map((token) => [token, sides[token]]);

/** @param {string} state Digits. */
export const sidesOf = (state) => Array.from(state, Number);
