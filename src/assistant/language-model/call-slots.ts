/** Of an account in this process. An account whose provider is slow takes no connection from others. */
const SLOTS_OF_ACCOUNT = 10;

/** Calls under way, by account. */
export class CallSlots {
  readonly #taken = new Map<number, number>();

  /** False: the account has as many calls under way as it may. */
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
