import type { Context } from '../../../../context.ts';
import type { Tx } from '../../../../platform/lib/db/db.ts';
import { nearestBefore, SAME_QUESTION } from '../../../brain/similarity.ts';
import { findSettings } from '../../../settings/settings.ts';
import { MAX_EXAMPLES, MAX_GAPS, REOPEN_AFTER } from '../schema.ts';
import * as store from './store.ts';

/** Of one account in one transaction, and of all in one round. */
const QUESTIONS = 100;
/** With which a new question is compared. */
const COMPARED_PER_GAP = 2;

/** By similarity. Any number of processes may do it. */
export async function groupGaps(ctx: Context, stopping?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore; ) {
    const due = { now: ctx.now(), limit: QUESTIONS };
    isMore = false;
    for (const accountId of await store.listAccounts(ctx.db, due)) {
      if (stopping?.aborted) return;
      if (await groupQuestions(ctx, accountId)) isMore = true;
    }
  }
}

/** False: another process does it. */
async function groupQuestions(ctx: Context, accountId: number): Promise<boolean> {
  const { languages, synonyms } = await findSettings(ctx.db, accountId);
  const groups = synonyms.map(({ word, means }) => [means, word]);
  return ctx.db.transaction(async (tx) => {
    if (!(await store.lockGrouping(tx, accountId))) return false;
    const found = await store.listNew(tx, { accountId, now: ctx.now(), limit: QUESTIONS });
    const erased = found.filter(({ text }) => text === null);
    await store.deleteQuestions(
      tx,
      erased.map(({ message_id }) => message_id),
    );
    const fresh = found.filter(({ text }) => text !== null);
    if (fresh.length > 0) await addToGaps(tx, accountId, fresh, { languages, synonyms: groups });
    return found.length > 0;
  });
}

async function addToGaps(
  tx: Tx,
  accountId: number,
  fresh: readonly store.NewQuestion[],
  words: Parameters<typeof nearestBefore>[2],
): Promise<void> {
  const known = await store.listKnown(tx, { accountId, perGap: COMPARED_PER_GAP });
  const texts = [...known.map(({ text }) => text), ...fresh.map(({ text }) => text ?? '')];
  const near = await nearestBefore(texts, known.length, words);
  const gapIds = known.map(({ gap_id }) => gap_id);
  for (const [place, { asked_at }] of fresh.entries()) {
    const nearest = near[place];
    const own = nearest && nearest.cosine >= SAME_QUESTION ? gapIds[nearest.at] : undefined;
    gapIds.push(own ?? (await store.insertGap(tx, accountId, asked_at)));
  }
  const changed = gapIds.slice(known.length);
  const ids = fresh.map(({ message_id }) => message_id);
  await store.addQuestions(tx, { ids, gapIds: changed, reopenAfter: REOPEN_AFTER });
  const distinct = [...new Set(changed)];
  await store.deleteSurplus(tx, accountId, { gapIds: distinct, examples: MAX_EXAMPLES, gaps: MAX_GAPS });
}
