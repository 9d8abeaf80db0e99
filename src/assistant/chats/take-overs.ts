import type { Context } from '../../context.ts';
import { listChangedOwners } from '../../inbox/conversations/ownership/bot-message.ts';
import type { Chat } from '../chat.ts';

type Watched = Pick<Chat, 'conversation_id' | 'ownership_version'>;

const PAUSE_MS = 200;

/** When the chat has another owner. One per process. */
export class TakeOvers {
  readonly #ctx: Pick<Context, 'db' | 'bus' | 'log'>;
  readonly #watched = new Map<AbortController, Watched>();
  #unsubscribe: (() => void) | null = null;
  #looking = false;
  #again = false;

  constructor(ctx: Pick<Context, 'db' | 'bus' | 'log'>) {
    this.#ctx = ctx;
  }

  async during<Result>(
    chat: Watched,
    signal: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const taken = new AbortController();
    this.#watched.set(taken, chat);
    this.#unsubscribe ??= this.#ctx.bus.subscribe('events', () => void this.#look());
    try {
      return await run(signal ? AbortSignal.any([signal, taken.signal]) : taken.signal);
    } finally {
      this.#watched.delete(taken);
      if (this.#watched.size === 0) {
        this.#unsubscribe?.();
        this.#unsubscribe = null;
      }
    }
  }

  /** For all chats together. */
  async #look(): Promise<void> {
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    while (this.#again && this.#watched.size > 0) {
      this.#again = false;
      const watched = [...this.#watched];
      try {
        const changed = new Set(
          await listChangedOwners(
            this.#ctx.db,
            watched.map(([, chat]) => chat),
          ),
        );
        for (const [taken, { conversation_id }] of watched) if (changed.has(conversation_id)) taken.abort();
      } catch (error) {
        // The commit of the answer looks again.
        this.#ctx.log.debug({ err: error }, 'assistant.owners_not_read');
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    }
    this.#looking = false;
  }
}
