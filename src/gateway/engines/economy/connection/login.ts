import { randomBytes } from 'node:crypto';
import {
  type AuthenticationCreds,
  type BinaryNode,
  buildAckStanza,
  getBinaryNodeChild,
  S_WHATSAPP_NET,
  type WASocket,
} from 'baileys';
import type { EngineEvent, PairingEnd } from '../../engine.ts';
import { isPaired } from '../keys/codec.ts';
import type { Timing } from '../timing.ts';
import { CONNECTION_LOST, TIMED_OUT } from './connection-end.ts';
import { PairingCodes } from './pairing-codes.ts';
import { Ceremony } from './passkey/ceremony.ts';
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
  readonly #fail: (code: number) => void;
  readonly #codes: PairingCodes;
  readonly #codeFor: string | null;
  readonly #typedCode: TypedCode;
  readonly #ceremony: Ceremony;
  #deadline: NodeJS.Timeout | undefined;
  #isScanned = false;
  #isVouched = false;
  #pairingEnd: PairingEnd | null = null;

  constructor({ creds, timing, codeFor, emit }: LoginParts, fail: (code: number) => void) {
    this.#creds = creds;
    this.#timing = timing;
    this.#fail = fail;
    this.#codes = new PairingCodes(creds, timing, {
      show: (code, validMs) => emit({ type: 'qr', code, validMs }),
      expired: () => this.#endPairing('qr_expired'),
    });
    this.#codeFor = codeFor;
    this.#typedCode = new TypedCode({
      emit,
      timeoutMs: timing.queryTimeoutMs,
      validMs: () => this.#codes.leftMs,
    });
    this.#ceremony = new Ceremony({
      creds,
      timing,
      emit,
      arm: (ms) => this.#arm(ms, () => this.#endPairing('passkey_timeout')),
      fail: (end) => this.#endPairing(end),
      reconnect: () => fail(CONNECTION_LOST),
    });
  }

  get isQrShown(): boolean {
    return this.#codes.isStarted;
  }

  get isScanned(): boolean {
    return this.#isScanned;
  }

  get isPasskeyAsked(): boolean {
    return this.#ceremony.isAsked;
  }

  /** Why the pairing is over. Null: it may go on. The client hangs up when another secret has signed. */
  get pairingEnd(): PairingEnd | null {
    const isForged = this.isPasskeyAsked && this.#isVouched && !this.#isScanned;
    return isForged ? 'passkey_rejected' : this.#pairingEnd;
  }

  startDeadline(): void {
    this.#arm(this.#timing.connectDeadlineMs, () => this.#fail(this.isQrShown ? CONNECTION_LOST : TIMED_OUT));
  }

  showCodes(pairDevice: BinaryNode, sock: WASocket): void {
    if (this.#codes.isStarted) return;
    clearTimeout(this.#deadline);
    this.#codes.start(pairDevice);
    if (this.#codeFor !== null) void this.#typedCode.ask(sock, this.#codeFor);
  }

  readAnswer(iq: BinaryNode): void {
    if (getBinaryNodeChild(iq, 'pair-success')) this.#isVouched = true;
    this.#typedCode.readAnswer(iq);
  }

  /** Before the pairing. Baileys knows none of these, and acknowledges nothing before it has a number. */
  readNotice(notice: BinaryNode, sock: WASocket): void {
    if (!this.isQrShown || isPaired(this.#creds)) return;
    if (!this.#creds.me) sock.sendNode(buildAckStanza(notice)).catch(() => {});
    if (!SERVERS.has(notice.attrs.from ?? '')) return;
    if (notice.attrs.type === 'companion_reg_refresh') this.#renewSecret();
    if (notice.attrs.type === 'passkey_prologue_request') this.#beginCeremony(notice, sock);
    if (notice.attrs.type === 'crsc_continuation') this.#ceremony.proceed(notice);
  }

  /** The network has retired the secret. A typed code agrees on another one, and so does a ceremony. */
  #renewSecret(): void {
    if (this.#creds.registered || this.isPasskeyAsked) return;
    this.#creds.advSecretKey = randomBytes(32).toString('base64');
    this.#codes.refresh();
  }

  /** Codes of the earlier secret are over. Their end would close the connection. */
  #beginCeremony(notice: BinaryNode, sock: WASocket): void {
    this.#codes.stop();
    this.#typedCode.stop();
    this.#ceremony.begin(notice, sock);
  }

  #endPairing(end: PairingEnd): void {
    this.#pairingEnd ??= end;
    this.#fail(TIMED_OUT);
  }

  #arm(ms: number, end: () => void): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(end, ms);
  }

  /** A typed code makes a new secret. */
  credsChanged(): void {
    this.#codes.refresh();
  }

  scanned(): void {
    this.#isScanned = true;
    this.#codes.stop();
    this.#ceremony.stop();
    this.startDeadline();
  }

  opened(): void {
    clearTimeout(this.#deadline);
  }

  stop(): void {
    clearTimeout(this.#deadline);
    this.#codes.stop();
    this.#typedCode.stop();
    this.#ceremony.stop();
  }
}
