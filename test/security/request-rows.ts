import { MAX_MESSAGE, MAX_PATH, MAX_USER_AGENT } from '../../src/platform/accounts/request-log/schema.ts';
import type { TestContext } from '../harness/context.ts';

/** Refused calls with the longest texts that the log keeps. */
export async function insertRequests(
  { pool }: TestContext,
  accountId: number,
  longest: string,
  rows: number,
): Promise<void> {
  await pool.query(
    `insert into request_log (account_id, happened_at, request_id, method, route, path, status, code, message,
       duration_ms, key_id, address, user_agent, unlisted)
     select $1, now(), repeat('r', 64), 'POST', repeat('p', 100), repeat('p', $2), 422, 'field_errors', repeat($3, $4),
       1, 'k', '::1', repeat($3, $5), 1 from generate_series(1, $6::int)`,
    [accountId, MAX_PATH, longest, MAX_MESSAGE, MAX_USER_AGENT, rows],
  );
}
