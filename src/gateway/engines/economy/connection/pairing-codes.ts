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
  #refs: readonly string[] = [];
  #current: { ref: string; secret: string; until: number } | null = null;
  #endsAt = 0;
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

  /** Until the last code expires. */
  get leftMs(): number {
    return this.#endsAt - performance.now();
  }

  start(pairDevice: BinaryNode): void {
    this.#isStarted = true;
    this.#refs = getBinaryNodeChildren(pairDevice, 'ref').map(({ content }) => String(content));
    const shownMs = this.#refs.slice(0, -1).reduce((sum, _, index) => sum + this.#shownMs(index), 0);
    this.#endsAt = performance.now() + shownMs + this.#validMs(this.#refs.length - 1);
    this.#show(0);
  }

  /** A code with an earlier secret pairs no phone: shows it again with the current one. */
  refresh(): void {
    if (this.#current === null || this.#current.secret === this.#creds.advSecretKey) return;
    const { ref, until } = this.#current;
    this.#issue(ref, Math.round(until - performance.now()));
  }

  stop(): void {
    this.#current = null;
    clearTimeout(this.#timer);
  }

  #show(index: number): void {
    const ref = this.#refs[index];
    if (ref === undefined) {
      this.#listener.expired();
      return;
    }
    const validMs = this.#validMs(index);
    this.#issue(ref, validMs);
    const isLast = index === this.#refs.length - 1;
    this.#timer = setTimeout(() => this.#show(index + 1), isLast ? validMs : this.#shownMs(index));
  }

  #issue(ref: string, validMs: number): void {
    const { noiseKey, signedIdentityKey, advSecretKey } = this.#creds;
    this.#current = { ref, secret: advSecretKey, until: performance.now() + validMs };
    const keys = [base64(noiseKey.public), base64(signedIdentityKey.public), advSecretKey] as const;
    this.#listener.show(buildPairingQRData(ref, ...keys, BROWSER), validMs);
  }

  #shownMs(index: number): number {
    return index === 0 ? this.#timing.qrFirstMs : this.#timing.qrNextMs;
  }

  #validMs(index: number): number {
    return Math.max(this.#shownMs(index), this.#timing.qrScannableMs);
  }
}

const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64');
