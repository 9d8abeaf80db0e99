import { randomBytes } from 'node:crypto';
import {
  type AuthenticationCreds,
  type BinaryNode,
  buildAckStanza,
  S_WHATSAPP_NET,
  type WASocket,
} from 'baileys';
import type { EngineEvent } from '../../engine.ts';
import { isPaired } from '../keys/codec.ts';
import type { Timing } from '../timing.ts';
import { CONNECTION_LOST, TIMED_OUT } from './connection-end.ts';
import { PairingCodes } from './pairing-codes.ts';
import { TypedCode } from './typed-code.ts';

/** As a name and as an address. */
const SERVERS: ReadonlySet<string> = new Set([S_WHATSAPP_NET, S_WHATSAPP_NET.slice(1)]);

interface LoginParts {
  creds: AuthenticationCreds;
  timing: Timing;
  /** The number of the phone that types a code. */
  codeFor: string | null;
  emit(event: EngineEvent): void;
}

/** From the first byte to the open connection. */
export class Login {
  readonly #creds: AuthenticationCreds;
  readonly #timing: Timing;
  readonly #emit: LoginParts['emit'];
  readonly #fail: (code: number) => void;
  readonly #codes: PairingCodes;
  readonly #codeFor: string | null;
  readonly #typedCode: TypedCode;
  #deadline: NodeJS.Timeout | undefined;
  #isScanned = false;
  #isPasskeyAsked = false;

  constructor({ creds, timing, codeFor, emit }: LoginParts, fail: (code: number) => void) {
    this.#creds = creds;
    this.#timing = timing;
    this.#emit = emit;
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

  get isPasskeyAsked(): boolean {
    return this.#isPasskeyAsked;
  }

  startDeadline(): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(
      () => this.#fail(this.isQrShown ? CONNECTION_LOST : TIMED_OUT),
      this.#timing.connectDeadlineMs,
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

  /** Before the pairing. Baileys knows neither notice, and acknowledges nothing before it has a number. */
  readNotice(notice: BinaryNode, sock: WASocket): void {
    if (!this.isQrShown || isPaired(this.#creds)) return;
    if (!this.#creds.me) sock.sendNode(buildAckStanza(notice)).catch(() => {});
    if (!SERVERS.has(notice.attrs.from ?? '')) return;
    if (notice.attrs.type === 'companion_reg_refresh') this.#renewSecret();
    if (notice.attrs.type === 'passkey_prologue_request') this.#awaitPasskey();
  }

  /** The network has retired the secret. A typed code agrees on another one. */
  #renewSecret(): void {
    if (this.#creds.registered) return;
    this.#creds.advSecretKey = randomBytes(32).toString('base64');
    this.#codes.refresh();
  }

  /** Codes of the earlier secret are over. Their end would close the connection. */
  #awaitPasskey(): void {
    if (this.#isPasskeyAsked) return;
    this.#isPasskeyAsked = true;
    this.#codes.stop();
    this.#typedCode.stop();
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#fail(TIMED_OUT), this.#timing.passkeyMs);
    this.#emit({ type: 'passkey_required' });
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
