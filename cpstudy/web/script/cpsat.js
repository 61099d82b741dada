/**
 * CP-SAT's log on this puzzle: the model, solutions and counters. CP-SAT does not report single decisions,
 * propagations or learnt clauses, so the page cannot show these. @module
 */

import { button, element } from "./dom.js";
import { Player } from "./player.js";
import { ask, shows } from "./server.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {{search: number, seconds: number, words: string, answer?: any}} Logged */
/** @typedef {{events: Logged[], log: string[], verdict: string}} Log */

const PACE = 1.5;

/** @type {import("./kind.js").Panel} */
export const cpsat = {
  title: "CP-SAT",
  instead: true,
  fits: (entry) => shows("cpsat", entry.kind),
  mount: (entry, game, view) => {
    const { kind, status } = /** @type {import("./game.js").Session} */ (game);
    const place = element("div", { role: "status" });
    const run = button("Run CP-SAT", () => begin(), { class: "primary" });
    const node = element(
      "div",
      { class: "search" },
      element("p", {}, "CP-SAT learns clauses too, but does not report its decisions and clauses. Its log shows the model before and after presolve, solutions and bounds with their times, and the total work."),
      run,
      place,
    );
    /** @type {Player | null} */
    let player = null;
    let closed = false;
    let running = false;

    async function begin() {
      if (running) return; // a disabled button would lose the focus
      running = true;
      place.replaceChildren("CP-SAT runs …");
      const { film, fault } = await ask({ ask: "cpsat", kind: entry.kind, text: entry.text });
      running = false;
      if (closed) return;
      place.replaceChildren(...(film ? shown(film) : [`${fault}.`]));
    }

    /** @param {Log} log */
    function shown({ events, log }) {
      const rows = events.map(({ search, seconds, words }) => element("li", {}, `search ${search}, ${seconds.toFixed(2)} s: ${words}`));
      const show = (/** @type {number} */ at) => {
        rows.forEach((row, number) => row.toggleAttribute("aria-current", number === at - 1));
        rows.forEach((row, number) => row.classList.toggle("quiet", number >= at));
        const last = events.slice(0, at).reverse().find(({ answer }) => answer);
        const position = last ? kind.answered?.(entry, last.answer) : kind.start(entry);
        view.show(position, kind.status(entry, position));
      };
      player?.halt();
      player = new Player({ label: "Line of the log", unit: "line", rate: () => PACE, show });
      player.listen(node);
      player.load(events.length);
      const whole = element("details", {}, element("summary", {}, "The log itself"), element("pre", { class: "text", tabindex: 0 }, log.join("\n")));
      return [player.slider, player.buttons, element("ol", {}, ...rows), whole];
    }

    return {
      node,
      close: () => {
        closed = true;
        player?.halt();
        view.show(game.position(), status);
      },
    };
  },
};
