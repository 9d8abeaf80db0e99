import type { Context } from '../../../context.ts';
import { deleteMatch, type ListedMatch, listMatches } from '../../../gateway/people/merge.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { runDue } from '../due.ts';
import { mergePeople } from './merge.ts';

/**
 * Merges people whose identities came in one message. Not in the transaction of the message, which would lock
 * conversations out of their order. A job; any number of processes may run it.
 */
export async function mergeMatches(ctx: Context): Promise<void> {
  await runDue<ListedMatch>(ctx, {
    failed: 'people.match_not_merged',
    list: (last, limit) => listMatches(ctx.db, last, limit),
    run: (match) => mergeMatch(ctx, match),
  });
}

async function mergeMatch(ctx: Context, match: ListedMatch): Promise<void> {
  const { account_id: id, uuid, other_uuid: other } = match;
  try {
    await mergePeople(ctx, { id }, { uuid, other, actor: 'system' });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'merge_limit_reached')) throw error;
    ctx.log.warn({ accountId: id, personUuid: uuid }, 'people.merge_limit_reached');
  }
  await deleteMatch(ctx.db, match);
}
