/** Unpacks deductions that Python packed (`cpstudy/web/logs.py`). @module */

import { placed } from "./cells.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Cell} Cell */

/**
 * @typedef {{rules: string[], rule: number[], cells: number[][], because: number[][],
 *     sentences: string[], words: number[], more: Object[]}} Log
 */

/** Replaces `log` by `steps` when they are first read. @param {Entry & {log?: Log}} entry @returns {Entry} */
export function unfolded(entry) {
  const { log } = entry;
  if (log) {
    delete entry.log;
    Object.defineProperty(entry, "steps", {
      configurable: true,
      enumerable: true,
      get() {
        const steps = told(log, entry.columns);
        Object.defineProperty(entry, "steps", { value: steps, enumerable: true });
        return steps;
      },
    });
  }
  if (entry.repair) unfolded(entry.repair.entry);
  return entry;
}

/** @param {Log} log @param {number} columns */
function told(log, columns) {
  /** @param {number[]} tiles @returns {Cell[]} */
  const cells = (tiles) => tiles.map((tile) => [Math.floor(tile / columns), tile % columns]);
  return log.rule.map((rule, at) => {
    const step = { rule: log.rules[rule], cells: cells(log.cells[at]), because: cells(log.because[at]) };
    const named = [...step.cells, ...step.because];
    const words = log.sentences[log.words[at]].replace(/\{\{|\{(\+?)(\d+)\}/g, (_, first, place) => {
      if (place === undefined) return "{";
      const cell = placed(named[Number(place)]);
      return first ? `R${cell.slice(1)}` : cell;
    });
    return { ...step, words, ...log.more[at] };
  });
}
