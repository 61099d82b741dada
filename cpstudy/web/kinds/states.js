/**
 * A picture of all positions that follows the moves: one layer per distance from the start, ordered by Python.
 * Goals are diamonds, dead ends are crosses, the start is at the top. The position has a ring, and the way so
 * far is a thick line.
 *
 * @module
 */

import { element, svg } from "../script/dom.js";
import { counted } from "../script/words.js";

const WIDTH = 100;

/** @param {string} unit The unit of the costs of moves. @returns {import("../script/kind.js").Panel} */
export const states = (unit) => ({
  title: "States",
  fits: (entry) => entry.extras?.graph?.levels !== undefined,
  mount: (entry, game) => {
    const { graph } = entry.extras;
    const session = /** @type {import("../script/game.js").Session} */ (game);
    const number = new Map(graph.states.split(" ").map((/** @type {string} */ key, /** @type {number} */ at) => [key, at]));
    const { places, height, radius } = layout(graph.levels, graph.ranks);
    const way = svg("path", { class: "states-way" });
    const seen = svg("path", { class: "states-seen" });
    const ring = svg("circle", { class: "states-here", r: Math.max(1.6, 2.1 * radius) });
    const words = element("p", { class: "words" });
    const picture = svg(
      "svg",
      { class: "states", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "The positions and what leads between them" },
      svg("path", { class: "states-edges", d: lines(pairs(graph.edges), places), "stroke-width": 0.18 * radius }),
      way,
      ...nodes(graph.left, places, radius),
      seen,
      ring,
    );

    function changed() {
      const { positions, done } = session.history;
      const visited = positions.slice(0, done + 1).map((position) => number.get(position.key)).filter((at) => at !== undefined);
      const steps = visited.slice(1).map((at, place) => /** @type {[number, number]} */ ([visited[place], at]));
      way.setAttribute("d", lines(steps, places));
      seen.setAttribute("d", [...new Set(visited)].map((at) => disc(places[at], 1.25 * radius)).join(""));
      const here = visited[visited.length - 1];
      ring.setAttribute("cx", String(places[here][0]));
      ring.setAttribute("cy", String(places[here][1]));
      const left = graph.left[here];
      const end = left < 0 ? "no goal can be reached" : left === 0 ? "a goal" : `${counted(left, unit)} to the nearest goal`;
      words.textContent = `State ${here + 1} of ${places.length}: ${counted(graph.levels[here], "move")} from the start at best, ${end}. ${new Set(visited).size} seen on the way.`;
    }

    changed();
    const goals = graph.left.filter((/** @type {number} */ left) => left === 0).length;
    const dead = graph.left.filter((/** @type {number} */ left) => left < 0).length;
    const node = element(
      "div",
      {},
      element("p", {}, `${counted(places.length, "position")} in ${counted(1 + Math.max(...graph.levels), "layer")} by moves from the start, which is on top. Goals (${goals}) are diamonds${dead ? `, dead ends (${dead}) crosses` : ""}; the ring is where you are, the thick line how you came.`),
      picture,
      words,
    );
    return { node, close: () => {}, changed };
  },
});

/** @param {number[]} levels @param {number[]} ranks */
function layout(levels, ranks) {
  const sizes = new Array(1 + Math.max(...levels)).fill(0);
  for (const level of levels) sizes[level] += 1;
  const widest = Math.max(...sizes);
  const height = WIDTH * Math.max(0.7, Math.min(1.4, sizes.length / widest));
  const across = Math.min(WIDTH / (widest + 1), 14);
  const down = height / sizes.length;
  const places = levels.map((level, node) => /** @type {[number, number]} */ ([WIDTH / 2 + across * (ranks[node] - (sizes[level] - 1) / 2), down * (level + 0.5)]));
  return { places, height, radius: Math.max(0.45, Math.min(2, 0.3 * across, 0.3 * down)) };
}

/** The edges from Python's list: by state, the differences to the higher numbers of its neighbours. @param {number[][]} steps */
const pairs = (steps) => steps.flatMap((further, at) => further.map((by) => /** @type {[number, number]} */ ([at, at + by])));

/** @param {[number, number][]} edges @param {[number, number][]} places */
const lines = (edges, places) => edges.map(([one, other]) => `M${places[one].map(short).join(" ")}L${places[other].map(short).join(" ")}`).join("");

/** @param {number} value */
const short = (value) => value.toFixed(2);

/** @param {[number, number]} place @param {number} radius */
const disc = ([x, y], radius) => `M${short(x - radius)} ${short(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

/** @param {number[]} left @param {[number, number][]} places @param {number} r */
function nodes(left, places, r) {
  const [plain, goals, dead] = [[], [], []].map(() => /** @type {string[]} */ ([]));
  left.forEach((cost, node) => {
    const [x, y] = places[node];
    const wide = Math.max(1.3, 1.7 * r);
    if (cost === 0) goals.push(`M${short(x)} ${short(y - wide)}l${wide} ${wide}l${-wide} ${wide}l${-wide} ${-wide}Z`);
    else if (cost < 0) dead.push(`M${short(x - r)} ${short(y - r)}l${2 * r} ${2 * r}m${-2 * r} 0l${2 * r} ${-2 * r}`);
    else plain.push(disc([x, y], r));
  });
  return [
    svg("path", { class: "states-plain", d: plain.join("") }),
    svg("path", { class: "states-dead", d: dead.join(""), "stroke-width": 0.5 * r }),
    svg("path", { class: "states-goal", d: goals.join("") }),
  ];
}
