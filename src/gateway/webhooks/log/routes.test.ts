import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { type Customer, openService, openWebhookWorker } from '../../../../test/harness/service.ts';
import { HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { LOOKED_THROUGH } from './store.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const worker = openWebhookWorker(ctx, { start: false });

const ALL = ['message.received', 'message.status', 'device.status'];

async function register(shop: Customer, url = 'http://127.0.0.1:9/') {
  const { body } = await shop.api('POST', '/v1/webhooks', { url, events: ALL });
  return { id: Number(body.id), path: `/v1/webhooks/${body.id}`, secret: String(body.secret) };
}

/** Deliveries of the webhook, a minute apart, the last one now. */
async function addDeliveries(
  shop: Customer,
  webhookId: number,
  count: number,
  { type = 'message.status', status = 'delivered', kind = 'event' } = {},
): Promise<number[]> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `with e as (
       insert into events (account_id, type, body, created_at)
       select $1, $3, '{"n":' || n || '}', $7::timestamptz - ($4 - n) * interval '1 minute'
       from generate_series(1, $4::int) n returning id, created_at
     )
     insert into webhook_deliveries (account_id, webhook_id, event_id, status, kind, next_attempt_at, created_at)
     select $1, $2, id, $5, $6, created_at, created_at from e order by id returning id`,
    [shop.account.id, webhookId, type, count, status, kind, ctx.now()],
  );
  return rows.map(({ id }) => id);
}

async function idsOf(shop: Customer, path: string): Promise<number[]> {
  const { body } = await shop.api('GET', path);
  return body.data.map(({ id }: { id: number }) => id);
}

test('the log shows each delivery with its last attempt, and one delivery with all of them and its body', async () => {
  const shop = await service.customer();
  const answers = [500, 503, 204];
  const receiver = await startReceiver((_, response) =>
    response.writeHead(answers.shift() ?? 204).end('tidak sekarang'),
  );
  const hook = await register(shop, receiver.url);
  await shop.api('POST', '/v1/devices', { label: 'Kasir' });
  const begun = ctx.now();
  await worker.runOnce();
  ctx.clock.advance(MINUTE);
  await worker.runOnce();

  const list = await shop.api('GET', `${hook.path}/deliveries`);
  const [item] = list.body.data;
  const one = await shop.api('GET', `${hook.path}/deliveries/${item.id}`);

  const attempt = { duration_ms: expect.any(Number), error: null, automation: null };
  const first = { ...attempt, number: 1, started_at: begun.toISOString(), status_code: 500 };
  const second = { ...attempt, number: 2, started_at: ctx.now().toISOString(), status_code: 503 };
  const { event_id } = JSON.parse(String(receiver.requests[0]?.body));
  const fields = {
    id: item.id,
    webhook_id: hook.id,
    event_id,
    event: 'device.status',
    kind: 'event',
    status: 'pending',
    attempt_count: 2,
    next_attempt_at: expect.stringMatching(/Z$/),
    created_at: begun.toISOString(),
    settled_at: null,
  };
  expect(list.body).toEqual({ data: [{ ...fields, last_attempt: second }], next_cursor: null });
  expect(one.body).toEqual({
    ...fields,
    attempts: [
      { ...first, response: 'tidak sekarang' },
      { ...second, response: 'tidak sekarang' },
    ],
    body: receiver.requests[0]?.body.toString(),
  });
  expect(JSON.stringify([list.body, one.body])).not.toContain(hook.secret);

  ctx.clock.advance(HOUR);
  await worker.runOnce();
  const done = await shop.api('GET', `${hook.path}/deliveries/${item.id}`);
  expect(done.body).toMatchObject({
    status: 'delivered',
    attempt_count: 3,
    next_attempt_at: null,
    settled_at: ctx.now().toISOString(),
  });
});

test('an attempt that got no answer says why', async () => {
  const shop = await service.customer();
  const hook = await register(shop);
  await shop.api('POST', '/v1/devices', { label: 'Kasir' });
  await worker.runOnce();

  const { body } = await shop.api('GET', `${hook.path}/deliveries`);

  expect(body.data[0].last_attempt).toMatchObject({ status_code: null, error: expect.stringMatching(/\w/) });
});

test('every filter leaves what it names, and they work together', async () => {
  const shop = await service.customer();
  const { id, path } = await register(shop);
  const plain = await addDeliveries(shop, id, 3);
  const failed = await addDeliveries(shop, id, 2, { status: 'failed' });
  const held = await addDeliveries(shop, id, 2, { status: 'held', type: 'message.received' });
  const replays = await addDeliveries(shop, id, 2, { kind: 'replay', status: 'failed' });
  const waiting = await addDeliveries(shop, id, 2, { status: 'pending', type: 'message.received' });
  const ago = (minutes: number) => new Date(ctx.now().getTime() - minutes * MINUTE).toISOString();
  const found = async (query: string) =>
    (await idsOf(shop, `${path}/deliveries?${query}`)).toSorted((one, other) => one - other);

  expect(await found('status=delivered')).toEqual(plain);
  expect(await found('status=failed')).toEqual([...failed, ...replays]);
  expect(await found('status=held')).toEqual(held);
  expect(await found('status=pending')).toEqual(waiting);
  expect(await found('kind=replay')).toEqual(replays);
  expect(await found('kind=event&status=failed')).toEqual(failed);
  expect(await found('kind=test')).toEqual([]);
  expect(await found('event=message.received')).toEqual([...held, ...waiting]);
  expect(await found('event=message.received&status=held')).toEqual(held);
  expect(await found(`until=${ago(2)}`)).toEqual([plain[0]]);
  expect(await found(`since=${ago(1)}&status=delivered`)).toEqual(plain.slice(1));
  expect(await found(`since=${ago(1)}&until=${ago(1)}&kind=replay`)).toEqual([replays[0]]);
});

test('pages go from newest to oldest, each delivery once, while others come', async () => {
  const shop = await service.customer();
  const { id, path } = await register(shop);
  const old = await addDeliveries(shop, id, 25);
  // At the same time: the id decides.
  await ctx.pool.query('update webhook_deliveries set created_at = $2 where id = any ($1)', [
    old.slice(10, 20),
    ctx.now(),
  ]);
  const newestFirst = [...old.slice(10, 20), old[24]].sort((one = 0, other = 0) => other - one);
  const rest = [...old.slice(20, 24).reverse(), ...old.slice(0, 10).reverse()];

  const seen: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const next: string = cursor && `&cursor=${cursor}`;
    const { body } = await shop.api('GET', `${path}/deliveries?per_page=7${next}`);
    seen.push(...body.data.map((each: { id: number }) => each.id));
    cursor = body.next_cursor;
    ctx.clock.advance(1);
    await addDeliveries(shop, id, 1);
  }

  expect(seen).toEqual([...newestFirst, ...rest]);
});

test('what is rare among very many is found page by page, none lost and none twice', async () => {
  const shop = await service.customer();
  const { id, path } = await register(shop);
  const [oldest] = await addDeliveries(shop, id, 1, { type: 'device.status' });
  await ctx.pool.query('update webhook_deliveries set created_at = $2 where id = $1', [
    oldest,
    new Date(ctx.now().getTime() - 1000 * HOUR),
  ]);
  await addDeliveries(shop, id, LOOKED_THROUGH + 5);
  const [newest] = await addDeliveries(shop, id, 1, { type: 'device.status' });

  const first = await shop.api('GET', `${path}/deliveries?event=device.status`);
  await addDeliveries(shop, id, 10);
  const second = await shop.api(
    'GET',
    `${path}/deliveries?event=device.status&cursor=${first.body.next_cursor}`,
  );

  expect(first.body.data).toMatchObject([{ id: newest }]);
  expect(second.body).toMatchObject({ data: [{ id: oldest }], next_cursor: null });
});

test.each([
  ['status=ready', 'status'],
  ['status=', 'status'],
  ['status=failed&status=held', 'status'],
  ['event=message.forwarded', 'event'],
  ['kind=retry', 'kind'],
  ['since=yesterday', 'since'],
  ['since=2025-02-30T00:00:00Z', 'since'],
  ['since=0000-01-01T00:00:00Z', 'since'],
  ['until=2025-11-21', 'until'],
  ['since=2025-11-22T00:00:00Z&until=2025-11-21T00:00:00Z', 'until'],
  ['per_page=0', 'per_page'],
  ['per_page=1.5', 'per_page'],
  ['per_page=many', 'per_page'],
  ['cursor=', 'cursor'],
  ['cursor=1', 'cursor'],
  ['cursor=zzzzzzzzzz-1', 'cursor'],
  ['cursor=1-99999999999', 'cursor'],
  ["cursor=1-1'--", 'cursor'],
  ['cursor=%00', 'cursor'],
])('refuses %s', async (query, field) => {
  const shop = await service.customer();
  const { path } = await register(shop);

  const { status, body } = await shop.api('GET', `${path}/deliveries?${query}`);

  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});

test('more than 200 per page is read as 200, and any cursor of the form is a place', async () => {
  const shop = await service.customer();
  const { id, path } = await register(shop);
  await addDeliveries(shop, id, 201);

  const page = await shop.api('GET', `${path}/deliveries?per_page=100000`);
  const end = await shop.api('GET', `${path}/deliveries?cursor=0-0`);
  const far = await shop.api('GET', `${path}/deliveries?cursor=zzzzzzzzz-zzzzzzzzzz&per_page=1`);

  expect(page.body.data).toHaveLength(200);
  expect(end.body).toEqual({ data: [], next_cursor: null });
  expect(far.body.data).toHaveLength(1);
});

test('a delivery is found in its own webhook only, and in its own account only', async () => {
  const shop = await service.customer();
  const stranger = await service.customer();
  const hook = await register(shop);
  const beside = await register(shop);
  const theirs = await register(stranger);
  const [delivery] = await addDeliveries(shop, hook.id, 1);
  const [foreign] = await addDeliveries(stranger, theirs.id, 1);

  const calls: [Customer, string][] = [
    [shop, `${hook.path}/deliveries/${delivery}`],
    [shop, `${beside.path}/deliveries/${delivery}`],
    [shop, `${hook.path}/deliveries/${foreign}`],
    [shop, `${theirs.path}/deliveries/${foreign}`],
    [stranger, `${hook.path}/deliveries/${delivery}`],
    [stranger, `${hook.path}/deliveries`],
    [shop, `${hook.path}/deliveries/x`],
    [shop, '/v1/webhooks/x/deliveries/1'],
    [shop, `${hook.path}/deliveries/9007199254740993`],
  ];

  const answers = await Promise.all(calls.map(([who, path]) => who.api('GET', path)));

  expect(answers.map(({ status, body }) => body.error ?? status)).toEqual([
    200,
    'delivery_not_found',
    'delivery_not_found',
    'webhook_not_found',
    'webhook_not_found',
    'webhook_not_found',
    'delivery_not_found',
    'webhook_not_found',
    'delivery_not_found',
  ]);
});

test('a removed webhook takes its log along', async () => {
  const shop = await service.customer();
  const { id, path } = await register(shop);
  await addDeliveries(shop, id, 1);
  await shop.api('DELETE', path);

  const { status, body } = await shop.api('GET', `${path}/deliveries`);

  expect([status, body.error]).toEqual([404, 'webhook_not_found']);
});
