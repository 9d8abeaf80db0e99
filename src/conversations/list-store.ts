import type { Db } from '../lib/db/db.ts';
import { type Statement, statement } from '../lib/db/statement.ts';

export interface ListParams {
  accountId: number;
  channelId: number | null;
  assignee: string | null;
  labelId: number | null;
  personId: number | null;
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
  latest: { column: 'last_at', compare: '<', direction: 'desc', first: "'infinity'", condition: '' },
  longest_waiting: {
    column: 'waiting_since',
    compare: '>',
    direction: 'asc',
    first: "'-infinity'",
    condition: 'and c.waiting_since is not null',
  },
} as const;

/** Per set of filters: the table, and the condition on the first columns of its index. */
const SCOPES = {
  account: ['conversations', 'c.account_id = :accountId'],
  channel: ['conversations', 'c.channel_id = :channelId'],
  assignee: ['conversations', 'c.account_id = :accountId and c.assignee = :assignee'],
  both: ['conversations', 'c.channel_id = :channelId and c.assignee = :assignee'],
  label: ['conversation_labels', 'c.label_id = :labelId'],
  label_channel: ['conversation_labels', 'c.label_id = :labelId and c.channel_id = :channelId'],
  label_assignee: ['conversation_labels', 'c.label_id = :labelId and c.assignee = :assignee'],
  label_both: [
    'conversation_labels',
    'c.label_id = :labelId and c.assignee = :assignee and c.channel_id = :channelId',
  ],
  person: [
    'conversations',
    `c.person_id = :personId and c.account_id = :accountId
         and (:channelId::bigint is null or c.channel_id = :channelId)
         and (:assignee::text is null or c.assignee = :assignee)
         and (:labelId::bigint is null or exists (
           select from conversation_labels where conversation_id = c.id and label_id = :labelId
         ))`,
  ],
} as const;

type Scope = keyof typeof SCOPES;

/** Each facet is one range in the order of the list, so that no filter reads more than a page of it. */
function listOf(scope: Scope, order: Order): Statement<ListParams, Listed> {
  const [table, condition] = SCOPES[scope];
  const { column, compare, direction, first, condition: isListed } = ORDERS[order];
  const id = table === 'conversations' ? 'id' : 'conversation_id';
  return statement<ListParams, Listed>(
    `conversations.list_${order}_${scope}`,
    `select l.id, l.at from unnest(:facets::smallint[]) as f (facet)
     cross join lateral (
       select c.${id} as id, c.${column} as at from ${table} c
       where ${condition} and c.facet = f.facet ${isListed}
         and (c.${column}, c.${id})
           ${compare} (coalesce(:at::timestamptz, ${first}), coalesce(:id::bigint, 0))
       order by c.${column} ${direction}, c.${id} ${direction} limit :limit::bigint
     ) l
     order by l.at ${direction}, l.id ${direction} limit :limit::bigint`,
  );
}

const SCOPE_NAMES = Object.keys(SCOPES) as Scope[]; // the keys, and no other text
const listsIn = (order: Order) =>
  Object.fromEntries(SCOPE_NAMES.map((scope) => [scope, listOf(scope, order)])) as Record<
    Scope,
    Statement<ListParams, Listed>
  >; // one per scope
const LISTS = { latest: listsIn('latest'), longest_waiting: listsIn('longest_waiting') };

export function listConversations(db: Db, order: Order, params: ListParams): Promise<Listed[]> {
  return LISTS[order][scopeOf(params)].all(db, params);
}

function scopeOf({ channelId, assignee, labelId, personId }: ListParams): Scope {
  if (personId !== null) return 'person';
  if (labelId === null) {
    if (channelId === null) return assignee === null ? 'account' : 'assignee';
    return assignee === null ? 'channel' : 'both';
  }
  if (channelId === null) return assignee === null ? 'label' : 'label_assignee';
  return assignee === null ? 'label_channel' : 'label_both';
}
