/**
 * A game as the fragment of an address: `#kind;puzzle;position`, each part percent-encoded. The text may
 * come from strangers: it is only split, decoded and passed to parsers. @module
 */

const LONGEST = 60_000;

/** @typedef {{kind: string, text: string, position: string}} Link */

/** @param {string} kind @param {string} text @param {string} position */
export function fragment(kind, text, position) {
  return "#" + [kind, text, position].map(encodeURIComponent).join(";");
}

/** @param {string} text @returns {Link | null} null without a fragment; throws an Error for a malformed one */
export function parseFragment(text) {
  const body = text.replace(/^#/, "");
  if (body === "") return null;
  if (body.length > LONGEST) throw new Error("the link is too long");
  let parts;
  try {
    parts = body.split(";").map(decodeURIComponent);
  } catch {
    throw new Error("the link is damaged");
  }
  if (parts.length > 3) throw new Error("the link has more parts than kind, puzzle and position");
  const [kind, puzzle = "", position = ""] = parts;
  return { kind, text: puzzle, position };
}
