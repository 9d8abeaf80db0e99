import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertEvents } from '../../../test/harness/events.ts';
import { keyOf, listeningService, makeLive, readStream } from '../../../test/harness/live-stream.ts';
import { longTest } from '../../../test/harness/long-test.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { until } from '../../../test/harness/until.ts';

const now = () => new Date();
const ctx = await testContext({ cleanup: afterAll, parts: { now } });
const other = await testContext({ cleanup: afterAll, databaseUrl: ctx.databaseUrl, parts: { now } });
const [one, two] = [await listeningService(ctx), await listeningService(other)];
const stopping = await listeningService(other);

async function shop() {
  const { id } = await insertAccount(ctx);
  const { headers } = await keyOf(ctx, id);
  await makeLive(ctx, id);
  const write = (count: number, text = '') =>
    insertEvents(
      ctx.pool,
      Array.from({ length: count }, (_, n) => ({
        account_id: id,
        type: 'message.status',
        body: JSON.stringify({ n: n + 1, text }),
        created_at: now(),
      })),
    );
  const openStreams = async (): Promise<number> =>
    (await ctx.pool.query('select from stream_clients where account_id = $1', [id])).rowCount ?? 0;
  return { id, headers, write, openStreams };
}

test.each<[string, string]>([
  ['a revoked key', `update api_keys set revoked_at = now() where account_id = $1`],
  ['an expired key', `update api_keys set expires_at = now() where account_id = $1`],
  ['a suspended account', `update accounts set status = 'suspended' where id = $1`],
])('the stream of %s ends within a second, on every process', async (_, end) => {
  const { id, headers, openStreams } = await shop();
  const streams = [await readStream(one.url, headers), await readStream(two.url, headers)];

  const started = performance.now();
  await ctx.pool.query(end, [id]);
  await Promise.all(streams.map(({ ended }) => ended));

  expect(performance.now() - started).toBeLessThan(1_000);
  await until(async () => (await openStreams()) === 0);
});

test('a key that only sends opens no stream, and one that reads does', async () => {
  const { id } = await shop();
  const [send, read] = [await keyOf(ctx, id, 'send'), await keyOf(ctx, id, 'read')];

  const refused = await readStream(one.url, send.headers).catch((error) => error);

  expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
  expect((await readStream(one.url, read.headers)).events).toEqual([]);
});

test('a key has ten streams over all processes, and a closed or lost one makes room', async () => {
  const { headers, id, openStreams } = await shop();
  const streams = await Promise.all(
    Array.from({ length: 10 }, (_, n) => readStream(n % 2 ? one.url : two.url, headers)),
  );

  const refused = await readStream(one.url, headers).catch((error) => error);
  const neighbour = await readStream(one.url, (await keyOf(ctx, id)).headers);
  streams[0]?.close();
  await until(async () => (await openStreams()) === 10);
  const next = await readStream(two.url, headers);
  await ctx.pool.query(
    `update stream_clients set seen_at = now() - interval '31 seconds' where account_id = $1`,
    [id],
  );
  const last = await readStream(one.url, headers);

  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
    503,
    '1',
    {
      error: 'service_unavailable',
      message: 'This key or user has 10 open streams. Close one, then open the next.',
    },
  ]);
  expect([neighbour, next, last].map(({ events }) => events)).toEqual([[], [], []]);
});

longTest('an account has a hundred streams over all processes', async () => {
  const { headers, id } = await shop();
  const rows = Array.from({ length: 100 }, () => randomUUID());
  await ctx.pool.query(
    `insert into stream_clients (account_id, client_uuid, caller, seen_at)
     select $1, client, 'key ' || client, now() from unnest($2::uuid[]) client`,
    [id, rows],
  );

  const refused = await readStream(one.url, headers).catch((error) => error);

  expect([refused.status, refused.body.message]).toEqual([
    503,
    'This account has 100 open streams. Close one, then open the next.',
  ]);
});

longTest('a client that does not read delays no other client, and goes on when it reads', async () => {
  const { headers, write } = await shop();
  const socket = connect(Number(new URL(one.url).port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /v1/stream HTTP/1.1\r\nhost: a\r\nauthorization: ${headers.authorization}\r\n\r\n`);
  const reader = await readStream(one.url, headers);
  for (let round = 1; round <= 10; round += 1) {
    await write(20, 'x'.repeat(60_000));
    await until(() => reader.events.length >= round * 20);
  }

  let seen = '';
  socket.on('data', (chunk) => {
    seen = (seen + chunk).slice(-200_000);
  });
  socket.resume();
  await write(1, 'last');
  await until(() => reader.events.length === 201);

  await until(() => seen.includes('"text":"last"'));
  expect(reader.events).toHaveLength(201);
});

test('a stop of the gateway ends streams at once', async () => {
  const { headers } = await shop();
  const stream = await readStream(stopping.url, headers);

  const started = performance.now();
  await stopping.http.close();
  await stream.ended;

  expect(performance.now() - started).toBeLessThan(500);
});

test.each(['HEAD', 'POST'] as const)('%s is no method of a stream', async (method) => {
  const { headers } = await shop();

  const answer = await one.http.inject({ method, url: '/v1/stream', headers });

  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET']);
});
