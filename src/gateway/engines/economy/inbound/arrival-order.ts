import type { BinaryNode } from 'baileys';
import { SECOND } from '../../../../platform/lib/clock.ts';

/** The client never decrypts some stanzas. */
const MAX_WAIT_MS = 2 * SECOND;

interface Queue {
  current: BinaryNode;
  waiting: { stanza: BinaryNode; deliver: () => void }[];
  timer: NodeJS.Timeout;
}

/** Else messages overtake a new author's first one, whose number the client looks up. */
export class ArrivalOrder {
  readonly #queues = new Map<string, Queue>();

  arrive(stanza: BinaryNode, deliver: () => void): void {
    const queue = this.#queues.get(authorKeyOf(stanza));
    if (queue) queue.waiting.push({ stanza, deliver });
    else this.#start(stanza, deliver, []);
  }

  /** To be called when decryption starts. */
  begun(stanza: BinaryNode): void {
    if (this.#queues.get(authorKeyOf(stanza))?.current === stanza) this.#next(authorKeyOf(stanza));
  }

  close(): void {
    for (const { timer } of this.#queues.values()) clearTimeout(timer);
    this.#queues.clear();
  }

  #start(stanza: BinaryNode, deliver: () => void, waiting: Queue['waiting']): void {
    const author = authorKeyOf(stanza);
    const timer = setTimeout(() => this.#next(author), MAX_WAIT_MS);
    this.#queues.set(author, { current: stanza, waiting, timer });
    deliver();
  }

  #next(author: string): void {
    const queue = this.#queues.get(author);
    if (!queue) return;
    clearTimeout(queue.timer);
    this.#queues.delete(author);
    const [first, ...rest] = queue.waiting;
    if (first) this.#start(first.stanza, first.deliver, rest);
  }
}

const authorKeyOf = ({ attrs }: BinaryNode) => `${attrs.from} ${attrs.participant}`;
