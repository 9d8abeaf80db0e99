import { randomBytes } from 'node:crypto';
import { type AuthenticationCreds, type BinaryNode, Curve, S_WHATSAPP_NET, type WASocket } from 'baileys';
import type { EngineEvent, PairingEnd, PasskeyAssertion } from '../../../engine.ts';
import type { Timing } from '../../timing.ts';
import {
  comparedCode,
  decodePhoneIdentity,
  encodePrologue,
  handoffKey,
  handoffProof,
  type Identity,
  type PhoneIdentity,
  sealPairingRequest,
} from './cryptography.ts';
import { bytesOf, leaf, readOptions, textOf } from './frames.ts';

interface Parts {
  creds: AuthenticationCreds;
  timing: Timing;
  emit(event: EngineEvent): void;
  /** Ends the pairing after this time, in place of an earlier one. */
  arm(ms: number): void;
  fail(end: PairingEnd): void;
  /** The next connection shows a new QR. */
  reconnect(): void;
}

class Ended extends Error {
  readonly end: PairingEnd;

  constructor(end: PairingEnd) {
    super(end);
    this.end = end;
  }
}

/** The passkey that the network demands before it links a phone. One attempt per connection. */
export class Ceremony {
  readonly #parts: Parts;
  readonly #answer = Promise.withResolvers<PasskeyAssertion | null>();
  readonly #phone = Promise.withResolvers<PhoneIdentity | null>();
  #options: string | null = null;
  #isAsked = false;
  #isTold = false;
  #isPrologueSent = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isAsked(): boolean {
    return this.#isAsked;
  }

  /**
   * `passkey_prologue_request`. The phone cannot check a proof by a secret that changes twice. After the prologue the
   * attempt goes on, as in WhatsApp Web.
   */
  begin(notice: BinaryNode, sock: WASocket): void {
    const given = readOptions(notice);
    const isOther = given !== null && this.#options !== null && given.text !== this.#options;
    if (!this.#isAsked) void this.#run(given, sock);
    else if (isOther && !this.#isPrologueSent) this.#parts.reconnect();
  }

  /** `crsc_continuation`. Ignored without a prologue. */
  proceed(notice: BinaryNode): void {
    if (this.#isPrologueSent)
      this.#phone.resolve(decodePhoneIdentity(bytesOf(notice, 'primary_ephemeral_identity')));
  }

  /** With the connection, or its login. */
  stop(): void {
    if (this.#isTold) this.#parts.emit({ type: 'passkey', state: 'ended' });
    this.#isTold = false;
  }

  async #run(given: ReturnType<typeof readOptions>, sock: WASocket): Promise<void> {
    const { creds, timing, arm, fail, reconnect } = this.#parts;
    this.#isAsked = true;
    arm(timing.passkeyMs);
    // The secret of the scan is over: the phone gets the new one in the pairing request.
    const key = handoffKey(Buffer.from(creds.advSecretKey, 'base64'));
    creds.advSecretKey = randomBytes(32).toString('base64');
    try {
      const assertion = await this.#askOwner(given, sock);
      if (assertion === null) return fail('passkey_cancelled');
      arm(timing.passkeyPhoneMs);
      await this.#pair(assertion, key, sock);
    } catch (error) {
      if (error instanceof Ended) fail(error.end);
      else if (isRefusal(error)) fail('passkey_rejected');
      else reconnect();
    }
  }

  async #askOwner(given: ReturnType<typeof readOptions>, sock: WASocket): Promise<PasskeyAssertion | null> {
    const { emit, timing, arm } = this.#parts;
    const options = given ?? readOptions(await this.#query(sock, 'get', leaf('passkey_request_options')));
    if (options === null) throw new Ended('passkey_rejected');
    this.#options = options.text;
    this.#isTold = true;
    const validMs = Math.min(options.timeoutMs, timing.passkeyMs);
    arm(validMs);
    emit({
      type: 'passkey',
      state: 'asked',
      options: options.text,
      validMs,
      answer: this.#answer.resolve,
    });
    return this.#answer.promise;
  }

  async #pair({ credentialId, json }: PasskeyAssertion, key: Uint8Array, sock: WASocket): Promise<void> {
    const { creds, timing, arm, emit } = this.#parts;
    const ref = textOf(await this.#query(sock, 'get', leaf('ref')), 'ref');
    if (ref === '') throw new Ended('passkey_rejected');
    const identity: Identity = { keys: Curve.generateKeyPair(), nonce: randomBytes(32), ref };
    const prologue = encodePrologue(identity);
    this.#isPrologueSent = true;
    await this.#query(sock, 'set', {
      tag: 'passkey_prologue',
      attrs: {},
      content: [
        leaf('credential_id', credentialId),
        leaf('webauthn_assertion', Buffer.from(json)),
        leaf('prologue_payload', prologue),
        leaf('pairing_handoff_proof', handoffProof(key, prologue)),
      ],
    });
    arm(timing.passkeyPhoneMs);
    const phone = await this.#phone.promise;
    if (phone === null) throw new Ended('passkey_rejected');
    await this.#query(sock, 'set', leaf('companion_nonce', identity.nonce));
    emit({ type: 'passkey', state: 'sent', code: comparedCode(identity.nonce, phone) });
    const { noiseKey, signedIdentityKey, advSecretKey } = creds;
    const advSecret = Buffer.from(advSecretKey, 'base64');
    const request = { noiseKey: noiseKey.public, identityKey: signedIdentityKey.public, advSecret };
    const sealed = sealPairingRequest(identity, phone, request, randomBytes(12));
    await this.#query(sock, 'set', leaf('encrypted_pairing_request', sealed));
    arm(timing.passkeyPairMs);
  }

  /** Throws for an error of the server, and without an answer in time. */
  async #query(sock: WASocket, type: 'get' | 'set', content: BinaryNode): Promise<BinaryNode> {
    const attrs = { id: sock.generateMessageTag(), to: S_WHATSAPP_NET, type, xmlns: 'md' };
    // Baileys resolves with undefined after its time limit.
    const answer: BinaryNode | undefined = await sock.query({ tag: 'iq', attrs, content: [content] });
    if (!answer) throw new Ended('passkey_timeout');
    return answer;
  }
}

/** Of the server: Baileys gives its code. A lost connection has none. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'data' in error && typeof error.data === 'number';
}
