import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../test/harness/jobs.ts';
import { type Reply, startLanguageModel } from '../../test/harness/language-model.ts';
import { OWNER } from '../../test/harness/line.ts';
import { insertAccount } from '../../test/harness/rows.ts';
import { openPairedService } from '../../test/harness/service.ts';
import { type Json, pairByQr } from '../../test/harness/shop.ts';
import { until } from '../../test/harness/until.ts';
import { openDecider } from '../assistant/arbiter/decider.ts';
import { openLanguageModels } from '../assistant/language-model/language-model.ts';
import { SHOP } from '../assistant/test-scene.ts';
import { trainingJob } from '../assistant/trial/model/training.ts';
import { createGuardedClient } from '../platform/lib/guarded-fetch/client.ts';
import { openProducers } from './automation.ts';

const { line, shop, connectAs, customerOf } = await openPairedService();
const { api } = shop;
const model = await startLanguageModel(afterAll);
const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
const languageModels = openLanguageModels(line.ctx, { live: client, sandbox: client });
const decider = openDecider(line.ctx, openProducers(line.ctx, { languageModels }));
decider.start();
afterAll(async () => {
  await decider.stop();
  await client.close();
});
const AT_ONCE = { debounce_seconds: 0, reply_delay: { min_seconds: 0, max_seconds: 0 } };
await api('PATCH', '/v1/automation', AT_ONCE);
const PRICE = {
  kind: 'keyword',
  name: 'Harga',
  patterns: ['harga'],
  replies: [{ type: 'text', body: 'Rp 10.000' }],
};
const rule = await api('POST', '/v1/auto-replies', PRICE);
const HANDED_OFF = /saya teruskan ke tim kami/;
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
    ...{ number, write, chat, decisions },
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

test('a hand-off is never silent: what nothing answers ends with one text', async () => {
  const { asks, texts, chat } = await customer();

  const decision = await asks('Apakah toko ikut pameran?');

  expect(decision).toMatchObject({
    outcome: 'handed_off',
    reason: 'no_answer',
    message_ids: [expect.anything()],
  });
  await until(async () => (await texts()).length === 1, { what: 'the hand-off' });
  expect(await texts()).toEqual([expect.stringMatching(HANDED_OFF)]);
  expect(await chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'no_answer' });
});

test('a number that the account ignores gets nothing, and waits for staff', async () => {
  const { asks, texts, chat, number } = await customer();
  await api('PATCH', '/v1/automation', { ignored_phones: [number] });

  const decision = await asks('harga');

  expect(decision).toMatchObject({ stage: 'gate', reason: 'ignored_contact', message_ids: [] });
  expect(await chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'ignored_contact' });
  expect(await texts()).toEqual([]);
});

test('a rule that hands off says so itself, and no second text follows', async () => {
  const body = 'Mohon maaf, Kak. Admin segera membantu.';
  const complaint = { ...PRICE, name: 'Keluhan', patterns: ['rusak'], replies: [{ type: 'text', body }] };
  await api('POST', '/v1/auto-replies', { ...complaint, hand_off: true });
  const { asks, texts, chat } = await customer();

  const decision = await asks('Barangnya rusak');

  expect([decision.outcome, decision.message_ids.length]).toEqual(['handed_off', 1]);
  await until(async () => (await texts()).length === 1, { what: 'the text of the rule' });
  expect([await texts(), (await chat()).owner_state]).toEqual([[body], 'human_waiting']);
});

test('what the owner writes to the own number is no message of a customer', async () => {
  await line.sandbox.post(`/sandbox/phones/${OWNER}/messages`, { to: OWNER, text: 'harga' });
  const { asks } = await customer();

  // It comes after the note on the same connection.
  const decision = await asks('harga');

  expect(decision.outcome).toBe('answered');
  expect((await api('GET', `/v1/conversations?phone=${OWNER}`)).body.data).toEqual([]);
});

/** A number of this account that answers every text. */
async function answeringMachine(of: typeof shop, number: string, body: string) {
  const scan = (qr: string) => line.sandbox.post(`/sandbox/phones/${number}/scan`, { qr });
  const device_uuid = await pairByQr('Mesin', of.api, scan);
  await of.api('PATCH', '/v1/automation', AT_ONCE);
  const any = { kind: 'keyword', name: 'Semua', match: 'any', patterns: [], device_uuids: [device_uuid] };
  await of.api('POST', '/v1/auto-replies', { ...any, replies: [{ type: 'text', body }] });
  const chatWith = async (phone: string) =>
    (await of.api('GET', `/v1/conversations?phone=${phone}&device_uuid=${device_uuid}`)).body.data[0] as Json;
  return { device_uuid, chatWith };
}

test('two answering machines of two accounts stop by themselves, and staff learns why', async () => {
  const other = await customerOf(await insertAccount(line.ctx, {}, 'sandbox'), '');
  const [here, there] = ['6281100000079', '6281100000088'];
  const ours = await answeringMachine(shop, here, 'Terima kasih, pesan Kakak kami terima.');
  const theirs = await answeringMachine(other, there, 'Halo, ini toko sebelah. Ada yang bisa dibantu?');

  await other.send({ device_uuid: theirs.device_uuid, to: here, body: 'Promo minggu ini' });
  const stopped = await until(
    async () => {
      const chats = [await ours.chatWith(there), await theirs.chatWith(here)];
      return chats.find((chat) => chat?.owner_reason === 'loop_suspected');
    },
    { what: 'an open breaker' },
  );

  expect(stopped.owner_state).toBe('human_waiting');
  for (const number of [here, there]) expect((await line.textsAt(number)).length).toBeLessThanOrEqual(6);
  // The other machine has answered all that it got.
  const chats = [await ours.chatWith(there), await theirs.chatWith(here)];
  expect(chats.filter(({ waiting_since }) => waiting_since !== null)).toEqual([stopped]);
});

/** Neither certain nor unknown, so the language model is asked. */
const DOUBTFUL = 'kalau paket ke kota bandung itu gimana';

/** The assistant of the shop, with a language model. Tests of rules come before. */
async function openAssistant() {
  for (const pair of SHOP) await api('POST', '/v1/knowledge/faqs', pair);
  await api('PATCH', '/v1/assistant', {
    ...{ enabled: true, introduce: false, bands: { answer: 0.98, clarify: 0.1 } },
    scope: 'pesanan Toko Maju',
    language_model: { provider: 'openai_compatible', url: model.url, model: 'model' },
  });
  const later = { ...line.ctx, now: () => new Date(Date.now() + 2_000) };
  await runJobs(later, [trainingJob(later)]);
}

describe('with an assistant', () => {
  beforeAll(openAssistant);

  test('a person who answers on the phone while the language model thinks is not talked over', async () => {
    const { write, texts, phoneReplies, decisions } = await customer();
    const asked = model.calls.length;
    let open = () => {};
    model.gate = new Promise((resolve) => (open = resolve));
    await write(DOUBTFUL);
    await until(() => model.calls.length > asked, { what: 'the call of the model' });

    await phoneReplies('Bandung bisa, Kak.');
    open();

    const [decision] = await until(
      async () => ((await decisions())[0]?.state === 'decided' ? decisions() : undefined),
      { what: 'the decision' },
    );
    expect(decision).toMatchObject({ outcome: 'silent', message_ids: [] });
    expect(await texts()).toEqual(['Bandung bisa, Kak.']);
  });

  test('a customer is answered also when the language model is down', async () => {
    model.next.push({ status: 500 }, { status: 500 });
    const { asks, texts } = await customer();

    const decision = await asks(DOUBTFUL);

    expect(decision.outcome).toBe('clarified');
    await until(async () => (await texts()).length === 1, { what: 'the choices' });
  });

  test('who asks for a person gets one text, and a conversation that waits with its reason', async () => {
    const { asks, texts, chat } = await customer();
    await asks('Cara bayar?');

    const decision = await asks('mau bicara dengan admin');

    expect(decision).toMatchObject({ outcome: 'handed_off', reason: 'asked_for_person' });
    await until(async () => (await texts()).length === 2, { what: 'the hand-off' });
    expect(await texts()).toEqual(['Bayar lewat transfer BCA atau QRIS.', expect.stringMatching(HANDED_OFF)]);
    expect(await chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'asked_for_person' });
  });

  test.each<[why: string, reply: Reply]>([
    ['ends with a sentence of its own', { answer: 'Semoga membantu, Kak!', action: 'handoff' }],
    ['says that it hands off, and does not', { answer: 'Baik, saya sambungkan ke admin ya, Kak.' }],
  ])('a language model that %s hands off, with one text of the account', async (_, reply) => {
    const { asks, texts, chat } = await customer();
    model.next.push(reply);

    const decision = await asks(DOUBTFUL);

    expect(decision).toMatchObject({ outcome: 'handed_off', message_ids: [expect.anything()] });
    await until(async () => (await texts()).length === 1, { what: 'the hand-off' });
    expect(await texts()).toEqual([expect.stringMatching(HANDED_OFF)]);
    expect((await chat()).owner_state).toBe('human_waiting');
  });

  test('after a give-back the assistant answers again, and forgets that it handed off', async () => {
    const { asks, texts, phoneReplies, act } = await customer();
    await asks('admin');
    await phoneReplies('Ada yang bisa dibantu?');
    await act('give-back');

    const decision = await asks('Jam buka toko?');

    expect(decision).toMatchObject({ outcome: 'answered', reason: 'faq' });
    await until(async () => (await texts()).length === 3, { what: 'the answer' });
    expect((await texts())[2]).toMatch(/^Kami buka/);
  });

  test.each(['Atau tunai di toko.', 'Cara bayar?'])(
    'what the number sends under another id, such as %j, is a message of staff, and is not answered',
    async (text) => {
      const { asks, phoneReplies, chat, decisions } = await customer();
      await asks('Jam buka toko?');
      await phoneReplies(text);

      const { data } = (await api('GET', `/v1/conversations/${(await chat()).id}/messages`)).body;

      const replies = data.filter(({ body }: Json) => body === text);
      expect(replies).toEqual([expect.objectContaining({ direction: 'out', author: 'phone' })]);
      expect(await decisions()).toHaveLength(1);
      expect((await chat()).owner_state).toBe('human_active');
    },
  );

  test('another machine that answers each text gets five answers, then staff has the chat', async () => {
    const { asks, texts, chat } = await customer();
    const outcomes = [];

    for (const { questions } of [...SHOP, ...SHOP]) {
      const { outcome, reason } = await asks(String(questions[outcomes.length % 5]));
      outcomes.push(outcome === 'answered' ? outcome : reason);
    }

    expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeLessThanOrEqual(5);
    expect(outcomes).toContain('loop_suspected');
    expect(await chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'loop_suspected' });
    expect((await texts()).length).toBeLessThanOrEqual(5);
  });

  test('two numbers of one account never answer each other', async () => {
    const { body: device } = await api('POST', '/v1/devices', { label: 'Gudang' });
    await connectAs('6281100000078', device.device_uuid);
    await line.sandbox.post('/sandbox/phones/6281100000078/messages', { to: OWNER, text: 'harga' });
    const chatAt = (uuid: string, phone: string) =>
      until(
        async () =>
          (await api('GET', `/v1/conversations?phone=${phone}&device_uuid=${uuid}`)).body.data[0] as Json,
        { what: 'the conversation' },
      );
    const { id } = await chatAt(shop.deviceUuid, '6281100000078');

    const decision = await until(
      async () => {
        const [first] = (await api('GET', `/v1/conversations/${id}/decisions`)).body.data;
        return first?.state === 'decided' ? first : undefined;
      },
      { what: 'the decision' },
    );

    expect(decision).toMatchObject({ stage: 'gate', outcome: 'silent', message_ids: [] });
    expect(await line.textsAt('6281100000078')).toEqual([]);
  });
});

describe('in a group', () => {
  const [ANI, BUDI, BRANCH] = ['6281300000001', '6281300000002', '6281300000003'];
  const device = (body: object) => api('PATCH', `/v1/devices/${shop.deviceUuid}`, body);
  let group = '';

  beforeAll(async () => {
    await line.sandbox.post('/sandbox/phones', { number: ANI, name: 'Ani Lestari' });
    const members = [ANI, BUDI, BRANCH, OWNER];
    group = (await line.sandbox.post('/sandbox/groups', { subject: 'Reseller', members })).body.id;
    await device({ groups: 'on' });
    await until(async () => (await say(ANI, 'Halo')) && (await chat()), { what: 'the group' });
  });

  const say = async (from: string, words: string, more: object = { mentions: [OWNER] }): Promise<string> => {
    const content = { to: OWNER, text: words, group: { id: group, name: '' }, ...more };
    return (await line.sandbox.post(`/sandbox/phones/${from}/messages`, content)).body.wa_message_id;
  };
  const chat = async () =>
    (await api('GET', '/v1/conversations?chat=group')).body.data[0] as Json | undefined;
  const history = async (): Promise<Json[]> =>
    (await api('GET', `/v1/conversations/${(await chat())?.id}/messages`)).body.data;
  const decisions = async (): Promise<Json[]> =>
    (await api('GET', `/v1/conversations/${(await chat())?.id}/decisions`)).body.data;
  const decided = (count: number) =>
    until(
      async () => {
        const found = await decisions();
        return found.length === count && found.every(({ outcome }) => outcome !== null) && found;
      },
      { what: `${count} decisions` },
    );
  const arrived = (id: string) =>
    until(async () => (await history()).find(({ wa_message_id }) => wa_message_id === id), { what: id });
  const got = async () =>
    (await line.sandbox.messagesOf(ANI)).filter(
      ({ from, direction }) => from === group && direction === 'in',
    );

  test('automation answers no mention unless the device says so', async () => {
    await arrived(await say(BUDI, `@${OWNER} harga?`));
    await arrived(await say(BUDI, 'harga?'));

    expect((await api('GET', `/v1/devices/${shop.deviceUuid}`)).body).toMatchObject({
      group_automation: 'off',
    });
    expect(await decisions()).toEqual([]);
    expect(await got()).not.toContainEqual(expect.objectContaining({ text: 'Rp 10.000' }));
  });

  test('a mention, or a quote of the number, gets a quoting answer, and other messages none', async () => {
    expect((await device({ group_automation: 'mentioned' })).body).toMatchObject({
      group_automation: 'mentioned',
    });
    await arrived(await say(BUDI, 'harga?', {}));
    await arrived(await say(BUDI, `@${ANI} harga?`, { mentions: [ANI] }));
    const asked = await say(BUDI, `@${OWNER} harga?`);
    const answer = await until(async () => (await got()).find((each) => each.quote?.wa_message_id === asked));
    const again = await say(BUDI, 'harga yang besar?', { quote: answer?.wa_message_id });
    await until(async () => (await got()).find((each) => each.quote?.wa_message_id === again));

    const [last, first] = await decided(2);
    expect([first, last]).toMatchObject([
      { stage: 'rule', outcome: 'answered' },
      { stage: 'rule', outcome: 'answered' },
    ]);
    expect(answer).toMatchObject({ text: 'Rp 10.000' });
    expect(await chat()).toMatchObject({ owner_state: 'closed', waiting_since: null, episode: 0 });
  });

  test('nothing hands a group to staff, and what staff answers is not answered by automation', async () => {
    await say(BUDI, `@${OWNER} saya mau bicara dengan manusia`);
    await decided(3);
    expect(await chat()).toMatchObject({ owner_state: 'closed', waiting_since: null });
    const reply = { body: 'Saya bantu.' };
    await api('POST', `/v1/conversations/${(await chat())?.id}/messages`, reply, {
      'idempotency-key': 'grup',
    });

    await say(BUDI, `@${OWNER} harga?`);

    expect((await decided(4))[0]).toMatchObject({
      stage: 'owner',
      outcome: 'silent',
      reason: 'human_active',
    });
  });

  test('ignored members and numbers of the account are not answered', async () => {
    await api('PATCH', '/v1/automation', { ignored_phones: [BUDI] });
    await arrived(await say(BUDI, `@${OWNER} harga?`));
    await api('PATCH', '/v1/automation', { ignored_phones: [] });
    await pairByQr('Cabang', api, (qr) => line.sandbox.post(`/sandbox/phones/${BRANCH}/scan`, { qr }));
    await arrived(await say(BRANCH, `@${OWNER} harga?`));

    await say(ANI, `@${OWNER} harga?`);

    expect(await decided(5)).toHaveLength(5);
  });

  test('two bots of a group stop each other soon', async () => {
    await api('POST', `/v1/conversations/${(await chat())?.id}/resolve`, {});
    const before = (await got()).length;

    for (let n = 0; n < 12; n += 1) {
      await say(ANI, `@${OWNER} harga?`);
      await decided(6 + n);
    }

    expect((await decisions())[0]).toMatchObject({
      stage: 'gate',
      outcome: 'silent',
      reason: 'breaker_open',
    });
    expect((await got()).length - before).toBeLessThan(6);
  });
});
