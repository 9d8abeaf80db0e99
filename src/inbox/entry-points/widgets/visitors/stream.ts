import { Readable } from 'node:stream';
import type { Visitor } from './visitor.ts';

/** In bytes. Above it, a client gets only the newest state, later. */
const FULL = 64 * 1024;
/** Until a page connects again. */
const RETRY_MS = 2_000;
const GREETING = Buffer.from(`retry: ${RETRY_MS}\n\n`);
const PING = Buffer.from(': ping\n\n');

/** Bytes at the page's speed. The server ends stalled connections. */
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
