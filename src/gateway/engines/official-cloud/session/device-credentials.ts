import type { SessionStore } from '../../engine.ts';
import { decodeCredentials, type OfficialCredentials } from '../credentials/credentials.ts';

/** Customers may replace the token at any time. */
export class DeviceCredentials {
  readonly #store: SessionStore;
  readonly #onLoadError: (error: unknown) => void;
  #current: OfficialCredentials | null = null;

  constructor(store: SessionStore, onLoadError: (error: unknown) => void) {
    this.#store = store;
    this.#onLoadError = onLoadError;
  }

  get current(): OfficialCredentials | null {
    return this.#current;
  }

  set current(credentials: OfficialCredentials | null) {
    this.#current = credentials;
  }

  async load(): Promise<OfficialCredentials | null> {
    try {
      const bytes = await this.#store.loadCreds();
      return bytes && decodeCredentials(bytes);
    } catch (error) {
      this.#onLoadError(error);
      return null;
    }
  }

  /** Null: still the token of `old`. */
  async renew(old: OfficialCredentials): Promise<OfficialCredentials | null> {
    if (this.#current && this.#current.accessToken !== old.accessToken) return this.#current;
    const stored = await this.load();
    if (!stored || stored.accessToken === old.accessToken) return null;
    this.#current = stored;
    return stored;
  }
}
