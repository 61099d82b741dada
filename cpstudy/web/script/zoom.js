/**
 * Zoom: a board fills its place, and becomes larger by the wheel with Ctrl, by two fingers and by the keys
 * + and −. The point under the pointer stays where it is; the board scrolls. @module
 */

const MOST = 8;
const STEP = 1.25;
// The change of the distance of two fingers in pixels that makes a tap a pinch.
const PINCH = 12;

export class Zoom {
  /** @param {HTMLElement} place The board's place, which scrolls. */
  constructor(place) {
    this.place = place;
    this.factor = 1;
    /** The fingers on the place. @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    /** @type {{apart: number, factor: number} | null} */
    this.pinch = null;
    place.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    // These listeners run before those of the board, which do not handle pinches.
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      place.addEventListener(type, (event) => this.onPointer(/** @type {PointerEvent} */ (event)), { capture: true });
    }
  }

  reset() {
    this.to(1);
  }

  /** Whether a key means zooming. @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "+") this.to(this.factor * STEP);
    else if (event.key === "-") this.to(this.factor / STEP);
    else return false;
    return true;
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.to(this.factor * Math.exp(-event.deltaY / 300), event);
  }

  /** @param {PointerEvent} event */
  onPointer(event) {
    const { fingers } = this;
    // Events that this class sends are not touches.
    if (event.pointerType === "mouse" || !event.isTrusted) return;
    if (event.type === "pointerdown") fingers.set(event.pointerId, event);
    else if (!fingers.has(event.pointerId)) return;
    else if (event.type === "pointermove") fingers.set(event.pointerId, event);
    else fingers.delete(event.pointerId);
    const [one, other] = [...fingers.values()];
    if (!other) {
      // The last finger of a pinch does not tap.
      if (this.pinch?.factor) event.stopImmediatePropagation();
      if (!fingers.size) this.pinch = null;
      return;
    }
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    this.pinch ??= { apart, factor: 0 };
    if (!this.pinch.factor && Math.abs(apart - this.pinch.apart) > PINCH) {
      this.pinch = { apart, factor: this.factor };
      const { pointerId } = one;
      event.target?.dispatchEvent(new PointerEvent("pointercancel", { bubbles: true, pointerId, pointerType: "touch" }));
    }
    if (!this.pinch.factor) return;
    event.stopImmediatePropagation();
    const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
    this.to((this.pinch.factor * apart) / this.pinch.apart, middle);
  }

  /** @param {number} factor @param {{clientX: number, clientY: number}} [at] The point that stays; the middle of the place. */
  to(factor, at) {
    const { place } = this;
    const next = Math.max(1, Math.min(MOST, factor));
    const box = place.getBoundingClientRect();
    const x = at?.clientX ?? box.left + box.width / 2;
    const y = at?.clientY ?? box.top + box.height / 2;
    const board = place.querySelector(".board");
    const before = board?.getBoundingClientRect();
    this.factor = next;
    place.style.setProperty("--zoom", String(next));
    place.classList.toggle("zoomed", next > 1);
    const after = board?.getBoundingClientRect();
    if (!before || !after) return;
    place.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - x;
    place.scrollTop += after.top + ((y - before.top) / before.height) * after.height - y;
  }
}
