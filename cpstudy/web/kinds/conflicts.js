/** A switch below the board, shared by all kinds: whether broken clues are shown immediately. @module */

import { element } from "../script/dom.js";
import { recall, remember } from "../script/store.js";

const KEY = "settings/conflicts";

/** @typedef {{node: Element, shown: () => boolean}} ConflictSwitch */

/** @param {() => void} changed @returns {ConflictSwitch} */
export function conflictSwitch(changed) {
  const box = element("input", { type: "checkbox" });
  box.checked = recall(KEY) !== false;
  box.onchange = () => {
    remember(KEY, box.checked);
    changed();
  };
  return { node: element("label", {}, box, " show conflicts"), shown: () => box.checked };
}
