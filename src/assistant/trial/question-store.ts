import { statement } from '../../platform/lib/db/statement.ts';
import type { TestOutcome } from './schema.ts';

export interface TestQuestionRow {
  id: number;
  question_uuid: string;
  question: string;
  faq_uuid: string | null;
  outcome: TestOutcome | null;
  earlier_outcome: TestOutcome | null;
  checked_at: Date | null;
  created_at: Date;
}

const COLUMNS = 'id, question_uuid, question, faq_uuid, outcome, earlier_outcome, checked_at, created_at';

/** In the order of creation. */
export const list = statement<{ accountId: number; after: number; limit: number }, TestQuestionRow>(
  'automation.list_test_questions',
  `select ${COLUMNS} from assistant_test_questions
   where account_id = :accountId and id > :after order by id limit :limit::bigint`,
).all;

interface Written {
  accountId: number;
  questions: readonly string[];
  keys: readonly string[];
  faqUuids: readonly (string | null)[];
  now: Date;
}

/** A question that is there gets the given pair. Returns what is new or changed. */
export const save = statement<Written, TestQuestionRow>(
  'automation.save_test_questions',
  `insert into assistant_test_questions as q (account_id, question, question_key, faq_uuid, created_at)
   select :accountId::bigint, question, key, faq_uuid, :now::timestamptz
   from unnest(:questions::text[], :keys::text[], :faqUuids::uuid[]) as t (question, key, faq_uuid)
   on conflict (account_id, question_key) do update set faq_uuid = excluded.faq_uuid, outcome = null,
     earlier_outcome = null, checked_at = null
     where q.faq_uuid is distinct from excluded.faq_uuid
   returning ${COLUMNS}`,
).inTx.all;

export const find = statement<{ accountId: number; key: string }, TestQuestionRow>(
  'automation.find_test_question',
  `select ${COLUMNS} from assistant_test_questions where account_id = :accountId and question_key = :key`,
).one;

export const count = statement<{ accountId: number }, { count: number }>(
  'automation.count_test_questions',
  'select count(*)::int as count from assistant_test_questions where account_id = :accountId',
).one;

export const remove = statement<{ accountId: number; uuid: string }>(
  'automation.delete_test_question',
  'delete from assistant_test_questions where question_uuid = :uuid::uuid and account_id = :accountId',
).inTx.run;

export const noteOutcomes = statement<{
  accountId: number;
  ids: readonly number[];
  outcomes: readonly TestOutcome[];
  now: Date;
}>(
  'automation.note_test_outcomes',
  `update assistant_test_questions q set earlier_outcome = q.outcome, outcome = t.outcome,
     checked_at = :now::timestamptz
   from unnest(:ids::bigint[], :outcomes::text[]) as t (id, outcome)
   where q.id = t.id and q.account_id = :accountId`,
).run;
