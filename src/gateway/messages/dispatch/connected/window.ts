import type { InFlightMessage } from './in-flight.ts';

const MAX_AWAITING_FILE = 50;

/** Unanswered messages, without those that wait for a file. */
export class Window {
  readonly #size: number;
  readonly #pending = new Map<string, InFlightMessage>();
  readonly #awaitingFile = new Set<InFlightMessage>();

  constructor(size: number) {
    this.#size = size;
  }

  get capacity(): number {
    return this.#size - (this.#pending.size - this.#awaitingFile.size);
  }

  /** With less capacity, each answer would cause a claim of one message. */
  get isHalfEmpty(): boolean {
    return this.capacity >= this.#size / 2;
  }

  get isFullOfFiles(): boolean {
    return this.#awaitingFile.size >= MAX_AWAITING_FILE;
  }

  add(item: InFlightMessage): void {
    this.#pending.set(item.message.reserved_wa_id, item);
  }

  has(item: InFlightMessage): boolean {
    return this.#pending.get(item.message.reserved_wa_id) === item;
  }

  awaitFile(item: InFlightMessage): void {
    this.#awaitingFile.add(item);
  }

  fileReady(item: InFlightMessage): void {
    this.#awaitingFile.delete(item);
  }

  take(waMessageId: string): InFlightMessage | null {
    const item = this.#pending.get(waMessageId);
    if (!item) return null;
    this.#pending.delete(waMessageId);
    this.#awaitingFile.delete(item);
    stopAckTimer(item);
    return item;
  }

  remove(item: InFlightMessage): void {
    this.take(item.message.reserved_wa_id);
  }

  drain(): InFlightMessage[] {
    const items = [...this.#pending.values()];
    this.#pending.clear();
    this.#awaitingFile.clear();
    for (const item of items) stopAckTimer(item);
    return items;
  }
}

function stopAckTimer({ ackTimer }: InFlightMessage): void {
  if (ackTimer) clearTimeout(ackTimer);
}
