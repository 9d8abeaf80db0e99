import { DEFAULT_CONNECTION_CONFIG, type WAVersion } from 'baileys';

/** Best first; Baileys's version last. */
export class ClientVersions {
  readonly #candidates: WAVersion[];
  #index = 0;

  /** Throws for another form than 2.3000.1035194821. */
  constructor(versions: readonly string[]) {
    const own = DEFAULT_CONNECTION_CONFIG.version;
    const given = versions.map(parseVersion);
    this.#candidates = given.some((version) => isSame(version, own)) ? given : [...given, own];
  }

  get current(): WAVersion {
    return this.#candidates[this.#index] ?? DEFAULT_CONNECTION_CONFIG.version;
  }

  /** All sessions of the version move on together. */
  reject(version: WAVersion): void {
    if (isSame(version, this.current)) this.#index = (this.#index + 1) % this.#candidates.length;
  }
}

function parseVersion(text: string): WAVersion {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(text);
  if (!match) throw new Error(`Not a client version: ${text}`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

const isSame = (a: WAVersion, b: WAVersion) => a.join('.') === b.join('.');
