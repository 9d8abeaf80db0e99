import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from './database.ts';

function openDatabase() {
  const folder = mkdtempSync(path.join(tmpdir(), 'kurir-database-'));
  const file = path.join(folder, 'test.db');
  const db = new Database(file);
  db.define('create table if not exists settings (name text primary key, value blob not null)');
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const save = (name: string) =>
    db.run('insert into settings (name, value) values (?, ?)', name, Buffer.from(name));
  const names = () =>
    db.all<{ name: string }>('select name from settings order by name').map(({ name }) => name);
  return { db, file, save, names };
}

test('afterCommit calls wait for the commit, in order', async () => {
  const { db, save } = openDatabase();
  const calls: string[] = [];
  const record = (name: string) =>
    db.afterCommit(
      () => calls.push(name),
      () => calls.push('failed'),
    );

  record('before');
  db.write(() => save('a'));
  record('first');
  db.write(() => save('b'));
  record('second');
  const meanwhile = [...calls];
  await db.committed();

  expect(meanwhile).toEqual(['before']);
  expect(calls).toEqual(['before', 'first', 'second']);
});

test('a failed write does not affect other writes of the turn', async () => {
  const { db, save, names } = openDatabase();

  db.write(() => save('a'));
  const failing = () =>
    db.write(() => {
      save('half');
      save('a');
    });
  expect(failing).toThrow(/UNIQUE/);
  db.write(() => save('b'));
  await db.committed();

  expect(names()).toEqual(['a', 'b']);
});

test('a failed commit rejects its waiters and stores nothing', async () => {
  const { db, save, names } = openDatabase();

  db.write(() => save('a'));
  // Makes the commit fail.
  db.run('rollback');

  await expect(db.committed()).rejects.toThrow('could not commit');
  expect(names()).toEqual([]);
});

test('a file that another process uses is refused with a clear error', () => {
  const { file } = openDatabase();

  expect(() => new Database(file)).toThrow(`another sandbox process is using ${file}`);
});
