import { tokensOfAll } from '../../../assistant/language-model/budget/budget.ts';
import type { Context } from '../../../context.ts';
import { readBacklog } from '../../../gateway/broadcasts/broadcast.ts';
import { countStates, type DeviceState } from '../../../gateway/devices/installation/installation.ts';
import { type OldestQueued, readOldestQueued } from '../../../gateway/messages/queue/queue.ts';
import { readLag } from '../../../inbox/conversations/search/indexer.ts';
import { countNearQuota } from '../../../platform/usage/usage.ts';

/** What `/metrics` tells beside the health page. */
export interface Figures {
  devices: DeviceState[];
  oldestQueued: OldestQueued[];
  broadcasts: Awaited<ReturnType<typeof readBacklog>>;
  nearQuota: { near: number; full: number };
  tokens: number;
  searchLag: number;
}

export async function readFigures(ctx: Pick<Context, 'db' | 'now'>): Promise<Figures> {
  const { db } = ctx;
  return {
    devices: await countStates(ctx),
    oldestQueued: await readOldestQueued(db, {}),
    broadcasts: await readBacklog(db, {}),
    nearQuota: await countNearQuota(ctx),
    tokens: await tokensOfAll(ctx),
    searchLag: (await readLag(db, {})).behind,
  };
}
