import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { emptyDatabase } from '../../../test/harness/database.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { webhookAccount } from '../../../test/harness/webhook-account.ts';
import { migrate } from '../../platform/lib/db/migrate.ts';
import { takeOverEvents } from '../events/consumer.ts';
import { renewMissingSubscriptions } from './consumer.ts';
import { removeWebhook } from './webhook.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const file = await testContext({ cleanup: afterAll });

/** A database of the version that had no backlog. */
async function oldDatabase(): Promise<{ url: string; client: pg.Client }> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS, folder, {
    recursive: true,
    filter: (path) => !/\/\d{4}_/.test(path) || /\/000[1-7]_/.test(path),
  });
  const url = await emptyDatabase();
  await migrate(url, folder);
  const client = new pg.Client(url);
  await client.connect();
  return { url, client };
}

test('an update keeps what no worker has fanned out, for the webhooks that are enabled', async () => {
  const { url, client } = await oldDatabase();
  await client.query(`
    insert into accounts (name, plan) select 'Toko ' || n, 'pro' from generate_series(1, 3) n;
    insert into webhooks (account_id, url, events, secret, status, created_at) values
      (1, 'http://a/', '{message.status}', '', 'enabled', now()),
      (1, 'http://b/', '{message.status,device.status}', '', 'enabled', now()),
      (2, 'http://c/', '{message.status}', '', 'disabled', now());
    insert into events (account_id, type, body, created_at, fanned_out) values
      (1, 'message.status', '1', now(), false), (1, 'message.received', '2', now(), false),
      (1, 'device.status', '3', now(), false), (1, 'message.status', '4', now(), true),
      (2, 'message.status', '5', now(), false), (3, 'message.status', '6', now(), true)`);

  await migrate(url);

  const { rows: subscriptions } = await client.query(
    'select consumer, account_id::int, types from event_subscriptions',
  );
  const { rows: backlog } = await client.query(
    `select b.consumer, b.account_id::int, e.body, b.type from event_backlog b
     join events e on e.id = b.event_id order by e.id`,
  );
  const { rowCount: left } = await client.query('select from events where not fanned_out');
  await client.end();
  expect(subscriptions).toEqual([
    { consumer: 'webhooks', account_id: 1, types: ['device.status', 'message.status'] },
  ]);
  expect(backlog).toEqual([
    { consumer: 'webhooks', account_id: 1, body: '1', type: 'message.status' },
    { consumer: 'webhooks', account_id: 1, body: '3', type: 'device.status' },
  ]);
  expect(left).toBe(0);
});

test('webhooks and events of a process of the version before are taken over, once', async () => {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  await shop.register(receiver.url, ['message.status']);
  await shop.ctx.pool.query('delete from event_subscriptions');
  const { rows } = await shop.ctx.pool.query(
    `insert into events (account_id, type, body, created_at, fanned_out)
     values ($1, 'message.status', '{}', $2, false) returning event_id`,
    [shop.id, shop.ctx.now()],
  );

  const renewed = [await renewMissingSubscriptions(file), await renewMissingSubscriptions(file)];
  const taken = [await takeOverEvents(file), await takeOverEvents(file)];
  await shop.worker.runOnce();

  expect([renewed, taken]).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([rows[0].event_id]);
});

test('a subscription follows the enabled webhooks: registered, disabled by failures, removed', async () => {
  const shop = await webhookAccount({ ctx: file });
  const broken = await startReceiver((_, response) => response.writeHead(500).end());
  const types = async () =>
    (await shop.ctx.pool.query('select types from event_subscriptions')).rows[0]?.types;

  const failing = await shop.register(broken.url, ['message.status']);
  const one = await types();
  await shop.register(broken.url, ['device.status']);
  const two = await types();
  await shop.ctx.pool.query('update webhooks set failure_count = 9 where id = $1', [failing.id]);
  await shop.event('message.status');
  await shop.worker.runOnce();
  const disabled = await types();
  const [, last] = await shop.webhooks();
  await removeWebhook(shop.ctx, shop, last?.id ?? 0);

  expect([one, two, disabled, await types()]).toEqual([
    ['message.status'],
    ['message.status', 'device.status'],
    ['device.status'],
    undefined,
  ]);
});
