import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Budget, findCallingCodes, lockSpending, openBudget } from '../../costs/cap/cap.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import { categoryOf } from '../content.ts';
import type { RunningBroadcast } from './claim-store.ts';
import { listOverCap, noteLookAtCap } from './store.ts';

export interface ClaimBudget {
  isSpent: boolean;
  /** Call it before `take`. */
  price(phones: readonly string[]): Promise<void>;
  /** The message that reaches the cap is the last. */
  take(phone: string): boolean;
}

/** In a new month or after a change. False: none. */
export async function resumeUnderCap(ctx: Pick<Context, 'db' | 'now'>): Promise<boolean> {
  const now = ctx.now();
  const [openIds, spentIds]: [number[], number[]] = [[], []];
  for (const { account_id: id, ...cap } of await listOverCap(ctx.db, { now })) {
    const budget = await openBudget(ctx.db, id, cap, now);
    (budget?.isSpent ? spentIds : openIds).push(id);
  }
  if (openIds.length + spentIds.length > 0) await noteLookAtCap(ctx.db, { openIds, spentIds, now });
  return openIds.length > 0;
}

const UNLIMITED: ClaimBudget = { isSpent: false, price: async () => {}, take: () => true };

/** Only official numbers cost. `busy`: another claim of the account is under way. */
export async function openClaimBudget(
  tx: Tx,
  broadcast: RunningBroadcast,
  { capacity, now }: { capacity: number; now: Date },
): Promise<ClaimBudget | 'busy'> {
  const { account_id: accountId, engine } = broadcast;
  if (broadcast.cost_cap === null || !ENGINE_KINDS[engine].charges) return UNLIMITED;
  // Claims of several devices would each spend the rest.
  if (!(await lockSpending(tx, accountId))) return 'busy';
  const budget = await openBudget(tx, accountId, broadcast, now, capacity);
  return budget ? budgetOf(tx, budget, categoryOf(broadcast)) : UNLIMITED;
}

function budgetOf(tx: Tx, budget: Budget, category: string): ClaimBudget {
  let codes: ReadonlyMap<string, string> = new Map();
  return {
    isSpent: budget.isSpent,
    async price(phones) {
      codes = await findCallingCodes(tx, phones);
    },
    take(phone) {
      if (budget.isSpent) return false;
      budget.spend([{ category, calling_code: codes.get(phone) ?? '' }]);
      return true;
    },
  };
}
