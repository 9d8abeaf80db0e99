import { expect, test } from 'vitest';
import { BUDI } from '../../../../../sandbox/graph/test-cloud.ts';
import { connectedSession, injectFault, messageOf } from '../../../../../test/harness/official-session.ts';

test.each([
  [131016, { outcome: 'not_written', code: '131016' }],
  [80007, { outcome: 'not_written', code: '80007', pause: { scope: 'device' } }],
  [130429, { outcome: 'not_written', code: '130429', pause: { scope: 'device' } }],
  [131056, { outcome: 'not_written', code: '131056', pause: { scope: 'recipient', ms: 6_000 } }],
  [1, { outcome: 'not_written', code: '1', fewTries: true }],
  [131047, { outcome: 'refused', code: '131047', byProvider: true }],
])('code %i decides the outcome of the message', async (code, outcome) => {
  const { bench, host, session } = await connectedSession();
  await injectFault(bench, { code });

  expect(await session.send(messageOf(bench))).toMatchObject(outcome);
  expect(host.events.filter(({ type }) => type !== 'healthy')).toHaveLength(1);
});

test.each([
  [131048, 'spam'],
  [131064, 'templates'],
  [131042, 'payment'],
  [131037, 'display_name'],
] as const)('code %i restricts the number: messages wait, and one event reports it', async (code, reason) => {
  const { bench, host, session } = await connectedSession();
  await injectFault(bench, { code, count: 3 });
  const send = () => session.send(messageOf(bench));

  const outcomes = [await send(), ...(await Promise.all([send(), send()]))];

  const pause = { scope: 'restriction', ms: 600_000 };
  expect(outcomes).toMatchObject(Array(3).fill({ outcome: 'not_written', code: String(code), pause }));
  expect(host.events.slice(1)).toEqual([{ type: 'restricted', reason, until: null }]);
});

test('an accepted message does not end a restriction: the provider may refuse it later', async () => {
  const { bench, host, session } = await connectedSession();
  await injectFault(bench, { code: 131048, retry_after_seconds: 90 });
  await session.send(messageOf(bench));

  const accepted = await session.send(messageOf(bench));

  expect(accepted.outcome).toBe('written');
  expect(host.events.filter(({ type }) => type.endsWith('restricted'))).toEqual([
    { type: 'restricted', reason: 'spam', until: expect.any(Date) },
  ]);
});

test('messages to one refused recipient wait longer each time; other recipients do not wait', async () => {
  const { bench, session } = await connectedSession();
  await injectFault(bench, { code: 131056, count: 3, recipient: BUDI });
  const waits = [];

  for (let attempt = 0; attempt < 3; attempt += 1) waits.push(await session.send(messageOf(bench)));
  const other = await session.send(messageOf(bench, { to: '6281234560000' }));
  await session.send(messageOf(bench));
  await injectFault(bench, { code: 131056, recipient: BUDI });
  const afterSuccess = await session.send(messageOf(bench));

  const pauses = [...waits, afterSuccess].map((outcome) =>
    outcome.outcome === 'not_written' ? outcome.pause?.ms : outcome,
  );
  expect(pauses).toEqual([6_000, 6_000, 16_000, 6_000]);
  expect(other.outcome).toBe('written');
});

test('a wait named by the provider is the pause of the device', async () => {
  const { bench, session } = await connectedSession();
  await injectFault(bench, { code: 130429, retry_after_seconds: 7 });

  expect(await session.send(messageOf(bench))).toMatchObject({ pause: { scope: 'device', ms: 7_000 } });
});
