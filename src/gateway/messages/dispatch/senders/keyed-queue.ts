/** In order per key, concurrent across keys. */
export class KeyedQueue<Key> {
  readonly #tails = new Map<Key, Promise<void>>();

  /** `work` must not reject. */
  add(key: Key, work: () => Promise<void>): void {
    const tail = (this.#tails.get(key) ?? Promise.resolve()).then(work).finally(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    this.#tails.set(key, tail);
  }

  has(key: Key): boolean {
    return this.#tails.has(key);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
