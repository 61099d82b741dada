/** Four directions: buttons under the board, swipes on it, arrow keys. @module */

import { button, element } from "../script/dom.js";

/** @typedef {"up" | "down" | "left" | "right"} Way */

/** @type {Record<string, Way>} */
export const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

const SIGNS = { up: "↑", left: "←", right: "→", down: "↓" };
const LEAST = 24; // pixels of a swipe

/**
 * @param {(way: Way) => void} press
 * @param {{label: string, press: () => void} | null} middle A button between the arrows.
 */
export function pad(press, middle = null) {
  const node = element("div", { class: "pad", role: "group", "aria-label": "Moves" });
  for (const way of /** @type {const} */ (["up", "left", "right", "down"])) {
    node.append(button(SIGNS[way], () => press(way), { class: `pad-${way}`, "aria-label": way }));
  }
  if (middle) node.append(button(middle.label, middle.press, { class: "pad-middle" }));
  return node;
}

/** Calls `swiped` with the direction of each swipe over an element. @param {SVGElement} node @param {(way: Way) => void} swiped */
export function swipes(node, swiped) {
  node.classList.add("painted"); // a touch on the board does not scroll the page
  /** @type {{pointer: number, x: number, y: number} | null} */
  let from = null;
  node.addEventListener("pointerdown", ({ isPrimary, pointerId: pointer, clientX: x, clientY: y }) => {
    if (isPrimary) from = { pointer, x, y };
  });
  node.addEventListener("pointercancel", () => (from = null));
  node.addEventListener("pointerup", (event) => {
    if (!from || event.pointerId !== from.pointer) return;
    const [right, down] = [event.clientX - from.x, event.clientY - from.y];
    from = null;
    if (Math.max(Math.abs(right), Math.abs(down)) < LEAST) return;
    if (Math.abs(right) > Math.abs(down)) swiped(right > 0 ? "right" : "left");
    else swiped(down > 0 ? "down" : "up");
  });
}
