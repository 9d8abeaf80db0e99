import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { GapStatus, Sort } from './schema.ts';

/** In characters, of a question that was asked. */
const MAX_TEXT = 500;

/** Null: all messages are deleted. */
export const ASKED_TEXT = `
  select left(string_agg(kurir_shown_text(m.body, m.details), E'\\n' order by m.id), ${MAX_TEXT}) as text
  from messages m
  where m.id = any (q.message_ids) and m.body <> ''`;

export interface GapRow {
  id: number;
  gap_uuid: string;
  status: GapStatus;
  asked: number;
  asked_again: number;
  faq_uuid: string | null;
  first_asked_at: Date;
  last_asked_at: Date;
  settled_at: Date | null;
  /** Null: none, or deleted. */
  candidate_uuid: string | null;
  candidate_question: string | null;
  score: number | null;
}

const GAP = `g.id, g.gap_uuid, g.status, g.asked, g.asked_again, g.faq_uuid, g.first_asked_at, g.last_asked_at,
  g.settled_at, c.faq_uuid as candidate_uuid, c.question as candidate_question, c.score`;
const CANDIDATE = `
  left join lateral (
    select q.faq_uuid, q.score, f.question
    from gap_questions q
    cross join lateral (
      select questions[1] as question from faqs where faq_uuid = q.faq_uuid and account_id = g.account_id offset 0
    ) f
    where q.gap_id = g.id and q.faq_uuid is not null
    order by q.score desc limit 1
  ) c on true`;

export const findGap = statement<{ accountId: number; uuid: string }, GapRow>(
  'knowledge.find_gap',
  `select ${GAP} from knowledge_gaps g ${CANDIDATE} where g.gap_uuid = :uuid::uuid and g.account_id = :accountId`,
).first;

interface Page {
  status: GapStatus | null;
  /** Of the last gap before the page. */
  asked: number | null;
  lastAskedAt: Date | null;
  id: number | null;
  limit: number;
}

const LAST = '9223372036854775807';
const LIST_BY_COUNT = statement<Omit<Page, 'lastAskedAt'> & { accountId: number }, GapRow>(
  'knowledge.list_gaps_by_count',
  `select ${GAP} from (
     select * from knowledge_gaps
     where account_id = :accountId and status = coalesce(:status::text, status)
       and (asked, id) < (coalesce(:asked::bigint, ${LAST}), coalesce(:id::bigint, ${LAST}))
     order by asked desc, id desc limit :limit::bigint
   ) g ${CANDIDATE} order by g.asked desc, g.id desc`,
);
const LIST_BY_TIME = statement<Omit<Page, 'asked'> & { accountId: number }, GapRow>(
  'knowledge.list_gaps_by_time',
  `select ${GAP} from (
     select * from knowledge_gaps
     where account_id = :accountId and status = coalesce(:status::text, status)
       and (last_asked_at, id) < (coalesce(:lastAskedAt::timestamptz, 'infinity'), coalesce(:id::bigint, ${LAST}))
     order by last_asked_at desc, id desc limit :limit::bigint
   ) g ${CANDIDATE} order by g.last_asked_at desc, g.id desc`,
);

export function listGaps(db: Db, accountId: number, sort: Sort, page: Page): Promise<GapRow[]> {
  return sort === 'count'
    ? LIST_BY_COUNT.all(db, { accountId, ...page })
    : LIST_BY_TIME.all(db, { accountId, ...page });
}

export interface ExampleRow {
  gap_id: number;
  text: string;
  conversation_uuid: string;
  message_public_id: number | null;
  asked_at: Date;
}

/** The newest of each gap, without deleted messages. */
export const listExamples = statement<{ ids: readonly number[]; limit: number }, ExampleRow>(
  'knowledge.list_gap_examples',
  `select e.* from unnest(:ids::bigint[]) as g (id)
   cross join lateral (
     select g.id as gap_id, t.text, s.conversation_uuid, m.public_id as message_public_id, q.asked_at
     from gap_questions q
     cross join lateral (${ASKED_TEXT}) t
     cross join lateral (select merged_into from conversations where id = q.conversation_id offset 0) c
     cross join lateral (
       select conversation_uuid from conversations where id = coalesce(c.merged_into, q.conversation_id) offset 0
     ) s
     cross join lateral (select public_id from messages where id = q.message_id offset 0) m
     where q.gap_id = g.id and t.text is not null
     order by q.message_id desc limit :limit::bigint
   ) e`,
).all;

const LOCK = statement<{ id: number }>(
  'knowledge.lock_gap',
  'select from knowledge_gaps where id = :id for update',
);

/** False: the gap is gone. */
export async function lockGap(tx: Tx, id: number): Promise<boolean> {
  return (await LOCK.run(tx, { id })) === 1;
}

export const settleGap = statement<{ id: number; status: GapStatus; faqUuid: string | null; now: Date }>(
  'knowledge.settle_gap',
  `update knowledge_gaps set status = :status, faq_uuid = :faqUuid::uuid, asked_again = 0, settled_at = :now
   where id = :id`,
).inTx.run;

export const deleteOld = statement<{ before: Date; limit: number }>(
  'knowledge.delete_old_gaps',
  `delete from knowledge_gaps where id = any (array(
     select id from knowledge_gaps where last_asked_at < :before::timestamptz order by last_asked_at limit :limit
   ))`,
).run;
