import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from './database.ts';

function openDatabase() {
  const folder = mkdtempSync(path.join(tmpdir(), 'kurir-database-'));
  const file = path.join(folder, 'test.db');
  const db = new Database(file);
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

test('what has to wait for safety waits for the commit, in order', async () => {
  const { db, save } = openDatabase();
  const told: string[] = [];
  const tell = (word: string) =>
    db.settled(
      () => told.push(word),
      () => told.push('failed'),
    );

  tell('before');
  db.write(() => save('a'));
  tell('first');
  db.write(() => save('b'));
  tell('second');
  const meanwhile = [...told];
  await db.committed();

  expect(meanwhile).toEqual(['before']);
  expect(told).toEqual(['before', 'first', 'second']);
});

test('a write that fails leaves its neighbours alone', async () => {
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

test('when the commit fails, those who wait are told and nothing is kept', async () => {
  const { db, save, names } = openDatabase();

  db.write(() => save('a'));
  // The transaction is gone under the feet of the commit.
  db.run('rollback');

  await expect(db.committed()).rejects.toThrow('could not commit');
  expect(names()).toEqual([]);
});

test('a file that another process has open is refused in plain words', () => {
  const { file } = openDatabase();

  expect(() => new Database(file)).toThrow(`another sandbox process is using ${file}`);
});
