/** `place` is `file:line`. */
export interface FileSetting {
  name: string;
  value: string;
  place: string;
}

/** Settings of KURIR_ENV_FILE in the environment of a process, and where each of them stands. */
export class FileSettings {
  readonly #env: Record<string, string | undefined>;
  readonly #places = new Map<string, string>();

  constructor(env: Record<string, string | undefined>) {
    this.#env = env;
  }

  /** Once: the children of this process have its settings already. */
  takeFile(): string | null {
    const { KURIR_ENV_FILE: file } = this.#env;
    Reflect.deleteProperty(this.#env, 'KURIR_ENV_FILE');
    return file || null;
  }

  /** The environment wins, also with an empty value. */
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
