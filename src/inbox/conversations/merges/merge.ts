import type { Context } from '../../../context.ts';
import { type MergeRequest, showApart, showAsOne } from '../../../gateway/people/merge.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { recordAct } from '../acting.ts';
import { insertEntry } from '../timeline/timeline.ts';
import { regroup } from './regroup.ts';

/**
 * Shows two people, and their conversations per channel, as one; `unmergePeople` restores both.
 * Safe to repeat. ApiError person_not_found, merge_limit_reached. FieldErrors for a person and
 * itself.
 */
export async function mergePeople(
  ctx: Context,
  account: { id: number },
  request: MergeRequest,
): Promise<void> {
  if (request.uuid.toLowerCase() === request.other.toLowerCase()) {
    throw new FieldErrors({ person_id: ['must be another person than the one in the path'] });
  }
  await change(ctx, account, request, 'merged');
}

/**
 * Restores a person with those merged before, and its conversations. Later events belong to the
 * number's person. ApiError person_not_found, not_merged.
 */
export async function unmergePeople(
  ctx: Context,
  account: { id: number },
  request: MergeRequest,
): Promise<void> {
  await change(ctx, account, request, 'unmerged');
}

async function change(
  ctx: Context,
  account: { id: number },
  request: MergeRequest,
  kind: 'merged' | 'unmerged',
): Promise<void> {
  const { uuid, other, actor } = request;
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const isMerged = kind === 'merged';
    const sides = await (isMerged ? showAsOne : showApart)(tx, account.id, request, now);
    if (!sides) return;
    const shown = await regroup(tx, { accountId: account.id, sides, isMerged, now });
    const [[into], [person]] = sides;
    const details = { person_id: person.person_uuid, merged_into: into.person_uuid };
    for (const conversation of shown) await insertEntry(tx, conversation, { kind, actor, details }, now);
    const detail = { person_id: other };
    await recordAct(tx, ctx, account, { action: `person.${kind}`, target: uuid, detail });
  });
  ctx.bus.publish('events');
}
