/**
 * The moves of a game, with undo and redo. Positions are values, so the history keeps all of them. Only the
 * moves are stored in the browser. @module
 */

export class History {
  /** @param {any} first The first position. @param {(position: any, move: any) => any} play */
  constructor(first, play) {
    this.step = play;
    /** @type {any[]} */
    this.moves = [];
    this.positions = [first];
    this.done = 0;
  }

  get position() {
    return this.positions[this.done];
  }

  get canUndo() {
    return this.done > 0;
  }

  get canRedo() {
    return this.done < this.moves.length;
  }

  /** Plays a move and forgets undone moves. @param {any} move @returns {boolean} whether it changed anything */
  play(move) {
    const next = this.step(this.position, move);
    if (next === this.position) return false;
    this.moves.length = this.done;
    this.positions.length = this.done + 1;
    this.moves.push(move);
    this.positions.push(next);
    this.done += 1;
    return true;
  }

  undo() {
    if (this.canUndo) this.done -= 1;
  }

  redo() {
    if (this.canRedo) this.done += 1;
  }

  /** Plays stored moves, of which the first `done` are not undone. Throws as `play` does. @param {any[]} moves @param {number} done */
  restore(moves, done) {
    for (const move of moves) this.play(move);
    this.done = Math.max(0, Math.min(done, this.moves.length));
  }
}
