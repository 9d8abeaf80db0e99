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
}, 120_000);

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

const UNREADABLE = { kind: 'unreadable' };

test('a copy that no retry makes readable leaves a trace, which another copy follows', async () => {
  const { bench, host, received } = await online({ timing: { unreadableAfterMs: 300 } });
  const id = await bench.net.post(CUSTOMER, NUMBER, { text: 'pesanan saya', unreadable: true });
  await bench.write('berikutnya');

  const trace = await host.until(() => received.find(({ waMessageId }) => waMessageId === id), 'the trace');
  await bench.net.deliver(CUSTOMER, id);

  expect(trace).toMatchObject({ from: CUSTOMER, type: 'text', details: UNREADABLE });
  const copies = () =>
    host.store.changes
      .flatMap((change) => change.received ?? [])
      .filter(({ waMessageId }) => waMessageId === id);
  const [, copy] = await host.until(() => copies().length === 2 && copies(), 'the copy');
  expect(copy).toMatchObject({ from: CUSTOMER, type: 'text', body: 'pesanan saya' });
  expect([...host.store.keys.keys()].filter((key) => key.startsWith('unreadable'))).toEqual([]);
});

test('a copy that a retry makes readable in time leaves no trace', async () => {
  const { bench, host, received } = await online({ timing: { unreadableAfterMs: 60_000 } });
  const id = await bench.net.post(CUSTOMER, NUMBER, { text: 'sebentar', unreadable: true });
  await host.until(() => host.store.keys.has(`unreadable-messages/${id}`), 'the wait');

  await bench.net.deliver(CUSTOMER, id);

  await host.until(() => received.length === 1, 'the copy');
  expect(received).toMatchObject([{ waMessageId: id, body: 'sebentar' }]);
  expect(host.store.keys.has(`unreadable-messages/${id}`)).toBe(false);
});

test('after a crash the next login leaves the trace; a message without content that is forwarded too', async () => {
  const { bench, host, session } = await online({ timing: { unreadableAfterMs: 60_000 } });
  const ids = [
    await bench.net.post(CUSTOMER, NUMBER, { text: 'hilang', unreadable: true }),
    await bench.net.post(CUSTOMER, NUMBER, { text: 'dari iklan', unavailable: 'other' }),
  ];
  await host.until(() => ids.every((id) => host.store.keys.has(`unreadable-messages/${id}`)), 'both waits');
  await session.close();
  for (const id of ids) {
    const stored = JSON.parse(Buffer.from(host.store.keys.get(`unreadable-messages/${id}`) ?? []).toString());
    host.store.keys.set(`unreadable-messages/${id}`, Buffer.from(JSON.stringify({ ...stored, until: 0 })));
  }
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());

  const next = bench.driver.open(heir);
  onTestFinished(() => next.close());
  next.connect();

  await heir.until(() => heir.store.received.length === 2, 'both traces');
  expect(heir.store.received).toMatchObject(ids.map((waMessageId) => ({ waMessageId, details: UNREADABLE })));
});

test('a reaction that cannot be decrypted leaves no trace', async () => {
  const { bench, host, received } = await online({ timing: { unreadableAfterMs: 0 } });
  const wa_message_id = await bench.write('halo');
  await bench.net.post(CUSTOMER, NUMBER, { reaction: { wa_message_id, emoji: '👍' }, unreadable: true });

  await bench.write('selesai');

  await host.until(() => received.length === 2, '2 messages');
  expect(received.map(({ body }) => body)).toEqual(['halo', 'selesai']);
});

const MISSED = { action: 'missed', video: false };

test.each([
  ['that nobody answers', { end: 'timeout' }, 'Missed voice call', MISSED],
  ['that the caller ends', { end: 'hang_up' }, 'Missed voice call', MISSED],
  ['that the owner declines', { end: 'declined' }, 'Missed voice call', MISSED],
  ['by video', { video: true }, 'Missed video call', { ...MISSED, video: true }],
])('a call %s leaves a trace', async (_how, how, body, call) => {
  const { bench, host, received } = await online();

  const waMessageId = await bench.net.call(CUSTOMER, NUMBER, how);

  await host.until(() => received[0], 'the trace');
  expect(received).toMatchObject([
    { waMessageId, from: CUSTOMER, type: 'text', body, details: { kind: 'call', call } },
  ]);
});

test('a call that the phone answers, a call of a group, and a call that rings leave no trace', async () => {
  const { bench, host, received } = await online();

  await bench.net.call(CUSTOMER, NUMBER, { end: 'answered' });
  await bench.net.call(CUSTOMER, NUMBER, { group: true });
  await bench.net.call(CUSTOMER, NUMBER, { end: null });
  await bench.net.call(CUSTOMER, NUMBER, { bare_lid: true });

  await host.until(() => received[0], 'the trace of the last one');
  expect(received).toMatchObject([{ from: expect.stringMatching(/@lid$/), details: { kind: 'call' } }]);
});

test('a call in the time without a connection leaves its trace at the next login', async () => {
  const { bench, host, received } = await online();
  await bench.net.line(NUMBER, 'drop');
  await host.event('disconnected');

  await bench.net.call(CUSTOMER, NUMBER);
  await bench.net.line(NUMBER, 'restore');

  await host.until(() => received[0], 'the trace');
  expect(received).toMatchObject([{ from: CUSTOMER, body: 'Missed voice call' }]);
});

test('an account that rejects calls: the caller is rejected at once, and a call of a group rings', async () => {
  const { bench, host, received } = await online();
  host.isRejectingCalls = true;

  await bench.net.call(CUSTOMER, NUMBER, { group: true, end: null });
  await bench.net.call(CUSTOMER, NUMBER, { end: null });
  await bench.net.call(CUSTOMER, NUMBER);

  await host.until(() => received.length === 2, 'both traces');
  await until(async () => (await bench.net.calls(CUSTOMER)).join() === 'ringing,rejected,rejected');
  expect(received.map(({ body }) => body)).toEqual(['Missed voice call', 'Missed voice call']);
});

test('a message in a group is reported with the name of the group, one of a status or channel is not', async () => {
  const { bench, host, received } = await online();
  const group = { id: '120363041234567890@g.us', name: 'Reseller Jakarta' };
  const others = ['status@broadcast', '120363041234567891@newsletter'];

  await bench.net.post(CUSTOMER, NUMBER, { text: 'promo', group });
  await bench.net.post(CUSTOMER, NUMBER, { text: 'promo', group, unavailable: 'view_once' });
  await bench.net.post(NUMBER, NUMBER, { text: 'sendiri', group: { ...group, id: '17-1@g.us' } });
  for (const id of others) await bench.net.post(CUSTOMER, NUMBER, { text: 'promo', group: { id, name: '' } });
  await bench.write('Halo');
  await host.until(() => received.length > 0, 'the private message');

  const found = host.events.filter((event) => event.type === 'group_message');
  expect(found.map(({ groupId }) => groupId)).toEqual([group.id, group.id]);
  expect(await found[0]?.askName()).toBe('Reseller Jakarta');
  expect(received.map(({ body }) => body)).toEqual(['Halo']);
});
