import type { TestContext } from '../harness/context.ts';

/**
 * The first broadcast of the account gets failed recipients with long errors, each day of a month failures of every
 * code, and the account tags.
 */
export async function insertFailedMessages(
  { pool }: TestContext,
  device: { id: number; account_id: number },
  longest: string,
  rows: number,
): Promise<void> {
  await pool.query(
    `insert into messages (account_id, device_id, direction, type, status, phone, broadcast_id, broadcast_place,
       error_code, error_message, created_at)
     select c.account_id, b.device_id, 'out', 'text', 'failed', c.phone, b.id, row_number() over (order by c.id) - 1,
       'refused', repeat($2, 1000), now()
     from contacts c join broadcasts b on b.id = 1 and b.account_id = c.account_id where c.account_id = $1`,
    [device.account_id, longest],
  );
  await pool.query(
    `insert into tags (account_id, name, created_at)
     select $1, repeat($2, 95) || lpad(n::text, 5, '0'), now() from generate_series(1, $3::int) n`,
    [device.account_id, longest, rows],
  );
  await pool.query(
    `insert into messages (account_id, device_id, direction, type, status, phone, source, error_code, created_at)
     select $1, $2, 'out', 'text', 'failed', '6281', 'api', code || repeat($3, 200),
       '2020-01-01T12:00:00Z'::timestamptz + day * interval '1 day'
     from generate_series(0, 30) day, generate_series(1, 20) code`,
    [device.account_id, device.id, longest],
  );
}
