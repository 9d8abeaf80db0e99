import { tmpdir } from 'node:os';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type TestContext, testContext } from '../../../../test/harness/context.ts';
import { choosePort } from '../../../../test/harness/free-port.ts';
import { insertAccount, insertDevice, insertMessages } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { INSTALLATION_METRICS } from '../../../platform/lib/metrics/table.ts';
import { startHealth } from '../../http/health-server.ts';
import { recordBackup } from '../backups/backup.ts';
import { announceGateway } from '../gateways/gateway.ts';

const TOKEN = 'token-of-a-test-that-is-long-enough';
const authorization = `Bearer ${TOKEN}`;
const ctx = await testContext({
  env: { KURIR_METRICS_TOKEN: TOKEN, KURIR_DATA_DIR: tmpdir() },
  cleanup: afterAll,
});
const calls: string[] = [];
const counting: typeof ctx.db = {
  ...ctx.db,
  query: (...given) => {
    calls.push(given[0].name ?? '');
    return ctx.db.query(...given);
  },
};
const refuse = () => Promise.reject(new Error('gone'));
const { http } = await openService({ ...ctx, db: counting });
const { http: away } = await openService({ ...ctx, db: { ...ctx.db, query: refuse, transaction: refuse } });
const { KURIR_METRICS_TOKEN: _, ...plain } = ctx.config;
const { http: closed } = await openService({ ...ctx, config: plain });

const scrape = async (from = http) => {
  const answer = await from.inject({ url: '/metrics', headers: { authorization } });
  expect(answer.statusCode).toBe(200);
  return answer.payload;
};

async function fill({ pool }: TestContext): Promise<void> {
  const account = await insertAccount(ctx, { monthly_quota: 10 });
  const device = await insertDevice(ctx, account);
  await insertMessages(ctx, device, [{ created_at: new Date(ctx.now().getTime() - 20 * MINUTE) }]);
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ status: 'disconnected', reason: 'connection_lost' })
    .execute();
  await pool.query(
    `insert into usage_months (account_id, period, messages_sent) values ($1, $2, 9)
     on conflict (account_id, period) do update set messages_sent = 9`,
    [account.id, ctx.now().toISOString().slice(0, 7)],
  );
  await pool.query(
    `insert into session_nodes (node_id, network, expires_at) values (gen_random_uuid(), 'live', now() + '1 minute')`,
  );
  await pool.query(
    `insert into event_backlog (consumer, account_id, event_id, type) values ('webhooks', 1, 1, 'x')`,
  );
  await recordBackup(ctx, { outcome: 'done', made_at: ctx.now(), size_bytes: 1, location: null });
  const gateway = announceGateway(ctx);
  onTestFinished(() => gateway.stop());
  await expect.poll(async () => (await pool.query('select from gateways')).rowCount).toBe(1);
}

test('every metric of the installation has a value, and labels name no account', async () => {
  await fill(ctx);

  const text = await scrape();

  const names = Object.keys(INSTALLATION_METRICS).filter(
    (name) => !['kurir_warnings', 'kurir_jobs', 'kurir_broadcasts'].includes(name),
  );
  expect(names.filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(text))).toEqual([]);
  expect(text).toContain('kurir_devices{engine="economy",status="disconnected",reason="connection_lost"} 1');
  expect(text).toMatch(
    /^kurir_messages_oldest_seconds\{engine="economy",device="disconnected"\} 12\d\d(\.\d+)?$/m,
  );
  expect(text).toContain('kurir_accounts_near_quota{used="90"} 1\nkurir_accounts_near_quota{used="100"} 0');
});

test('scrapes of five seconds share a reading of the database', async () => {
  calls.length = 0;

  await Promise.all(Array.from({ length: 20 }, () => scrape()));

  expect(calls.filter((name) => name === 'messages.read_queue').length).toBeLessThanOrEqual(1);
});

test('without the database a scrape still has what the process counts', async () => {
  const text = await scrape(away);

  expect(text).toContain('kurir_database_up 0');
  expect(text).toMatch(/^kurir_database_connections\{process="main",state="most"\} \d+$/m);
});

test('without a token in the settings, the API has neither address', async () => {
  const found = await Promise.all(
    ['/metrics', '/operator/health.json'].map((url) => closed.inject({ url, headers: { authorization } })),
  );

  expect(found.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});

test('a process without the API answers scrapes on its health port', async () => {
  const port = await choosePort();
  const config = { ...ctx.config, KURIR_HEALTH_PORT: port };
  const server = await startHealth({ ...ctx, config }, { paused: () => null, missing: () => null });
  onTestFinished(() => server.stop());

  const statuses = await Promise.all(
    [authorization, 'Bearer wrong'].map(async (given) => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: given } });
      await answer.body?.cancel();
      return answer.status;
    }),
  );

  expect(statuses).toEqual([200, 401]);
});
