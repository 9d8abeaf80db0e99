import { LRUCache } from 'lru-cache';
import type { Log } from '../../../platform/lib/log.ts';
import type { LateStatus } from './settle-store.ts';

const MAX_KNOWN = 1_000;

/** Logs each wrongly judged message once: the only trace. */
export class LateStatuses {
  readonly #log: Log;
  readonly #known = new LRUCache<number, true>({ max: MAX_KNOWN });

  constructor(log: Log) {
    this.#log = log;
  }

  note(late: readonly LateStatus[]): void {
    for (const { id, account_id: accountId, message_id: messageId, is_doubled } of late) {
      if (this.#known.has(id)) continue;
      this.#known.set(id, true);
      this.#log.warn({ accountId, messageId }, is_doubled ? 'message.doubled' : 'message.late_status');
    }
  }
}
