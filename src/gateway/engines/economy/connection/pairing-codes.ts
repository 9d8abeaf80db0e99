import {
  type AuthenticationCreds,
  type BinaryNode,
  buildPairingQRData,
  getBinaryNodeChildren,
} from 'baileys';
import type { Timing } from '../timing.ts';
import { BROWSER } from './socket-options.ts';

interface Listener {
  show(code: string, validMs: number): void;
  /** The last code has expired. */
  expired(): void;
}

export class PairingCodes {
  readonly #creds: AuthenticationCreds;
  readonly #timing: Timing;
  readonly #listener: Listener;
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(creds: AuthenticationCreds, timing: Timing, listener: Listener) {
    this.#creds = creds;
    this.#timing = timing;
    this.#listener = listener;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  start(pairDevice: BinaryNode): void {
    this.#isStarted = true;
    const refs = getBinaryNodeChildren(pairDevice, 'ref').map(({ content }) => String(content));
    const { noiseKey, signedIdentityKey, advSecretKey } = this.#creds;
    const keys = [base64(noiseKey.public), base64(signedIdentityKey.public), advSecretKey] as const;
    this.#show(
      refs.map((ref) => buildPairingQRData(ref, ...keys, BROWSER)),
      0,
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #show(codes: readonly string[], index: number): void {
    const code = codes[index];
    if (code === undefined) {
      this.#listener.expired();
      return;
    }
    const shownMs = index === 0 ? this.#timing.qrFirstMs : this.#timing.qrNextMs;
    const validMs = Math.max(shownMs, this.#timing.qrScannableMs);
    this.#listener.show(code, validMs);
    const isLast = index === codes.length - 1;
    this.#timer = setTimeout(() => this.#show(codes, index + 1), isLast ? validMs : shownMs);
  }
}

const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64');
