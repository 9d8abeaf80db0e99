import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { INDEXED_TEXT } from './indexed-text.ts';

test('every text in an index has a bound, which the list names', async () => {
  const client = new pg.Client({ connectionString: await testDatabase() });
  onTestFinished(() => client.end());
  await client.connect();

  // Columns of the index itself, so that expressions count too. -1: a type without a fixed length.
  const { rows } = await client.query<{ name: string }>(
    `select i.relname || '(' || a.attname || ')' as name
     from pg_class i
     join pg_attribute a on a.attrelid = i.oid and a.attlen = -1
     where i.relkind = 'i' and i.relnamespace = 'public'::regnamespace`,
  );

  const found = rows.map(({ name }) => name).filter((name) => !name.startsWith('kurir_migrations'));
  expect(found.sort()).toEqual(Object.keys(INDEXED_TEXT).sort());
});
