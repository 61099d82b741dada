/**
 * Rules of declared kinds, evaluated as in Python: true, false, or null if that depends on open variables.
 * `declared/page.py` describes the formulas; numbers are intervals [least, most].
 *
 * @module
 */

/** @typedef {number | any[] | null} Formula */
/** @typedef {[number, number]} Range */

/** @param {Range} range @returns {boolean | null} */
const truth = ([least, most]) => (least ? true : most ? null : false);
/** @param {boolean | null} value @returns {Range} */
const range = (value) => (value === null ? [0, 1] : value ? [1, 1] : [0, 0]);
/** @param {boolean | null} value */
const not = (value) => (value === null ? null : !value);
/** @param {(boolean | null)[]} values @returns {boolean | null} */
const any = (values) => (values.includes(true) ? true : values.includes(null) ? null : false);

/** @type {Record<string, (a: Range, b: Range) => boolean | null>} */
const COMPARED = {
  "==": (a, b) => (a[1] < b[0] || b[1] < a[0] ? false : a[0] === a[1] && b[0] === b[1] ? true : null),
  "<=": (a, b) => (a[1] <= b[0] ? true : a[0] > b[1] ? false : null),
  "<": (a, b) => (a[1] < b[0] ? true : a[0] >= b[1] ? false : null),
  "!=": (a, b) => not(COMPARED["=="](a, b)),
  ">": (a, b) => not(COMPARED["<="](a, b)),
  ">=": (a, b) => not(COMPARED["<"](a, b)),
};

/** The range of a formula for ranges of the variables. @param {Formula} formula @param {Range[]} values @returns {Range} */
export function evaluated(formula, values) {
  if (formula === null) return [0, 1];
  if (typeof formula === "number") return formula >= 0 ? values[formula] : range(not(truth(values[-1 - formula])));
  const [sign, ...parts] = formula;
  if (sign === "#") return [parts[0], parts[0]];
  if (["connected", "forest", "sized_parts"].includes(sign)) return range(graph(sign, parts, values));
  if (sign === "*") {
    const [one, other] = evaluated(parts[1], values).map((value) => value * parts[0]);
    return one <= other ? [one, other] : [other, one];
  }
  const given = parts.map((part) => evaluated(part, values));
  if (sign === "+") return [given.reduce((sum, [least]) => sum + least, 0), given.reduce((sum, [, most]) => sum + most, 0)];
  if (sign === "d") return range(different(given));
  if (sign === "v") return visible(given);
  if (sign in COMPARED) return range(COMPARED[sign](given[0], given[1]));
  const truths = given.map(truth);
  if (sign === "!") return range(not(truths[0]));
  if (sign === "|") return range(any(truths));
  if (sign === "->") return range(any([not(truths[0]), truths[1]]));
  return range(not(any(truths.map(not))));
}

/** @param {Range[]} given */
function different(given) {
  const known = given.filter(([least, most]) => least === most).map(([least]) => least);
  if (new Set(known).size < known.length) return false;
  return known.length === given.length ? true : null;
}

/** How many are higher than all before them. @param {Range[]} given @returns {Range} */
function visible(given) {
  let [low, high, fewest, most] = [-Infinity, -Infinity, 0, 0];
  for (const [least, largest] of given) {
    if (least > high) fewest += 1;
    if (largest > low) most += 1;
    [low, high] = [Math.max(low, least), Math.max(high, largest)];
  }
  return [fewest, most];
}

/** @param {string} sign @param {any[]} parts @param {Range[]} values @returns {boolean | null} */
function graph(sign, [formulas, edges, linked], values) {
  /** @param {Formula[]} all */
  const given = (all) => all.map((formula) => evaluated(formula, values));
  const [nodes, links] = [given(formulas), given(linked ?? [])];
  if ([...nodes, ...links].some(([least, most]) => least !== most)) return null;
  const number = nodes.map(([least]) => least);
  /** @type {number[]} */
  const above = [];
  /** @param {number} node @returns {number} */
  const root = (node) => (above[node] === undefined || above[node] === node ? node : root(above[node]));
  let free = true;
  edges.forEach((/** @type {[number, number]} */ [one, other], /** @type {number} */ edge) => {
    const joins = sign === "forest" ? number[edge] : sign === "connected" ? number[one] && number[other] && (!linked || links[edge][0]) : number[one] === number[other];
    if (!joins) return;
    if (root(one) === root(other)) free = false;
    else above[root(one)] = root(other);
  });
  if (sign === "forest") return free;
  const roots = number.map((_, node) => root(node));
  if (sign === "connected") return new Set(roots.filter((_, node) => number[node])).size <= 1;
  return roots.every((one, node) => roots.filter((other) => other === one).length === number[node]);
}

/** The rules that are certainly broken, and whether all rules hold. @param {any[]} rules @param {Range[]} values */
export function judged(rules, values) {
  const told = rules.map(([, , formula]) => truth(evaluated(formula, values)));
  return { broken: rules.filter((_, at) => told[at] === false), holds: told.every((value) => value === true), unsaid: rules.some(([, , formula]) => formula === null) };
}
