/** The layout of hexagons: width 1, a corner on top, odd rows half a cell to the right. @module */

/** @typedef {import("../script/board.js").Layout} Layout */

const STEP = Math.sqrt(3) / 2;
const RADIUS = 1 / Math.sqrt(3);

/** The outline of a hexagon around its middle, as the data of a path. */
const outline = `M${[0, 1, 2, 3, 4, 5].map((corner) => corners(corner).map((one) => one.toFixed(4)).join(" ")).join("L")}Z`;

/** @param {number} corner */
function corners(corner) {
  const angle = ((2 * corner + 1) * Math.PI) / 6;
  return [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)];
}

export const hexagons = {
  outline,
  /** @param {number} rows @param {number} columns @returns {Layout} */
  layout: (rows, columns) => ({
    width: columns + (rows > 1 ? 0.5 : 0),
    height: (rows - 1) * STEP + 2 * RADIUS,
    outline,
    middle: ([row, column]) => [column + 0.5 + (row % 2) / 2, RADIUS + row * STEP],
    under(x, y) {
      // The nearest of the cells whose middles are near.
      const near = Math.round((y - RADIUS) / STEP);
      let [least, found] = [Infinity, /** @type {import("../script/kind.js").Cell | null} */ (null)];
      for (const row of [near - 1, near, near + 1]) {
        const column = Math.round(x - 0.5 - (((row % 2) + 2) % 2) / 2);
        const far = Math.hypot(x - column - 0.5 - (((row % 2) + 2) % 2) / 2, y - RADIUS - row * STEP);
        if (far < least) [least, found] = [far, [row, column]];
      }
      if (!found || least > RADIUS) return null;
      const [row, column] = found;
      return row >= 0 && row < rows && column >= 0 && column < columns ? found : null;
    },
  }),
};
