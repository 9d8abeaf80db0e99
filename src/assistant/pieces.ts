import { setImmediate as nextIteration } from 'node:timers/promises';

/** Then other work of the process has its turn. */
const PIECE_MS = 5;

/** Long work calls it between its steps, and waits for what it returns. */
export type Pause = () => Promise<void> | undefined;

/** Shares the event loop: an account has one piece in an iteration, for all its messages together. */
export class Pieces {
  readonly #clock: () => number;
  readonly #last = new Map<number, Promise<void>>();

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Of one work, which begins now. */
  pauseOf(accountId: number): Pause {
    let began = this.#clock();
    return () => {
      if (this.#clock() - began < PIECE_MS) return undefined;
      return this.next(accountId).then(() => {
        began = this.#clock();
      });
    };
  }

  /** Work that yields between its steps. */
  async run<Result>(accountId: number, work: Iterator<unknown, Result>): Promise<Result> {
    const pause = this.pauseOf(accountId);
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      await pause();
    }
  }

  /** The account has the event loop for one piece. */
  async next(accountId: number): Promise<void> {
    const mine = (this.#last.get(accountId) ?? Promise.resolve()).then(() => nextIteration());
    this.#last.set(accountId, mine);
    await mine;
    if (this.#last.get(accountId) === mine) this.#last.delete(accountId);
  }
}
