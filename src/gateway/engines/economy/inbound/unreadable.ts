import type { BinaryNode } from 'baileys';
import { getBinaryNodeChild } from 'baileys';
import { encodeKey } from '../keys/codec.ts';
import { UNREADABLE_MESSAGES } from '../keys/kept-types.ts';
import { putWrite } from '../keys/ratchets.ts';
import type { Arrival } from './arrival.ts';
import { addTrace, type Trace, type TraceParts, traceIn } from './receive-trace.ts';

/** Dates in ms. */
interface Awaited extends Omit<Trace, 'arrival'> {
  arrival: Omit<Arrival, 'at'> & { at: number };
  until: number;
}

interface Parts extends TraceParts {
  waitMs: number;
  onFailure(error: unknown): void;
}

/**
 * Retries make most messages readable in time; others are received without content. The wait is
 * stored: the client acknowledges the stanza.
 */
export class UnreadableMessages {
  readonly #parts: Parts;
  /** By message id, in the order of ends. */
  readonly #awaited = new Map<string, Awaited>();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** From earlier connections. In the current commit. */
  async load(): Promise<void> {
    for (const [id, awaited] of await this.#parts.vault.list(UNREADABLE_MESSAGES))
      this.#awaited.set(id, awaited as Awaited); // written by `await` alone
    this.#arm();
  }

  /** Resolves when it is stored. */
  async await(stanza: BinaryNode): Promise<void> {
    const { vault, clock, waitMs } = this.#parts;
    const trace = isHidden(stanza) ? null : traceIn(this.#parts, stanza, 'unreadable');
    const id = stanza.attrs.id ?? '';
    if (!trace || 'isLive' in trace.arrival || this.#awaited.has(id)) return;
    const { arrival } = trace;
    const until = clock.now().getTime() + waitMs;
    const awaited: Awaited = { ...trace, arrival: { ...arrival, at: arrival.at.getTime() }, until };
    this.#awaited.set(id, awaited);
    this.#arm();
    await vault.write({
      keys: [{ type: UNREADABLE_MESSAGES, id, value: encodeKey(UNREADABLE_MESSAGES, awaited) }],
    });
  }

  /** A copy was decrypted. In the current commit. */
  opened(id: string | null | undefined): void {
    const work = this.#parts.ratchets.ownWork;
    if (id && work && this.#awaited.delete(id))
      putWrite(work, { type: UNREADABLE_MESSAGES, id, value: null });
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #arm(): void {
    const [first] = this.#awaited.values();
    if (!first || this.#timer || this.#isClosed) return;
    const waitMs = Math.max(0, first.until - this.#parts.clock.now().getTime());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#receiveDue()
        .catch(this.#parts.onFailure)
        .finally(() => this.#arm());
    }, waitMs);
  }

  /** A separate commit. */
  async #receiveDue(): Promise<void> {
    const { ratchets, vault, clock } = this.#parts;
    await ratchets.runSeparately(async () => {
      const work = ratchets.ownWork;
      const now = clock.now().getTime();
      for (const [id, { arrival, until, ...trace }] of [...this.#awaited]) {
        if (!work || until > now) return;
        await addTrace(work, vault, {
          ...trace,
          arrival: { ...arrival, at: new Date(arrival.at) } as Arrival,
        });
        this.opened(id);
      }
    });
  }
}

/** Phones show nothing for it, as for a reaction. */
const isHidden = (stanza: BinaryNode) => getBinaryNodeChild(stanza, 'enc')?.attrs['decrypt-fail'] === 'hide';
