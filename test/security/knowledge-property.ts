import type { Context } from '../../src/context.ts';
import type { Caller } from '../../src/platform/accounts/account.ts';
import { tablesOf } from '../harness/tables.ts';
import type { Kind } from './matrix-row.ts';

/** An FAQ pair, a document, a site with a page, a table with a row, and a gap. */
export async function knowledge(
  ctx: Context,
  { id: account_id }: Caller,
  mark: string,
): Promise<Pick<Record<Kind, string>, 'faq' | 'document' | 'site' | 'table' | 'gap'>> {
  const times = { created_at: ctx.now(), updated_at: ctx.now() };
  const faq = await tablesOf(ctx.db)
    .insertInto('faqs')
    .values({ account_id, answer: mark, questions: [mark], ...times })
    .returning('faq_uuid')
    .executeTakeFirstOrThrow();
  const { rows } = await ctx.db.query<{ document_uuid: string }>(
    {
      text: `insert into documents (account_id, title, format, size, turn_at, created_at, updated_at)
       values ($1, $2, 'txt', 4, $3, $3, $3) returning document_uuid`,
    },
    [account_id, mark, ctx.now()],
  );
  const { rows: sites } = await ctx.db.query<{ site_uuid: string }>(
    {
      text: `with s as (
         insert into knowledge_sites (account_id, url, origin, max_pages, max_depth, state, created_at, updated_at)
         values ($1, 'https://' || $2::text || '.example/', 'https://' || $2 || '.example', 1, 1, 'ready', $3, $3)
         returning id, url, site_uuid
       ), p as (insert into site_pages (site_id, url, depth) select id, url, 0 from s)
       select site_uuid from s`,
    },
    [account_id, mark, ctx.now()],
  );
  const gap = await ctx.db.query<{ gap_uuid: string }>(
    {
      text: `insert into knowledge_gaps (account_id, asked, first_asked_at, last_asked_at) values ($1, 1, $2, $2)
       returning gap_uuid`,
    },
    [account_id, ctx.now()],
  );
  const { rows: tables } = await ctx.db.query<{ table_uuid: string }>(
    {
      text: `with t as (
         insert into knowledge_tables (account_id, name, columns, row_count, created_at, updated_at)
         values ($1, $2::text, '[{"name": "Nama", "role": "name"}]', 1, $3, $3) returning id, table_uuid
       ), r as (
         insert into knowledge_table_rows (table_id, place, key, folded_key, cells)
         select id, 1, $2, 'kopi', jsonb_build_array($2::text) from t
       ) select table_uuid from t`,
    },
    [account_id, mark, ctx.now()],
  );
  return {
    ...{ gap: gap.rows[0]?.gap_uuid ?? '', site: sites[0]?.site_uuid ?? '' },
    ...{ faq: faq.faq_uuid, document: rows[0]?.document_uuid ?? '', table: tables[0]?.table_uuid ?? '' },
  };
}

/** An answer of the assistant in the conversation of the contact, a run, and a test question. */
export async function judged(
  ctx: Context,
  device: { id: number; account_id: number },
  mark: string,
): Promise<Pick<Record<Kind, string>, 'decision' | 'evaluation' | 'test question'>> {
  const one = async (text: string, values: readonly unknown[]) =>
    (await ctx.db.query<{ uuid: string }>({ text }, values)).rows[0]?.uuid ?? '';
  const decision = await one(
    `insert into assistant_judgements (account_id, conversation_id, device_id, decision_uuid, mode, message_ids, state,
       action, reason, answer, created_at)
     select $1, c.id, $2, gen_random_uuid(), 'live', array(select id from messages where account_id = $1
       and direction = 'in'), 'settled', 'answer', 'faq', $3, $4
     from conversations c where c.account_id = $1 limit 1 returning decision_uuid as uuid`,
    [device.account_id, device.id, mark, ctx.now()],
  );
  const evaluation = await one(
    `insert into assistant_evaluations (account_id, kind, state, from_at, max_messages, next_at, next_id, work,
       created_at, finished_at)
     values ($1, 'history', 'done', $3, 1, $3, 1, jsonb_build_object('mark', $2::text), $3, $3)
     returning evaluation_uuid as uuid`,
    [device.account_id, mark, ctx.now()],
  );
  const question = await one(
    `insert into assistant_test_questions (account_id, question, question_key, created_at) values ($1, $2, $2, $3)
     returning question_uuid as uuid`,
    [device.account_id, mark, ctx.now()],
  );
  return { decision, evaluation, 'test question': question };
}
