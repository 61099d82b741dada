/** Sentences about a position, like those of Python about a step (`cpstudy/core/wording.py`). @module */

/** @typedef {import("./kind.js").Entry} Entry */

/** With a capital letter. @param {string} words */
export const begun = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** An observation and its reason. @param {string} what @param {string} why */
export const sentence = (what, why) => `${begun(what)}: ${why}.`;

/** A fault in a position, and the step that it contradicts. @param {string} what @param {string} words */
export const against = (what, words) => `${begun(what)}, which cannot be. ${words}`;

/** Words as a sentence, with a capital letter and a full stop. @param {string} words */
export const asSentence = (words) => begun(words) + (/[.!?]$/.test(words) ? "" : ".");

/** A number with a noun: `1 step`, `3 steps`. @param {number} number @param {string} thing */
export const counted = (number, thing) => `${number.toLocaleString("en")} ${number === 1 ? thing : `${thing.replace(/y$/, "ie")}s`}`;

/** Words as a list: `1, 2 and 5`. @param {string[]} words */
export const joined = (words) => [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");

/** The reason for a fact that no rule proves. @param {Entry} entry */
export const searched = ({ verdict }) => (verdict === "unique" ? "the rules end here, and a search found it" : "so it is in one of the solutions");
