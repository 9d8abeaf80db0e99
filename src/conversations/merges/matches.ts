import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../lib/db/unavailable.ts';
import { ApiError } from '../../lib/errors.ts';
import { deleteMatch, listMatches, MATCHES, type Match } from '../../people/merge.ts';
import { mergePeople } from './merge.ts';

/**
 * Merges people whose identities came in one message. Not in the transaction of the message, which would lock
 * conversations out of their order. One that fails delays no other. A job; any number of processes may run it.
 */
export async function mergeMatches(ctx: Context): Promise<void> {
  let matches: (Match & { uuid: string; other_uuid: string })[];
  let after = 0;
  do {
    matches = await listMatches(ctx.db, after);
    for (const match of matches) await mergeMatch(ctx, match);
    after = matches.at(-1)?.person_id ?? after;
  } while (matches.length === MATCHES);
}

async function mergeMatch(ctx: Context, match: Match & { uuid: string; other_uuid: string }): Promise<void> {
  const { account_id: id, uuid, other_uuid: other } = match;
  try {
    await mergePeople(ctx, { id }, { uuid, other, actor: 'system' });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'merge_limit_reached')) {
      if (isDatabaseUnavailable(error)) throw error;
      ctx.log.error({ err: error, accountId: id, personUuid: uuid }, 'people.match_not_merged');
      return;
    }
    ctx.log.warn({ accountId: id, personUuid: uuid }, 'people.merge_limit_reached');
  }
  await deleteMatch(ctx.db, match);
}
