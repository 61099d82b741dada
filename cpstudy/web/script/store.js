/** Storage that survives a reload. The page also works in a browser that stores nothing. @module */

/** @param {string} key @param {any} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`cpstudy/${key}`, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden.
  }
}

/** @param {string} key @returns {any} null if there is no value, or it cannot be read */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`cpstudy/${key}`) ?? "null");
  } catch {
    return null;
  }
}
