import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../../../context.ts';
import { MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../../../platform/lib/db/unavailable.ts';
import type { AccountJob } from '../../../../platform/lib/jobs.ts';
import { enqueue } from '../../../../platform/lib/jobs-queue.ts';
import { READER_LIMITS, type ReaderLimits } from '../../documents/reading/document-reader.ts';
import { WALK } from '../site.ts';
import { listDueAccounts } from '../store.ts';
import { takeStep, type Walking } from './step.ts';
import * as store from './store.ts';

export type SiteJobOptions = Omit<Walking, 'signal'>;

/** Nearly all of a walk is the wait for its server. */
const SLOTS = 24;
/** Then the other accounts have their turn. */
const RUN_MS = 10 * SECOND;
/** Between steps, within a run. */
const MAX_PAUSE_MS = 5 * SECOND;
/** Longer than a step. The run after a kill does not wait for its end. */
const CLAIM_MS = MINUTE;
/** Of one reading. */
const READING_MS = 30 * SECOND;

export const PAGE_LIMITS: ReaderLimits = { ...READER_LIMITS, timeMs: READING_MS };

/** Reads the sites of an account, one page at a time. */
export const siteJob = (ctx: Context, open: () => Promise<SiteJobOptions>): AccountJob => ({
  name: WALK,
  slots: SLOTS,
  due: () => listDueAccounts(ctx.db, { now: ctx.now() }),
  async run({ accountId }, stopping) {
    const walking = { ...(await open()), signal: stopping };
    await store.releaseClaims(ctx.db, { accountId, now: ctx.now() });
    const endsAt = performance.now() + RUN_MS;
    let dueAt: Date | null = ctx.now();
    while (performance.now() < endsAt) {
      const isTaken = await takeDueStep(ctx, walking, accountId);
      stopping.throwIfAborted();
      if (isTaken) continue;
      dueAt = await store.nextDue(ctx.db, accountId);
      const waitMs = dueAt === null ? Number.POSITIVE_INFINITY : dueAt.getTime() - ctx.now().getTime();
      if (waitMs > MAX_PAUSE_MS) break;
      await setTimeout(Math.max(0, waitMs), undefined, { signal: stopping });
    }
    // `due` finds later ones.
    if (dueAt && dueAt.getTime() - ctx.now().getTime() < MINUTE)
      await enqueue(ctx.db, { name: WALK, accountId, at: dueAt });
  },
});

/** Of the site that waits for the longest time. False: none is due. */
export async function takeDueStep(ctx: Context, walking: Walking, accountId: number): Promise<boolean> {
  const now = ctx.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const site = await store.claimSite(ctx.db, { accountId, claimId: randomUUID(), now, until });
  if (!site) return false;
  try {
    await takeStep(ctx, walking, site);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // The claim ends, and the step is taken again.
    ctx.log.error({ err: error, siteId: site.id }, 'knowledge.step_failed');
  }
  return true;
}
