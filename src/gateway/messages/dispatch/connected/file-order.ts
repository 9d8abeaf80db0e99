export class FileOrder {
  readonly #lastByPhone = new Map<string, Promise<void>>();

  isWaiting(phone: string): boolean {
    return this.#lastByPhone.has(phone);
  }

  /** Calls `resume` after `ready` and all earlier messages to this recipient. */
  add(phone: string, ready: Promise<void> | null, resume: () => void): void {
    const resumed = Promise.all([this.#lastByPhone.get(phone), ready]).then(() => {
      if (this.#lastByPhone.get(phone) === resumed) this.#lastByPhone.delete(phone);
      // In the same step: a message claimed in between would overtake this one.
      resume();
    });
    this.#lastByPhone.set(phone, resumed);
  }
}
