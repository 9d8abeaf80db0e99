import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { explain, tablesOf } from '../plans/explain.ts';
import { productionStatements } from '../plans/stores.ts';
import { findTableProblems, type TableUse } from './table-problems.ts';

/** Explains statements with parameters. */
const NEEDED_VERSION = 16;

test('a table is used by its own folder, except where the map says why not', async ({ skip }) => {
  const client = new pg.Client({ connectionString: await testDatabase() });
  onTestFinished(() => client.end());
  await client.connect();
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version`);
  skip(rows[0].version < NEEDED_VERSION, `needs PostgreSQL ${NEEDED_VERSION}, this is ${rows[0].version}`);

  const uses: TableUse[] = [];
  for (const statement of await productionStatements()) {
    uses.push({ name: statement.name, tables: tablesOf(await explain(client, statement)) });
  }

  expect(findTableProblems(uses)).toEqual([]);
});

const owners = { messages: 'messages', devices: 'devices' };
const excused = [{ statements: ['messages.find'], tables: ['devices'], reason: 'a test' }];

test.each([
  [
    'a foreign table',
    [{ name: 'messages.list', tables: ['devices'] }],
    [],
    /uses devices.*belongs to devices/,
  ],
  ['a table without an owner', [{ name: 'messages.list', tables: ['moods'] }], [], /moods has no owner/],
  ['an exception without use', [{ name: 'messages.find', tables: ['messages'] }], excused, /needs no exc/],
])('finds %s', (_, uses, exceptions, problem) => {
  expect(findTableProblems(uses, owners, exceptions)).toEqual([expect.stringMatching(problem)]);
});

test('excuses only the tables that an exception names', () => {
  const uses = [{ name: 'messages.find', tables: ['devices', 'messages'] }];

  expect(findTableProblems(uses, owners, excused)).toEqual([]);
});
