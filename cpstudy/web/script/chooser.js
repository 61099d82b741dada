/** Another puzzle, by size, level and source. @module */

import { sizeOf } from "./about.js";
import { button, element } from "./dom.js";
import { isSolved } from "./home.js";
import { counted } from "./words.js";

/** @typedef {import("./kind.js").Entry} Entry */

const ANY = "any";

/** @type {[string, (entry: Entry) => string][]} */
const TRAITS = [
  ["size", sizeOf],
  ["level", (entry) => entry.level ?? ""],
  // All new puzzles have one choice; what else is told of them is in the title line.
  ["source", (entry) => (entry.source ?? "").split(":")[0]],
];

/**
 * @param {Entry[]} entries Of one kind.
 * @param {Entry} now
 * @param {(entry: Entry) => void} open
 */
export function chooser(entries, now, open) {
  const row = element("div", { class: "buttons" });
  /** @type {{select: HTMLSelectElement, name: string, trait: (entry: Entry) => string}[]} */
  const choices = [];
  for (const [name, trait] of TRAITS) {
    const values = [...new Set(entries.map(trait))].filter(Boolean);
    if (values.length < 2) continue;
    const options = [ANY, ...values].map((value) => element("option", { value }, value));
    const select = element("select", { name }, ...options);
    // The size stays if other puzzles have it; the other traits are open until the player chooses.
    const same = entries.filter((entry) => trait(entry) === trait(now)).length;
    select.value = name === "size" ? (same > 1 ? trait(now) : ANY) : (chosen.get(now.kind + name) ?? ANY);
    if (!select.value) select.value = ANY;
    select.onchange = () => {
      choose(name, select.value);
      go(name);
    };
    choices.push({ select, name, trait });
    row.append(element("label", {}, `${name} `, select));
  }

  /** @param {string} name @param {string} value */
  function choose(name, value) {
    chosen.set(now.kind + name, value);
  }

  /** @param {(choice: {select: HTMLSelectElement, name: string, trait: (entry: Entry) => string}) => boolean} counts */
  const fitting = (counts) =>
    entries.filter((entry) => choices.every((choice) => !counts(choice) || choice.select.value === ANY || choice.trait(entry) === choice.select.value));

  /** Opens the next puzzle that fits all choices, an unsolved one if possible. @param {string} [changed] The choice with priority. */
  function go(changed) {
    let fit = fitting(() => true);
    if (!fit.length) {
      // No puzzle fits all choices: only the last choice counts, and the others are reset.
      fit = fitting(({ name }) => name === changed);
      for (const { name } of choices) if (name !== changed) choose(name, ANY);
    }
    const here = entries.indexOf(now);
    const later = [...fit.filter((entry) => entries.indexOf(entry) > here), ...fit.filter((entry) => entries.indexOf(entry) <= here)];
    open(later.find((entry) => entry !== now && !isSolved(entry)) ?? later[0]);
  }

  const here = entries.includes(now) ? `${entries.indexOf(now) + 1} of ${entries.length}` : counted(entries.length, "puzzle");
  const count = element("span", { class: "quiet", role: "status" }, here + (isSolved(now) ? ", solved ✓" : ""));
  row.append(button("Next puzzle", () => go(), { class: "primary" }), count);
  return { node: row, next: () => go() };
}

/** The choices, kept while the page is open. @type {Map<string, string>} */
const chosen = new Map();
