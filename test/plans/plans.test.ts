import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { PLANNER_SETTINGS } from '../../src/platform/lib/db/planner.ts';
import { testDatabase } from '../harness/database.ts';
import { isLong } from '../harness/long.ts';
import { longTest } from '../harness/long-test.ts';
import { readCatalog } from './catalog.ts';
import { WHOLE_READS } from './exceptions.ts';
import { explain } from './explain.ts';
import { findWholeReads } from './read-plan.ts';
import { openTables } from './scene.ts';
import { productionStatements } from './stores.ts';

/** Writes statistics of tables without rows, and explains generic plans. */
const NEEDED_VERSION = 18;
const ROWS = 2_000;
const FEW_ROWS = 50;
const HUGE = 10_000_000;
const ADVICE = `
A connection keeps one plan for a statement, made for any values and at any time (docs/decisions/0023).
Give PostgreSQL no choice: a condition on the first column of an index; for lists of ids or devices
"cross join lateral (select ... where <first column> = <outer>.id ... limit n / offset 0)" instead of a join;
variants of the statement instead of "or". A statement that has to read all of a table runs after
planEachTime(tx) and stands in test/plans/exceptions.ts with its reason.`;

const statements = await productionStatements();
const client = new pg.Client({ connectionString: await testDatabase(afterAll) });
await client.connect();
afterAll(() => client.end());
for (const [name, value] of Object.entries(PLANNER_SETTINGS)) await client.query(`set ${name} = ${value}`);
const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version`);
const version: number = rows[0].version;
const catalog = await readCatalog(client);
const tables = await openTables(client);
const used = new Set<string>();

test('the test finds the statements of all stores', () => {
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['accounts.find_keys', 'contacts.upsert']),
  );
});

/** Each state follows from the previous one. */
const STATES: [string, () => unknown][] = [
  ['empty tables', () => {}],
  [
    'small tables',
    async () => {
      await tables.fill(FEW_ROWS, 'mixed');
      await client.query('analyze');
    },
  ],
  ['large tables with the statistics of small ones', () => tables.fill(ROWS, 'mixed')],
  ['large tables', () => tables.pretend(HUGE)],
  [
    'large tables after a quiet hour',
    async () => {
      await tables.truncate();
      await tables.fill(ROWS, 'last');
      await tables.pretend(HUGE);
    },
  ],
  [
    'large tables in a rush',
    async () => {
      await tables.truncate();
      await tables.fill(ROWS, 'first');
      await tables.pretend(HUGE);
    },
  ],
  ['large tables without statistics', () => tables.forget()],
];

/** `npm test` has the states in which plans go wrong most. */
const SHORT = ['empty tables', 'large tables with the statistics of small ones', 'large tables'];

test.for(STATES.filter(([name]) => isLong || SHORT.includes(name)))(
  'no statement reads a growing table from end to end: %s',
  async ([, prepare], { skip }) => {
    skip(version < NEEDED_VERSION, `needs PostgreSQL ${NEEDED_VERSION}, this is ${version}`);
    await prepare();

    const problems = await findProblems();

    expect(problems, ADVICE).toEqual([]);
  },
);

longTest('every exception is needed', ({ skip }) => {
  skip(version < NEEDED_VERSION, `needs PostgreSQL ${NEEDED_VERSION}, this is ${version}`);
  expect(Object.keys(WHOLE_READS).filter((name) => !used.has(name))).toEqual([]);
});

async function findProblems(): Promise<string[]> {
  const problems: string[] = [];
  for (const statement of statements) {
    const { name } = statement;
    try {
      const whole = findWholeReads(await explain(client, statement), catalog);
      if (whole.length > 0 && name in WHOLE_READS) used.add(name);
      else problems.push(...whole.map((read) => `${name} reads all of ${read}`));
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return problems;
}
