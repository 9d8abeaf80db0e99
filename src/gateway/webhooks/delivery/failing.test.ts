import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testConfig, testContext } from '../../../../test/harness/context.ts';
import { type Respond, startReceiver } from '../../../../test/harness/receiver.ts';
import { type WebhookAccount, webhookAccount } from '../../../../test/harness/webhook-account.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { sendTestEvent } from '../replay/replay.ts';
import { MAX_FAILURES } from '../schema.ts';
import { fanOutFirst } from './fan-out-store.ts';
import { createResultWriter } from './result-writer.ts';
import { type AttemptResult, claimDue, findPending, writeResults } from './store.ts';

const file = await testContext({ cleanup: afterAll });

const COUNTING = { max: MAX_FAILURES, onlyExhausted: false };
const HEALTHY = { status: 'enabled', failing_since: null, last_error: null };
const BROKEN = 'The endpoint answered 500. Only 2xx is a receipt.';

/** An endpoint that answers with the status that the test sets. */
async function endpoint(status: number) {
  const answer = { status, body: 'token=rahasia' };
  const respond: Respond = (_, response) => response.writeHead(answer.status).end(answer.body);
  return { answer, receiver: await startReceiver(respond) };
}

/** One event, and one round of the worker. */
async function deliverOne(shop: WebhookAccount): Promise<void> {
  await shop.event('message.status');
  await shop.worker.runOnce();
}

/** The results of claimed deliveries, in the order of the claim. Each test sets the status and the start. */
async function claimed(shop: WebhookAccount, count: number) {
  for (let n = 0; n < count; n += 1) await shop.event('message.status');
  const now = shop.ctx.now();
  await fanOutFirst(shop.ctx.db, { events: 100, now });
  const { due } = await findPending(shop.ctx.db, null, 100, now);
  const grants = due.map((one) => ({ ...one, slots: 100 }));
  const deliveries = await claimDue(shop.ctx.db, grants, now, new Date(now.getTime() + 25 * SECOND));
  const result = (n: number, started_at: Date, status_code: number): AttemptResult => {
    const delivery = deliveries[n];
    if (!delivery) throw new Error('not claimed');
    const ok = status_code === 200;
    return {
      delivery_id: delivery.id,
      claim_id: delivery.claim_id,
      status: ok ? 'delivered' : 'pending',
      retry_at: ok ? null : new Date(now.getTime() + MINUTE),
      started_at,
      duration_ms: 1,
      status_code,
      error: null,
      response_excerpt: 'token=rahasia',
      automation: null,
    };
  };
  const write = (...results: AttemptResult[]) => writeResults(shop.ctx.db, results, COUNTING, now);
  return { result, write };
}

const after = (shop: WebhookAccount, seconds: number) =>
  new Date(shop.ctx.now().getTime() + seconds * SECOND);

test('a webhook says since when it fails and why, until a delivery succeeds', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { answer, receiver } = await endpoint(500);
  await shop.register(receiver.url);
  const before = await shop.webhooks();
  const since = shop.ctx.now();

  await deliverOne(shop);
  const failed = await shop.webhooks();
  shop.ctx.clock.advance(10 * SECOND);
  answer.status = 302;
  await deliverOne(shop);
  const again = await shop.webhooks();
  answer.status = 204;
  await deliverOne(shop);

  expect(before).toMatchObject([HEALTHY]);
  expect(failed).toMatchObject([{ failing_since: since, last_error: BROKEN }]);
  expect(again).toMatchObject([
    { failing_since: since, last_error: expect.stringContaining('answered 302.') },
  ]);
  expect(JSON.stringify([failed, again])).not.toContain('rahasia');
  expect(await shop.webhooks()).toMatchObject([{ ...HEALTHY, failure_count: 2 }]);
});

test('an endpoint without an answer says why in one bounded line', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/hook?token=rahasia');

  await deliverOne(shop);

  expect(await shop.webhooks()).toMatchObject([
    { last_error: 'connect_failed: The connection could not be established. (ECONNREFUSED)' },
  ]);
});

test('a success of a healthy webhook writes no row of the webhook', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { receiver } = await endpoint(200);
  await shop.register(receiver.url);
  const version = async () => (await shop.ctx.pool.query('select xmin, ctid from webhooks')).rows;
  const before = await version();

  await deliverOne(shop);

  expect(receiver.requests).toHaveLength(1);
  expect(await version()).toEqual(before);
});

test('of the results of one batch, the attempt that started last decides', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  const { result, write } = await claimed(shop, 7);

  await write(result(0, after(shop, 1), 500), result(1, after(shop, 3), 200), result(2, after(shop, 2), 503));
  const healthy = await shop.webhooks();
  await write(result(3, after(shop, 4), 500));
  await write(result(4, after(shop, 7), 503), result(5, after(shop, 5), 200), result(6, after(shop, 6), 500));

  expect(healthy).toMatchObject([{ ...HEALTHY, failure_count: 2 }]);
  expect(await shop.webhooks()).toMatchObject([
    { failure_count: 5, failing_since: after(shop, 6), last_error: expect.stringContaining('503') },
  ]);
});

test('a result that another process writes late does not undo what a later attempt found', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  const { result, write } = await claimed(shop, 5);

  await write(result(0, after(shop, 2), 500));
  await write(result(1, after(shop, 1), 200));
  const failing = await shop.webhooks();
  await write(result(2, after(shop, 4), 200));
  await write(result(3, after(shop, 3), 500));
  const healthy = await shop.webhooks();
  await write(result(4, after(shop, 5), 500));

  expect(failing).toMatchObject([{ failing_since: after(shop, 2), last_error: BROKEN }]);
  expect(healthy).toMatchObject([{ ...HEALTHY, failure_count: 2 }]);
  expect(await shop.webhooks()).toMatchObject([{ failure_count: 3, failing_since: after(shop, 5) }]);
});

test('results that processes write at the same moment leave both fields set or both null', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  const { result, write } = await claimed(shop, 40);

  await Promise.all(
    Array.from({ length: 40 }, (_, n) => write(result(n, after(shop, n), n % 5 === 0 ? 500 : 200))),
  );
  const [mixed] = await shop.webhooks();
  const next = await claimed(shop, 1);
  await next.write(next.result(0, after(shop, 60), 200));

  expect(mixed?.failure_count).toBe(8);
  expect(mixed?.failing_since === null).toBe(mixed?.last_error === null);
  expect(await shop.webhooks()).toMatchObject([{ ...HEALTHY, failure_count: 8 }]);
});

test('a disabled webhook keeps its reason, and a new registration of its URL is healthy', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { receiver } = await endpoint(500);
  await shop.register(receiver.url);
  await shop.ctx.pool.query('update webhooks set failure_count = 8');
  const { result, write } = await claimed(shop, 5);

  await write(result(0, after(shop, 1), 500));
  await write(result(1, after(shop, 2), 503), result(2, after(shop, 3), 200));
  await write(result(3, after(shop, 4), 200));
  await write(result(4, after(shop, 5), 500));
  await shop.register(receiver.url);

  const reason = { failing_since: after(shop, 1), last_error: expect.stringContaining('503') };
  expect(await shop.webhooks()).toMatchObject([
    { status: 'disabled', failure_count: 10, ...reason },
    { ...HEALTHY, failure_count: 0 },
  ]);
});

test('a late failure that disables the webhook gives its reason', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  await shop.ctx.pool.query('update webhooks set failure_count = 8');
  const { result, write } = await claimed(shop, 3);

  await write(result(0, after(shop, 1), 500));
  await write(result(1, after(shop, 3), 200));
  await write(result(2, after(shop, 2), 503));

  expect(await shop.webhooks()).toMatchObject([
    { status: 'disabled', failing_since: after(shop, 2), last_error: expect.stringContaining('503') },
  ]);
});

test('a failed test changes nothing, and a test that succeeds shows that the endpoint works again', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { answer, receiver } = await endpoint(500);
  const { id } = await shop.register(receiver.url);
  const tryOut = async () => {
    await sendTestEvent(shop.ctx, { id: shop.id }, id);
    await shop.worker.runOnce();
  };

  await tryOut();
  const untouched = await shop.webhooks();
  await deliverOne(shop);
  const failing = await shop.webhooks();
  answer.status = 200;
  await tryOut();

  expect(untouched).toMatchObject([HEALTHY]);
  expect(failing).toMatchObject([{ last_error: BROKEN }]);
  expect(await shop.webhooks()).toMatchObject([{ ...HEALTHY, failure_count: 1 }]);
});

test('where only deliveries without a retry left count, the first failed attempt already shows', async () => {
  const config = testConfig({ KURIR_WEBHOOK_FAILURES: 'exhausted' });
  const shop = await webhookAccount({ ctx: file, parts: { config } });
  const { receiver } = await endpoint(500);
  await shop.register(receiver.url);

  await deliverOne(shop);

  expect(await shop.webhooks()).toMatchObject([{ failure_count: 0, last_error: BROKEN }]);
});

test('the log says since when and why: at the fifth, seventh and ninth failure, and at the end', async () => {
  const lines: string[] = [];
  const shop = await webhookAccount({ ctx: file, logLines: lines });
  const { receiver } = await endpoint(500);
  await shop.register(receiver.url);
  const since = shop.ctx.now().toISOString();

  for (let count = 0; count < MAX_FAILURES; count += 1) await deliverOne(shop);

  const warnings = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'webhook.failing' || msg === 'webhook.disabled');
  const why = { level: 40, failing_since: since, last_error: BROKEN };
  expect(warnings).toMatchObject([
    { ...why, msg: 'webhook.failing', failure_count: 5 },
    { ...why, msg: 'webhook.failing', failure_count: 7 },
    { ...why, msg: 'webhook.failing', failure_count: 9 },
    { ...why, msg: 'webhook.disabled', failure_count: 10 },
  ]);
  expect(JSON.stringify(warnings)).not.toContain('rahasia');
});

test('the audit log has the same warnings, written with the count', async () => {
  const shop = await webhookAccount({ ctx: file });
  const { receiver } = await endpoint(500);
  const { id } = await shop.register(receiver.url);
  const failing_since = shop.ctx.now().toISOString();

  for (let count = 0; count < MAX_FAILURES + 2; count += 1) await deliverOne(shop);

  const system = { actor: 'system', actor_id: null, address: null, target: `${id}` };
  const entry = (action: string, failure_count: number) => ({
    ...system,
    action,
    detail: { failure_count, failing_since, last_error: BROKEN },
  });
  expect((await auditEntries(shop.ctx, shop.id)).slice(1)).toMatchObject([
    entry('webhook.failing', 5),
    entry('webhook.failing', 7),
    entry('webhook.failing', 9),
    entry('webhook.disabled', 10),
  ]);
});

test('a warning that cannot be written to the audit log is not counted either', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  const { result } = await claimed(shop, 5);
  const refuse = failOn(shop.ctx.db, 'audit.insert');
  const writer = createResultWriter({ ...shop.ctx, db: refuse }, new AbortController().signal, () => {});

  await Promise.all([0, 1, 2, 3, 4].map((n) => writer.add(result(n, after(shop, 0), 500))));

  const [webhook] = await shop.webhooks();
  expect(webhook?.failure_count).toBeLessThan(5);
});

/** The same database, on which this statement fails. */
function failOn(db: Db, name: string): Db {
  const guarded = (inner: Db): Db => ({
    query: async (statement, values) => {
      if (statement.name === name) throw new Error('no disk');
      return inner.query(statement, values);
    },
    transaction: (work) => inner.transaction((tx) => work({ ...tx, ...guarded(tx) })),
  });
  return guarded(db);
}

test('a refused answer text does not hide the failure', async () => {
  const shop = await webhookAccount({ ctx: file });
  await shop.register('http://127.0.0.1:9/');
  const { result } = await claimed(shop, 1);
  const writer = createResultWriter(shop.ctx, new AbortController().signal, () => {});

  await writer.add({ ...result(0, after(shop, 0), 500), response_excerpt: 'a\0b' });

  expect(await shop.webhooks()).toMatchObject([{ failure_count: 1, last_error: BROKEN }]);
});
