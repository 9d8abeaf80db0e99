import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { assembleHttp } from '../../src/app/http/http-server.ts';
import { prepareSchema } from '../../src/app/processes/schema.ts';
import { WebhookWorker } from '../../src/gateway/webhooks/delivery/deliverer.ts';
import { associatedData } from '../../src/gateway/webhooks/secret.ts';
import { generateKey } from '../../src/platform/accounts/key.ts';
import { MERGED_MIGRATIONS } from '../../src/platform/lib/db/merged-migrations.ts';
import { createGuardedClient } from '../../src/platform/lib/guarded-fetch/client.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { type TestContext, testContext } from '../harness/context.ts';
import { isLong } from '../harness/long.ts';
import { longTest } from '../harness/long-test.ts';
import { openOldDatabase } from '../harness/old-database.ts';
import { startReceiver } from '../harness/receiver.ts';
import { OLD_ROWS, type OldValues } from './old-rows.ts';

type Row = Record<string, unknown>;

/** Columns whose values a later migration changes. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  // 0008 moves the rest of the fan-out to the backlog.
  events: ['fanned_out'],
  // 0070 removes copies of texts, and counts numbers in shadow mode as they are.
  ...{ assistant_chats: ['choices'], assistant_evaluations: ['state', 'report', 'work'] },
  ...{ automation_accounts: ['covers_all', 'covered_devices'], channels: ['automated'] },
  // 0106 replaces the first words by the new ones.
  accounts: ['idle_times_changed_at', 'opt_out_words', 'opt_in_words'],
  // 0074 has one word for each outcome.
  ...{ assistant_test_questions: ['outcome', 'earlier_outcome'], webhook_attempts: ['automation'] },
};

/** The last migration when the files were frozen. */
const FIRST = '0007';
const NUMBERS = Object.keys(MERGED_MIGRATIONS)
  .map((name) => name.slice(0, 4))
  .filter((number) => number >= FIRST)
  .sort();
/** `npm run test:long` compares each step with the one before too. */
const WHOLE_UPGRADE_EVERY = isLong ? 8 : 40;
/** What installations had after each migration. */
const STEPS = NUMBERS.slice(0, -1).map((last) => NUMBERS.filter((number) => number <= last));
/** 0009 was merged before 0008. */
const STARTS = [
  ...STEPS.filter((_, n) => n % WHOLE_UPGRADE_EVERY === 0 || n === STEPS.length - 1),
  [FIRST, '0009'],
];

const box = createSecretBox('ab'.repeat(32));
const receiver = await startReceiver(undefined, undefined, afterAll);
const [key, suspended] = [generateKey(randomBytes), generateKey(randomBytes)];
const VALUES: OldValues = {
  ...{ keyId: key.id, keyHash: key.secret_hash, webhookUrl: receiver.url },
  ...{ suspendedKeyId: suspended.id, suspendedKeyHash: suspended.secret_hash },
  webhookSecret: box.seal(Buffer.from('whsec'), associatedData(1)),
};

/** By their migrations, databases as the versions left them, one after the other. */
const installations = new Map<string, string>();
const lost = await makeInstallations();

/** Each is made from the one before. Answers the rows that a step has lost. */
async function makeInstallations(): Promise<object[]> {
  const found: object[] = [];
  let old = await openOldDatabase(undefined, afterAll);
  for (const numbers of [...STEPS, [FIRST, '0009']]) {
    const last = numbers.at(-1) ?? FIRST;
    const known = installations.get(numbers.slice(0, -1).join(' '));
    if (known !== undefined) old = await openOldDatabase(known, afterAll);
    const before = isLong ? await readTables(old.client) : null;
    await old.migrateTo((number) => number < FIRST || numbers.includes(number));
    const rows = before ? lostRows(before, await readTables(old.client)) : [];
    found.push(...rows.map(([table, row]) => ({ last, table, row })));
    await old.client.query(OLD_ROWS[last]?.(VALUES) ?? '');
    if (!STARTS.some((start) => start.join() === numbers.join())) continue;
    await old.client.end();
    installations.set(numbers.join(' '), old.url);
  }
  return found;
}

async function oldInstallation(numbers: readonly string[]) {
  const old = await openOldDatabase(installations.get(numbers.join(' ')));
  const ctx = await testContext({ databaseUrl: old.url, parts: { box } });
  return { ...old, ctx };
}

async function readTables(client: pg.Client): Promise<Map<string, Row[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'kurir_migrations'`,
  );
  const found = new Map<string, Row[]>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t`);
    const kept = ([column]: [string, unknown]) => !CHANGED[name]?.includes(column);
    found.set(
      name,
      rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(kept))),
    );
  }
  return found;
}

/** Rows of before that no row of after contains. */
function lostRows(before: Map<string, Row[]>, after: Map<string, Row[]>): [table: string, row: Row][] {
  const contains = (row: Row, old: Row) =>
    Object.entries(old).every(([column, value]) => isDeepStrictEqual(row[column], value));
  return [...before].flatMap(([table, rows]) =>
    rows
      .filter((old) => !after.get(table)?.some((row) => contains(row, old)))
      .map((old): [string, Row] => [table, old]),
  );
}

async function openApi(ctx: TestContext) {
  const http = assembleHttp(ctx, null);
  onTestFinished(() => http.close());
  return async (key: string, path: string, body?: object) => {
    const answer = await http.inject({
      method: body ? 'POST' : 'GET',
      url: path,
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'after-the-upgrade' },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
}

async function deliverAll(ctx: TestContext): Promise<void> {
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  onTestFinished(() => client.close());
  await new WebhookWorker(ctx, { client }).runOnce();
}

test('each migration since the freeze has rows that pass through the following ones', () => {
  expect(Object.keys(OLD_ROWS).sort()).toEqual(NUMBERS);
});

longTest('no migration loses or changes a row of the versions before it', () => {
  expect(lost).toEqual([]);
});

test.each(STARTS.map((numbers) => ({ numbers, from: numbers.join(' ') })))(
  'an installation with the migrations $from upgrades with its data, and goes on',
  async ({ numbers }) => {
    const { client, ctx, url } = await oldInstallation(numbers);
    const earlier = receiver.requests.length;
    const before = await readTables(client);

    await prepareSchema(url, silentLog);

    expect(lostRows(before, await readTables(client))).toEqual([]);
    const api = await openApi(ctx);
    const shown = (before.get('messages') ?? [])
      .filter(({ account_id, direction }) => account_id === 1 && direction === 'out')
      .map(({ id, public_id }) => Number(public_id ?? id));
    for (const id of shown)
      expect(await api(key.api_key, `/v1/messages/${id}`)).toMatchObject({ status: 200, body: { id } });
    const lists = ['/v1/devices', '/v1/contacts', '/v1/broadcasts'].map((path) => api(key.api_key, path));
    expect((await Promise.all(lists)).map(({ body }) => body.data.length)).toEqual([2, 2, 2]);
    const device_uuid = before.get('devices')?.find(({ id }) => id === 1)?.device_uuid;
    const sent = await api(key.api_key, '/v1/messages', { device_uuid, to: '081234567890', body: 'Halo' });
    expect(sent.status).toBe(202);
    expect(sent.body.id).toBeGreaterThan(Math.max(...shown));
    expect(await api(suspended.api_key, '/v1/devices')).toMatchObject({ status: 403 });

    await deliverAll(ctx);
    const delivered = receiver.requests.slice(earlier).map(({ body }) => body.toString());
    const due = ['{"n":1}', '{"n":3}', ...(numbers.includes('0008') ? ['{"n":8}'] : [])];
    expect(delivered).toEqual(expect.arrayContaining(due));
    expect(delivered).not.toContain('{"n":2}');
  },
);

test('a suspension from before the ranges counts from the upgrade on, and a cancelled account is closed', async () => {
  const { client, url } = await oldInstallation(['0007']);

  await prepareSchema(url, silentLog);

  const { rows } = await client.query(
    `select id::int, upper_inf(suspended) as open, isempty(suspended) as active, cancelled_at is not null as cancelled,
       closed_at from accounts order by id`,
  );
  expect(rows).toEqual([
    { id: 1, open: false, active: true, cancelled: false, closed_at: null },
    { id: 2, open: true, active: false, cancelled: false, closed_at: null },
    { id: 3, open: false, active: true, cancelled: true, closed_at: null },
  ]);
});

test('outcomes of the assistant have the words of decisions after the upgrade', async () => {
  const { client, upgrade, migrateTo } = await openOldDatabase();
  await migrateTo((number) => number < '0074');
  await client.query(`
    insert into accounts (name, plan, status, kind) values ('Toko', 'pro', 'active', 'sandbox');
    ${OLD_ROWS['0063']?.(VALUES)};
    update assistant_evaluations set work = '{"asked_back": 3, "handed_over": 1}'`);

  await upgrade();

  const { rows } = await client.query(
    'select outcome, earlier_outcome, work, report from assistant_test_questions, assistant_evaluations',
  );
  expect(rows).toEqual([
    {
      ...{ outcome: 'handed_off', earlier_outcome: 'clarified', work: { clarified: 3, handed_off: 1 } },
      report: { examples: [{ kind: 'handed_off', question: 'tulis "asked_back"' }] },
    },
  ]);
});

test('a number on which an assistant only watched is not automated after the upgrade', async () => {
  const { client, migrateTo, upgrade } = await openOldDatabase();
  await migrateTo((number) => number < '0070');
  await client.query(`
    insert into accounts (name, plan, status, kind) values ('Toko', 'pro', 'active', 'sandbox'),
      ('Warung', 'pro', 'active', 'sandbox');
    insert into channels (account_id, kind, address, automated) values (1, 'whatsapp', '62811', true),
      (2, 'whatsapp', '62812', true);
    insert into automation_accounts (account_id, updated_at, covers_all, watches_all) values (1, now(), true, true),
      (2, now(), true, true);
    ${OLD_ROWS['0052']?.(VALUES)};
    update auto_replies set account_id = 2`);

  await upgrade();

  const { rows } = await client.query(
    `select a.covers_all, c.automated, t.idle_times_changed_at is not null as has_other_timers
     from automation_accounts a join channels c using (account_id) join accounts t on t.id = a.account_id
     order by account_id`,
  );
  expect(rows).toEqual([
    { covers_all: false, automated: false, has_other_timers: true },
    { covers_all: true, automated: true, has_other_timers: false },
  ]);
});
