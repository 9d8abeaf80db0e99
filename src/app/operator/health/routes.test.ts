import { hostname, tmpdir } from 'node:os';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice, insertMessages } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { DAY, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { VERSION } from '../../../platform/lib/version.ts';
import { announceGateway, forgetGateways } from '../gateways/gateway.ts';
import { touchGateway } from '../gateways/store.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService({ ...ctx, config: { ...ctx.config, KURIR_DATA_DIR: tmpdir() } });
const account = await insertAccount(ctx);
const operator = await staffOf(http, ctx, { account, role: 'agent', isOperator: true });

const health = async () => (await operator.call('GET', '/app/api/operator/health')).body;
const ago = (ms: number) => new Date(ctx.now().getTime() - ms);

/** A gateway on another machine that was seen at this time. */
async function elsewhere(seenAt: Date, fields: { version?: string; roles?: string[] } = {}): Promise<void> {
  await touchGateway(ctx.db, {
    gateway_id: crypto.randomUUID(),
    ...{ host: 'kurir-2', pid: 7, version: VERSION, roles: ['api', 'worker', 'sessions'] },
    ...{ started_at: ago(DAY), seen_at: seenAt },
    ...fields,
    key_mark: ctx.box.keyMark,
    forgotten: ago(30 * DAY),
  });
}

test('the health has the processes, the database, the queues and what the installation has', async () => {
  const device = await insertDevice(ctx, account);
  await insertMessages(ctx, device, [
    { created_at: ago(SECOND) },
    { created_at: ago(2 * MINUTE) },
    { created_at: ago(2 * 60 * MINUTE) },
  ]);
  await ctx.pool.query(
    `insert into session_nodes (node_id, network, expires_at) values (gen_random_uuid(), 'live', now() + '1 minute'),
       (gen_random_uuid(), 'live', now() - interval '1 minute')`,
  );
  await ctx.pool.query(
    `insert into device_leases (device_id, node_id, expires_at)
     select $1, node_id, expires_at from session_nodes where expires_at > now()
     on conflict (device_id) do update set node_id = excluded.node_id, expires_at = excluded.expires_at`,
    [device.id],
  );
  await ctx.pool.query(
    `insert into event_backlog (consumer, account_id, event_id, type) values ('webhooks', 1, 1, 'x')`,
  );

  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ status: 'disconnected', connected_at: ago(MINUTE) })
    .where('id', '=', device.id)
    .execute();
  const trouble = { account_id: account.id, account: 'Toko', numbers: 1, webhooks: 0 };

  const body = await health();

  expect(body).toMatchObject({
    version: VERSION,
    migration: expect.stringMatching(/^\d{4}_\w+\.sql$/),
    sandbox: false,
    database: { kind: 'embedded', max_connections: expect.any(Number), size_bytes: expect.any(Number) },
    disk: { free_bytes: expect.any(Number), total_bytes: expect.any(Number) },
    sessions: [{ network: 'live', devices: 1 }],
    queues: {
      messages: {
        ...{ queued: 3, over_1_minute: 2, over_10_minutes: 1, over_1_hour: 1 },
        oldest_at: ago(2 * 60 * MINUTE).toISOString(),
      },
      deliveries: { pending: 0, due: 0, oldest_due_at: null },
      events: [{ consumer: 'webhooks', waiting: 1 }],
      jobs: { waiting: 0, failing: 0 },
    },
    accounts: { active: 1, suspended: 0, cancelled: 0 },
    devices: { connected: 0, disconnected: 1 },
    webhooks: { enabled: 0, failing: 0, disabled: 0 },
    vectors: { pgvector: 0, in_process: 0 },
    attention: [trouble],
    last_backup: null,
    warnings: ['no_backup'],
  });
  expect(body.database.size_bytes).toBeGreaterThan(1_000_000);
});

test('a gateway is shown from its start to its stop, and as lost after a minute without a sign of life', async () => {
  await forgetGateways(ctx);
  const gateway = announceGateway(ctx);
  onTestFinished(() => gateway.stop());
  await until(async () => (await health()).gateways.length === 1);
  await elsewhere(ago(MINUTE + SECOND));

  const during = await health();
  await gateway.stop();
  const after = await health();

  const roles = ['api', 'worker', 'sessions'];
  expect(during.gateways).toEqual([
    expect.objectContaining({
      host: hostname(),
      pid: process.pid,
      version: VERSION,
      state: 'running',
      is_this: true,
      roles,
    }),
    expect.objectContaining({ host: 'kurir-2', pid: 7, state: 'lost', is_this: false }),
  ]);
  expect(during.warnings).toEqual(['no_backup']);
  expect(after.gateways.map(({ host }: { host: string }) => host)).toEqual(['kurir-2']);
});

test('a gateway forgets those that were lost a day ago', async () => {
  await forgetGateways(ctx);
  await elsewhere(ago(DAY + SECOND));
  await elsewhere(ago(DAY - MINUTE));

  const gateway = announceGateway(ctx);
  onTestFinished(() => gateway.stop());
  await until(async () => (await health()).gateways[0]?.is_this);

  expect((await health()).gateways).toHaveLength(2);
});

test('a missing role, several versions and late deliveries are warnings', async () => {
  await forgetGateways(ctx);
  await elsewhere(ctx.now(), { roles: ['api'] });
  await elsewhere(ctx.now(), { roles: ['worker'], version: '0.0.9' });
  await ctx.pool.query(
    `insert into webhook_deliveries (account_id, webhook_id, event_id, next_attempt_at, created_at)
     values (1, 1, 1, $1, $1), (1, 1, 2, $2, $1)`,
    [ago(11 * MINUTE), new Date(ctx.now().getTime() + MINUTE)],
  );

  const { warnings, queues } = await health();

  expect(warnings).toEqual(['missing_role', 'several_versions', 'overdue_deliveries', 'no_backup']);
  expect(queues.deliveries).toEqual({ pending: 2, due: 1, oldest_due_at: ago(11 * MINUTE).toISOString() });
});
