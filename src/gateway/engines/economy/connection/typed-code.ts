import { type BinaryNode, getBinaryNodeChild, type WASocket } from 'baileys';
import type { EngineEvent } from '../../engine.ts';

interface Parts {
  emit(event: EngineEvent): void;
  /** For the answer of the network. */
  timeoutMs: number;
  /** The code ends with the last QR. */
  validMs(): number;
}

type Answer = 'accepted' | 'refused' | 'ended';

/** The code that a phone types in place of scanning a QR: one per connection. */
export class TypedCode {
  readonly #parts: Parts;
  readonly #answer = Promise.withResolvers<Answer>();
  #timer: NodeJS.Timeout | undefined;
  #isAsked = false;
  #isShown = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Once. Never rejects. */
  async ask(sock: WASocket, phone: string): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#timer = setTimeout(() => this.stop(), this.#parts.timeoutMs);
    const asked = sock.requestPairingCode(phone).catch(() => {
      this.stop();
      return null;
    });
    const answer = await this.#answer.promise;
    const code = await asked;
    clearTimeout(this.#timer);
    const { emit, validMs } = this.#parts;
    if (answer !== 'accepted' || code === null) {
      emit({ type: 'pairing_code', state: answer === 'refused' ? 'refused' : 'ended' });
      return;
    }
    this.#isShown = true;
    emit({ type: 'pairing_code', state: 'shown', code, validMs: Math.floor(validMs()) });
  }

  /** Baileys does not wait for this answer. No other query of a client without a number gets an error. */
  readAnswer(iq: BinaryNode): void {
    if (!this.#isAsked) return;
    if (iq.attrs.type === 'error') this.#answer.resolve('refused');
    else if (getBinaryNodeChild(iq, 'link_code_companion_reg')) this.#answer.resolve('accepted');
  }

  /** With the connection. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#answer.resolve('ended');
    if (this.#isShown) this.#parts.emit({ type: 'pairing_code', state: 'ended' });
    this.#isShown = false;
  }
}
