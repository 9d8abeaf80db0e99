import type { Db } from '../../../platform/lib/db/db.ts';
import { exceedsCap } from '../../costs/cap/cap.ts';
import { type CostEstimate, type ExpectedMessages, estimateCosts } from '../../costs/estimate.ts';

interface Planned {
  accountId: number;
  category: string;
  startsAt: Date;
}

/** When all of them get it. */
export async function estimateBroadcast(
  db: Db,
  { accountId, category, startsAt }: Planned,
  expected: readonly ExpectedMessages[],
): Promise<CostEstimate> {
  const day = startsAt.toISOString().slice(0, 10);
  const estimate = await estimateCosts(db, { category, day }, expected);
  return { ...estimate, exceeds_cap: await exceedsCap(db, accountId, estimate, startsAt) };
}
