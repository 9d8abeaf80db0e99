import { MAX_ROWS } from '../../../../platform/lib/wakes.ts';
import type { Handed } from '../../handed.ts';

interface Woken {
  /** Also devices whose window is more than half full. */
  forAll: boolean;
  /** Nothing else is new. Null: only the table says what is due. */
  handed: readonly Handed[] | null;
}

/** Wakes before the loop is ready share one claim. */
export class ClaimSignal {
  #isWoken = false;
  #isForAll = false;
  #handed: Handed[] | null = [];
  #isClosed = false;
  #notify: (() => void) | null = null;

  wake(): void {
    this.#handed = null;
    this.#end();
  }

  wakeAll(): void {
    this.#isForAll = true;
    this.wake();
  }

  /** Messages that were accepted now. */
  hand(messages: readonly Handed[]): void {
    this.#handed?.push(...messages);
    if (this.#handed && this.#handed.length > MAX_ROWS) this.#handed = null;
    this.#end();
  }

  close(): void {
    this.#isClosed = true;
    this.#notify?.();
  }

  /** At once after a wake; null when closed. */
  async next(): Promise<Woken | null> {
    if (!this.#isWoken && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
      this.#notify = null;
    }
    if (this.#isClosed) return null;
    const woken = { forAll: this.#isForAll, handed: this.#handed };
    this.#isWoken = false;
    this.#isForAll = false;
    this.#handed = [];
    return woken;
  }

  #end(): void {
    this.#isWoken = true;
    this.#notify?.();
  }
}
