import type { Context } from '../../../context.ts';
import { nameContacts } from '../../../gateway/contacts/changes.ts';
import * as store from './store.ts';

const BATCH = 500;

/** Makes contacts of the customers who wrote, where the account wants it. A visitor of a page is no contact. */
export async function saveSenders(ctx: Context, stopped?: AbortSignal): Promise<void> {
  let senders: store.SenderRow[];
  do {
    if (stopped?.aborted) return;
    senders = await store.listSenders(ctx.db, { limit: BATCH });
    if (senders.length === 0) return;
    const known = senders.flatMap(({ phone, ...sender }) => (phone === null ? [] : [{ ...sender, phone }]));
    for (const [accountId, some] of Map.groupBy(known, ({ account_id }) => account_id)) {
      await nameContacts(ctx, accountId, some);
    }
    // After the contacts: a crash in between repeats them, which changes nothing.
    await store.deleteSenders(ctx.db, { ids: senders.map(({ id }) => id) });
  } while (senders.length === BATCH);
}
