import type { Context } from '../../context.ts';
import * as store from './renewal-store.ts';

const ACCOUNTS = 50;
/** Of one transaction. */
const CONVERSATIONS = 2_000;

/** Sets the timers of open conversations whose account has changed its idle times. */
export async function renewTimers(ctx: Context, stopped?: AbortSignal): Promise<void> {
  let last = 0;
  let accounts: store.ChangedAccount[];
  do {
    accounts = await store.listChanged(ctx.db, last, ACCOUNTS);
    for (const { id, changed_at } of accounts) {
      let after: number | null = 0;
      while (after !== null) {
        if (stopped?.aborted) return;
        const from: number = after;
        after = await ctx.db.transaction((tx) => store.renewTimers(tx, id, from, CONVERSATIONS));
      }
      await store.forgetChange(ctx.db, id, changed_at);
      last = id;
    }
  } while (accounts.length === ACCOUNTS);
}
