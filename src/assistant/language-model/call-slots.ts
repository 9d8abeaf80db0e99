/** Per process: an account with a slow provider takes no connection from others. */
const SLOTS_OF_ACCOUNT = 10;

export class CallSlots {
  readonly #taken = new Map<number, number>();

  /** False: all are used. */
  take(accountId: number): boolean {
    const taken = this.#taken.get(accountId) ?? 0;
    if (taken >= SLOTS_OF_ACCOUNT) return false;
    this.#taken.set(accountId, taken + 1);
    return true;
  }

  free(accountId: number): void {
    const left = (this.#taken.get(accountId) ?? 0) - 1;
    if (left > 0) this.#taken.set(accountId, left);
    else this.#taken.delete(accountId);
  }
}
