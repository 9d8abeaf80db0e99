import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../test/harness/conversations.ts';
import { insertEvents } from '../../../test/harness/events.ts';
import { keyOf, listeningService, makeLive, readStream } from '../../../test/harness/live-stream.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { openTransaction } from '../../../test/harness/transaction.ts';
import { until } from '../../../test/harness/until.ts';

const now = () => new Date();
const ctx = await testContext({ cleanup: afterAll, parts: { now } });
const other = await testContext({ cleanup: afterAll, databaseUrl: ctx.databaseUrl, parts: { now } });
const [one, two] = [await listeningService(ctx), await listeningService(other)];
const receive = receiver(ctx);

async function shop({ isLive = true } = {}) {
  const account = await insertAccount(ctx);
  if (isLive) await makeLive(ctx, account.id);
  const device = await insertDevice(ctx, account);
  const { headers, id } = await keyOf(ctx, account.id);
  const status = (n: number, pool = ctx.pool) =>
    insertEvents(pool, [
      {
        account_id: account.id,
        type: 'message.status',
        body: `{"event":"message.status","device_uuid":"${device.device_uuid}","n":${n}}`,
        created_at: now(),
      },
    ]);
  return { account, device, headers, keyId: id, status };
}

const numbers = (events: { event: string; data: { n?: number } }[]) =>
  events.flatMap(({ data }) => data.n ?? []);

test('a stream has the bytes of the webhook, the conversation as the API shows it, and its timeline', async () => {
  const { account, device, headers } = await shop();
  const stream = await readStream(one.url, headers);

  await receive(inbound(device, '6281200000001', { body: 'Halo "kak"\nada?' }));

  const received = await stream.get('message.received');
  const { rows } = await ctx.pool.query('select body from events where account_id = $1', [account.id]);
  expect(received.text).toBe(rows[0].body);
  const [{ conversation_uuid: uuid = '' } = {}] = await conversationsOf(ctx, account);
  const changed = await stream.get('conversation.changed', ({ unread }) => unread === 1);
  const shown = await one.http.inject({ url: `/v1/conversations/${uuid}`, headers });
  expect(changed.data).toEqual(shown.json());
  const entry = await stream.get('conversation.event');
  expect(entry.data).toMatchObject({ conversation_id: uuid, kind: 'opened', actor: 'customer' });
  const ids = stream.events.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('a transaction that is held open while others commit loses nothing, on any process', async () => {
  const { headers, status } = await shop();
  const streams = [await readStream(one.url, headers), await readStream(two.url, headers)];
  const held = await openTransaction(other.db);
  await status(1, { query: (text: string, values: unknown[]) => held.tx.query({ text }, values) } as never);
  await status(2);
  for (const stream of streams) await stream.get('message.status', ({ n }) => n === 2);

  await held.commit();

  for (const stream of streams) {
    await stream.get('message.status', ({ n }) => n === 1);
    expect(numbers(stream.events)).toEqual([2, 1]);
  }
  const ids = streams.map(({ events }) => events.map(({ id }) => id));
  expect(ids[0]).toEqual(ids[1]);
});

test('positions are dense when several processes give them at once', async () => {
  const { account, headers, status } = await shop();
  const streams = await Promise.all([one, two, one].map(({ url }) => readStream(url, headers)));

  await Promise.all(
    Array.from({ length: 300 }, (_, n) => status(n + 1, n % 2 === 0 ? ctx.pool : other.pool)),
  );

  for (const stream of streams) await until(() => numbers(stream.events).length === 300);
  const all = Array.from({ length: 300 }, (_, n) => n + 1);
  for (const stream of streams) {
    expect(numbers(stream.events).toSorted((a, b) => a - b)).toEqual(all);
    const ids = stream.events.flatMap(({ id, event }) => (event === 'message.status' ? Number(id) : []));
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids);
  }
  const { rows } = await ctx.pool.query(
    `select count(*)::int as rows, max(position)::int as last from stream_log where account_id = $1`,
    [account.id],
  );
  expect(rows[0].rows).toBe(rows[0].last);
});

test('a client that connects again gets what it has missed, and then what is new', async () => {
  const { headers, status } = await shop();
  const first = await readStream(one.url, headers);
  await status(1);
  const { id } = await first.get('message.status');
  first.close();
  await first.ended;
  for (let n = 2; n <= 120; n += 1) await status(n);

  const again = await readStream(two.url, { ...headers, 'last-event-id': id });
  await again.get('message.status', ({ n }) => n === 120);
  await status(121);
  await again.get('message.status', ({ n }) => n === 121);

  expect(numbers(again.events)).toEqual(Array.from({ length: 120 }, (_, n) => n + 2));
  const query = await readStream(one.url, headers, `/v1/stream?last_event_id=${id}`);
  await until(() => numbers(query.events).length === 120);
});

test.each(['999999', '0', 'abc', '-1', '9'.repeat(90)])(
  'a client with the id %s, which no log has, reads its lists again and then gets what is new',
  async (lastId) => {
    const { account, headers, status } = await shop();
    const first = await readStream(one.url, headers);
    await status(1);
    await first.get('message.status');
    await ctx.pool.query('update stream_accounts set forgotten = 1 where account_id = $1', [account.id]);

    const stream = await readStream(one.url, { ...headers, 'last-event-id': lastId });
    await status(2);
    await stream.get('message.status');

    const kinds = stream.events.map(({ event, data }) => data.n ?? event);
    expect(kinds).toEqual(['resync', 2]);
  },
);

test('after the first stream, clients read again when no older transaction can commit any more', async () => {
  const { account, headers, status } = await shop({ isLive: false });
  const unseeing = await openTransaction(other.db);
  await status(1, {
    query: (text: string, values: unknown[]) => unseeing.tx.query({ text }, values),
  } as never);
  const stream = await readStream(one.url, headers);
  await status(2);
  await stream.get('message.status');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const before = stream.events.map(({ event }) => event);

  await unseeing.commit();

  await stream.get('resync');
  expect(before).toEqual(['message.status']);
  const { rows } = await ctx.pool.query('select live_xid from stream_accounts where account_id = $1', [
    account.id,
  ]);
  expect(rows).toEqual([{ live_xid: null }]);
});
