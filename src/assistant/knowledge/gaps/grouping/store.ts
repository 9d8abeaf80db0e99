import type { Db, Tx } from '../../../../platform/lib/db/db.ts';
import { statement } from '../../../../platform/lib/db/statement.ts';
import { ASKED_TEXT } from '../store.ts';

const LIST_ACCOUNTS = statement<{ now: Date; limit: number }, { account_id: number }>(
  'knowledge.list_accounts_with_questions',
  `select distinct account_id from (
     select account_id from unanswered_questions where due_at <= :now::timestamptz order by due_at limit :limit
   ) q order by account_id`,
);

/** The longest waiting first. */
export async function listAccounts(db: Db, page: { now: Date; limit: number }): Promise<number[]> {
  return (await LIST_ACCOUNTS.all(db, page)).map(({ account_id }) => account_id);
}

const LOCK = statement<{ accountId: number }, { is_free: boolean }>(
  'knowledge.lock_grouping',
  `select pg_try_advisory_xact_lock(hashtextextended('knowledge gaps of an account', :accountId::bigint)) as is_free`,
);

/** False: another process groups them. */
export async function lockGrouping(tx: Tx, accountId: number): Promise<boolean> {
  return (await LOCK.one(tx, { accountId })).is_free;
}

export interface NewQuestion {
  message_id: number;
  asked_at: Date;
  /** Null: its messages are deleted. */
  text: string | null;
}

export const listNew = statement<{ accountId: number; now: Date; limit: number }, NewQuestion>(
  'knowledge.list_new_questions',
  `select q.message_id, q.asked_at, t.text
   from (
     select message_id, message_ids, asked_at from unanswered_questions
     where account_id = :accountId and due_at <= :now::timestamptz order by due_at limit :limit
   ) q
   cross join lateral (${ASKED_TEXT}) t
   order by q.asked_at, q.message_id`,
).inTx.all;

/** The newest questions of each gap. */
export const listKnown = statement<{ accountId: number; perGap: number }, { gap_id: number; text: string }>(
  'knowledge.list_grouped_questions',
  `select g.id as gap_id, t.text
   from knowledge_gaps g
   cross join lateral (
     select message_ids, message_id from gap_questions where gap_id = g.id order by message_id desc limit :perGap
   ) q
   cross join lateral (${ASKED_TEXT}) t
   where g.account_id = :accountId and t.text is not null
   order by g.id, q.message_id`,
).inTx.all;

const DELETE = statement<{ ids: readonly number[] }>(
  'knowledge.delete_unanswered',
  'delete from unanswered_questions where message_id = any (:ids::bigint[])',
);

export async function deleteQuestions(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await DELETE.run(tx, { ids });
}

const INSERT_GAP = statement<{ accountId: number; at: Date }, { id: number }>(
  'knowledge.insert_gap',
  `insert into knowledge_gaps (account_id, asked, first_asked_at, last_asked_at)
   values (:accountId, 0, :at::timestamptz, :at::timestamptz) returning id`,
);

/** Its questions are added by `addQuestions`. */
export async function insertGap(tx: Tx, accountId: number, at: Date): Promise<number> {
  return (await INSERT_GAP.one(tx, { accountId, at })).id;
}

/** A settled gap that was asked again so often opens again. */
export const addQuestions = statement<{
  ids: readonly number[];
  gapIds: readonly number[];
  reopenAfter: number;
}>(
  'knowledge.add_gap_questions',
  `with moved as (
    delete from unanswered_questions where message_id = any (:ids::bigint[])
    returning message_id, message_ids, conversation_id, faq_uuid, score, asked_at
  ), added as (
    insert into gap_questions (message_id, message_ids, conversation_id, gap_id, faq_uuid, score, asked_at)
    select m.message_id, m.message_ids, m.conversation_id, n.gap_id, m.faq_uuid, m.score, m.asked_at
    from moved m join unnest(:ids::bigint[], :gapIds::bigint[]) as n (message_id, gap_id) using (message_id)
    on conflict (message_id) do nothing
    returning gap_id, asked_at
  ), counted as materialized (
    select g.id, count(*)::int as asked, min(a.asked_at) as first_at, max(a.asked_at) as last_at,
      (count(*) filter (where a.asked_at > g.settled_at))::int as again
    from added a cross join lateral (select id, settled_at from knowledge_gaps where id = a.gap_id offset 0) g
    group by g.id
  )
  update knowledge_gaps g set asked = g.asked + c.asked, asked_again = g.asked_again + c.again,
    first_asked_at = least(g.first_asked_at, c.first_at), last_asked_at = greatest(g.last_asked_at, c.last_at),
    status = case when g.asked_again + c.again >= :reopenAfter::int then 'open' else g.status end
  from counted c where g.id = c.id`,
).inTx.run;

const DELETE_SURPLUS_EXAMPLES = statement<{ gapIds: readonly number[]; kept: number }>(
  'knowledge.delete_surplus_examples',
  `delete from gap_questions where message_id = any (array(
     select old.message_id from unnest(:gapIds::bigint[]) as g (id)
     cross join lateral (
       select message_id from gap_questions where gap_id = g.id order by message_id desc offset :kept
     ) old
   ))`,
);
const DELETE_SURPLUS_GAPS = statement<{ accountId: number; kept: number }>(
  'knowledge.delete_surplus_gaps',
  `delete from knowledge_gaps where id = any (array(
     select id from knowledge_gaps where account_id = :accountId
     order by status = 'open' desc, asked desc, last_asked_at desc offset :kept
   ))`,
);

/** Old examples, then the rarest gaps: settled ones first. */
export async function deleteSurplus(
  tx: Tx,
  accountId: number,
  { gapIds, examples, gaps }: { gapIds: readonly number[]; examples: number; gaps: number },
): Promise<void> {
  await DELETE_SURPLUS_EXAMPLES.run(tx, { gapIds, kept: examples });
  await DELETE_SURPLUS_GAPS.run(tx, { accountId, kept: gaps });
}
