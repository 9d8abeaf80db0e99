import { afterAll, expect, test } from 'vitest';
import { OWNER } from '../../../test/harness/line.ts';
import { openPairedService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import { openProducers } from '../../app/automation.ts';
import { DAYS } from '../../gateway/hours/opening.ts';
import { openDecider } from '../arbiter/decider.ts';

const { line, shop } = await openPairedService();
const { api } = shop;
const { ctx, sandbox } = line;
const decider = openDecider(ctx, openProducers(ctx));
decider.start();
afterAll(() => decider.stop());
const reply_delay = { min_seconds: 0, max_seconds: 0 };
await api('PATCH', '/v1/automation', { debounce_seconds: 0, reply_delay });

const text = (body: string) => [{ type: 'text', body }];
const HAND_OFF = 'Baik Kak, pertanyaannya saya teruskan ke tim kami. Mohon tunggu sebentar, ya.';
const ALWAYS = Object.fromEntries(DAYS.map((day) => [day, [{ from: '00:00', to: '24:00' }]]));
const PRICE = { kind: 'keyword', name: 'Harga', patterns: ['harga'], replies: text('Mulai 20 ribu.') };

/** Replaces all rules. The ids, by name. */
async function rules(...given: object[]): Promise<Record<string, string>> {
  for (const { id } of (await api('GET', '/v1/auto-replies')).body.data)
    await api('DELETE', `/v1/auto-replies/${id}`);
  const made: Record<string, string> = {};
  for (const rule of given) {
    const { body } = await api('POST', '/v1/auto-replies', rule);
    made[body.name] = body.id;
  }
  return made;
}

/** A published flow that shows choices, and ends. */
async function flowWith(interactive: object): Promise<string> {
  const nodes = [
    { id: 'start', type: 'start', next: 'menu' },
    { id: 'menu', type: 'send_buttons', text: 'Mau apa?', ...interactive, next: 'end' },
    { id: 'end', type: 'end' },
  ];
  const { id } = (await api('POST', '/v1/flows', { name: 'Minuman', definition: { nodes } })).body;
  await api('POST', `/v1/flows/${id}/publish`, {});
  return id;
}

let customers = 0;

/** A phone of a new customer. */
async function customer() {
  customers += 1;
  const number = `62812000000${10 + customers}`;
  await sandbox.post('/sandbox/phones', { number });
  let written = 0;
  const chat = async (): Promise<Json | undefined> =>
    (await api('GET', `/v1/conversations?phone=${number}`)).body.data[0];
  const decisions = async (): Promise<Json[]> => {
    const found = await chat();
    return found ? (await api('GET', `/v1/conversations/${found.id}/decisions`)).body.data : [];
  };
  return {
    ...{ number, chat, decisions },
    /** Ends when the message is decided. */
    async writes(body: string) {
      written += 1;
      await sandbox.post(`/sandbox/phones/${number}/messages`, { to: OWNER, text: body });
      const decided = async () => (await decisions()).filter(({ outcome }) => outcome !== null);
      await until(async () => (await decided()).length === written, { what: `the decision on ${body}` });
    },
    /** What the phone shows of the shop, when it shows this number of texts. */
    async reads(count: number): Promise<string[]> {
      const texts = () => line.textsAt(number);
      await until(async () => (await texts()).length >= count, { what: `${count} texts at the phone` });
      return texts();
    },
  };
}

test('the phone of a customer gets the answer of a rule once, and the conversation says which rule', async () => {
  const { Harga } = await rules(PRICE, {
    ...PRICE,
    name: 'Semua',
    match: 'any',
    patterns: [],
    priority: 900,
  });
  const budi = await customer();

  await budi.writes('HARGA kak?');
  const texts = await budi.reads(1);

  const chat = await budi.chat();
  const { data } = (await api('GET', `/v1/conversations/${chat?.id}/messages`)).body;
  expect(texts).toEqual(['Mulai 20 ribu.']);
  expect(data[0]).toMatchObject({
    ...{ author: 'bot', source: 'automation', automation: { kind: 'rule', rule_id: Harga } },
  });
  expect(chat).toMatchObject({ owner_state: 'bot', waiting_since: null });
  expect(await budi.decisions()).toMatchObject([{ stage: 'rule', outcome: 'answered', rule_id: Harga }]);
});

test('choices arrive as numbers, and a typed title or number matches a keyword as a tap does', async () => {
  const interactive = {
    buttons: [
      { id: 'coffee', title: 'Kopi' },
      { id: 'tea', title: 'Teh' },
    ],
  };
  await rules(
    {
      ...PRICE,
      name: 'Menu',
      patterns: ['menu'],
      replies: [{ type: 'button', body: 'Mau apa?', interactive }],
    },
    { ...PRICE, name: 'Kopi', patterns: ['kopi'], replies: text('Kopi 20 ribu.') },
    { ...PRICE, name: 'Alur', patterns: ['alur'], replies: [], start_flow: await flowWith(interactive) },
  );
  const budi = await customer();

  await budi.writes('menu');
  await budi.writes('Kopi');
  await budi.writes('alur');
  await budi.reads(3);
  const tested = await api('POST', '/v1/auto-replies/test', { text: '1', phone: budi.number });
  await budi.writes('no. 1');

  const [menu, coffee] = ['Mau apa?\n\n1. Kopi\n2. Teh', 'Kopi 20 ribu.'];
  expect(await budi.reads(4)).toEqual([menu, coffee, menu, coffee]);
  expect(tested.body.rule).toMatchObject({ name: 'Kopi' });
});

test('a customer who only says hello is greeted, and the next keyword is answered', async () => {
  const { Salam } = await rules(PRICE, { kind: 'greeting', name: 'Salam', replies: text('Ketik HARGA.') });
  const budi = await customer();

  await budi.writes('Halo kak 👋');
  await budi.writes('harga');

  expect(await budi.reads(2)).toEqual(['Ketik HARGA.', 'Mulai 20 ribu.']);
  expect((await budi.decisions())[1]).toMatchObject({ stage: 'rule', reason: 'greeting', rule_id: Salam });
  expect(await budi.chat()).toMatchObject({ owner_state: 'bot', waiting_since: null });
});

test('a greeting comes before a hand-off, and not before the answer of a rule', async () => {
  await rules(PRICE, { kind: 'greeting', name: 'Salam', replies: text('Halo, Kak.') });
  const [budi, sri] = [await customer(), await customer()];

  await budi.writes('Apakah bisa grosir?');
  await sri.writes('harga');

  expect([await budi.reads(2), await sri.reads(1)]).toEqual([['Halo, Kak.', HAND_OFF], ['Mulai 20 ribu.']]);
  expect(await budi.chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'no_answer' });
  expect((await budi.chat())?.waiting_since).not.toBeNull();
});

test('the away text comes once while the shop is closed', async () => {
  await rules(PRICE, { kind: 'away', name: 'Tutup', replies: text('Kami tutup.') });
  await api('PUT', '/v1/business-hours', { timezone: 'Asia/Jakarta', weekly: {} });
  const budi = await customer();

  await budi.writes('Apakah bisa grosir?');
  await budi.writes('Halo?');
  const texts = await budi.reads(1);
  await api('PUT', '/v1/business-hours', { timezone: 'UTC', weekly: ALWAYS });

  expect(texts).toEqual(['Kami tutup.']);
  expect(await budi.chat()).toMatchObject({ owner_state: 'human_waiting' });
});

test('a rule in its cool-down leaves the customer to staff', async () => {
  await rules({ ...PRICE, cooldown_seconds: 600 });
  const budi = await customer();

  await budi.writes('harga');
  await budi.writes('harga');

  expect(await budi.reads(2)).toEqual(['Mulai 20 ribu.', HAND_OFF]);
  expect(await budi.decisions()).toMatchObject([{ outcome: 'handed_off' }, { outcome: 'answered' }]);
});

test('a rule whose flow is not published leaves the customer to staff', async () => {
  const { id: start_flow } = (await api('POST', '/v1/flows', { name: 'Pesanan' })).body;
  await rules({ ...PRICE, replies: [], start_flow });
  const budi = await customer();

  await budi.writes('harga');

  expect(await budi.reads(1)).toEqual([HAND_OFF]);
  expect(await budi.chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'flow_failed' });
});

test('after staff or the phone of the shop has written, no rule answers', async () => {
  await rules(PRICE);
  const [budi, sri] = [await customer(), await customer()];
  for (const each of [budi, sri]) {
    await each.writes('harga');
    await each.reads(1);
  }
  const chat = await budi.chat();
  await api(
    'POST',
    `/v1/conversations/${chat?.id}/messages`,
    { body: 'Saya bantu.' },
    { 'idempotency-key': 'r-1' },
  );
  await sandbox.post(`/sandbox/phones/${OWNER}/messages`, { to: sri.number, text: 'Dari HP.' });
  await until(async () => (await sri.chat())?.owner_state === 'human_active', { what: 'the take-over' });

  for (const each of [budi, sri]) await each.writes('harga');

  expect(await budi.reads(2)).toEqual(['Mulai 20 ribu.', 'Saya bantu.']);
  expect(await sri.reads(2)).toEqual(['Mulai 20 ribu.', 'Dari HP.']);
  expect((await budi.decisions())[0]).toMatchObject({ outcome: 'silent' });
});
