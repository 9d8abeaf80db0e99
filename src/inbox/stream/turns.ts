/** Runs one piece of work at a time. Accounts take turns, regardless of how much work one of them has. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  /** The last piece of each account with work. */
  readonly #ofAccount = new Map<number, Promise<unknown>>();

  take<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#ofAccount.get(accountId) ?? Promise.resolve();
    // Enters the common queue after the piece before, so that an account has one place there.
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
