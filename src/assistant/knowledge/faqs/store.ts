import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Language } from '../../languages/language.ts';

export interface FaqContent {
  answer: string;
  questions: readonly string[];
  language: Language | null;
  /** Null: for all devices. */
  device_uuids: readonly string[] | null;
  enabled: boolean;
}

export interface FaqRow extends FaqContent {
  id: number;
  faq_uuid: string;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, faq_uuid, answer, questions, language, device_uuids, enabled, created_at, updated_at';

export const findFaq = statement<{ accountId: number; uuid: string }, FaqRow>(
  'knowledge.find_faq',
  `select ${COLUMNS} from faqs where faq_uuid = :uuid::uuid and account_id = :accountId`,
).first;

export const listFaqs = statement<
  { accountId: number; q: string | null; after: number; limit: number },
  FaqRow
>(
  'knowledge.list_faqs',
  `select ${COLUMNS} from faqs
   where account_id = :accountId and id > :after
     and (:q::text is null or position(lower(:q) in lower(answer)) > 0
       or exists (select from unnest(questions) as q (text) where position(lower(:q) in lower(q.text)) > 0))
   order by id limit :limit::bigint`,
).all;

export const readEnabledFaqs = statement<{ accountId: number }, Omit<FaqRow, 'created_at' | 'updated_at'>>(
  'knowledge.read_enabled_faqs',
  `select id, faq_uuid, answer, questions, language, device_uuids, enabled from faqs
   where account_id = :accountId and enabled order by id`,
).all;

/** Enabled ones. */
export const readSomeFaqs = statement<
  { accountId: number; uuids: readonly string[] },
  Omit<FaqRow, 'created_at' | 'updated_at'>
>(
  'knowledge.read_some_faqs',
  `select id, faq_uuid, answer, questions, language, device_uuids, enabled from faqs
   where account_id = :accountId and enabled and faq_uuid = any(:uuids::uuid[])`,
).all;

export interface SameQuestion extends Pick<FaqRow, 'faq_uuid' | 'answer' | 'language' | 'device_uuids'> {
  question: string;
}

/** Of enabled pairs, in lower case. */
export const findSameQuestions = statement<
  { accountId: number; id: number; spellings: readonly string[]; limit: number },
  SameQuestion
>(
  'knowledge.find_same_questions',
  `select f.faq_uuid, f.answer, f.language, f.device_uuids, q.text as question
   from faqs f, unnest(f.questions) as q (text)
   where f.account_id = :accountId and f.enabled and f.id <> :id and lower(q.text) = any(:spellings::text[])
   order by f.id limit :limit`,
).all;

export interface FaqTexts {
  id: number;
  answer: string;
  questions: readonly string[];
}

export const readFaqTexts = statement<{ accountId: number }, FaqTexts>(
  'knowledge.read_faq_texts',
  'select id, answer, questions from faqs where account_id = :accountId order by id',
).inTx.all;

const COUNT = statement<{ accountId: number }, { count: number }>(
  'knowledge.count_questions',
  'select coalesce(sum(cardinality(questions)), 0)::int as count from faqs where account_id = :accountId',
);

export async function countQuestions(tx: Tx, accountId: number): Promise<number> {
  return (await COUNT.one(tx, { accountId })).count;
}

export const insertFaq = statement<FaqContent & { accountId: number; now: Date }, FaqRow>(
  'knowledge.insert_faq',
  `insert into faqs
     (account_id, answer, questions, language, device_uuids, enabled, created_at, updated_at)
   values (:accountId, :answer, :questions::text[], :language, :device_uuids::uuid[], :enabled,
     :now::timestamptz, :now::timestamptz)
   returning ${COLUMNS}`,
).inTx.one;

const INSERT_MANY = statement<{ accountId: number; language: Language | null; rows: string; now: Date }>(
  'knowledge.insert_faqs',
  `insert into faqs (account_id, answer, questions, language, created_at, updated_at)
   select :accountId, f.answer, f.questions, :language, :now::timestamptz, :now::timestamptz
   from jsonb_to_recordset(:rows::jsonb) as f (place integer, answer text, questions text[])
   order by f.place`,
);

export async function insertFaqs(
  tx: Tx,
  accountId: number,
  faqs: readonly { answer: string; questions: readonly string[] }[],
  { language, now }: { language: Language | null; now: Date },
): Promise<void> {
  const rows = JSON.stringify(faqs.map((faq, place) => ({ place, ...faq })));
  await INSERT_MANY.run(tx, { accountId, language, rows, now });
}

export const updateFaq = statement<FaqContent & { id: number; now: Date }, FaqRow>(
  'knowledge.update_faq',
  `update faqs set answer = :answer, questions = :questions::text[], language = :language,
     device_uuids = :device_uuids::uuid[], enabled = :enabled, updated_at = :now
   where id = :id returning ${COLUMNS}`,
).inTx.one;

const SET_QUESTIONS = statement<{ accountId: number; rows: string; now: Date }>(
  'knowledge.set_questions',
  `update faqs f set questions = n.questions, updated_at = :now
   from jsonb_to_recordset(:rows::jsonb) as n (id bigint, questions text[])
   where f.account_id = :accountId and f.id = n.id`,
);

export async function setQuestions(
  tx: Tx,
  accountId: number,
  faqs: readonly { id: number; questions: readonly string[] }[],
  now: Date,
): Promise<void> {
  await SET_QUESTIONS.run(tx, { accountId, rows: JSON.stringify(faqs), now });
}

export const deleteFaqs = statement<{ accountId: number; ids: readonly number[] }>(
  'knowledge.delete_faqs',
  'delete from faqs where account_id = :accountId and id = any (:ids::bigint[])',
).inTx.run;
