import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type TestContext, testContext } from '../../../test/harness/context.ts';
import { openService } from '../../../test/harness/service.ts';
import { openDatabase } from '../../platform/lib/db/db.ts';
import { healthRoutes } from '../../platform/lib/http/health.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { openReadiness } from './readiness.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

/** Every new relation and every temporary file fails, as on a full disk. `end` frees the space. */
async function fillDisk({ pool }: TestContext, error = 'disk_full'): Promise<() => Promise<void>> {
  const raise = `language plpgsql as $$ begin
    raise exception 'could not create temporary file: No space left on device' using errcode = '${error}'; end $$`;
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const database = `alter database "${rows[0]?.name}"`;
  await pool.query(`create function generate_series(int, int) returns setof int ${raise}`);
  await pool.query(`create function refuse() returns trigger ${raise}`);
  await pool.query('create trigger full_disk before insert on contacts execute function refuse()');
  await pool.query(`${database} set search_path = public, pg_catalog`);
  await endConnections(ctx);
  return async () => {
    await pool.query(`${database} reset search_path`);
    await pool.query('drop function generate_series(int, int); drop function refuse cascade');
    await endConnections(ctx);
  };
}

/** A setting of the database counts for new connections. */
async function endConnections({ pool }: TestContext): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid <> pg_backend_pid() and datname = current_database() and application_name = 'kurir test'`,
  );
  await pool.query(`select pg_terminate_backend(pg_backend_pid())`).catch(() => {});
  await expect.poll(() => pool.totalCount).toBe(0);
}

test('a full disk of the database is not ready with a reason and 503, and ready again with space', async () => {
  const { api } = await service.customer();
  const ready = async () => (await service.http.inject('/readyz')).json();
  const store = () => api('POST', '/v1/contacts', { phone: '081234567890' });

  const end = await fillDisk(ctx);
  const [full, refused] = [await ready(), await store()];
  await end();
  const [again, stored] = [await ready(), await store()];

  expect(full).toEqual({
    error: 'service_unavailable',
    message: 'Not ready: the disk of the database is full.',
  });
  expect([refused.status, refused.body.error, refused.headers['retry-after']]).toEqual([
    503,
    'service_unavailable',
    '1',
  ]);
  expect([again, stored.status]).toEqual([{ status: 'ready' }, 201]);
});

test('a disk without inodes is not ready, and the answer says what to free', async () => {
  const end = await fillDisk(ctx, 'internal_error');

  const refusal = await openReadiness(ctx)().catch((error: unknown) => error);
  await end();

  expect(refusal).toMatchObject({
    message: 'Not ready: the disk of the database takes no more files. Free space, or inodes (df -i).',
  });
});

test('a database that does not answer is not ready, and the answer says so', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { max: 1, name: 'away' });
  onTestFinished(() => away.close());
  const http = createHttp({ log, bodyLimit: 1024 });
  onTestFinished(() => http.close());
  healthRoutes(http, { ready: openReadiness({ ...ctx, db: away.db }), log });

  const answer = await http.inject('/readyz');

  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      error: 'service_unavailable',
      message: 'Not ready: the database does not answer. Kurir goes on by itself when it answers again.',
    },
  ]);
  expect(lines).toMatchObject([{ msg: 'ready.lost', err: { code: 'ECONNREFUSED' } }]);
});

test('a role that does not run is not ready, although the database answers', async () => {
  const missing = { of: null as string | null };
  const http = createHttp({ log: ctx.log, bodyLimit: 1024 });
  onTestFinished(() => http.close());
  healthRoutes(http, { ready: openReadiness(ctx, () => missing.of), log: ctx.log });
  const ready = async () => (await http.inject('/readyz')).json();

  const answers = [await ready()];
  missing.of = 'its jobs do not run';
  answers.push(await ready());
  missing.of = null;
  answers.push(await ready());

  expect(answers).toEqual([
    { status: 'ready' },
    { error: 'service_unavailable', message: 'Not ready: its jobs do not run.' },
    { status: 'ready' },
  ]);
});

test('the proof of space writes a temporary file', async () => {
  const client = await ctx.pool.connect();
  onTestFinished(() => client.release());
  await client.query(`set work_mem = '64kB'`);

  const { rows } = await client.query(
    'explain (analyze, buffers) select count(*) from generate_series(1, 40000)',
  );
  await client.query('reset work_mem');

  expect(JSON.stringify(rows)).toMatch(/temp read=\d+ written=\d\d/);
});
