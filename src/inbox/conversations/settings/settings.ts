import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { givenFields } from '../../../platform/lib/change-of.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { ChangeSettings, ConversationSettings } from './schema.ts';
import * as store from './store.ts';

type Account = { id: number };

export function getSettings(ctx: Context, account: Account): Promise<ConversationSettings> {
  return store.getSettings(ctx.db, { accountId: account.id });
}

/** Changes the given settings. They apply to open conversations within a minute. */
export async function changeSettings(
  ctx: Context,
  account: Account,
  given: ChangeSettings,
): Promise<ConversationSettings> {
  const changed = await ctx.db.transaction(async (tx) => {
    const earlier = { ...(await store.lockSettings(tx, { accountId: account.id })) };
    const settings: ConversationSettings = { ...earlier, ...givenFields(given) };
    if (isDeepStrictEqual(settings, earlier)) return earlier;
    const rating_request = settings.rating_request && JSON.stringify(settings.rating_request);
    await store.updateSettings(tx, { ...settings, rating_request, accountId: account.id, now: ctx.now() });
    await record(tx, ctx, [
      {
        action: 'conversation_settings.changed',
        accountId: account.id,
        target: account.id,
        detail: { ...settings, rating_request },
      },
    ]);
    return settings;
  });
  // Sessions read receipts and calls of it.
  ctx.bus.publish('devices');
  return changed;
}

/** For what else decides the timers of open conversations. A sweep sets them within a minute. */
export async function renewTimersSoon(tx: Tx, accountId: number, now: Date): Promise<void> {
  await store.noteChange(tx, { accountId, now });
}
