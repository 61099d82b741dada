/** KenKen on the page. @module */

import { kenken as parse } from "./latin_text.js";
import { valuesKind } from "./values.js";

export const kind = valuesKind({
  name: "kenken",
  parse,
  title: "KenKen",
  goal: "Fill the cells so that every row and column has every value once, and the values of each cage give its number with its sign; without a sign, any operation may give it.",
});
