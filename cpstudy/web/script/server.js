/** The program that serves this page, if there is one. @module */

export const served = () => document.documentElement.hasAttribute("data-served");

/** Whether the program can show a solver at work on a kind. @param {"learning" | "cpsat"} what @param {string} kind */
export const shows = (what, kind) => (document.documentElement.dataset[what] ?? "").split(" ").includes(kind);

/**
 * The answer of the program to a question.
 *
 * @param {Record<string, unknown>} question
 * @returns {Promise<{entries?: import("./kind.js").Entry[], kinds?: string[], film?: any, fault?: string}>}
 */
export async function ask(question) {
  let response;
  try {
    response = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });
  } catch {
    return { fault: "cpstudy does not answer: start it again with “cpstudy play”" };
  }
  if (response.status === 404) return { fault: "cpstudy was started again: open the address that it printed; your games are there" };
  return response.ok ? response.json() : { fault: (await response.text()).trim() };
}
