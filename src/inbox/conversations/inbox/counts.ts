import type { Context } from '../../../context.ts';
import { listVisible } from '../../../gateway/devices/channels/channel.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { listTeamsOfOthers } from '../../staff/teams/team.ts';
import { facetsOf, flagsOf } from '../facets.ts';
import { countFacets } from './count-store.ts';
import { type ConversationCount, MAX_COUNT } from './schema.ts';

/** A group is seldom open: there, what is unread counts. */
const COUNTED = [...facetsOf({ open: true, group: false }), ...facetsOf({ unread: true, group: true })];

const FREE = facetsOf({ open: true, assigned: false, group: false });

/** The open conversations that the caller sees by their flags, and those of the user `name` once more as `mine`. */
export async function countOpen(ctx: Context, account: Sight, name: string): Promise<ConversationCount[]> {
  const channelIds = await listVisible(ctx.db, account);
  const otherTeamIds = await listTeamsOfOthers(ctx.db, account.id, name);
  const params = { accountId: account.id, channelIds, max: MAX_COUNT, otherTeamIds: null };
  const [all, mine, takeable] = await Promise.all([
    countFacets(ctx.db, { ...params, assignee: null, facets: COUNTED }),
    countFacets(ctx.db, {
      ...params,
      assignee: name,
      facets: facetsOf({ open: true, assigned: true, group: false }),
    }),
    otherTeamIds.length === 0
      ? null
      : countFacets(ctx.db, { ...params, assignee: null, facets: FREE, otherTeamIds }),
  ]);
  const takeableOf = new Map(takeable?.map(({ facet, count }) => [facet, count]));
  const view = (isMine: boolean) => (row: { facet: number; count: number }) => ({
    ...flagsOf(row.facet),
    mine: isMine,
    ...(takeable && !isMine && FREE.includes(row.facet) && { takeable: takeableOf.get(row.facet) ?? 0 }),
    count: row.count,
  });
  return [...all.map(view(false)), ...mine.map(view(true))];
}
