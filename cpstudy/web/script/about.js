/** One line about a puzzle. @module */

/** @typedef {import("./kind.js").Entry} Entry */

/** @param {Entry} entry */
export function sizeOf(entry) {
  return entry.size ?? `${entry.columns}×${entry.rows}`;
}

/** @param {Entry} entry */
export function aboutEntry(entry) {
  const solutions = { unique: "one solution", many: "several solutions", none: "no solution", unknown: "how many solutions is not known" };
  const plans = { found: "can be solved", unreachable: "cannot be solved", unknown: "whether it can be solved is not known" };
  const verdicts = { ...solutions, ...(entry.steps || entry.answer ? {} : plans) };
  const verdict = verdicts[/** @type {keyof typeof verdicts} */ (entry.verdict)];
  return [sizeOf(entry), entry.level, verdict, entry.made ?? entry.source].filter(Boolean).join(" · ");
}
