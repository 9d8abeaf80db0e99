import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { BUDI, PHONE_ID, TOKEN } from '../../../../../sandbox/graph/test-cloud.ts';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import { credentials, startOfficialBench } from '../../../../../test/harness/official-bench.ts';
import { connectedSession, injectFault, messageOf } from '../../../../../test/harness/official-session.ts';
import { until } from '../../../../../test/harness/until.ts';

test('a message has the number with a plus, and our id', async () => {
  const { bench, session } = await connectedSession();
  const sent = messageOf(bench);

  await session.send(sent);

  const { body } = await bench.cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages`);
  expect(body.data).toMatchObject([{ to: BUDI, biz_opaque_callback_data: sent.waMessageId }]);
  const calls = await bench.cloud.get('/sandbox/cloud/requests?call=messages');
  expect(JSON.stringify(calls.body.data)).toContain(BUDI);
});

test.each([
  ['a lost answer', { accept_then_drop: true }],
  ['a reset connection', { reset: true }],
  ['an error page of a proxy', { http_status: 502, raw_body: '<html>Bad gateway</html>' }],
  ['a success without an id', { http_status: 200, raw_body: '{"messages":[]}' }],
  [
    'a success with an id that fits no index',
    { http_status: 200, raw_body: JSON.stringify({ messages: [{ id: 'x'.repeat(513) }] }) },
  ],
])('after %s the outcome is unknown', async (_name, effect) => {
  const { bench, session } = await connectedSession();
  await injectFault(bench, effect);

  expect(await session.send(messageOf(bench))).toMatchObject({ outcome: 'unknown', code: 'outcome_unknown' });
});

test('a refused TCP connection means not written', async () => {
  const { bench, session } = await connectedSession();
  await bench.cloud.current.stop();

  expect(await session.send(messageOf(bench))).toMatchObject({ outcome: 'not_written' });
});

test.each([
  [190, { type: 'logged_out', reason: 'token_refused' }],
  [10, { type: 'logged_out', reason: 'token_refused' }],
  [131005, { type: 'logged_out', reason: 'token_refused' }],
  [133010, { type: 'logged_out', reason: 'number_not_registered' }],
  [368, { type: 'banned', reason: 'banned' }],
  [131031, { type: 'banned', reason: 'banned' }],
] as const)('code %i ends the session once, even when several messages get it', async (code, event) => {
  const { bench, host, session } = await connectedSession();
  await injectFault(bench, { code, count: null });

  const outcomes = await Promise.all([1, 2, 3].map(() => session.send(messageOf(bench))));

  await host.event(event.type);
  expect(outcomes).toMatchObject(Array(3).fill({ outcome: 'not_written', code: 'not_connected' }));
  expect(host.events.slice(1)).toEqual([event]);
  expect(await session.send(messageOf(bench))).toMatchObject({ code: 'not_connected' });
});

test('a token that is stored while the session ends connects it again', async () => {
  const { bench, host, session } = await connectedSession();
  const stored = [credentials(), credentials('EAAGnext')];
  host.store.loadCreds = async () => stored.shift() ?? null;
  await bench.cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/tokens`, {
    access_token: 'EAAGnext',
    revoke_others: true,
  });

  const refused = await session.send(messageOf(bench));
  await until(async () => (await session.send(messageOf(bench))).outcome === 'written');

  expect(refused).toMatchObject({ outcome: 'not_written', code: 'not_connected' });
  expect(host.events.map(({ type }) => type)).toEqual(['connected', 'healthy']);
});

test('no log line contains the token or a phone number', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  const { bench, host, session } = await connectedSession({ log, healthMs: 5 });
  await injectFault(bench, { call: 'any', code: 190, count: null });

  await session.send(messageOf(bench));
  await host.event('logged_out');

  expect(lines.join('')).not.toContain(TOKEN);
  expect(lines.join('')).not.toContain(BUDI);
});

test('a session without credentials reports logged_out', async () => {
  const bench = await startOfficialBench();
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();

  bench.driver.open(host).connect();

  expect(await host.event('logged_out')).toMatchObject({ reason: 'credentials_missing' });
});
