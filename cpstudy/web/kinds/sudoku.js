/** Sudoku on the page. @module */

import { sudoku as parse } from "./latin_text.js";
import { valuesKind } from "./values.js";

export const kind = valuesKind({
  name: "sudoku",
  parse,
  title: "Sudoku",
  goal: "Fill the cells so that every row, column and box has every value once; so do the diagonals where they are drawn.",
});
