/**
 * The rules of Bloxorz. A state is the two cells under the block, in order and numbered row by row (equal: it
 * stands; neighbours: it lies; otherwise: two halves), and a character per bridge, "1" if it is down. Moves:
 * `up` …, for halves `first-up` …, `second-up` …. A roll that ends in a fall is not a move.
 *
 * @module
 */

import { numbers } from "./moves.js";

/** @typedef {import("../script/kind.js").Entry} Entry */
/** @typedef {{rows: number, columns: number, tiles: string[], switches: [string, string, string[]][], bridges: string[]}} BloxorzBoard */
/** @typedef {{first: number, second: number, bridges: string}} State */

const WAYS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
const BLOCK = Object.keys(WAYS);
const HALVES = ["first", "second"].flatMap((half) => BLOCK.map((way) => `${half}-${way}`));

/** @param {BloxorzBoard} board @param {number} cell @returns {[number, number]} */
const placeOf = ({ columns }, cell) => [Math.floor(cell / columns), cell % columns];

/** Whether the block is two halves. @param {BloxorzBoard} board @param {State} state */
export function isSplit(board, { first, second }) {
  const [[row, column], [other, beside]] = [placeOf(board, first), placeOf(board, second)];
  return Math.abs(row - other) + Math.abs(column - beside) > 1;
}

/** The current code of a tile, "" if there is no tile. @param {BloxorzBoard} board @param {string} bridges @param {number} row @param {number} column */
export function tileAt({ rows, columns, tiles, bridges: names }, bridges, row, column) {
  if (row < 0 || column < 0 || row >= rows || column >= columns) return "";
  const code = tiles[row * columns + column];
  const bridge = names.indexOf(code);
  const there = bridge < 0 ? code[0] !== "x" : bridges[bridge] === "1";
  return there ? code : "";
}

/** The bridges after a switch was pressed. @param {BloxorzBoard} board @param {string} bridges @param {string} name */
function pressed({ switches, bridges: names }, bridges, name) {
  const now = [...bridges];
  for (const [code, action, targets] of switches) {
    if (code !== name || action === "teleports") continue;
    for (const place of new Set(targets.map((target) => names.indexOf(target)))) {
      now[place] = action === "opens" || (action === "toggles" && now[place] === "0") ? "1" : "0";
    }
  }
  return now.join("");
}

/**
 * The state after a block comes to rest, or in words why it falls.
 * @param {BloxorzBoard} board @param {[number, number][]} places Both, in reading order; equal: standing.
 * @param {string} bridges @param {[number, number][]} entered
 * @returns {State | string}
 */
function settled(board, places, bridges, entered) {
  const missing = () => {
    const place = places.find((one) => !tileAt(board, bridges, ...one));
    return place ? `there is nothing to rest on at (${place.join(", ")})` : "";
  };
  let fault = missing();
  if (fault) return fault;
  let standing = String(places[0]) === String(places[1]);
  const code = tileAt(board, bridges, ...places[0]);
  if (standing && code[0] === "w") return `the fragile tile (${places[0].join(", ")}) breaks under a standing block`;
  if (standing && code[0] === "t") {
    entered = places = landings(board, code);
    standing = false;
    fault = missing();
  }
  if (fault) return fault;
  for (const [row, column] of entered) {
    const name = board.tiles[row * board.columns + column];
    if (name[0] === "W" || (name[0] === "S" && standing)) bridges = pressed(board, bridges, name);
  }
  fault = missing();
  if (fault) return fault;
  const [first, second] = places.map(([row, column]) => row * board.columns + column).sort((one, other) => one - other);
  return { first, second, bridges };
}

/** The two places of a teleport, in their order. @param {BloxorzBoard} board @param {string} code @returns {[number, number][]} */
export function landings(board, code) {
  const targets = board.switches.find(([name, action]) => name === code && action === "teleports")?.[2] ?? [];
  return targets.flatMap((target) => board.tiles.flatMap((tile, cell) => (tile === target ? [placeOf(board, cell)] : [])));
}

/** The state after a move, or in words why it ends in a fall. @param {BloxorzBoard} board @param {State} state @param {string} move @returns {State | string} */
export function rolled(board, state, move) {
  const [half, way] = move.includes("-") ? move.split("-") : ["", move];
  const [down, right] = WAYS[/** @type {keyof typeof WAYS} */ (way)];
  /** @param {[number, number]} place @param {number} times @returns {[number, number]} */
  const on = ([row, column], times = 1) => [row + times * down, column + times * right];
  const [first, second] = [placeOf(board, state.first), placeOf(board, state.second)];
  if (half) {
    const [moving, other] = half === "first" ? [first, second] : [second, first];
    return settled(board, ordered(on(moving), other), state.bridges, [on(moving)]);
  }
  const forwards = down + right > 0;
  if (state.first === state.second) {
    const places = ordered(on(first), on(first, 2));
    return settled(board, places, state.bridges, places);
  }
  if (String(on(forwards ? first : second)) === String(forwards ? second : first)) {
    const place = on(forwards ? second : first);
    return settled(board, [place, place], state.bridges, [place]);
  }
  const places = ordered(on(first), on(second));
  return settled(board, places, state.bridges, places);
}

/** @param {[number, number]} one @param {[number, number]} other @returns {[number, number][]} */
const ordered = (one, other) => (one[0] - other[0] || one[1] - other[1]) > 0 ? [other, one] : [one, other];

/** @param {Entry} entry @param {State} state @returns {[string, State, number][]} */
function moves({ board }, state) {
  return (isSplit(board, state) ? HALVES : BLOCK).flatMap((move) => {
    const after = rolled(board, state, move);
    return typeof after === "string" ? [] : [/** @type {[string, State, number]} */ ([move, after, 1])];
  });
}

/** @param {Entry} entry @param {string} key @returns {State} */
function read({ board }, key) {
  const [places, bridges] = [key.replace(/,[01]*$/, ""), /,([01]*)$/.exec(key)?.[1] ?? ""];
  const [first, second, ...rest] = numbers(places, board.tiles.length);
  if (second === undefined || second < first || rest.length || bridges.length !== board.bridges.length) throw new Error("the position does not name two tiles and all bridges");
  for (const cell of [first, second]) {
    if (!tileAt(board, bridges, ...placeOf(board, cell))) throw new Error("the position puts the block where it cannot rest");
  }
  return { first, second, bridges };
}

/** @type {import("./moves.js").Rules} */
export const rules = {
  start: ({ board }) => {
    const cell = board.tiles.findIndex((/** @type {string} */ code) => code[0] === "s");
    return { first: cell, second: cell, bridges: board.bridges.map((/** @type {string} */ name) => (name[0] === "p" ? "1" : "0")).join("") };
  },
  key: (_, { first, second, bridges }) => `${first},${second},${bridges}`,
  read,
  moves,
  goal: ({ board }, { first, second }) => first === second && board.tiles[first][0] === "e",
};
