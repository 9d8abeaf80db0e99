import { Readable } from 'node:stream';
import type { Visitor } from './visitor.ts';

/** In bytes. A client with more of them unread gets only the newest state, when it has read them. */
const FULL = 64 * 1024;
/** A page connects again after this time. */
const RETRY_MS = 2_000;
const GREETING = Buffer.from(`retry: ${RETRY_MS}\n\n`);
const PING = Buffer.from(': ping\n\n');

/** One open page of a visitor. Its bytes leave as fast as the page reads. The server ends a connection that stalls. */
export class VisitorStream extends Readable {
  readonly visitor: Visitor;
  readonly network: string;
  /** It has not the newest state. */
  isBehind = true;
  #isEnded = false;
  readonly #onRoom: () => void;

  constructor(visitor: Visitor, network: string, onRoom: () => void) {
    super({ highWaterMark: FULL });
    this.visitor = visitor;
    this.network = network;
    this.#onRoom = onRoom;
    this.push(GREETING);
  }

  get isFull(): boolean {
    return this.readableLength >= FULL;
  }

  override _read(): void {
    if (this.isBehind) this.#onRoom();
  }

  /** The newest state, unless the page has to read first. */
  show(state: Buffer): void {
    this.isBehind = this.isFull;
    if (!this.isBehind) this.#write(state);
  }

  ping(): void {
    if (!this.isFull) this.#write(PING);
  }

  end(): void {
    if (this.#isEnded || this.destroyed) return;
    this.#isEnded = true;
    this.push(null);
  }

  #write(text: Buffer): void {
    if (!this.#isEnded && !this.destroyed) this.push(text);
  }
}
