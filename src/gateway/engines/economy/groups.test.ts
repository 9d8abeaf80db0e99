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
import type { OutboundMessage } from '../engine.ts';
import type { EconomyOptions } from './driver.ts';

const [ANI, BUDI] = ['6281300000001', '6281300000002'];
const HOSTILE = '<b>\u202e*Ani*';

async function inGroup(isTakingGroups = true, options: Partial<EconomyOptions> = {}) {
  const bench = await startEconomyBench(options);
  onTestFinished(() => bench.stop());
  const { net } = bench;
  await net.addPhone(ANI, HOSTILE);
  await net.addPhone(BUDI, 'Budi');
  const host = new MemoryHost();
  host.isTakingGroups = isTakingGroups;
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  await goOnline(bench, session, host);
  const id = await net.addGroup('Reseller', [ANI, BUDI, CUSTOMER, NUMBER]);
  const post = (from: string, content: object) =>
    net.post(from, NUMBER, { ...content, group: { id, name: 'Reseller' } });
  const received = (count: number) =>
    host.until(() => host.store.received.length === count && host.store.received, `${count} messages`);
  return { bench, net, host, session, id, post, received };
}

test('messages of members come with author, name and group, a reply of the phone as a reply', async () => {
  const { net, host, id, post, received } = await inGroup();

  await post(ANI, { text: 'Siapa mau kue?' });
  await post(BUDI, { text: 'Saya' });
  await post(CUSTOMER, { text: 'Saya juga', addressing: 'pn' });
  await post(ANI, { text: 'Oke' });
  await received(4);
  await post(NUMBER, { text: 'Dari toko' });
  await host.until(() => host.store.replies.length === 1, 'the reply');
  await net.renameGroup(id, 'Kue');
  await post(BUDI, { text: 'Terima kasih' });

  const group = { id, subject: 'Reseller' };
  expect(
    (await received(5)).map(({ from, senderName, body, group }) => [from, senderName, body, group]),
  ).toEqual([
    [ANI, HOSTILE, 'Siapa mau kue?', group],
    [BUDI, 'Budi', 'Saya', group],
    [CUSTOMER, CUSTOMER, 'Saya juga', group],
    [ANI, HOSTILE, 'Oke', group],
    [BUDI, 'Budi', 'Terima kasih', { id, subject: 'Kue' }],
  ]);
  expect(host.store.replies).toMatchObject([{ to: id, body: 'Dari toko', isLive: true }]);
  expect(host.events.filter(({ type }) => type === 'group_message')).toEqual([]);
});

test('a change in a group has its author, and names the message', async () => {
  const { host, id, post, received } = await inGroup();
  const first = await post(ANI, { text: 'Dua' });
  await received(1);

  await post(BUDI, { reaction: { wa_message_id: first, emoji: '👍' } });
  await post(ANI, { edit: { wa_message_id: first, text: 'Tiga' } });
  await post(ANI, { deletion: { wa_message_id: first } });
  await post(BUDI, { text: 'Jadi?', quote: first });

  await host.until(() => host.store.received.length === 3, 'the answer');
  expect(host.store.messageChanges).toMatchObject([
    { kind: 'reaction', phone: id, target: first, body: '👍', author: { phone: BUDI, name: 'Budi' } },
    { kind: 'edit', phone: id, target: first, body: 'Tiga', author: { phone: ANI } },
    { kind: 'deletion', phone: id, target: first, author: { phone: ANI } },
  ]);
  expect(host.store.received.at(-1)).toMatchObject({ details: { quote: { id: first, author: 'them' } } });
});

test('a message of a member without readable content leaves a trace in the group', async () => {
  const { host, id, post, received } = await inGroup(true, { timing: { unreadableAfterMs: 300 } });
  await post(ANI, { text: 'Halo' });
  await received(1);

  await post(ANI, { text: 'rahasia', unavailable: 'view_once' });
  await received(2);
  const reaction = { wa_message_id: host.store.received[0]?.waMessageId, emoji: '👍' };
  await post(BUDI, { reaction, unreadable: true });
  await post(BUDI, { text: 'pesanan saya', unreadable: true });
  await received(3);
  await post(NUMBER, { text: 'rahasia', unavailable: 'view_once' });
  await host.until(() => host.store.replies.length === 1, 'the reply');

  const group = { id, subject: 'Reseller' };
  expect(host.store.received.slice(1)).toMatchObject([
    { from: ANI, type: 'text', details: { kind: 'view_once' }, group },
    { from: BUDI, type: 'text', details: { kind: 'unreadable' }, group },
  ]);
  expect(host.store.replies).toMatchObject([{ to: id, details: { kind: 'view_once' }, isLive: true }]);
});

test('without groups, nothing is stored of them but the keys that the client needs', async () => {
  const { host, post, bench } = await inGroup(false);

  await post(ANI, { text: 'Siapa?' });
  await post(ANI, { text: 'Halo?' });
  await host.event('group_message', undefined, 0);
  await post(ANI, { text: 'rahasia', unavailable: 'view_once' });
  await host.until(() => host.events.filter(({ type }) => type === 'group_message').length === 3, 'all');
  await bench.write('privat');
  await host.until(() => host.store.received.length > 0, 'the private message');

  expect(host.store.received.map(({ body }) => body)).toEqual(['privat']);
  expect(host.store.messageChanges).toEqual([]);
});

test('a burst of a big group does not hold up a private message', async () => {
  const { bench, host, session, post } = await inGroup();
  await session.close();
  const burst = 160;
  for (let n = 0; n < burst; n += 1) await post([ANI, BUDI][n % 2] ?? ANI, { text: `${n}` });
  await bench.write('privat');
  host.store.beforeCommit = () => new Promise((resolve) => setTimeout(resolve, 3));

  const next = bench.driver.open(host);
  onTestFinished(() => next.close());
  next.connect();
  await host.until(() => host.store.received.length === burst + 1, 'all messages', 60_000);

  const bodies = host.store.received.map(({ body }) => body);
  expect(bodies.indexOf('privat')).toBeLessThan(burst / 2);
  const ofAni = bodies.filter((body) => Number(body) % 2 === 0).map(Number);
  expect(ofAni).toEqual(ofAni.toSorted((one, other) => one - other));
}, 90_000);

test('a text, a quote, a picture and a reaction reach each member, and receipts come back', async () => {
  const { bench, net, host, session, id, post, received } = await inGroup();
  const question = await post(ANI, { text: 'Ada kue?' });
  await received(1);
  const quote = { id: question, author: 'them', type: 'text', excerpt: null, member: ANI } as const;
  const say = async (message: Partial<OutboundMessage>) => {
    const whole = { ...textTo(bench, 'Ada', id), ...message };
    expect(await session.send(whole)).toEqual({ outcome: 'written' });
    expect(await host.event('ack', ({ waMessageId }) => waMessageId === whole.waMessageId)).toMatchObject({
      error: null,
    });
    return whole.waMessageId;
  };

  const answer = await say({ quote });
  await say({ body: '👍', type: 'reaction', quote });
  await host.event('receipt', ({ waMessageId, status }) => waMessageId === answer && status === 'delivered');
  await net.read(BUDI, answer);
  await host.event('receipt', ({ waMessageId, status }) => waMessageId === answer && status === 'read');

  for (const member of [ANI, BUDI, CUSTOMER]) {
    const got = (await net.chats(member)).filter(({ from, direction }) => from === id && direction === 'in');
    expect(got.slice(-2)).toMatchObject([
      { type: 'text', text: 'Ada', quote: { wa_message_id: question } },
      { type: 'reaction', text: '👍', target: question },
    ]);
  }
});

test('members see that their messages are read, of the authors that the receipt names', async () => {
  const { net, session, id, post, received } = await inGroup();
  const [first, second] = [await post(ANI, { text: 'Ada kue?' }), await post(BUDI, { text: 'Berapa?' })];
  const unnamed = await post(CUSTOMER, { text: 'Halo' });
  await received(3);

  session.markRead(
    id,
    [first, second, unnamed],
    new Map([
      [first, ANI],
      [second, BUDI],
    ]),
  );

  expect(await until(async () => (await net.seenBy(BUDI, id)).length > 0 && net.seenBy(BUDI, id))).toEqual([
    second,
  ]);
  expect(await net.seenBy(ANI, id)).toEqual([first]);
  expect(await net.seenBy(CUSTOMER, id)).toEqual([]);
});
