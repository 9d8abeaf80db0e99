import type { AuthenticationCreds, BinaryNode, WASocket } from 'baileys';
import type { EngineEvent } from '../../engine.ts';
import type { Timing } from '../timing.ts';
import { CONNECTION_LOST, TIMED_OUT } from './connection-end.ts';
import { PairingCodes } from './pairing-codes.ts';
import { TypedCode } from './typed-code.ts';

interface LoginParts {
  creds: AuthenticationCreds;
  timing: Timing;
  /** The number of the phone that types a code. */
  codeFor: string | null;
  emit(event: EngineEvent): void;
}

/** From the first byte to the open connection. */
export class Login {
  readonly #timeoutMs: number;
  readonly #fail: (code: number) => void;
  readonly #codes: PairingCodes;
  readonly #codeFor: string | null;
  readonly #typedCode: TypedCode;
  #deadline: NodeJS.Timeout | undefined;
  #isScanned = false;

  constructor({ creds, timing, codeFor, emit }: LoginParts, fail: (code: number) => void) {
    this.#timeoutMs = timing.connectDeadlineMs;
    this.#fail = fail;
    this.#codes = new PairingCodes(creds, timing, {
      show: (code, validMs) => emit({ type: 'qr', code, validMs }),
      expired: () => fail(TIMED_OUT),
    });
    this.#codeFor = codeFor;
    this.#typedCode = new TypedCode({
      emit,
      timeoutMs: timing.queryTimeoutMs,
      validMs: () => this.#codes.leftMs,
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

  showCodes(pairDevice: BinaryNode, sock: WASocket): void {
    if (this.#codes.isStarted) return;
    clearTimeout(this.#deadline);
    this.#codes.start(pairDevice);
    if (this.#codeFor !== null) void this.#typedCode.ask(sock, this.#codeFor);
  }

  readAnswer(iq: BinaryNode): void {
    this.#typedCode.readAnswer(iq);
  }

  /** A typed code makes a new secret. */
  credsChanged(): void {
    this.#codes.refresh();
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
    this.#typedCode.stop();
  }
}
