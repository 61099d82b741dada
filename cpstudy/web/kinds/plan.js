/** A shortest plan played back, from the start or from here. @module */

import { button, element } from "../script/dom.js";
import { counted } from "../script/words.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {import("./moves.js").Position} Position */

/**
 * The functions of a kind that the plan needs.
 *
 * @typedef {Object} Guide
 * @property {string} unit
 * @property {(entry: Entry) => Position} start
 * @property {(entry: Entry, position: Position, move: string) => Position} play
 * @property {(entry: Entry, position: Position) => string[]} way A shortest way as far as it is known.
 * @property {(entry: Entry, position: Position) => number | undefined} left
 * @property {(entry: Entry, position: Position, move: string) => string} told
 */

// Milliseconds per move; long plans are faster and end within half a minute.
const SLOW = 700;
const FAST = 160;
const WHOLE = 30_000;

/** @param {Guide} guide @returns {import("../script/kind.js").Panel} */
export const plan = (guide) => ({
  title: "Shortest plan",
  instead: true,
  fits: (entry) => entry.verdict !== undefined,
  mount: (entry, game, view) => {
    const session = /** @type {import("../script/game.js").Session} */ (game);
    /** @type {string[]} */
    let moves = [];
    /** The positions along the plan, one more than there are moves. @type {Position[]} */
    let along = [];
    let at = 0;
    let timer = 0;
    let shown = false;
    const about = element("p", {}, summary(entry, guide));
    const words = element("p", { class: "words", role: "status" });
    const list = element("p", { class: "text plan-moves" });
    const slider = element("input", { type: "range", min: 0, value: 0, "aria-label": "Move of the plan", oninput: () => go(Number(slider.value)) });
    const run = button("Play", () => (timer ? halt() : begin()));
    const back = button("← Back", () => go(at - 1));
    const next = button("Next →", () => go(at + 1));
    const fromStart = button("From the start", () => take(false));
    const fromHere = button("From here", () => take(true));
    const controls = element("div", {}, element("p", { class: "buttons" }, fromStart, fromHere), slider, element("p", { class: "buttons" }, back, run, next), words, list);
    const node = element("div", {}, about, ...(entry.extras?.plan ? [controls] : []));

    /** @param {boolean} here */
    function take(here) {
      halt();
      leave();
      const first = here ? game.position() : guide.start(entry);
      moves = here ? guide.way(entry, first) : (entry.extras?.plan?.moves ?? []);
      along = [first];
      for (const move of moves) along.push(guide.play(entry, along[along.length - 1], move));
      fromStart.setAttribute("aria-pressed", String(!here));
      fromHere.setAttribute("aria-pressed", String(here));
      slider.max = String(moves.length);
      list.replaceChildren();
      at = 0;
      slider.value = "0";
      words.textContent = moves.length ? "Nothing is shown yet: move the slider, or play it." : "There is nothing to play.";
    }

    /** @param {number} step */
    function go(step) {
      at = Math.max(0, Math.min(moves.length, step));
      shown = true;
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", `move ${at} of ${moves.length}`);
      const position = along[at];
      view.show(position, session.kind.status(entry, position));
      const cost = position.spent - along[0].spent;
      const sum = guide.unit === "move" ? "" : ` (${cost} ${guide.unit}s so far)`;
      words.textContent = at ? `Move ${at} of ${moves.length}: ${guide.told(entry, along[at - 1], moves[at - 1])}${sum}.` : "Before the first move.";
      list.replaceChildren(...moves.slice(0, at).flatMap((move, place) => [element(place === at - 1 ? "strong" : "span", {}, move), " "]));
      if (at === moves.length) halt();
    }

    function begin() {
      if (!moves.length) return;
      if (at === moves.length) go(0);
      else go(at + 1);
      run.textContent = "Pause";
      if (at < moves.length) timer = window.setInterval(() => go(at + 1), Math.max(FAST, Math.min(SLOW, WHOLE / moves.length)));
      else halt();
    }

    function halt() {
      window.clearInterval(timer);
      timer = 0;
      run.textContent = "Play";
    }

    function leave() {
      if (shown) view.show(game.position(), session.status);
      shown = false;
    }

    function changed() {
      shown = false; // the game has shown its own position
      const left = guide.left(entry, game.position());
      fromHere.disabled = !(left !== undefined && left > 0);
      take(false);
    }

    changed();
    return {
      node,
      close: () => {
        halt();
        leave();
      },
      changed,
    };
  },
});

/** @param {Entry} entry @param {Guide} guide */
function summary(entry, guide) {
  const plan = entry.extras?.plan;
  const states = entry.extras?.graph ? `, as all ${entry.extras.graph.left.length} positions tell` : "";
  if (entry.verdict === "unreachable") return "No plan: from the start the goal cannot be reached; every position was looked at.";
  if (!plan) return "Whether there is a plan is not known: the search for one ran out of its time.";
  const cost = guide.unit === "move" ? "" : `, ${counted(plan.cost, guide.unit)}`;
  return `${counted(plan.moves.length, "move")}${cost}; none is shorter${states}. Looking at it is no move of yours.`;
}
