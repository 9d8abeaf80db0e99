import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Database } from '../../src/platform/lib/db/db.ts';

const PER_STATEMENT = 250_000;
/** An upper limit for the row, the indexes and the WAL of one message. */
const BYTES_EACH = 1_500;

/**
 * Makes sent messages in the database, for all devices in turn, with random keys. Their times are in order
 * and evenly spread over the last 12 months. Then it analyses the table. A million messages take half a GB,
 * and a minute on a busy machine. Throws when the disk is too small.
 */
export async function storeMessages({ pool }: Database, count: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize < count * BYTES_EACH) {
    throw new Error(`${count} messages need ${Math.ceil((count * BYTES_EACH) / 1e9)} GB in ${tmpdir()}`);
  }
  const startedAt = performance.now();
  // The database is temporary, so no commit has to wait for the disk.
  await pool.query('set synchronous_commit = off');
  for (let first = 0; first < count; first += PER_STATEMENT) {
    await pool.query(STORE, [first, Math.min(count, first + PER_STATEMENT) - 1, count]);
  }
  await pool.query(
    `
    insert into message_counters as c (account_id, last_public_id, taken)
    select account_id, $1, 0 from devices group by account_id
    on conflict (account_id) do update set last_public_id = greatest(c.last_public_id, $1)`,
    [count],
  );
  await pool.query('vacuum (analyze) messages');
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ mib: string }>(
    `select round(pg_total_relation_size('messages') / 1048576.0) as mib`,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${count} messages stored in ${seconds.toFixed(0)} s: ${rows[0]?.mib} MiB with indexes`);
}

const STORE = `
  with device as (
    select id, account_id, row_number() over (order by id) - 1 as index, count(*) over () as devices
    from devices
  )
  insert into messages (account_id, public_id, device_id, direction, type, status, phone, body, idempotency_key,
    fingerprint, wa_message_id, reserved_wa_id, attempts, created_at)
  select d.account_id, n + 1, d.id, 'out', 'text', 'read', '62812' || lpad((n % 100000000)::text, 8, '0'),
    'Halo Kak, pesanan sudah dikirim.',
    gen_random_uuid(), sha256(n::text::bytea), wa_id, wa_id, 1, now() - interval '365 days' * (1 - n::float8 / $3)
  from generate_series($1::bigint, $2::bigint) as n
  join device d on d.index = n % d.devices
  cross join lateral (select '3EB0' || upper(substr(md5(n::text), 1, 18)) as wa_id) w
  order by n`;
