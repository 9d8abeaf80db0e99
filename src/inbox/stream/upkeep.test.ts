import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertEvents } from '../../../test/harness/events.ts';
import { keyOf, listeningService, makeLive, readStream } from '../../../test/harness/live-stream.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { until } from '../../../test/harness/until.ts';
import { LOG, tidyStreams } from './upkeep.ts';

const now = () => new Date();
const ctx = await testContext({ cleanup: afterAll, parts: { now } });
const { url } = await listeningService(ctx);

async function shop() {
  const { id } = await insertAccount(ctx);
  const { headers } = await keyOf(ctx, id);
  await makeLive(ctx, id);
  const write = () => {
    const event = { account_id: id, type: 'message.status', body: '{"n":1}', created_at: now() };
    return insertEvents(ctx.pool, [event, event, event]);
  };
  const query = async (text: string) => (await ctx.pool.query(text, [id])).rows;
  const noStreams = () =>
    until(async () => (await query('select from stream_clients where account_id = $1')).length === 0);
  const closed = async () => {
    const stream = await readStream(url, headers);
    stream.close();
    await noStreams();
  };
  const left = () =>
    query(`select (select count(*)::int from event_backlog where consumer = 'stream' and account_id = $1) as backlog,
      (select count(*)::int from stream_log where account_id = $1) as log, is_live, forgotten, last_position
      from stream_accounts where account_id = $1`);
  return { id, headers, write, query, closed, left, noStreams };
}

test('changes get their positions while no stream is open, so that a client can resume', async () => {
  const { headers, write, closed, left } = await shop();
  await closed();
  await write();

  await tidyStreams(ctx);
  const kept = await left();
  const stream = await readStream(url, { ...headers, 'last-event-id': '0' });
  await until(() => stream.events.length === 3);

  expect(kept).toMatchObject([{ backlog: 0, is_live: true }]);
  expect(stream.events.map(({ event }) => event)).not.toContain('resync');
});

test.each<[string, string]>([
  [
    'too old',
    `update stream_log set logged_at = now() - interval '${LOG.hours + 1} hours' where account_id = $1`,
  ],
  [
    'too many',
    `update stream_accounts set last_position = last_position + ${LOG.rows} where account_id = $1`,
  ],
])('rows of the log that are %s go, and no client resumes from them', async (_, age) => {
  const { headers, write, query, closed, left } = await shop();
  await closed();
  await write();
  await tidyStreams(ctx);
  await query(age);

  await tidyStreams(ctx);
  const kept = await left();
  const stream = await readStream(url, { ...headers, 'last-event-id': '1' });

  expect(kept).toMatchObject([{ log: 0 }]);
  await stream.get('resync');
});

test('an account without a stream for some days notes nothing more, and starts again without a reused id', async () => {
  const { headers, write, query, closed, left, noStreams } = await shop();
  await closed();
  await write();
  await tidyStreams(ctx);
  const [{ last_position: last }] = await left();
  const age = `update stream_accounts set streamed_at = now() - interval '4 days' where account_id = $1`;
  const open = await readStream(url, headers);
  await query(age);
  await tidyStreams(ctx);
  const [whileOpen] = await left();
  open.close();
  await noStreams();

  await query(age);
  await tidyStreams(ctx);
  await write();
  const ended = await left();
  const stream = await readStream(url, { ...headers, 'last-event-id': '1' });
  await write();
  const { id } = await stream.get('message.status');

  expect(whileOpen.is_live).toBe(true);
  expect(ended).toMatchObject([{ backlog: 0, log: 0, is_live: false }]);
  expect(stream.events[0]?.event).toBe('resync');
  expect(Number(id)).toBeGreaterThan(Number(last));
});
