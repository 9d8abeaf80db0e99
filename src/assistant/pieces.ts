import { setImmediate as nextIteration } from 'node:timers/promises';

/** Units of some 100 ns: a few milliseconds. */
const PIECE = 50_000;

/**
 * Lets long work share the event loop of a process. An account has one piece of its work in an iteration, for all its
 * messages together.
 */
export class Pieces {
  /** The last piece that waits for its iteration, by account. */
  readonly #last = new Map<number, Promise<void>>();

  /** Runs the work, which says after each step what the step may have cost, in units of some 100 ns. */
  async run<Result>(accountId: number, work: Iterator<number, Result>): Promise<Result> {
    let units = 0;
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      units += step.value;
      if (units < PIECE) continue;
      units = 0;
      await this.#nextPiece(accountId);
    }
  }

  async #nextPiece(accountId: number): Promise<void> {
    const mine = (this.#last.get(accountId) ?? Promise.resolve()).then(() => nextIteration());
    this.#last.set(accountId, mine);
    await mine;
    if (this.#last.get(accountId) === mine) this.#last.delete(accountId);
  }
}
