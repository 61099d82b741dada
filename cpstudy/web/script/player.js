/**
 * Plays a sequence of steps forward and back: a slider, three buttons, keys. @module
 */

import { button, element } from "./dom.js";

const FRAME = 33;

/** The effects of the keys in words. */
export const PLAYER_KEYS = "Keys: comma back, full stop forward, P play or pause.";

export class Player {
  /**
   * @param {{label: string, unit: string, rate: () => number, show: (at: number) => void}} played
   *     label: of the slider. unit: the name of a step. rate: steps a second. show: is called for each step.
   */
  constructor(played) {
    this.played = played;
    this.at = 0;
    this.end = 0;
    this.timer = 0;
    this.due = 0;
    this.slider = element("input", { type: "range", min: 0, value: 0, "aria-label": played.label, oninput: () => this.step(Number(this.slider.value) - this.at) });
    this.run = button("Play", () => (this.timer ? this.halt() : this.start()), { class: "primary" });
    this.buttons = element("p", { class: "buttons" }, button("◀ Back", () => this.step(-1)), this.run, button("Next ▶", () => this.step(1)));
  }

  /** Goes to the beginning of another sequence. @param {number} end Its steps. */
  load(end) {
    this.halt();
    this.end = end;
    this.slider.max = String(end);
    this.go(0);
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.end, at));
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", `${this.played.unit} ${this.at} of ${this.end}`);
    this.played.show(this.at);
    if (this.at === this.end) this.halt();
  }

  /** @param {number} by */
  step(by) {
    this.halt();
    this.go(this.at + by);
  }

  start() {
    if (this.at === this.end) this.go(0);
    this.run.textContent = "Pause";
    this.due = 0;
    this.timer = window.setInterval(() => {
      this.due += (this.played.rate() * FRAME) / 1000;
      const steps = Math.floor(this.due);
      this.due -= steps;
      if (steps) this.go(this.at + steps);
    }, FRAME);
  }

  halt() {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.run.textContent = "Play";
  }

  /** Listens to the keys within a panel. @param {HTMLElement} node @param {Record<string, () => void>} [more] */
  listen(node, more = {}) {
    /** @type {Record<string, () => void>} */
    const keys = { ",": () => this.step(-1), ".": () => this.step(1), p: () => this.run.click(), ...more };
    node.addEventListener("keydown", (event) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }
}

/**
 * The speed: a slider from one step a second to `fastest`, stored in `chosen`.
 *
 * @param {{speed: number}} chosen @param {number} fastest @param {(rate: number) => string} told
 */
export function speed(chosen, fastest, told) {
  const rate = () => fastest ** (chosen.speed / 100);
  const slider = element("input", { type: "range", min: 0, max: 100, value: chosen.speed, "aria-label": "Speed", oninput: () => change() });
  const words = element("span", { class: "quiet" });
  function change() {
    chosen.speed = Number(slider.value);
    words.textContent = told(rate());
    slider.setAttribute("aria-valuetext", words.textContent);
  }
  change();
  return { rate, nodes: [element("label", {}, "Speed ", slider), words] };
}
