import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../test/harness/database.ts';
import { tcpProxy } from '../../../../test/harness/tcp-proxy.ts';
import { openDatabase, type Tx } from './db.ts';
import type { Queryable } from './statement.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

async function database() {
  const proxy = await tcpProxy(await testDatabase());
  const opened = openDatabase(proxy.url, { max: 1, name: 'kurir test' });
  onTestFinished(() => opened.close());
  await run(opened.db, 'create table notes (text text primary key)');
  const notes = async () =>
    (await run<{ text: string }>(opened.db, 'select text from notes')).map(({ text }) => text);
  return { proxy, notes, ...opened };
}

async function run<Row>(db: Queryable, text: string): Promise<Row[]> {
  return (await db.query<Row>({ text }, [])).rows;
}

const write = (db: Queryable, note: string) => run(db, `insert into notes values ('${note}')`);
const pidOf = async (db: Queryable) =>
  (await run<{ pid: number }>(db, 'select pg_backend_pid() as pid'))[0]?.pid;

test('a transaction commits when the work resolves', async () => {
  const { db, notes } = await database();

  const result = await db.transaction(async (tx) => {
    await write(tx, 'a');
    await write(tx, 'b');
    return 'done';
  });

  expect(result).toBe('done');
  expect(await notes()).toEqual(['a', 'b']);
});

test('a transaction rolls back when the work rejects, and the connection stays', async () => {
  const { db, notes } = await database();
  const before = await pidOf(db);

  const work = db.transaction(async (tx) => {
    await write(tx, 'a');
    throw new Error('no');
  });

  await expect(work).rejects.toThrow('no');
  expect(await notes()).toEqual([]);
  expect(await pidOf(db)).toBe(before);
});

test('a transaction within a transaction joins it', async () => {
  const { db, notes } = await database();

  const work = db.transaction(async (tx) => {
    await tx.transaction((inner) => write(inner, 'a'));
    throw new Error('no');
  });

  await expect(work).rejects.toThrow('no');
  expect(await notes()).toEqual([]);
});

test('work that hides a failed statement does not pass for committed', async () => {
  const { db, notes } = await database();

  const work = db.transaction(async (tx) => {
    await write(tx, 'a');
    await write(tx, 'a').catch(() => {});
  });

  await expect(work).rejects.toThrow('rolled back');
  expect(await notes()).toEqual([]);
});

test('a failed rollback does not hide the first error, and its connection is destroyed', async () => {
  const { db, pool, proxy } = await database();
  const before = await pidOf(db);

  const work = db.transaction(async (tx) => {
    await write(tx, 'a');
    proxy.cut();
    throw new Error('the first');
  });

  await expect(work).rejects.toThrow('the first');
  proxy.mend();
  expect(pool.totalCount).toBe(0);
  expect(await pidOf(db)).not.toBe(before);
});

test('a commit on a broken connection fails as one of a database that is away', async () => {
  const { db, proxy } = await database();

  const work = db.transaction(async (tx) => {
    await write(tx, 'a');
    proxy.cut();
  });

  await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
});

test('a statement after the end of its transaction is refused', async () => {
  const { db, notes } = await database();
  let late: Tx | undefined;

  await db.transaction(async (tx) => {
    late = tx;
  });

  await expect(late && write(late, 'a')).rejects.toThrow('The transaction ended before this statement');
  expect(await notes()).toEqual([]);
});

test('a refused statement does not cost the connection', async () => {
  const { db } = await database();
  const before = await pidOf(db);
  await write(db, 'a');

  await expect(write(db, 'a')).rejects.toThrow('duplicate key');

  expect(await pidOf(db)).toBe(before);
});
