/** Runs one piece of work at a time, in turns of accounts. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  readonly #ofAccount = new Map<number, Promise<unknown>>();

  take<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#ofAccount.get(accountId) ?? Promise.resolve();
    // An account has one place in the common queue.
    const result = before.then(() => this.#enter(work));
    const settled = result.then(
      () => {},
      () => {},
    );
    this.#ofAccount.set(accountId, settled);
    void settled.then(() => {
      if (this.#ofAccount.get(accountId) === settled) this.#ofAccount.delete(accountId);
    });
    return result;
  }

  #enter<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}
