/** The time of a game. It stops while the page is hidden and after the end. @module */

export class Clock {
  /** @param {number} seconds @param {(seconds: number) => void} tick Called every second. */
  constructor(seconds, tick) {
    this.before = seconds;
    this.since = 0;
    this.tick = tick;
    this.timer = 0;
    this.wanted = false;
    this.onVisibility = () => (document.hidden ? this.halt() : this.wanted && this.run());
    document.addEventListener("visibilitychange", this.onVisibility);
  }

  get seconds() {
    return this.before + (this.timer ? (performance.now() - this.since) / 1000 : 0);
  }

  start() {
    this.wanted = true;
    if (!document.hidden) this.run();
  }

  stop() {
    this.wanted = false;
    this.halt();
  }

  run() {
    if (this.timer) return;
    this.since = performance.now();
    this.timer = window.setInterval(() => this.tick(this.seconds), 1000);
  }

  halt() {
    this.before = this.seconds;
    window.clearInterval(this.timer);
    this.timer = 0;
  }

  close() {
    this.stop();
    document.removeEventListener("visibilitychange", this.onVisibility);
  }
}

/** @param {number} seconds */
export function asTime(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
