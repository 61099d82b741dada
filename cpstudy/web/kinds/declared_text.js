/**
 * Text forms of declared kinds, KIND:COLUMNSxROWS:BLOCK;BLOCK: the tokens of their blocks (`declared/board.py`).
 * For boards of links, which have no rules: the places of their variables. @module
 */

import { matched, sizes } from "../script/linked.js";

/** @typedef {import("../script/kind.js").Cell} Cell */
/** @typedef {{name: string, over: string, mark: string, blank: boolean, tokens: string}} Block */

/** Directions in reading order. @type {Cell[]} */
export const STEPS = [[-1, 0], [0, -1], [0, 1], [1, 0]];

export class Text {
  /** Throws an Error if a text is not a text form. @param {string} kind @param {Block[]} blocks @param {string} text */
  constructor(kind, blocks, text) {
    const [, columns, rows, body] = matched(new RegExp(`^(?:${kind}:)?(\\d{1,4})x(\\d{1,4}):(.*)$`), text.trim(), `board of ${kind}`);
    this.blocks = blocks;
    this.rows = Number(rows);
    this.columns = Number(columns);
    const pieces = body.split(";");
    if (pieces.length > blocks.length) throw new Error(`the link has ${pieces.length} blocks, expected ${blocks.length}`);
    /** Tokens by block and place. @type {Map<string, Map<string, string>>} */
    this.tokens = new Map(blocks.map((block, at) => [block.name, this.read(block, pieces[at] ?? "")]));
  }

  /** The tokens that are not blank. @param {Block} block @param {string} text */
  read({ name, over, blank }, text) {
    const { rows, columns } = this;
    const shapes = { left: [1, rows], right: [1, rows], top: [1, columns], bottom: [1, columns], board: [1, 1], beside: [rows, columns - 1], below: [rows - 1, columns] };
    const [height, width] = shapes[/** @type {keyof typeof shapes} */ (over)] ?? [rows, columns];
    /** @type {Map<string, string>} */
    const found = new Map();
    if (!text && blank) return found;
    const lines = text ? text.split("/") : [];
    const high = width && height;
    if (lines.length !== high) throw new Error(`the link's ${name} have ${lines.length} rows, expected ${high}`);
    lines.forEach((line, row) => {
      const signs = line.includes(",") || width === 1 ? line.split(",") : Array.from(line);
      if (signs.length !== width) throw new Error(`row ${row + 1} of the link's ${name} has ${signs.length} tokens, expected ${width}`);
      signs.forEach((token, column) => (token !== "." || !blank) && found.set(`${row},${column}`, token));
    });
    return found;
  }

  /** @returns {Cell[]} */
  get cells() {
    return Array.from({ length: this.rows * this.columns }, (_, at) => [Math.floor(at / this.columns), at % this.columns]);
  }

  /** Places of a block with their tokens, in order. @param {string} block @returns {[Cell, string][]} */
  clues(block) {
    return [...(this.tokens.get(block) ?? [])].map(([place, token]) => [/** @type {Cell} */ (place.split(",").map(Number)), token]);
  }

  /** @param {string} block @param {Cell} place */
  at(block, place) {
    return this.tokens.get(block)?.get(String(place));
  }

  /** The neighbours of a cell on the board. @param {Cell} cell @returns {Cell[]} */
  around([row, column]) {
    const beside = STEPS.map(([down, right]) => /** @type {Cell} */ ([row + down, column + right]));
    return beside.filter(([r, c]) => r >= 0 && c >= 0 && r < this.rows && c < this.columns);
  }

  /** Pairs of these cells that share a side. @param {Cell[]} [cells] @returns {[Cell, Cell][]} */
  edges(cells = this.cells) {
    const inside = new Set(cells.map(String));
    return cells.flatMap((cell) => this.around(cell).flatMap((other) => (inside.has(String(other)) && (other[0] > cell[0] || other[1] > cell[1]) ? [/** @type {[Cell, Cell]} */ ([cell, other])] : [])));
  }

  /** Cells without a token of a block. @param {string} block */
  free(block) {
    return this.cells.filter((cell) => this.at(block, cell) === undefined);
  }
}

/** The most rectangles of a board. */
const MOST = 20_000;

/** The places of each group of a kind's variables, with the largest value. @type {Record<string, (b: Text) => [any[], number][]>} */
const PLAYED = {
  akari: (b) => [[b.free("walls"), 1]],
  binairo: (b) => [[b.cells, 1]],
  fillomino: (b) => [[b.cells, mostOf(b)]],
  futoshiki: (b) => [[b.cells, b.rows]],
  hashi: (b) => [[spans(b), 2]],
  heyawake: (b) => [[b.cells, 1]],
  hitori: (b) => [[b.cells, 1]],
  kakuro: (b) => [[b.free("sums"), 9]],
  killer_sudoku: (b) => [[b.cells, b.rows]],
  lits: (b) => [[b.cells, 1]],
  numberlink: (b) => [[b.edges(), 1], [b.cells, new Set(b.clues("numbers").map(([, token]) => token)).size]],
  shikaku: (b) => [[rectangles(b), 1]],
  skyscrapers: (b) => [[b.cells, b.rows]],
  star_battle: (b) => [[b.cells, 1]],
  tents: (b) => [[b.free("trees").filter((cell) => b.around(cell).some((one) => b.at("trees", one))), 1]],
  yajilin: (b) => [[b.free("arrows"), 1], [b.edges(b.free("arrows")), 1]],
};

/** A board without rules, with the names of another board's variables; throws an Error if they differ. @param {string} kind @param {Block[]} blocks @param {string} text @param {any[]} groups */
export function sketched(kind, blocks, text, groups) {
  const places = PLAYED[kind];
  if (!places) throw new Error("this page does not hold that puzzle, and reads no other of its kind; “cpstudy play” does");
  const b = new Text(kind, blocks, text);
  sizes(String(b.columns), String(b.rows));
  for (const { name, tokens } of blocks) {
    const wrong = b.clues(name).find(([, token]) => !new RegExp(`^(?:${tokens})$`).test(token));
    if (wrong) throw new Error(`${wrong[1].slice(0, 30) || "nothing"} is no token of the link's ${name}`);
  }
  const found = places(b).map(([places, high], at) => ({ ...groups[at], places, high }));
  return { rows: b.rows, columns: b.columns, groups: found, rules: null };
}

/** Fillomino: the largest number that is given or fits next to the areas of the clues. @param {Text} b */
function mostOf(b) {
  const clue = new Map(b.clues("numbers").flatMap(([cell, token]) => (/^\d+$/.test(token) ? [[String(cell), Number(token)]] : [])));
  const free = new Set(b.cells.map(String).filter((cell) => !clue.has(cell)));
  const starts = b.cells.filter((cell) => clue.has(String(cell)));
  const apart = new Set();
  for (const start of starts) {
    const number = clue.get(String(start)) ?? 1;
    const near = reached(b, start, (cell) => (clue.get(cell) ?? number) === number, number - 1);
    if (!near.some((cell) => apart.has(String(cell)) && clue.get(String(cell)) === number)) apart.add(String(start));
  }
  let room = b.cells.length;
  for (const start of apart) room -= clue.get(start) ?? 0;
  let most = Math.max(1, ...clue.values());
  for (const cell of b.cells) {
    const part = free.has(String(cell)) ? reached(b, cell, (one) => free.has(one), Infinity) : [];
    for (const one of part) free.delete(String(one));
    most = Math.max(most, Math.min(room, part.length));
  }
  return most;
}

/** The cells at most `steps` steps from a cell, with the cell itself. @param {Text} b @param {Cell} start @param {(cell: string) => boolean} inside @param {number} steps */
function reached(b, start, inside, steps) {
  const far = new Map([[String(start), 0]]);
  const found = [start];
  for (const cell of found) {
    const next = (far.get(String(cell)) ?? 0) + 1;
    for (const other of next > steps ? [] : b.around(cell)) {
      if (far.has(String(other)) || !inside(String(other))) continue;
      far.set(String(other), next);
      found.push(other);
    }
  }
  return found;
}

/** Hashi: islands in sight of each other. @param {Text} b */
function spans(b) {
  return b.clues("islands").flatMap(([[row, column]]) =>
    [[0, 1], [1, 0]].flatMap(([down, right]) => {
      let [r, c] = [row + down, column + right];
      while (r < b.rows && c < b.columns && !b.at("islands", [r, c])) [r, c] = [r + down, c + right];
      return r < b.rows && c < b.columns ? [[[row, column], [r, c]]] : [];
    }),
  );
}

/** Shikaku: the first and the last cell of each rectangle with one number that is its size. @param {Text} b */
function rectangles(b) {
  const clues = b.clues("numbers");
  let all = 0;
  return b.cells.flatMap(([row, column]) => {
    const found = [];
    let width = b.columns - column;
    for (let low = row; low < b.rows; low++) {
      const inside = [];
      for (let right = column; right < column + width; right++) {
        inside.push(...clues.filter(([[r, c]]) => c === right && row <= r && r <= low));
        if (inside.length > 1) width = right - column;
        else if (inside.length && ["?", String((low - row + 1) * (right - column + 1))].includes(inside[0][1])) found.push([[row, column], [low, right]]);
      }
    }
    all += found.length;
    if (all > MOST) throw new Error(`its numbers allow more than ${MOST.toLocaleString("en")} rectangles`);
    return found;
  });
}
