/**
 * Puzzles of links: only the board is known. Text forms are read as Python writes them; any other text is
 * refused with a reason. @module
 */

/** @typedef {import("./kind.js").Entry} Entry */

const LARGEST = 10_000;

/** @param {string} kind @param {string} text @param {any} board Has rows and columns, and `size` in words if these do not describe it well. @returns {Entry} */
export function linkedEntry(kind, text, board) {
  const { rows, columns, size } = board;
  return { kind, text, rows, columns, ...(size ? { size } : {}), board, source: "a link" };
}

/** Rows and columns of a text that begins with WxH. @param {string} columns @param {string} rows @returns {{rows: number, columns: number}} */
export function sizes(columns, rows) {
  const found = { rows: Number(rows), columns: Number(columns) };
  if (!found.rows || !found.columns || found.rows * found.columns > LARGEST) {
    throw new Error(`boards of links have 1 to ${LARGEST.toLocaleString("en")} cells`);
  }
  return found;
}

/** @param {ArrayLike<unknown>} cells @param {{rows: number, columns: number}} size */
export function checkCells(cells, { rows, columns }) {
  if (cells.length !== rows * columns) throw new Error(`the link's board has ${cells.length} cells, expected ${rows * columns}`);
}

/** The parts of a text, or an Error. @param {RegExp} form @param {string} text @param {string} what */
export function matched(form, text, what) {
  const found = form.exec(text);
  if (!found) throw new Error(`the link holds no ${what}`);
  return found;
}
