import { expect, onTestFinished, test } from 'vitest';
import {
  CUSTOMER,
  goOnline,
  NUMBER,
  startEconomyBench,
  textTo,
} from '../../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../../test/harness/memory-host.ts';
import { until } from '../../../../test/harness/until.ts';
import type { EngineSession } from '../engine.ts';
import type { EconomyOptions } from './driver.ts';

async function online(options: Partial<EconomyOptions> = {}) {
  const bench = await startEconomyBench(options);
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  await goOnline(bench, session, host);
  return { bench, host, session };
}

test.each(['lid', 'pn'] as const)(
  'a message addressed by %s comes from the number, never from a LID',
  async (addressing) => {
    const { bench, host } = await online();

    await bench.net.write(CUSTOMER, NUMBER, 'who am I?', addressing);

    expect(await host.until(() => host.store.received[0], 'message')).toMatchObject({ from: CUSTOMER });
  },
);

test('the ratchet step and its message are one commit, made before the sender gets the receipt', async () => {
  const { bench, host } = await online();

  const waMessageId = await bench.write('hello');

  await host.until(() => host.store.received[0], 'message');
  const change = host.store.changes.find(({ received }) =>
    received?.some((one) => one.waMessageId === waMessageId),
  );
  expect(change?.keys?.some(({ type, value }) => type === 'session' && value !== null)).toBe(true);
  expect(change?.keys?.some(({ type, value }) => type === 'pre-key' && value === null)).toBe(true);
});

test('forty messages each way with one customer at once: each arrives once, at the first attempt', async () => {
  const { bench, host, session } = await online();
  host.store.beforeCommit = () => new Promise((resolve) => setTimeout(resolve, 5));
  const outgoing = Array.from({ length: 40 }, (_, index) => textTo(bench, `out ${index}`));

  const outcomes = await Promise.all([
    ...outgoing.map((message) => session.send(message)),
    ...Array.from({ length: 40 }, (_, index) => bench.write(`in ${index}`)),
  ]);

  await host.until(() => host.store.received.length === 40, '40 messages');
  await host.until(() => host.events.filter(({ type }) => type === 'receipt').length >= 40, '40 receipts');
  expect(outcomes.slice(0, 40)).toEqual(outgoing.map(() => ({ outcome: 'written' })));
  const inbox = await bench.net.chats(CUSTOMER);
  expect(inbox.filter(({ direction }) => direction === 'in').map(({ copies }) => copies)).toEqual(
    outgoing.map(() => 1),
  );
});

test('a number without WhatsApp is refused before anything is written', async () => {
  const { bench, session } = await online();

  const outcome = await session.send(textTo(bench, 'no account', '6280000000'));

  expect(outcome).toMatchObject({
    outcome: 'refused',
    code: 'not_on_whatsapp',
    message: 'The number is not on WhatsApp.',
  });
});

test('another network says in its own words that it does not know a number', async () => {
  const { bench, session } = await online({ absenceOf: (phone) => `Switch on ${phone}.` });

  const outcome = await session.send(textTo(bench, 'no account', '6280000000'));

  expect(outcome).toMatchObject({ code: 'not_on_whatsapp', message: 'Switch on 6280000000.' });
});

test.each([
  ['463', 'reach_out_locked', false],
  ['479', 'stale_session', false],
  ['500', 'provider_error', false],
])('an ack with error %s is an ack event with code %s', async (error, code, permanent) => {
  const { bench, host, session } = await online();
  await bench.net.faults(NUMBER, { ack_error: error });
  const message = textTo(bench, 'refused');

  const outcome = await session.send(message);

  expect(outcome).toEqual({ outcome: 'written' });
  const ack = await host.event('ack', ({ waMessageId }) => waMessageId === message.waMessageId);
  expect(ack.error).toMatchObject({ code, permanent });
});

test('without an answer about the recipient, the message is not written and not refused', async () => {
  const { bench, host, session } = await online({ timing: { queryTimeoutMs: 200 } });
  await bench.net.faults(NUMBER, { silent: true });

  const outcome = await session.send(textTo(bench, 'into the void'));

  expect(outcome).toMatchObject({ outcome: 'not_written', code: 'recipient_unknown' });
  expect(host.events.some(({ type }) => type === 'ack')).toBe(false);
});

test('a known customer needs one stanza per message, also after a reconnect', async () => {
  const { bench, host, session } = await online();
  await session.send(textTo(bench, 'first'));
  await host.event('receipt');
  const since = host.events.length;
  await bench.net.faults(NUMBER, { close: { code: '503' } });
  await host.event('connected', () => true, since);
  const changes = host.store.changes.length;

  await session.send(textTo(bench, 'second'));

  await host.event('receipt', () => true, since);
  const types = host.store.changes.slice(changes).flatMap(({ keys = [] }) => keys.map(({ type }) => type));
  expect(types).toContain('session');
  expect(types).not.toContain('user-devices');
  expect(types).not.toContain('tctoken');
});

test('a send that waits for the store beyond its time limit is not written, then or later', async () => {
  const { bench, host, session } = await online({ timing: { sendTimeoutMs: 300 } });
  const gate = Promise.withResolvers<void>();
  host.store.beforeLoad = () => gate.promise;

  const outcome = await session.send(textTo(bench, 'too slow'));
  gate.resolve();
  host.store.beforeLoad = () => {};
  const next = textTo(bench, 'in time');
  // A busy machine may need several attempts. The queue repeats a send too.
  await until(async () => (await session.send(next)).outcome === 'written');

  expect(outcome).toMatchObject({ outcome: 'not_written', code: 'send_timed_out' });
  await host.event('ack', ({ waMessageId }) => waMessageId === next.waMessageId);
  expect((await bench.inbox()).map(({ text }) => text)).toEqual(['in time']);
});

test('a send whose ratchet step is not committed in time has an unknown outcome', async () => {
  const { bench, host, session } = await online({ timing: { sendTimeoutMs: 1_000 } });
  const first = textTo(bench, 'acquainted');
  await until(async () => (await session.send(first)).outcome === 'written');
  await host.event('receipt');
  const gate = Promise.withResolvers<void>();
  host.store.beforeCommit = () => gate.promise;

  const outcome = await session.send(textTo(bench, 'who knows'));
  gate.resolve();

  expect(outcome).toMatchObject({ outcome: 'unknown', code: 'send_timed_out' });
});

test('two devices writing to one customer at once do not mix their keys', async () => {
  const { bench, host, session } = await online();
  const other = '6287777777777';
  await bench.net.addPhone(other);
  const otherHost = new MemoryHost('device-2');
  const otherSession: EngineSession = bench.driver.open(otherHost);
  onTestFinished(() => otherSession.close());
  otherSession.connect();
  await bench.net.scan(other, (await otherHost.event('qr')).code);
  await otherHost.event('connected');
  for (const each of [host, otherHost])
    each.store.beforeCommit = () => new Promise((resolve) => setTimeout(resolve, 3));
  const send = (from: EngineSession, name: string) =>
    Array.from({ length: 15 }, (_, index) => from.send(textTo(bench, `${name} ${index}`)));
  const write = (to: string, name: string) =>
    Array.from({ length: 15 }, (_, index) => bench.net.write(CUSTOMER, to, `${name} ${index}`));

  await Promise.all([
    ...send(session, 'a'),
    ...send(otherSession, 'b'),
    ...write(NUMBER, 'to a'),
    ...write(other, 'to b'),
  ]);

  await host.until(() => host.store.received.length === 15, 'all messages of the first');
  await otherHost.until(() => otherHost.store.received.length === 15, 'all messages of the second');
  expect(host.store.received.every(({ body }) => body?.startsWith('to a'))).toBe(true);
  expect(otherHost.store.received.every(({ body }) => body?.startsWith('to b'))).toBe(true);
  const inbox = await bench.inbox();
  expect(inbox).toHaveLength(30);
  expect(
    (await bench.net.chats(CUSTOMER)).every(({ direction, copies }) => direction === 'out' || copies === 1),
  ).toBe(true);
});
