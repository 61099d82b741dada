/**
 * What a kind of puzzle is to the page: types only.
 *
 * A kind is one object with pure functions and a view. The frame keeps history, clock, storage, links,
 * hints, replay and the comparison of solutions, and knows no kind. Positions are values: `play` gives a
 * new one and leaves the old one as it is, so that undoing needs nothing from the kind.
 *
 * @module
 */

/** @typedef {[number, number]} Cell Row and column, from 0. */

/**
 * One deduction, as `cpstudy explain --json` writes it; what a kind knows beside stands in further
 * members of its own.
 *
 * @typedef {Object} Step
 * @property {string} rule
 * @property {Cell[]} cells What it is about.
 * @property {Cell[]} because The cells that force it.
 * @property {string} words
 */

/**
 * Cells that differ between solutions and hang together.
 *
 * @typedef {Object} Region
 * @property {Cell[]} cells
 * @property {any} answer Another solution, in the kind's form.
 * @property {Cell[]} changed Where it differs.
 */

/**
 * A puzzle as Python wrote it.
 *
 * @typedef {Object} Entry
 * @property {string} kind
 * @property {string} text Its text form.
 * @property {number} rows
 * @property {number} columns
 * @property {string} [size] In words, where rows and columns say little.
 * @property {string} [verdict] "unique", "many", "none" or "unknown"; of puzzles of moves "found",
 *     "unreachable" or "unknown".
 * @property {string} [grade] The hardest rule that it needs.
 * @property {string} [level] The same in a word: easy, medium, hard, expert.
 * @property {string} [source] The generator's name, or where it comes from.
 * @property {string} [made] How it was generated: title with seed and number, score, generator.
 * @property {number} [score] The effort of the deduction.
 * @property {any} board What the kind's script reads of the puzzle.
 * @property {any} [answer] The first solution.
 * @property {Step[]} [steps] The whole deduction.
 * @property {boolean} [cut] The deduction is only begun.
 * @property {Region[]} [regions] Where solutions differ, for puzzles that have several.
 * @property {{entry: Entry, changes: Cell[], proved: boolean}} [repair] The puzzle made unique.
 * @property {string} [unrepairable] Why it cannot be.
 * @property {import("./learning_course.js").Course} [film] Its clause learning, recorded.
 * @property {any} [extras] What takes a search to find: a plan, a state graph, a search's course.
 */

/**
 * @typedef {Object} Status
 * @property {boolean} complete
 * @property {string} words One sentence about the position, for everybody and the screen reader.
 */

/**
 * @typedef {Object} Hint
 * @property {Cell[]} cells Where to look.
 * @property {Cell[]} because
 * @property {string} rule
 * @property {string} words What follows, and why.
 * @property {any} move What "do it" plays; undefined: nothing can be done.
 * @property {string} [where] The place in words, where cells say little.
 */

/** @typedef {{cells: Cell[], because: Cell[], words: string}} Mistake */

/**
 * Cells to be set off; each sort has a look of its own, not a colour alone.
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
 * @property {Element} [tools] What is played with beside the board: values, colours. Stands below it.
 * @property {(position: any, status: Status) => void} show
 * @property {(marks: Marks) => void} mark Replaces all marks.
 * @property {(known: any) => void} [know] Shows what `known` gave instead of a position; null: ends that.
 * @property {(position: any) => void} [ghost] Lays another position over the one shown; null: none.
 * @property {() => void} focus
 * @property {(settings: Settings) => void} [configure]
 */

/**
 * @typedef {Object} Settings
 * @property {boolean} flow Whether things move on their own: water, films. Off where motion is reduced.
 */

/**
 * What a view may ask of the game. Of a board that is only shown, `play` does nothing.
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
 * A panel of a kind's own beside hints and replay, e.g. the course of a search.
 *
 * @typedef {Object} Panel
 * @property {string} title
 * @property {boolean} [instead] The board shows something else than the game while it is open.
 * @property {(entry: Entry) => boolean} fits
 * @property {(entry: Entry, game: Game, view: View) => {node: Element, close: () => void,
 *     changed?: () => void}} mount `close` ends all that the panel does to the board; `changed` is
 *     called after every move.
 */

/**
 * @typedef {Object} Kind
 * @property {string} name As in Python.
 * @property {string} title
 * @property {string} goal The rules in a sentence or two.
 * @property {[string, string][]} keys What keys, clicks and touches do.
 * @property {{title: string, move: (entry: Entry) => any}[]} [commands] Moves that are buttons.
 * @property {(entry: Entry) => any} start The first position.
 * @property {(entry: Entry) => any} [pictured] The position of its picture at home, where the first one shows nothing.
 * @property {(entry: Entry, position: any, move: any) => any} play The position after a move, the same
 *     object where it changes nothing. Throws an Error for what is no move.
 * @property {(entry: Entry, position: any) => Status} status
 * @property {(position: any) => string} encode For links and storage.
 * @property {(entry: Entry, text: string) => any} decode Throws an Error that says what is wrong.
 * @property {(entry: Entry, answer: any) => any} [answered] The position of a solution.
 * @property {(entry: Entry, position: any) => Hint | null} [hint]
 * @property {(entry: Entry, position: any) => Mistake | null} [mistake] The first, by the deduction.
 * @property {(entry: Entry, steps: number) => any} [known] What the first steps of the deduction tell.
 * @property {(text: string) => Entry} [parse] A puzzle of a text form; throws an Error.
 * @property {(text: string, like: Entry) => Entry} [sketch] Where the rules cannot be read from it: its board, like
 *     another of the kind. Kinds without either are linked to only where the page holds the puzzle.
 * @property {(entry: Entry, game: Game) => View} view
 * @property {Panel[]} [panels]
 */

export {};
