/**
 * The interface between a kind of puzzle and the page: types only.
 *
 * A kind is one object with pure functions and a view. The frame implements history, clock, storage, links,
 * hints, replay and the comparison of solutions, and does not depend on any kind. Positions are values:
 * `play` returns a new one and does not change the old one, so undo needs nothing from the kind.
 *
 * @module
 */

/** @typedef {[number, number]} Cell Row and column, from 0. */

/**
 * One step of a deduction, as `cpstudy explain --json` writes it. Kinds add members for more information.
 *
 * @typedef {Object} Step
 * @property {string} rule
 * @property {Cell[]} cells The subject of the step.
 * @property {Cell[]} because The cells that force it.
 * @property {string} words
 */

/**
 * Connected cells that differ between solutions.
 *
 * @typedef {Object} Region
 * @property {Cell[]} cells
 * @property {any} answer Another solution, in the kind's form.
 * @property {Cell[]} changed The cells that differ in it.
 */

/**
 * A puzzle as Python wrote it.
 *
 * @typedef {Object} Entry
 * @property {string} kind
 * @property {string} text Its text form.
 * @property {number} rows
 * @property {number} columns
 * @property {string} [size] In words, if rows and columns do not describe it well.
 * @property {string} [verdict] "unique", "many", "none" or "unknown"; of puzzles of moves "found",
 *     "unreachable" or "unknown".
 * @property {string} [grade] The hardest rule that it needs.
 * @property {string} [level] The grade in a word: easy, medium, hard, expert.
 * @property {string} [source] The generator's name, or the origin.
 * @property {string} [made] How it was generated: title with seed and number, score, generator.
 * @property {number} [score] The effort of the deduction.
 * @property {any} board The puzzle in the form that the kind's script reads.
 * @property {any} [answer] The first solution.
 * @property {Step[]} [steps] The whole deduction.
 * @property {boolean} [cut] The deduction or the search was cut; more can be requested.
 * @property {Region[]} [regions] The regions in which solutions differ.
 * @property {{entry: Entry, changes: Cell[], proved: boolean}} [repair] The puzzle made unique.
 * @property {string} [unrepairable] The reason that there is no repair.
 * @property {import("./learning_course.js").Course} [film] Its clause learning, recorded.
 * @property {any} [extras] Results of searches: a plan, a state graph, the course of a search.
 */

/**
 * @typedef {Object} Status
 * @property {boolean} complete
 * @property {string} words One sentence about the position, also for the screen reader.
 */

/**
 * @typedef {Object} Hint
 * @property {Cell[]} cells The cells to look at.
 * @property {Cell[]} because
 * @property {string} rule
 * @property {string} words The conclusion and its reason.
 * @property {any} move The move of "Do it"; undefined: there is none.
 * @property {string} [where] The place in words, if cells say little.
 */

/** @typedef {{cells: Cell[], because: Cell[], words: string}} Mistake */

/**
 * Marked cells; the sorts differ in more than colour.
 *
 * @typedef {Object} Marks
 * @property {Cell[]} [lit]
 * @property {Cell[]} [because]
 * @property {Cell[]} [wrong]
 * @property {Cell[][]} [regions] Numbered from 1.
 */

/**
 * The board on the page.
 *
 * @typedef {Object} View
 * @property {Element} node
 * @property {Element} [tools] Controls below the board: values, colours.
 * @property {(position: any, status: Status) => void} show
 * @property {(marks: Marks) => void} mark Replaces all marks.
 * @property {(known: any) => void} [know] Shows a result of `known` instead of a position; null: ends that.
 * @property {(position: any) => void} [ghost] Draws another position over the shown one; null: removes it.
 * @property {() => void} focus
 * @property {(settings: Settings) => void} [configure]
 */

/**
 * @typedef {Object} Settings
 * @property {boolean} flow Whether things are animated: water, films. Off if the system reduces motion.
 */

/**
 * The game as a view uses it. For a board that is only a picture, `play` does nothing.
 *
 * @typedef {Object} Game
 * @property {(move: any) => void} play
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => any} position
 * @property {(words: string) => void} announce
 * @property {Settings} settings
 */

/**
 * A panel next to the board: hints, replay, or one of a kind, e.g. the course of a search.
 *
 * @typedef {Object} Panel
 * @property {string} title
 * @property {boolean} [instead] Whether the board shows something other than the game while it is open.
 * @property {(entry: Entry) => boolean} fits
 * @property {(entry: Entry, game: Game, view: View) => {node: Element, close: () => void,
 *     changed?: () => void}} mount `close` removes everything that the panel draws on the board;
 *     `changed` is called after every move.
 */

/**
 * @typedef {Object} Kind
 * @property {string} name As in Python.
 * @property {string} title
 * @property {string} goal The rules in a sentence or two.
 * @property {[string, string][]} keys The effects of keys, clicks and touches.
 * @property {{title: string, move: (entry: Entry) => any}[]} [commands] Moves that are buttons.
 * @property {(entry: Entry) => any} start The first position.
 * @property {(entry: Entry) => any} [pictured] The position in the picture at home, if the first one shows little.
 * @property {(entry: Entry, position: any, move: any) => any} play The position after a move, the same
 *     object if nothing changes. Throws an Error if it is not a move.
 * @property {(entry: Entry, position: any) => Status} status
 * @property {(position: any) => string} encode For links and storage.
 * @property {(entry: Entry, text: string) => any} decode Throws an Error with the reason.
 * @property {(entry: Entry, answer: any) => any} [answered] The position of a solution.
 * @property {(entry: Entry, position: any) => Hint | null} [hint]
 * @property {(entry: Entry, position: any) => Mistake | null} [mistake] The first mistake, by the deduction.
 * @property {(entry: Entry, steps: number) => any} [known] The knowledge after the first steps of the deduction.
 * @property {(text: string) => Entry} [parse] Reads a text form; throws an Error.
 * @property {(text: string, like: Entry) => Entry} [sketch] Reads only the board of a text form,
 *     with another puzzle as a model. Without both, links work only for puzzles on the page.
 * @property {(entry: Entry, game: Game) => View} view
 * @property {Panel[]} [panels]
 */

export {};
