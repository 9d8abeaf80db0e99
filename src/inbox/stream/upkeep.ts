import type { Context } from '../../context.ts';
import { unsubscribeFromEvents } from './consumer.ts';
import { resyncUnseen, sequence } from './sequence-store.ts';
import * as store from './upkeep-store.ts';

/** Positions of an account that a client can resume from. */
export const LOG = { rows: 10_000, hours: 24 };
/** Changes are noted until this time after the last stream. */
const UNUSED_DAYS = 3;
const ACCOUNTS = 200;
const CHUNK = 1_000;

/** Sequences without streams, and trims what streams keep. */
export async function tidyStreams(ctx: Pick<Context, 'db'>): Promise<void> {
  for (let after = 0; ; ) {
    const accounts = await store.listAccounts(ctx.db, { after, limit: ACCOUNTS });
    const live = accounts.filter(({ is_live }) => is_live).map(({ account_id }) => account_id);
    if (live.length > 0) await tidyLive(ctx, live);
    await repeat(() => store.discard(ctx.db, idsOf(accounts), CHUNK));
    after = accounts.at(-1)?.account_id ?? after;
    if (accounts.length < ACCOUNTS) return;
  }
}

async function tidyLive({ db }: Pick<Context, 'db'>, accountIds: readonly number[]): Promise<void> {
  await store.noteUse(db, accountIds);
  for (const accountId of await store.listUnused(db, accountIds, UNUSED_DAYS)) {
    await db.transaction(async (tx) => {
      if (await store.endAccount(tx, accountId, UNUSED_DAYS)) await unsubscribeFromEvents(tx, accountId);
    });
  }
  await resyncUnseen(db, accountIds);
  await repeat(async () => {
    const steps = await sequence(db, { accountIds, limit: CHUNK });
    return steps.filter(({ has_more }) => has_more).length;
  });
  await repeat(() => store.trimLog(db, accountIds, LOG, CHUNK));
}

const idsOf = (accounts: readonly { account_id: number }[]) => accounts.map(({ account_id }) => account_id);

/** Until a step finds nothing. */
async function repeat(step: () => Promise<number>): Promise<void> {
  while ((await step()) > 0);
}
