/** Text forms of puzzles of moves, as Python writes them. @module */

import { checkCells, linkedEntry, matched, sizes } from "../script/linked.js";

/** @typedef {import("../script/kind.js").Entry} Entry */

const LARGEST_TILES = 25;
const MOST_LOADS = 4096;
const MOST_PEOPLE = 26;

/** `WxH:` and the rows, joined by |. @param {string} text @returns {Entry} */
export function sokoban(text) {
  const [, columns, rows, body] = matched(/^(\d{1,3})x(\d{1,3})m?:([-#@+$*.|]+)$/, text, "level of Sokoban");
  const size = sizes(columns, rows);
  const lines = body.split("|");
  if (lines.length !== size.rows || lines.some((line) => line.length !== size.columns)) throw new Error("the rows of the link's level do not fit its size");
  const codes = new Map([["-", 0], ["#", 1], ["$", 2], [".", 4], ["*", 6], ["@", 8], ["+", 12]]);
  const cells = Array.from(lines.join(""), (symbol) => /** @type {number} */ (codes.get(symbol)));
  const players = cells.flatMap((code, square) => (code & 8 ? [square] : []));
  if (players.length !== 1) throw new Error(`the link's level has ${players.length} players`);
  const floor = new Set(players);
  for (const square of floor) {
    const column = square % size.columns;
    const beside = [square - size.columns, square + size.columns, column ? square - 1 : -1, column < size.columns - 1 ? square + 1 : -1];
    for (const other of beside) if (other >= 0 && other < cells.length && !(cells[other] & 1)) floor.add(other);
  }
  return linkedEntry("sokoban", text, { ...size, cells, floor: [...floor].sort((one, other) => one - other) });
}

/** `WxH:` and the tiles; f: the empty cell comes first, s: the tiles form a spiral. @param {string} text @returns {Entry} */
export function slidingTiles(text) {
  const [, columns, rows, order, body] = matched(/^(\d)x(\d)([fs]?):(\d[\d,]*)$/, text, "board of sliding tiles");
  const size = sizes(columns, rows);
  const tiles = body.split(",").map(Number);
  checkCells(tiles, size);
  if (tiles.length > LARGEST_TILES || new Set(tiles).size < tiles.length || tiles.some((tile) => tile >= tiles.length)) throw new Error("the link's tiles are not 0, 1, 2 … once each");
  const ordered = tiles.map((_, cell) => (order === "f" ? cell : (cell + 1) % tiles.length));
  const goal = order === "s" ? spiral(size.rows, size.columns).reduce((found, cell, place) => ((found[cell] = (place + 1) % tiles.length), found), tiles.slice()) : ordered;
  return linkedEntry("sliding_tiles", text, { ...size, tiles, goal });
}

/** The cells from the upper left corner clockwise inwards. @param {number} rows @param {number} columns */
function spiral(rows, columns) {
  const found = new Set([0]);
  let [row, column, down, right] = [0, 0, 0, 1];
  while (found.size < rows * columns) {
    const free = row + down >= 0 && row + down < rows && column + right >= 0 && column + right < columns && !found.has((row + down) * columns + column + right);
    if (free) [row, column] = [row + down, column + right];
    else [down, right] = [right, -down];
    found.add(row * columns + column);
  }
  return [...found];
}

/** 36 cells, or `WxH`, k where cars go both ways, @row,column of the goal, `:` and the cells. @param {string} text @returns {Entry} */
export function rushHour(text) {
  const plain = /^[A-Zox]{36}$/.test(text);
  const [, width, height, both, row, column, cells] = plain
    ? ["", "6", "6", "", undefined, undefined, text]
    : matched(/^(\d{1,3})x(\d{1,3})(k?)(?:@(\d{1,3}),(\d{1,3}))?:([A-Za-z0-9]+)$/, text, "board of Rush Hour");
  const size = sizes(width, height);
  checkCells(cells, size);
  const blocks = blocksOf(cells, size.columns);
  const red = blocks.find(({ name }) => name === "A");
  if (!red) throw new Error("the link's board has no block A");
  const bothWays = both !== "" || !blocks.every(({ height, width }) => Math.min(height, width) === 1 && Math.max(height, width) > 1);
  /** @param {Block} block */
  const shape = ({ name, row, column, height, width, cells }) =>
    bothWays ? [name !== "A", height, width, ...cells.flat()] : [height > 1, height > 1 ? column : row];
  /** @param {Block} one @param {Block} other */
  const order = (one, other) => ordered([...shape(one), one.row, one.column].map(Number), [...shape(other), other.row, other.column].map(Number));
  blocks.sort(order);
  const keys = blocks.map((block) => String(shape(block)));
  const starts = keys.flatMap((key, at) => (at === 0 || keys[at - 1] !== key ? [at] : []));
  const alike = bothWays ? starts.map((first, at) => [first, starts[at + 1] ?? keys.length]) : [];
  const left = red.cells[0][1];
  const usual = bothWays ? [size.rows - red.height, Math.floor((size.columns - red.width) / 2) + left] : red.height > 1 ? [size.rows - red.height, red.column] : [red.row, size.columns - red.width];
  const goal = row === undefined ? usual : [Number(row), Number(column)];
  const walls = Array.from(cells).flatMap((what, cell) => (what === "x" ? [cell] : []));
  return linkedEntry("rush_hour", text, { ...size, bothWays, blocks, alike, walls, goal });
}

/** @typedef {import("./rush_hour_rules.js").Block} Block */

/** The blocks, each with its cells relative to its first one. @param {string} cells @param {number} columns @returns {Block[]} */
function blocksOf(cells, columns) {
  /** @type {Map<string, [number, number][]>} */
  const places = new Map();
  Array.from(cells).forEach((name, cell) => {
    if (name === "o" || name === "x") return;
    places.set(name, [...(places.get(name) ?? []), [Math.floor(cell / columns), cell % columns]]);
  });
  return Array.from(places, ([name, found]) => {
    const [[row, column]] = found;
    const across = found.map(([, x]) => x);
    const [height, width] = [found[found.length - 1][0] - row + 1, Math.max(...across) - Math.min(...across) + 1];
    return { name, row, column, height, width, cells: found.map(([y, x]) => [y - row, x - column]) };
  });
}

/** Compares two lists of numbers. @param {number[]} one @param {number[]} other */
function ordered(one, other) {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : (one[at] ?? -1) - (other[at] ?? -1);
}

/** The lines of a level file, joined by /. @param {string} text @returns {Entry} */
export function bloxorz(text) {
  const lines = text.split("/").map((line) => line.trim()).filter(Boolean);
  const rule = lines.findIndex((line) => /^-{3,}$/.test(line));
  const board = (rule < 0 ? lines : lines.slice(0, rule)).map((line) => line.split(/\s+/));
  if (!board.length || board.some((row) => row.length !== board[0].length)) throw new Error("the link holds no level of Bloxorz");
  const size = sizes(String(board[0].length), String(board.length));
  const switches = (rule < 0 ? [] : lines.slice(rule + 1)).map((line) => {
    const [, name, action, targets] = matched(/^(\S+) (toggles|opens|closes|teleports) (.+)$/, line, `switch in ${line.slice(0, 30)}`);
    return [name, action, targets.split(",").map((target) => target.trim())];
  });
  const tiles = board.flat();
  const named = switches.flatMap(([name, , targets]) => [name, ...targets]);
  const strange = named.find((name) => !tiles.includes(/** @type {string} */ (name)));
  if (strange) throw new Error(`the link's level has no tile ${strange}`);
  const count = (/** @type {string} */ letter) => tiles.filter((code) => code[0] === letter).length;
  if (count("s") !== 1 || count("e") !== 1) throw new Error("the link's level needs one start and one end");
  const bridges = [...new Set(switches.flatMap(([, action, targets]) => (action === "teleports" ? [] : targets)))];
  return linkedEntry("bloxorz", text, { ...size, tiles, switches, bridges });
}

/** `items:conflicts:places`. @param {string} text @returns {Entry} */
export function riverCrossing(text) {
  const [, listed, pairs, boat = "1"] = matched(/^([^:]+):([^:]*)(?::([1-9]\d?))?$/, text, "river crossing");
  const items = listed.split(",");
  const places = Number(boat);
  const conflicts = (pairs ? pairs.split(",") : []).map((pair) => pair.split("-").map((item) => items.indexOf(item)));
  if (new Set(items).size < items.length || items.some((item) => !item || item.endsWith("*"))) throw new Error("the items of the link are not all different, or others row than the man");
  if (conflicts.some((pair) => pair.length !== 2 || pair.includes(-1))) throw new Error("a conflict of the link is not of two items");
  if (loads(items.length, places) > MOST_LOADS) throw new Error("the boat of the link can be loaded in too many ways");
  const size = `${items.length} items, boat for ${places}`;
  return linkedEntry("river_crossing", text, { rows: items.length, columns: 2, size, items, conflicts, places });
}

/** The number of choices of at most `places` items. @param {number} items @param {number} places */
function loads(items, places) {
  let [sum, ways] = [0, 1];
  for (let number = 0; number <= Math.min(items, places); number++) {
    sum += ways;
    ways = (ways * (items - number)) / (number + 1);
  }
  return sum;
}

/** `times:limit`. @param {string} text @returns {Entry} */
export function bridgeTorch(text) {
  const [, listed, minutes] = matched(/^(\d{1,6}(?:,\d{1,6})*)(?::(\d{1,9}))?$/, text, "bridge for two at a time");
  const times = listed.split(",").map(Number);
  if (times.length > MOST_PEOPLE) throw new Error(`the link has ${times.length} people; a page takes ${MOST_PEOPLE}`);
  const limit = minutes === undefined ? null : Number(minutes);
  const size = `${times.length} people${limit === null ? "" : `, ${limit} minutes`}`;
  return linkedEntry("bridge_torch", text, { rows: times.length, columns: 2, size, times, limit });
}

/** `missionaries,cannibals:places`. @param {string} text @returns {Entry} */
export function missionaries(text) {
  const [missionaries, cannibals, places] = matched(/^(\d{1,2}),(\d{1,2}):(\d{1,2})$/, text, "missionaries and cannibals").slice(1).map(Number);
  const rows = missionaries + cannibals;
  if (!rows || rows > MOST_PEOPLE || !places) throw new Error(`the link has ${rows} people; a page takes 1 to ${MOST_PEOPLE}`);
  const size = `${missionaries} missionaries, ${cannibals} cannibals, boat for ${places}`;
  return linkedEntry("missionaries", text, { rows, columns: 2, size, missionaries, cannibals, places });
}
