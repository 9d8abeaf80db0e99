import { expect, onTestFinished, test } from 'vitest';
import {
  CUSTOMER,
  goOnline,
  NUMBER,
  startEconomyBench,
  textTo,
} from '../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../test/harness/memory-host.ts';
import { until } from '../../../test/harness/until.ts';
import type { EconomyOptions } from './driver.ts';

async function online(options: Partial<EconomyOptions> = {}) {
  const bench = await startEconomyBench(options);
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  await goOnline(bench, session, host);
  return { bench, host, session, received: host.store.received };
}

test('300 messages of a LID without a number come at once, each once and in order, and are answered', async () => {
  const { bench, host, session, received } = await online();
  const texts = Array.from({ length: 300 }, (_, n) => `${n}`);

  for (const text of texts) await bench.net.post(CUSTOMER, NUMBER, { text, bare_lid: true });
  await host.until(() => received.length === 300, '300 messages');
  const lid = received[0]?.from ?? '';
  const outcome = await session.send(textTo(bench, 'Halo, siapa ini?', lid));

  expect(lid).toMatch(/^\d+@lid$/);
  expect(received.map(({ body }) => body)).toEqual(texts);
  expect(new Set(received.map(({ from }) => from)).size).toBe(1);
  expect(host.store.changes.flatMap((change) => change.received ?? [])).toHaveLength(300);
  expect(outcome).toEqual({ outcome: 'written' });
  await until(async () => (await bench.inbox()).find(({ text }) => text === 'Halo, siapa ini?'));
  await host.event('receipt', ({ status }) => status === 'delivered');
});

test('the number of a LID is reported when the network names it, and the next message comes from it', async () => {
  const { bench, host, received } = await online();
  await bench.net.post(CUSTOMER, NUMBER, { text: 'tanpa nomor', bare_lid: true });
  const first = await host.until(() => received[0], 'message');

  await bench.write('dengan nomor');
  await bench.net.post(CUSTOMER, NUMBER, { text: 'lagi', bare_lid: true });

  await host.until(() => received.length === 3, '3 messages');
  expect(received.map(({ from, otherId }) => [from, otherId])).toEqual([
    [first.from, first.from],
    [CUSTOMER, first.from],
    [CUSTOMER, first.from],
  ]);
  expect(host.store.numbers).toContainEqual({ otherId: first.from, phone: CUSTOMER });
});

test.each([
  ['view_once', 'view_once'],
  ['view_once_unavailable_fanout', 'view_once'],
  ['hosted_unavailable_fanout', 'phone_only'],
  ['bot_unavailable_fanout', 'phone_only'],
])('a message that only the phone gets (%s) leaves a trace, in its order', async (unavailable, kind) => {
  const { bench, host, received } = await online();

  await bench.write('satu');
  await bench.net.post(CUSTOMER, NUMBER, { text: 'rahasia', unavailable });
  await bench.write('dua');

  await host.until(() => received.length === 3, '3 messages');
  expect(received.map(({ body }) => body)).toEqual(['satu', expect.stringMatching(/open/i), 'dua']);
  expect(received[1]).toMatchObject({ from: CUSTOMER, type: 'text', details: { kind } });
});

test('a trace is stored before the network gets its receipt: a crash between repeats it', async () => {
  const { bench, host, session } = await online();
  host.store.beforeCommit = ({ received }) => {
    if (received?.length) throw new Error('the process is gone');
  };
  await bench.net.post(CUSTOMER, NUMBER, { text: 'rahasia', unavailable: 'view_once' });
  await host.event('disconnected');
  await session.close();
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());

  const next = bench.driver.open(heir);
  onTestFinished(() => next.close());
  next.connect();

  const trace = await heir.until(() => heir.store.received[0], 'the trace');
  expect(trace.details).toMatchObject({ kind: 'view_once' });
});

test('a view-once message that the owner sends on the phone is a reply', async () => {
  const { bench, host } = await online();

  await bench.net.post(NUMBER, CUSTOMER, { text: 'rahasia', unavailable: 'view_once' });

  const reply = await host.until(() => host.store.replies[0], 'reply');
  expect(reply).toMatchObject({ to: CUSTOMER, details: { kind: 'view_once' }, isLive: true });
});
