import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/harness/database.ts';
import { tcpProxy } from '../../../test/harness/tcp-proxy.ts';
import { isDatabaseAway, openDatabase } from './db.ts';

async function database() {
  const proxy = await tcpProxy(await testDatabase());
  const opened = openDatabase(proxy.url, { max: 2, name: 'kurir test' });
  onTestFinished(() => opened.close());
  return { proxy, ...opened };
}

test('statements are planned in one way, whatever the settings of the server are', async () => {
  const { pool } = await database();
  await pool.query(`alter database ${(await pool.query('select current_database() as name')).rows[0].name}
    set random_page_cost = 4`);
  const another = openDatabase(pool.options.connectionString ?? '', { max: 1, name: 'kurir test' });
  onTestFinished(() => another.close());

  const { rows } = await another.pool.query(
    `select name, setting from pg_settings where name in ('random_page_cost', 'jit', 'max_parallel_workers_per_gather') order by name`,
  );

  expect(rows.map(({ setting }) => setting)).toEqual(['off', '0', '1.1']);
});

test('a line cut within a transaction is an error of that transaction, and of nothing else', async () => {
  const { proxy, db } = await database();

  const work = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.cut();
    // Let the end of the line reach the client while no query is under way.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await sql`select 1`.execute(tx);
  });

  await expect(work).rejects.toSatisfy(isDatabaseAway);
  proxy.mend();
  await expect(sql`select 1 as one`.execute(db)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test('a query under way when the server ends the connection says that the database is away', async () => {
  const { db, pool } = await database();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const refused = expect(sql`select pg_sleep(20)`.execute(db)).rejects.toSatisfy(isDatabaseAway);

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
  expect(isDatabaseAway(Object.assign(new Error('x'), { code }))).toBe(expected);
});

test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])('%s is a database that is away', (code) => {
  expect(isDatabaseAway(new AggregateError([Object.assign(new Error('x'), { code })]))).toBe(true);
});

test('bigint columns read as numbers', async () => {
  const { db } = await database();

  const { rows } = await sql`select 9007199254740991::bigint as large`.execute(db);

  expect(rows).toEqual([{ large: Number.MAX_SAFE_INTEGER }]);
});
