import type { TestContext } from '../harness/context.ts';

/** Ended runs, and questions of the longest kind. */
export async function insertAssistantRows(
  { pool }: TestContext,
  question: string,
  rows: number,
): Promise<void> {
  const account = '(select account_id from conversations order by id limit 1)';
  await pool.query(
    `insert into assistant_evaluations (account_id, kind, state, from_at, max_messages, next_at, next_id, created_at,
       finished_at)
     select ${account}, 'history', 'done', now(), 5000, now(), 1, now(), now() from generate_series(1, $1::int)`,
    [rows],
  );
  await pool.query(
    `insert into assistant_test_questions (account_id, question, question_key, created_at)
     select ${account}, $1, n::text, now() from generate_series(1, $2::int) n`,
    [question, rows],
  );
}
