import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../test/harness/database.ts';
import { tcpProxy } from '../../../../test/harness/tcp-proxy.ts';
import { openDatabase } from './db.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

async function database() {
  const proxy = await tcpProxy(await testDatabase());
  const opened = openDatabase(proxy.url, { max: 2, name: 'kurir test' });
  onTestFinished(() => opened.close());
  return { proxy, ...opened };
}

test('statements are planned in one way, regardless of the settings of the server', async () => {
  const { pool } = await database();
  await pool.query(`alter database ${(await pool.query('select current_database() as name')).rows[0].name}
    set random_page_cost = 4`);
  const another = openDatabase(pool.options.connectionString ?? '', { max: 1, name: 'kurir test' });
  onTestFinished(() => another.close());

  const { rows } = await another.pool.query(
    `select name, setting from pg_settings
     where name in ('random_page_cost', 'jit', 'max_parallel_workers_per_gather') order by name`,
  );

  expect(rows.map(({ setting }) => setting)).toEqual(['off', '0', '1.1']);
});

test('ids are numbers, also in arrays', async () => {
  const { pool } = await database();

  const { rows } = await pool.query(
    `select 7::bigint as id, array[1, null, 9007199254740991]::bigint[] as ids, '{}'::bigint[] as none`,
  );

  expect(rows).toEqual([{ id: 7, ids: [1, null, 9007199254740991], none: [] }]);
});

test('a connection cut within a transaction fails that transaction only', async () => {
  const { proxy, db } = await database();

  const work = db.transaction(async (tx) => {
    await tx.query({ text: 'select 1' }, []);
    proxy.cut();
    // Let the end of the connection reach the client while no query is in flight.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await tx.query({ text: 'select 1' }, []);
  });

  await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
  proxy.mend();
  await expect(db.query({ text: 'select 1 as one' }, [])).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test('a query in flight when the server ends the connection says that the database is away', async () => {
  const { db, pool } = await database();
  const { rows } = await db.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }, []);
  const refused = expect(db.query({ text: 'select pg_sleep(20)' }, [])).rejects.toSatisfy(
    isDatabaseUnavailable,
  );

  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);

  await refused;
});

test.each([
  ['57P01', true],
  ['08006', true],
  ['40P01', true],
  ['25006', true],
  ['23505', false],
  ['22021', false],
])('SQLSTATE %s: worth repeating is %s', (code, expected) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code }))).toBe(expected);
});

test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAGAIN'])('%s is a database that is away', (code) => {
  expect(isDatabaseUnavailable(new AggregateError([Object.assign(new Error('x'), { code })]))).toBe(true);
});

test.each([
  ['connect', true],
  ['open', false],
])('ENOENT of %s: a database that is away is %s', (syscall, expected) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code: 'ENOENT', syscall }))).toBe(expected);
});

test('bigint columns read as numbers', async () => {
  const { db } = await database();

  const { rows } = await db.query({ text: 'select 9007199254740991::bigint as large' }, []);

  expect(rows).toEqual([{ large: Number.MAX_SAFE_INTEGER }]);
});
