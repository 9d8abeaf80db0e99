import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

interface CountParams {
  accountId: number;
  /** Null: all. */
  channelIds: readonly number[] | null;
  /** Null: with any assignee or none. */
  assignee: string | null;
  facets: readonly number[];
  /** Teams whose conversations are not counted. Null: none. */
  otherTeamIds: readonly number[] | null;
  max: number;
}

export interface Counted {
  facet: number;
  count: number;
}

/** Each facet is one range of an index, of which at most `:max` entries are read. */
const countsOf = (name: string, source: string, condition: string) =>
  statement<CountParams, Counted>(
    `conversations.count_${name}`,
    `select f.facet, n.count from unnest(:facets::smallint[]) as f (facet)
     cross join lateral (
       select count(*)::int as count from (
         select c.id from ${source}
         cross join lateral (
           select id from conversations c where ${condition} and c.facet = f.facet
             and (:otherTeamIds::bigint[] is null or coalesce(c.team_id, 0) <> all (:otherTeamIds::bigint[]))
           order by c.last_at, c.id limit :max::bigint
         ) c limit :max::bigint
       ) c
     ) n
     where n.count > 0`,
  );

const ONE = '(values (1)) as g (id)';
const CHANNELS = 'unnest(:channelIds::bigint[]) as g (id)';
const COUNTS = {
  account: countsOf('account', ONE, 'c.account_id = :accountId'),
  assignee: countsOf('assignee', ONE, 'c.account_id = :accountId and c.assignee = :assignee'),
  channels: countsOf('channels', CHANNELS, 'c.channel_id = g.id'),
  channels_assignee: countsOf(
    'channels_assignee',
    CHANNELS,
    'c.channel_id = g.id and c.assignee = :assignee',
  ),
};

export function countFacets(db: Db, params: CountParams): Promise<Counted[]> {
  const { channelIds, assignee } = params;
  if (channelIds === null) return COUNTS[assignee === null ? 'account' : 'assignee'].all(db, params);
  return COUNTS[assignee === null ? 'channels' : 'channels_assignee'].all(db, params);
}
