import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { skipPublicIds } from '../../../gateway/messages/queue/queue.ts';
import { restartIndex } from '../../../inbox/conversations/search/indexer.ts';
import { skipPositions } from '../../../inbox/stream/stream.ts';
import { holdAccounts } from '../../../platform/accounts/account.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { findSetting, forgetSetting, keepSetting, setSetting } from '../../setting-store.ts';
import { listGateways } from '../gateways/gateway.ts';
import * as store from './store.ts';

/** More than any loss: the API gives about 15,000 ids a second. */
const SKIPPED = 1_000_000;
/** A standby takes over sooner. */
const FAILOVER_MS = 10 * MINUTE;

type Noting = Pick<Context, 'db' | 'now' | 'actor' | 'log'>;

/**
 * Notices that the database was restored, or that a standby took over: the newest changes may be lost. Ids go on far
 * behind, and after a restore each account is suspended until an operator activates it. Safe in parallel processes.
 */
export async function noteOrigin(ctx: Noting, origin: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await store.lockOrigin(tx, {});
    const known = (await findSetting(tx, 'origin'))?.toString() ?? null;
    if (known === origin) return;
    if (known !== null) await followLoss(tx, ctx, { known, origin });
    await setSetting(tx, { name: 'origin', value: Buffer.from(origin) });
  });
}

/** A copy of a whole server looks like its original: its next start follows as for a restored dump. */
export function declareRestored({ db }: Pick<Context, 'db'>): Promise<void> {
  return db.transaction(async (tx) => {
    await setSetting(tx, { name: 'origin', value: Buffer.from('a copy') });
    // A backup can come before the next start.
    await forgetSetting(tx, { name: 'database_id' });
  });
}

/** Random. A restored copy gets another one, and so owns no backup of its original. */
export async function databaseIdOf({ db }: Pick<Context, 'db'>): Promise<string> {
  return (await keepSetting(db, 'database_id', () => Buffer.from(randomUUID()))).toString();
}

async function followLoss(tx: Tx, ctx: Noting, change: { known: string; origin: string }): Promise<void> {
  await store.skipRowIds(tx, { skipped: SKIPPED });
  await skipPublicIds(tx, { skipped: SKIPPED });
  await skipPositions(tx, { skipped: SKIPPED });
  await restartIndex(tx, {});
  if (isOneServer(change) && (await wasAlive(tx, ctx.now()))) {
    ctx.log.warn(change, 'database.failed_over');
    return;
  }
  await forgetSetting(tx, { name: 'database_id' });
  ctx.log.warn({ ...change, accounts: await holdAccounts(tx, ctx) }, 'database.restored');
}

const isOneServer = ({ known, origin }: { known: string; origin: string }) =>
  known.split(' ')[0] === origin.split(' ')[0];

/** A gateway was there shortly before, as at a failover. */
async function wasAlive(tx: Tx, now: Date): Promise<boolean> {
  const gateways = await listGateways(tx, now);
  return gateways.some(({ seen_at }) => now.getTime() - seen_at.getTime() < FAILOVER_MS);
}
