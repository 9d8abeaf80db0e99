import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testConfig } from '../../../../test/harness/context.ts';
import { copyDatabase, testDatabase } from '../../../../test/harness/database.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { tcpProxy } from '../../../../test/harness/tcp-proxy.ts';
import { until } from '../../../../test/harness/until.ts';
import { createContext, openContextDatabase } from '../../../context.ts';
import { SearchIndexer } from '../../../inbox/conversations/search/indexer.ts';
import { listHeld } from '../../../platform/accounts/account.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { createSecretBox } from '../../../platform/lib/secret-box.ts';
import { originNoter } from './noter.ts';

/** The connections of a gateway that starts on this database. */
function openGateway(databaseUrl: string, now = () => new Date()) {
  const box = createSecretBox('cd'.repeat(32));
  const parts = { config: testConfig(), databaseUrl, box, log: silentLog, name: 'kurir test', now };
  const database = openContextDatabase({ ...parts, noteOrigin: originNoter(parts) });
  const ctx = createContext(parts, database);
  return { ...ctx, pool: database.pool };
}

type Gateway = ReturnType<typeof openGateway>;

const numbersOf = async ({ pool }: Gateway) => {
  const { rows } = await pool.query(
    `select (select last_public_id from message_counters) as public_id,
       (select last_value::int from messages_id_seq) as row_id,
       (select last_position from stream_accounts) as position, (select forgotten from stream_accounts) as forgotten,
       (select live_xid::text from stream_accounts) as live_xid`,
  );
  return rows[0];
};

const standsOf = async ({ pool }: Gateway) =>
  (await pool.query('select status, held_at is not null as held from accounts order by id')).rows;

/** A shop with a queued message, and transaction numbers that another server has not reached. */
const original = await testDatabase(afterAll);
const before = openGateway(original);
const shop = await insertAccount(before);
const device = await insertDevice(before, shop);
await insertMessage(before, device, { public_id: 40 });
await before.pool.query('insert into message_counters values ($1, 40, 1)', [shop.id]);
await before.pool.query(
  `insert into stream_accounts values ($1, true, 7, 0, now(), '99999999999'::xid8, '99999999999'::xid8)`,
  [shop.id],
);
await before.pool.query(
  'update search_progress set goal_message_id = 1, goal_conversation_id = 1, goal_xid = 99999999999',
);
const [idsBefore, standsBefore] = [await numbersOf(before), await standsOf(before)];
await before.close();

test('a start on the same database changes nothing', async () => {
  const again = openGateway(original);

  const ids = await numbersOf(again);

  expect(ids).toEqual(idsBefore);
  expect(await standsOf(again)).toEqual(standsBefore);
  await again.close();
});

test('on a restored database no id is given again, search and streams go on, and nothing is sent', async () => {
  const restored = await copyDatabase(original);
  // Two processes meet it at the same time.
  const gateways = [openGateway(restored), openGateway(restored)] as const;
  const [gateway, other] = gateways;

  const [ids] = await Promise.all(gateways.map(numbersOf));

  expect(ids).toEqual({
    public_id: idsBefore.public_id + 1_000_000,
    row_id: idsBefore.row_id + 1_000_000,
    ...{ position: 1_000_007, forgotten: 1_000_007, live_xid: null },
  });
  expect(await numbersOf(other)).toEqual(ids);
  expect(await standsOf(gateway)).toEqual([{ status: 'suspended', held: true }]);
  expect(await listHeld(gateway.db)).toEqual([shop.id]);
  const [entry] = (await auditEntries(gateway, shop.id)) as Record<string, unknown>[];
  expect(entry).toMatchObject({ action: 'account.suspended', actor: 'system' });
  const indexer = new SearchIndexer(gateway);
  const isIndexed = async () => {
    await indexer.runOnce();
    return (await gateway.pool.query('select message_id > 0 as is_indexed from search_progress')).rows[0]
      .is_indexed;
  };
  await until(isIndexed, { what: 'the index' });
  for (const each of gateways) await each.close();
});

test('when a standby takes over, ids go on far behind, and accounts keep sending', async () => {
  const promoted = openGateway(await copyDatabase(original));
  await standsOf(promoted);
  await promoted.pool.query(`update accounts set status = 'active', held_at = null`);
  await promoted.pool.query(
    `update settings set value = overlay(value placing '000000FF'::bytea from length(value) - 7)
     where name = 'origin'`,
  );
  await promoted.pool.query(
    `insert into gateways values (gen_random_uuid(), 'host', 1, '0.1.0', '{api}', now(), now())`,
  );
  const ids = await numbersOf(promoted);

  const next = openGateway(String(promoted.pool.options.connectionString));

  expect((await numbersOf(next)).public_id).toBe(ids.public_id + 1_000_000);
  expect(await standsOf(next)).toEqual([{ status: 'active', held: false }]);
  for (const each of [promoted, next]) await each.close();
});

test('a server that was restored to an earlier time holds its accounts too', async () => {
  const url = await copyDatabase(original);
  const first = openGateway(url);
  await standsOf(first);
  await first.pool.query(`update accounts set status = 'active', held_at = null`);
  await first.pool.query(
    `update settings set value = overlay(value placing '000000FF'::bytea from length(value) - 7)
     where name = 'origin'`,
  );
  await first.close();

  const later = openGateway(url);

  expect(await standsOf(later)).toEqual([{ status: 'suspended', held: true }]);
  await later.close();
});

test('a standby that took over is noted although the URL lists the lost server first', async () => {
  const { url } = await tcpProxy(await testDatabase());
  const { host } = new URL(url);
  const gateway = openGateway(url.replace(host, `127.0.0.1:1,${host}`));
  const answer = () =>
    gateway.pool.query('select 1').then(
      ({ rowCount }) => rowCount,
      () => null,
    );

  await expect.poll(answer).toBe(1);

  await gateway.close();
});
