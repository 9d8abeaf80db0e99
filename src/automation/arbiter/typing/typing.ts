import type { Context } from '../../../context.ts';
import type { LeasedDevice } from '../../../devices/sessions/session-listener.ts';
import type { EngineSession } from '../../../engines/engine.ts';
import { isDatabaseUnavailable } from '../../../lib/db/unavailable.ts';
import { listComingAnswers } from './store.ts';

export { listComingAnswers };

/** Looks share one statement for all devices. */
const GAP_MS = 200;

/**
 * Shows customers that the number types, while an answer of the automation waits. It runs where the sessions are. What
 * is missed is not repeated.
 */
export class Typing {
  readonly #ctx: Context;
  readonly #sessions = new Map<number, { lease: LeasedDevice; session: EngineSession }>();
  readonly #unsubscribe: () => void;
  #shown: ReadonlySet<number> = new Set();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#unsubscribe = ctx.bus.subscribe('typing', () => this.#lookSoon());
  }

  connected(lease: LeasedDevice, session: EngineSession): void {
    this.#sessions.set(lease.id, { lease, session });
  }

  disconnected(lease: LeasedDevice): void {
    if (this.#sessions.get(lease.id)?.lease === lease) this.#sessions.delete(lease.id);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
  }

  /** For tests. */
  async look(): Promise<void> {
    if (this.#sessions.size === 0) return;
    const { db, now } = this.#ctx;
    const coming = await listComingAnswers(db, [...this.#sessions.keys()], now());
    for (const { id, device_id, phone, wa_message_id } of coming) {
      if (!this.#shown.has(id)) this.#sessions.get(device_id)?.session.showTyping(phone, wa_message_id);
    }
    this.#shown = new Set(coming.map(({ id }) => id));
  }

  #lookSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#looking = this.look().catch((error) => {
        if (!isDatabaseUnavailable(error)) this.#ctx.log.error({ err: error }, 'automation.typing_failed');
      });
    }, GAP_MS);
  }
}
