import type { BinaryNode } from 'baileys';
import { SECOND } from '../../../lib/clock.ts';

/** A stanza that the client never decrypts (one it ignores) holds up those behind it for so long. */
const PATIENCE_MS = 2 * SECOND;

interface Queue {
  current: BinaryNode;
  waiting: { stanza: BinaryNode; deliver: () => void }[];
  timer: NodeJS.Timeout;
}

/**
 * Hands the stanzas of one sender to the client one by one. The client looks a new sender up before it takes its lock for decrypting, and
 * lets the next messages overtake the first one meanwhile; so each waits until the one before it is being decrypted.
 */
export class ArrivalOrder {
  readonly #queues = new Map<string, Queue>();

  /** Calls `deliver` when it is this stanza's turn: at once, when nothing of this sender is on its way. */
  arrive(stanza: BinaryNode, deliver: () => void): void {
    const queue = this.#queues.get(senderOf(stanza));
    if (queue) queue.waiting.push({ stanza, deliver });
    else this.#start(stanza, deliver, []);
  }

  /** The client has taken the stanza up: whatever comes now comes after it. */
  begun(stanza: BinaryNode): void {
    if (this.#queues.get(senderOf(stanza))?.current === stanza) this.#next(senderOf(stanza));
  }

  /** Nothing is delivered any more. */
  close(): void {
    for (const { timer } of this.#queues.values()) clearTimeout(timer);
    this.#queues.clear();
  }

  #start(stanza: BinaryNode, deliver: () => void, waiting: Queue['waiting']): void {
    const sender = senderOf(stanza);
    const timer = setTimeout(() => this.#next(sender), PATIENCE_MS);
    this.#queues.set(sender, { current: stanza, waiting, timer });
    deliver();
  }

  #next(sender: string): void {
    const queue = this.#queues.get(sender);
    if (!queue) return;
    clearTimeout(queue.timer);
    this.#queues.delete(sender);
    const [first, ...rest] = queue.waiting;
    if (first) this.#start(first.stanza, first.deliver, rest);
  }
}

const senderOf = ({ attrs }: BinaryNode) => `${attrs.from} ${attrs.participant}`;
