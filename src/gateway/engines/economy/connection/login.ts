import type { AuthenticationCreds, BinaryNode } from 'baileys';
import type { EngineEvent } from '../../engine.ts';
import type { Timing } from '../timing.ts';
import { CONNECTION_LOST, TIMED_OUT } from './connection-end.ts';
import { PairingCodes } from './pairing-codes.ts';

interface LoginParts {
  creds: AuthenticationCreds;
  timing: Timing;
  emit(event: EngineEvent): void;
}

/** From the first byte to the open connection. */
export class Login {
  readonly #timeoutMs: number;
  readonly #fail: (code: number) => void;
  readonly #codes: PairingCodes;
  #deadline: NodeJS.Timeout | undefined;
  #isScanned = false;

  constructor({ creds, timing, emit }: LoginParts, fail: (code: number) => void) {
    this.#timeoutMs = timing.connectDeadlineMs;
    this.#fail = fail;
    this.#codes = new PairingCodes(creds, timing, {
      show: (code, validMs) => emit({ type: 'qr', code, validMs }),
      expired: () => fail(TIMED_OUT),
    });
  }

  get isQrShown(): boolean {
    return this.#codes.isStarted;
  }

  get isScanned(): boolean {
    return this.#isScanned;
  }

  startDeadline(): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(
      () => this.#fail(this.isQrShown ? CONNECTION_LOST : TIMED_OUT),
      this.#timeoutMs,
    );
  }

  showCodes(pairDevice: BinaryNode): void {
    if (this.#codes.isStarted) return;
    clearTimeout(this.#deadline);
    this.#codes.start(pairDevice);
  }

  scanned(): void {
    this.#isScanned = true;
    this.#codes.stop();
    this.startDeadline();
  }

  opened(): void {
    clearTimeout(this.#deadline);
  }

  stop(): void {
    clearTimeout(this.#deadline);
    this.#codes.stop();
  }
}
