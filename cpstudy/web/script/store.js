/** What survives a reload. A browser that keeps nothing is no fault: the page works without. @module */

/** @param {string} key @param {any} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`cpstudy/${key}`, JSON.stringify(value));
  } catch {
    // Full, or forbidden.
  }
}

/** @param {string} key @returns {any} null where nothing is kept, or nothing that can be read */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`cpstudy/${key}`) ?? "null");
  } catch {
    return null;
  }
}
