/** `place` is `file:line`. */
export interface FileSetting {
  name: string;
  value: string;
  place: string;
}

/** Of KURIR_ENV_FILE, with their places. */
export class FileSettings {
  readonly #env: Record<string, string | undefined>;
  readonly #places = new Map<string, string>();

  constructor(env: Record<string, string | undefined>) {
    this.#env = env;
  }

  /** Once: children inherit the settings. */
  takeFile(): string | null {
    const { KURIR_ENV_FILE: file } = this.#env;
    Reflect.deleteProperty(this.#env, 'KURIR_ENV_FILE');
    return file || null;
  }

  /** The environment wins, even when empty. */
  adopt(settings: readonly FileSetting[]): void {
    for (const { name, value, place } of settings) {
      if (name in this.#env && !this.#places.has(name)) continue;
      this.#env[name] = value;
      this.#places.set(name, place);
    }
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  placeOf(name: string): string | undefined {
    return this.#places.get(name);
  }
}
