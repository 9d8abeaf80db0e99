import { type StoredKey, UnusableSession } from '../../moved-session.ts';
import { MAX_KEYS } from './limits.ts';

/** Keys of one session. Of two with one name, the last one counts. */
export class MovedKeys {
  readonly #keys = new Map<string, StoredKey>();

  /** How many more there may be. */
  get room(): number {
    return MAX_KEYS - this.#keys.size;
  }

  /** UnusableSession too_large. */
  add(key: StoredKey): void {
    this.#keys.set(`${key.type}-${key.id}`, key);
    if (this.room < 0) throw new UnusableSession('too_large', `The session has more than ${MAX_KEYS} keys.`);
  }

  list(): StoredKey[] {
    return [...this.#keys.values()];
  }
}
