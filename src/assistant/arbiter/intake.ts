import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import * as store from './intake-store.ts';
import type { FlowProducer } from './producers.ts';
import { settingsFrom } from './settings/settings.ts';
import { getSettings } from './settings/store.ts';

/** With more of them, accounts take turns. */
const FIRST_MESSAGES = 100;
const ROUND_ROBIN = { events: 500, weight: 500, accounts: 200 };
const WAKES = 100;

type WakingFlows = Pick<FlowProducer, 'nextWake' | 'takeDueWakes'>;

export class Intake {
  readonly #ctx: Context;
  readonly #flows: WakingFlows;
  /** Where a long backlog continues; null without one. */
  #after: number | null = null;

  constructor(ctx: Context, flows: WakingFlows) {
    this.#ctx = ctx;
    this.#flows = flows;
  }

  /** `more`: another step follows at once. */
  async step(): Promise<{ taken: number; more: boolean }> {
    const { db } = this.#ctx;
    const now = this.#ctx.now();
    const { messages, next } = await (this.#after === null
      ? store.takeFirstMessages(db, FIRST_MESSAGES, now)
      : store.takeMessagesInTurn(db, ROUND_ROBIN, this.#after, now));
    this.#after = next;
    return { taken: messages, more: next !== null };
  }

  /** Wake and decision commit together: none is lost or comes twice. `nextAt`: of a flow that waits. */
  async wakeFlows(): Promise<{ taken: number; more: boolean; nextAt: Date | null }> {
    const { db } = this.#ctx;
    const now = this.#ctx.now();
    const nextAt = await this.#flows.nextWake(db);
    if (nextAt === null || nextAt > now) return { taken: 0, more: false, nextAt };
    const taken = await db.transaction(async (tx) => {
      const wakes = await this.#flows.takeDueWakes(tx, now, WAKES);
      if (wakes.length > 0) await store.noteWakes(tx, wakes, now);
      return wakes.length;
    });
    return { taken, more: taken === WAKES, nextAt: null };
  }
}

/** Staff has not come in time. */
export async function announceReturn(
  tx: Tx,
  { id, account_id }: { id: number; account_id: number },
  now: Date,
): Promise<void> {
  const { queue_return_text: text } = settingsFrom(await getSettings(tx, account_id));
  if (text !== null) await store.noteWakes(tx, [{ account_id, conversation_id: id }], now);
}
