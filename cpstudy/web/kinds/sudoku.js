/** Sudoku on the page. @module */

import { valuesKind } from "./values.js";

export const kind = valuesKind({
  name: "sudoku",
  title: "Sudoku",
  goal: "Fill the cells so that every row, column and box has every value once; so do the diagonals where they are drawn.",
});
