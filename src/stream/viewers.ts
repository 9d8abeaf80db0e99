import type { Context } from '../context.ts';
import { listViewed, type Viewed } from '../conversations/viewers/viewer.ts';
import { type Message, message } from './wire.ts';

/** Who looks at the conversations of accounts with streams. It is not kept in the log. */
export class ViewersWatch {
  readonly #ctx: Pick<Context, 'db' | 'now'>;
  /** Of each account: its viewed conversations. */
  readonly #shown = new Map<number, ReadonlyMap<string, Viewed>>();

  constructor(ctx: Pick<Context, 'db' | 'now'>) {
    this.#ctx = ctx;
  }

  /** Views end by time, which wakes no process. */
  hasViews(accountId: number): boolean {
    return (this.#shown.get(accountId)?.size ?? 0) > 0;
  }

  forget(accountId: number): void {
    this.#shown.delete(accountId);
  }

  /** One message per conversation whose viewers differ from the time before. */
  async changes(accountId: number): Promise<Message[]> {
    const rows = await listViewed(this.#ctx, accountId);
    const now = new Map(rows.map((row) => [row.conversation_uuid, row]));
    const before = this.#shown.get(accountId) ?? new Map<string, Viewed>();
    this.#shown.set(accountId, now);
    const left = [...before.values()].filter(({ conversation_uuid }) => !now.has(conversation_uuid));
    return [
      ...rows.filter((row) => textOf(row) !== textOf(before.get(row.conversation_uuid))),
      ...left.map(empty),
    ].map((row) => message({ position: null, deviceId: row.device_id }, 'conversation.viewers', textOf(row)));
  }
}

const empty = (row: Viewed): Viewed => ({ ...row, viewers: [] });

const textOf = (row: Viewed | undefined) =>
  row === undefined ? '' : JSON.stringify({ conversation_id: row.conversation_uuid, viewers: row.viewers });
