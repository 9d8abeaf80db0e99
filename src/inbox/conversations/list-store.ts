import type { Db } from '../../platform/lib/db/db.ts';
import { type Statement, statement } from '../../platform/lib/db/statement.ts';

export interface ListParams {
  accountId: number;
  /** Null: all. */
  channelIds: readonly number[] | null;
  assignee: string | null;
  labelId: number | null;
  teamId: number | null;
  /** Teams whose conversations are left out. Null: none. */
  otherTeamIds: readonly number[] | null;
  personId: number | null;
  entryPoint: string | null;
  facets: readonly number[];
  /** The last row of the page before. */
  at: Date | null;
  id: number | null;
  limit: number;
}

export interface Listed {
  id: number;
  at: Date;
}

type Order = 'latest' | 'longest_waiting';

const ORDERS = {
  latest: {
    column: 'last_at',
    compare: '<',
    direction: 'desc',
    condition: '',
    first: "'infinity'",
    last: "'-infinity'",
    lastId: '0',
  },
  longest_waiting: {
    column: 'waiting_since',
    compare: '>',
    direction: 'asc',
    condition: 'and c.waiting_since is not null',
    first: "'-infinity'",
    last: "'infinity'",
    lastId: '9223372036854775807',
  },
} as const;

/** Of lists with few conversations. */
const OTHER_FILTERS = `and c.account_id = :accountId
         and (:channelIds::bigint[] is null or c.channel_id = any (:channelIds::bigint[]))
         and (:assignee::text is null or c.assignee = :assignee)
         and (:labelId::bigint is null or exists (
           select from conversation_labels where conversation_id = c.id and label_id = :labelId
         ))
         and (:entryPoint::uuid is null or c.entry_point_uuid = :entryPoint)`;

/** Per set of filters: table, and first columns of its index. */
const SCOPES = {
  account: ['conversations', 'c.account_id = :accountId'],
  assignee: ['conversations', 'c.account_id = :accountId and c.assignee = :assignee'],
  label: ['conversation_labels', 'c.label_id = :labelId'],
  label_assignee: ['conversation_labels', 'c.label_id = :labelId and c.assignee = :assignee'],
  person: [
    'conversations',
    `c.person_id = :personId and (:teamId::bigint is null or c.team_id = :teamId) ${OTHER_FILTERS}`,
  ],
  team: ['conversations', `c.team_id = :teamId ${OTHER_FILTERS}`],
  entry_point: ['conversations', `c.entry_point_uuid = :entryPoint ${OTHER_FILTERS}`],
} as const;

/** As above, for each channel `g`. */
const CHANNEL_SCOPES = {
  channels: ['conversations', 'c.channel_id = g.id'],
  channels_assignee: ['conversations', 'c.channel_id = g.id and c.assignee = :assignee'],
  channels_label: ['conversation_labels', 'c.label_id = :labelId and c.channel_id = g.id'],
  channels_label_assignee: [
    'conversation_labels',
    'c.label_id = :labelId and c.assignee = :assignee and c.channel_id = g.id',
  ],
} as const;

type Scope = keyof typeof SCOPES;
type ChannelScope = keyof typeof CHANNEL_SCOPES;
type ScopeSql = readonly [table: 'conversations' | 'conversation_labels', condition: string];

/** SQL: the team of a row `c`. Labels of conversations have no copy of it. */
const TEAM = {
  conversations: 'c.team_id',
  conversation_labels: '(select team_id from conversations where id = c.conversation_id)',
} as const;

/** SQL: one range in list order, after the page before. */
function rangeOf([table, condition]: ScopeSql, order: Order, { facet, more = '', limit }: Range): string {
  const { column, compare, direction, first, condition: isListed } = ORDERS[order];
  const id = table === 'conversations' ? 'id' : 'conversation_id';
  return `select c.${id} as id, c.${column} as at from ${table} c
       where ${condition} and c.facet = ${facet} ${isListed}
         and (:otherTeamIds::bigint[] is null or coalesce(${TEAM[table]}, 0) <> all (:otherTeamIds::bigint[]))
         and (c.${column}, c.${id})
           ${compare} (coalesce(:at::timestamptz, ${first}), coalesce(:id::bigint, 0)) ${more}
       order by c.${column} ${direction}, c.${id} ${direction} limit ${limit}`;
}

interface Range {
  facet: string;
  more?: string;
  limit: string;
}

/** One range per facet: no filter reads more than a page of it. */
function listOf(scope: Scope, order: Order): Statement<ListParams, Listed> {
  const { direction } = ORDERS[order];
  return statement<ListParams, Listed>(
    `conversations.list_${order}_${scope}`,
    `select l.id, l.at from unnest(:facets::smallint[]) as f (facet)
     cross join lateral (
       ${rangeOf(SCOPES[scope], order, { facet: 'f.facet', limit: ':limit::bigint' })}
     ) l
     order by l.at ${direction}, l.id ${direction} limit :limit::bigint`,
  );
}

/**
 * One range per channel and facet. Reads one row of most: pages use the ranges that begin first.
 */
function listOfChannels(scope: ChannelScope, order: Order): Statement<ListParams, Listed> {
  const sql = CHANNEL_SCOPES[scope];
  const { column, compare, direction, last, lastId } = ORDERS[order];
  const id = sql[0] === 'conversations' ? 'id' : 'conversation_id';
  const isBefore = `and (c.${column}, c.${id}) ${compare === '<' ? '>=' : '<='} (
           coalesce((select at from edge), ${last}), coalesce((select id from edge), ${lastId})
         )`;
  return statement<ListParams, Listed>(
    `conversations.list_${order}_${scope}`,
    `with head as materialized (
       select g.id as channel_id, f.facet, h.at, h.id
       from unnest(:channelIds::bigint[]) as g (id) cross join unnest(:facets::smallint[]) as f (facet)
       cross join lateral (
         ${rangeOf(sql, order, { facet: 'f.facet', limit: '1' })}
       ) h
       order by h.at ${direction}, h.id ${direction} limit :limit::bigint
     ), edge as materialized (
       select at, id from head order by at ${direction}, id ${direction} offset :limit::bigint - 1
     )
     select l.id, l.at from (select channel_id as id, facet from head) g
     cross join lateral (
       ${rangeOf(sql, order, { facet: 'g.facet', more: isBefore, limit: ':limit::bigint' })}
     ) l
     order by l.at ${direction}, l.id ${direction} limit :limit::bigint`,
  );
}

type Lists = Record<Scope | ChannelScope, Statement<ListParams, Listed>>;

const SCOPE_NAMES = Object.keys(SCOPES) as Scope[]; // the keys, and no other text
const CHANNEL_SCOPE_NAMES = Object.keys(CHANNEL_SCOPES) as ChannelScope[]; // likewise
const listsIn = (order: Order) =>
  Object.fromEntries([
    ...SCOPE_NAMES.map((scope) => [scope, listOf(scope, order)]),
    ...CHANNEL_SCOPE_NAMES.map((scope) => [scope, listOfChannels(scope, order)]),
  ]) as Lists; // one per scope
const LISTS = { latest: listsIn('latest'), longest_waiting: listsIn('longest_waiting') };

export function listConversations(db: Db, order: Order, params: ListParams): Promise<Listed[]> {
  return LISTS[order][scopeOf(params)].all(db, params);
}

function scopeOf({
  channelIds,
  assignee,
  labelId,
  teamId,
  personId,
  entryPoint,
}: ListParams): Scope | ChannelScope {
  if (personId !== null) return 'person';
  if (teamId !== null) return 'team';
  if (entryPoint !== null) return 'entry_point';
  if (channelIds === null) {
    if (labelId === null) return assignee === null ? 'account' : 'assignee';
    return assignee === null ? 'label' : 'label_assignee';
  }
  if (labelId === null) return assignee === null ? 'channels' : 'channels_assignee';
  return assignee === null ? 'channels_label' : 'channels_label_assignee';
}
