import { type BinaryNode, isJidGroup } from 'baileys';
import { SECOND } from '../../../../platform/lib/clock.ts';

/** The client never decrypts some stanzas. */
const MAX_WAIT_MS = 2 * SECOND;
/** Messages of groups in the client at once: a private one waits behind no more. */
const GROUP_LANES = 4;

interface Queue {
  current: BinaryNode;
  waiting: { stanza: BinaryNode; deliver: () => void }[];
  timer: NodeJS.Timeout;
}

/** Else messages overtake a new author's first one, whose number the client looks up. */
export class ArrivalOrder {
  readonly #queues = new Map<string, Queue>();
  readonly #takesGroups: () => boolean;

  constructor(takesGroups: () => boolean) {
    this.#takesGroups = takesGroups;
  }

  arrive(stanza: BinaryNode, deliver: () => void): void {
    const queue = this.#queues.get(this.#keyOf(stanza));
    if (queue) queue.waiting.push({ stanza, deliver });
    else this.#start(stanza, deliver, []);
  }

  /** To be called when decryption starts. */
  begun(stanza: BinaryNode): void {
    const key = this.#keyOf(stanza);
    if (this.#queues.get(key)?.current === stanza) this.#next(key);
  }

  close(): void {
    for (const { timer } of this.#queues.values()) clearTimeout(timer);
    this.#queues.clear();
  }

  #start(stanza: BinaryNode, deliver: () => void, waiting: Queue['waiting']): void {
    const key = this.#keyOf(stanza);
    const timer = setTimeout(() => this.#next(key), MAX_WAIT_MS);
    this.#queues.set(key, { current: stanza, waiting, timer });
    deliver();
  }

  #next(key: string): void {
    const queue = this.#queues.get(key);
    if (!queue) return;
    clearTimeout(queue.timer);
    this.#queues.delete(key);
    const first = queue.waiting.shift();
    if (first) this.#start(first.stanza, first.deliver, queue.waiting);
  }

  /** All messages of an author have one key. */
  #keyOf(stanza: BinaryNode): string {
    const { from, participant = '' } = stanza.attrs;
    if (!isJidGroup(from) || !this.#takesGroups()) return authorKeyOf(stanza);
    const sum = [...participant].reduce((total, letter) => total + letter.charCodeAt(0), 0);
    return `${sum % GROUP_LANES}`;
  }
}

const authorKeyOf = ({ attrs }: BinaryNode) => `${attrs.from} ${attrs.participant}`;
