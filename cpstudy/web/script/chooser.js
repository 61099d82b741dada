/** Another puzzle, by size, grade and source. @module */

import { button, element } from "./dom.js";

/** @typedef {import("./kind.js").Entry} Entry */

const ANY = "any";

/** @param {Entry} entry */
export function sizeOf(entry) {
  return entry.size ?? `${entry.columns}×${entry.rows}`;
}

/** @type {[string, (entry: Entry) => string][]} */
const TRAITS = [
  ["size", sizeOf],
  ["grade", (entry) => entry.grade ?? ""],
  ["source", (entry) => entry.source ?? ""],
];

/**
 * @param {Entry[]} entries Of one kind.
 * @param {Entry} now
 * @param {(entry: Entry) => void} open
 */
export function chooser(entries, now, open) {
  const row = element("div", { class: "buttons" });
  /** @type {{select: HTMLSelectElement, trait: (entry: Entry) => string}[]} */
  const choices = [];
  for (const [name, trait] of TRAITS) {
    const values = [...new Set(entries.map(trait))].filter(Boolean);
    if (values.length < 2) continue;
    const options = [ANY, ...values].map((value) => element("option", { value }, value));
    const select = element("select", { name }, ...options);
    // The size stays as it is, where there are others of it; the rest is open until it is chosen.
    const same = entries.filter((entry) => trait(entry) === trait(now)).length;
    select.value = name === "size" ? (same > 1 ? trait(now) : ANY) : (chosen.get(now.kind + name) ?? ANY);
    if (!select.value) select.value = ANY;
    select.onchange = () => {
      chosen.set(now.kind + name, select.value);
      go();
    };
    choices.push({ select, trait });
    row.append(element("label", {}, `${name} `, select));
  }

  /** The next in order after this one, of those that fit. */
  function go() {
    const fit = entries.filter((entry) => choices.every(({ select, trait }) => select.value === ANY || trait(entry) === select.value));
    if (!fit.length) {
      count.textContent = "none like this";
      return;
    }
    const here = entries.indexOf(now);
    open(fit.find((entry) => entries.indexOf(entry) > here) ?? fit[0]);
  }

  const count = element("span", { class: "quiet", role: "status" }, `${entries.indexOf(now) + 1} of ${entries.length}`);
  row.append(button("New puzzle", go, { class: "primary" }), count);
  return row;
}

/** What was chosen, as long as the page is open. @type {Map<string, string>} */
const chosen = new Map();
