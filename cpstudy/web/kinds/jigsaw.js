/** Jigsaw on the page: Sudoku whose regions are given. @module */

import { jigsaw as parse } from "./latin_text.js";
import { valuesKind } from "./values.js";

export const kind = valuesKind({
  name: "jigsaw",
  parse,
  title: "Jigsaw",
  goal: "Fill the cells so that every row, column and region has every value once; so do the diagonals where they are drawn.",
});
