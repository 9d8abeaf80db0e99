import type { Context } from '../../../../context.ts';
import { hoursOf } from '../../../../gateway/hours/hours.ts';
import { type Hours, isOpen } from '../../../../gateway/hours/opening.ts';
import { SECOND } from '../../../../platform/lib/clock.ts';
import type { ChatWidget } from './visitor.ts';

/** Until changes apply. */
const MAX_AGE_MS = 15 * SECOND;

/** For open streams. */
export class OpeningTimes {
  readonly #ctx: Pick<Context, 'db' | 'now'>;
  #kept = new Map<number, { hours: Hours; readAt: number }>();

  constructor(ctx: Pick<Context, 'db' | 'now'>) {
    this.#ctx = ctx;
  }

  /** Forgets the hours of other widgets. */
  async read(widgets: readonly ChatWidget[]): Promise<(widget: ChatWidget) => boolean> {
    const { db, now } = this.#ctx;
    const at = now();
    const next = new Map<number, { hours: Hours; readAt: number }>();
    for (const { chat_device_id: id, account_id } of widgets) {
      if (next.has(id)) continue;
      const kept = this.#kept.get(id);
      const isFresh = kept && Math.abs(at.getTime() - kept.readAt) < MAX_AGE_MS;
      next.set(id, isFresh ? kept : { hours: await hoursOf(db, account_id, id), readAt: at.getTime() });
    }
    this.#kept = next;
    return ({ chat_device_id }) => {
      const kept = next.get(chat_device_id);
      return kept === undefined || isOpen(kept.hours, at);
    };
  }
}
