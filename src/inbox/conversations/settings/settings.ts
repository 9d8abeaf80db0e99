import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { ChangeSettings, ConversationSettings } from './schema.ts';
import * as store from './store.ts';

type Account = { id: number };

export function getSettings(ctx: Context, account: Account): Promise<ConversationSettings> {
  return store.getSettings(ctx.db, { accountId: account.id });
}

/** Changes the given settings. They apply to open conversations within a minute. */
export function changeSettings(
  ctx: Context,
  account: Account,
  given: ChangeSettings,
): Promise<ConversationSettings> {
  return ctx.db.transaction(async (tx) => {
    const earlier = { ...(await store.lockSettings(tx, { accountId: account.id })) };
    const settings: ConversationSettings = {
      human_idle_return_minutes: givenOr(given.human_idle_return_minutes, earlier.human_idle_return_minutes),
      bot_idle_close_minutes: givenOr(given.bot_idle_close_minutes, earlier.bot_idle_close_minutes),
      queue_return_minutes: givenOr(given.queue_return_minutes, earlier.queue_return_minutes),
      auto_assign: givenOr(given.auto_assign, earlier.auto_assign),
      max_open_per_user: givenOr(given.max_open_per_user, earlier.max_open_per_user),
      reject_calls_text: givenOr(given.reject_calls_text, earlier.reject_calls_text),
      read_receipts: givenOr(given.read_receipts, earlier.read_receipts),
    };
    if (isDeepStrictEqual(settings, earlier)) return earlier;
    await store.updateSettings(tx, { accountId: account.id, ...settings, now: ctx.now() });
    await record(tx, ctx, [
      {
        ...{ action: 'conversation_settings.changed', accountId: account.id, target: account.id },
        detail: { ...settings },
      },
    ]);
    return settings;
  });
}

/** For what else decides the timers of open conversations. A sweep sets them within a minute. */
export async function renewTimersSoon(tx: Tx, accountId: number, now: Date): Promise<void> {
  await store.noteChange(tx, { accountId, now });
}

/** Null is a value. */
const givenOr = <Value>(given: Value | undefined, earlier: Value): Value =>
  given === undefined ? earlier : given;
