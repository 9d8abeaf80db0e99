import { statement } from '../../../platform/lib/db/statement.ts';
import { facetsOf } from '../facets.ts';

const ASSIGNED = facetsOf({ assigned: true }).join(', ');

interface Renaming {
  accountId: number;
  from: string;
  to: string;
  limit: number;
}

/** Ids are found before the lock, and judged after it: the assignee may change meanwhile. Returns their number. */
export const renameConversations = statement<Renaming>(
  'conversations.rename_assignee',
  `with named as materialized (
    select c.id from unnest(array[${ASSIGNED}]::smallint[]) as f (facet)
    cross join lateral (
      select id from conversations
      where account_id = :accountId and assignee = :from and facet = f.facet
      order by last_at, id limit :limit::bigint
    ) c
    limit :limit::bigint
  ), locked as materialized (
    select id, assignee from conversations where id = any (array(select id from named))
    order by id for no key update
  )
  update conversations set assignee = :to
  where id = any (array(select id from locked where assignee = :from))`,
).inTx.run;

/** Of merged people. Not in a transaction that changes conversations: those are locked before their parts. */
export const renameParts = statement<Renaming>(
  'conversations.rename_assignee_of_parts',
  `with named as materialized (
    select p.conversation_id as id from (
      select conversation_id from conversation_parts where assignee = :from
    ) p
    cross join lateral (select account_id from conversations where id = p.conversation_id offset 0) c
    where c.account_id = :accountId limit :limit::bigint
  ), locked as materialized (
    select conversation_id as id, assignee from conversation_parts
    where conversation_id = any (array(select id from named))
    order by conversation_id for no key update
  )
  update conversation_parts set assignee = :to
  where conversation_id = any (array(select id from locked where assignee = :from))`,
).inTx.run;
