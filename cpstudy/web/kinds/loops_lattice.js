/**
 * The lattice of a loop, as in puzzles/loops/lattice.py: vertices row by row, horizontal edges row by row and
 * then vertical edges, faces row by row. @module
 */

/**
 * @typedef {Object} Lattice
 * @property {number} rows Of vertices.
 * @property {number} columns
 * @property {number} edges The number of edges.
 * @property {[number, number][]} ends The vertices of each edge.
 * @property {number[][]} incident The edges at each vertex.
 * @property {(row: number, column: number) => number} across The edge to the right of a vertex, -1 for none.
 * @property {(row: number, column: number) => number} down
 * @property {(edge: number) => {row: number, column: number, down: boolean}} place
 */

/** @type {Map<string, Lattice>} */
const made = new Map();

/** @param {number} rows @param {number} columns @returns {Lattice} */
export function latticeOf(rows, columns) {
  const key = `${rows}x${columns}`;
  const known = made.get(key) ?? lattice(rows, columns);
  made.set(key, known);
  return known;
}

/** @param {number} rows @param {number} columns @returns {Lattice} */
function lattice(rows, columns) {
  const first = rows * (columns - 1);
  const edges = first + (rows - 1) * columns;
  /** @param {number} row @param {number} column */
  const across = (row, column) => (row >= 0 && row < rows && column >= 0 && column < columns - 1 ? row * (columns - 1) + column : -1);
  /** @param {number} row @param {number} column */
  const down = (row, column) => (row >= 0 && row < rows - 1 && column >= 0 && column < columns ? first + row * columns + column : -1);
  /** @param {number} edge */
  const place = (edge) => {
    const [at, width] = edge < first ? [edge, columns - 1] : [edge - first, columns];
    return { row: Math.floor(at / width), column: at % width, down: edge >= first };
  };
  /** @type {number[][]} */
  const incident = Array.from({ length: rows * columns }, () => []);
  const ends = Array.from({ length: edges }, (_, edge) => {
    const at = place(edge);
    const vertex = at.row * columns + at.column;
    /** @type {[number, number]} */
    const both = [vertex, vertex + (at.down ? columns : 1)];
    for (const end of both) incident[end].push(edge);
    return both;
  });
  return { rows, columns, edges, ends, incident, across, down, place };
}
