import { afterAll, expect, test } from 'vitest';
import { OWNER } from '../../test/harness/line.ts';
import { openPairedService } from '../../test/harness/service.ts';
import type { Json } from '../../test/harness/shop.ts';
import { until } from '../../test/harness/until.ts';
import { openDecider } from '../automation/arbiter/decider.ts';
import { openProducers } from './automation.ts';

const { line, shop, connectAs } = await openPairedService();
const { api } = shop;
const decider = openDecider(line.ctx, openProducers(line.ctx));
decider.start();
afterAll(() => decider.stop());
const PRICE = {
  kind: 'keyword',
  name: 'Harga',
  patterns: ['harga'],
  replies: [{ type: 'text', body: 'Rp 10.000' }],
};
const rule = await api('POST', '/v1/auto-replies', PRICE);
let customers = 0;

/** A customer with a phone, who writes to the shop. */
async function customer(owner = OWNER) {
  customers += 1;
  const number = `62812345000${10 + customers}`;
  await line.sandbox.post('/sandbox/phones', { number });
  const write = (text: string) =>
    line.sandbox.post(`/sandbox/phones/${number}/messages`, { to: owner, text });
  const chat = () =>
    until(async () => (await api('GET', `/v1/conversations?phone=${number}`)).body.data[0] as Json, {
      what: 'the conversation',
    });
  const decisions = async () =>
    (await api('GET', `/v1/conversations/${(await chat()).id}/decisions`)).body.data as Json[];
  return {
    ...{ number, write, chat },
    /** Writes, and waits until the message is decided. Returns the decision. */
    async asks(text: string): Promise<Json> {
      const before = (await api('GET', `/v1/conversations?phone=${number}`)).body.data[0];
      const known = before ? (await decisions()).length : 0;
      await write(text);
      return until(
        async () => {
          const all = await decisions();
          return all.length > known && all[0]?.state === 'decided' ? all[0] : undefined;
        },
        { what: `a decision on ${text}` },
      );
    },
    texts: () => line.textsAt(number),
    act: async (name: string) => api('POST', `/v1/conversations/${(await chat()).id}/${name}`, {}),
    /** After the answers of the automation so far. */
    async phoneReplies(text: string) {
      const sent = (await decisions()).filter(({ message_ids }) => message_ids.length > 0).length;
      await until(async () => (await line.textsAt(number)).length >= sent, { what: 'the answers' });
      await line.sandbox.post(`/sandbox/phones/${owner}/messages`, { to: number, text });
      await until(async () => (await chat()).last_message.body === text, { what: 'the reply' });
    },
  };
}

test('a rule answers on the phone of the customer, and counts as usage', async () => {
  const { asks, texts } = await customer();

  const decision = await asks('Harga?');

  expect(rule.status).toBe(201);
  await until(async () => (await texts()).length === 1, { what: 'the answer' });
  expect(await texts()).toEqual(['Rp 10.000']);
  expect(decision).toMatchObject({ stage: 'rule', outcome: 'answered', rule_id: rule.body.id });
  expect((await api('GET', '/v1/usage')).body.messages_sent).toBe(1);
});

test('the first message to a number that connects later is answered', async () => {
  const { body: device } = await api('POST', '/v1/devices', { label: 'Cabang' });
  await connectAs('6281100000077', device.device_uuid);
  const { asks, texts } = await customer('6281100000077');

  const decision = await asks('harga');

  expect(decision).toMatchObject({ outcome: 'answered' });
  await until(async () => (await texts()).length === 1, { what: 'the answer' });
});

test('after a reply on the phone, the automation stays silent at the next message', async () => {
  const { asks, texts, phoneReplies } = await customer();
  await asks('harga');
  await phoneReplies('Saya bantu ya, Kak.');

  const decision = await asks('harga');

  expect(decision).toMatchObject({ stage: 'owner', outcome: 'silent', reason: 'human_active' });
  expect(await texts()).toEqual(['Rp 10.000', 'Saya bantu ya, Kak.']);
});

test('a chat that staff begins on the phone belongs to staff, although the automation never had it', async () => {
  const { asks, write, number } = await customer();
  await line.sandbox.post(`/sandbox/phones/${OWNER}/messages`, { to: number, text: 'Pesanan Kakak siap.' });
  await until(
    async () =>
      (await api('GET', `/v1/conversations?phone=${number}`)).body.data[0]?.owner_state === 'human_active',
    { what: 'the conversation of staff' },
  );
  await write('Terima kasih');

  const decision = await asks('harga');

  expect(decision).toMatchObject({ outcome: 'silent', reason: 'human_active' });
});

test('what came while staff answered is not answered after a give-back, and the next message is', async () => {
  const { asks, texts, phoneReplies, act } = await customer();
  await asks('harga');
  await phoneReplies('Halo, Kak.');
  await asks('harga');
  await phoneReplies('Rp 9.000 untuk Kakak.');
  const given = await act('give-back');

  const decision = await asks('harga');

  expect([given.status, decision.outcome]).toEqual([200, 'answered']);
  await until(async () => (await texts()).length === 4, { what: 'the answers' });
  expect(await texts()).toEqual(['Rp 10.000', 'Halo, Kak.', 'Rp 9.000 untuk Kakak.', 'Rp 10.000']);
});

test('a resolved conversation that the customer opens again goes to the automation', async () => {
  const { asks, phoneReplies, act } = await customer();
  await asks('harga');
  await phoneReplies('Halo, Kak.');
  await act('resolve');

  const decision = await asks('harga');

  expect(decision).toMatchObject({ outcome: 'answered' });
});
