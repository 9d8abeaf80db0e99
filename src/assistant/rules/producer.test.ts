import { afterAll, expect, test } from 'vitest';
import { automationVersion, chatOf, said } from '../../../test/harness/automation-chat.ts';
import { openChats } from '../../../test/harness/chat.ts';
import { testContext } from '../../../test/harness/context.ts';
import { insertMessage } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { watchStatements } from '../../../test/harness/statements.ts';
import { DAY, SECOND } from '../../platform/lib/clock.ts';
import type { Chat } from '../chat.ts';
import { deleteEndedPauses } from './auto-reply.ts';
import { openAutoReplies } from './producer.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop } = openChats(ctx, service);
const replies = [{ type: 'text', body: 'Mulai 20 ribu, {{customer.first_name|Kak}}.' }];
const PRICE = { kind: 'keyword', name: 'Harga', patterns: ['harga'], replies };
const HOURS = { timezone: 'Asia/Jakarta', weekly: { monday: [{ from: '09:00', to: '17:00' }] } };
const at = (time: string) => ({ at: new Date(time) });
/** 20:00 on a Monday, and 20:00 a week later. */
const [EVENING, NEXT_WEEK] = [at('2025-11-24T13:00:00Z'), at('2025-12-01T13:00:00Z')];
const NOON = at('2025-11-24T05:00:00Z');

async function place() {
  const { api, account, device, read } = await shop();
  const autoReplies = openAutoReplies(ctx);
  const { id: conversation_id } = await read();
  return {
    ...{ api, account, device, autoReplies },
    add: async (rule: object): Promise<string> => (await api('POST', '/v1/auto-replies', rule)).body.id,
    chat: async (changes: Partial<Chat> = {}): Promise<Chat> => {
      const automation_version = await automationVersion(ctx, account);
      return chatOf({ account, device, conversation_id, automation_version, ...changes });
    },
  };
}
test('a rule answers with its texts, for this engine and person', async () => {
  const { add, chat, autoReplies } = await place();
  const interactive = { buttons: [{ id: 'a', title: 'Kopi' }] };
  const id = await add({ ...PRICE, replies: [...replies, { type: 'button', body: 'Apa?', interactive }] });

  const economy = await autoReplies.choose(await chat(), said('Harga?'), NOON);
  const official = await autoReplies.choose(await chat({ engine: 'official_cloud' }), said('harga'), NOON);
  const other = await autoReplies.choose(await chat(), said('jam buka'), NOON);

  const by = { kind: 'rule', rule_id: id };
  const plain = { media_url: null, interactive: null, by };
  expect(economy).toEqual({
    ...{ stage: 'rule', outcome: 'answered', reason: 'word: harga', rule_id: id },
    replies: [
      { type: 'text', body: 'Mulai 20 ribu, Budi.', ...plain },
      { type: 'text', body: 'Apa?\n\n1. Kopi', ...plain, choices: interactive.buttons },
    ],
  });
  const buttons = { type: 'button', body: 'Apa?', media_url: null, interactive, by };
  expect(official?.replies[1]).toEqual({ ...buttons, choices: interactive.buttons });
  expect(other).toBeNull();
});

test('texts of a rule have fields of the contact, whose values are never read as variables', async () => {
  const { add, chat, autoReplies, api } = await place();
  for (const name of ['kota', 'level']) await api('POST', '/v1/contact-fields', { name, type: 'text' });
  const contact = { phone: '6281200000010', name: '{{device.label}} $&', fields: { kota: 'x'.repeat(500) } };
  await api('POST', '/v1/contacts', contact);
  const body = '{{contact.name|Kak}} {{contact.level|tamu}}';
  await add({ ...PRICE, replies: [{ type: 'text', body }] });
  await add({
    ...PRICE,
    patterns: ['jauh'],
    replies: [{ type: 'text', body: `Dari ${'{{contact.kota}}'.repeat(20)}` }],
  });

  const plan = await autoReplies.choose(await chat(), said('harga'), NOON);
  const long = await autoReplies.choose(await chat(), said('jauh'), NOON);
  const stranger = await autoReplies.choose(await chat({ phone: '6281200000099' }), said('harga'), NOON);

  expect([plan, stranger].map((each) => each?.replies[0]?.body)).toEqual([
    '{{device.label}} $& tamu',
    'Kak tamu',
  ]);
  expect(long?.replies[0]?.body).toHaveLength(4_096);
});

test('a rule hands off, starts a flow, or sets labels', async () => {
  const { add, chat, autoReplies, api } = await place();
  const flow = (await api('POST', '/v1/flows', { name: 'Pesanan' })).body.id;
  await add({ ...PRICE, patterns: ['admin'], replies: [], hand_off: true });
  await add({ ...PRICE, patterns: ['marah'], hand_off: true, add_labels: ['keluhan'] });
  await add({ ...PRICE, patterns: ['pesan'], replies: [], start_flow: flow });
  await add({ ...PRICE, patterns: ['ok'], replies: [], add_labels: ['selesai'], remove_labels: ['baru'] });

  const plans = [];
  for (const text of ['admin', 'marah', 'pesan', 'ok'])
    plans.push(await autoReplies.choose(await chat(), said(text), NOON));

  expect(plans.map((plan) => plan && { ...plan, replies: plan.replies.length })).toMatchObject([
    { outcome: 'handed_off', replies: 0, end: { to: 'human_waiting', reason: 'rule', text: null } },
    { outcome: 'handed_off', replies: 1, end: { text: '' }, addLabels: ['keluhan'] },
    { outcome: 'answered', replies: 0, startFlow: flow },
    { outcome: 'tagged', replies: 0, addLabels: ['selesai'], removeLabels: ['baru'] },
  ]);
});

test('labels of rules that only label go with the answer of the next rule', async () => {
  const { add, chat, autoReplies } = await place();
  const label = { replies: [], cooldown_seconds: 60 };
  await add({ ...PRICE, ...label, match: 'any', patterns: [], add_labels: ['chat'], priority: 1 });
  await add({ ...PRICE, ...label, add_labels: ['harga'], remove_labels: ['baru'], priority: 2 });
  const answer = await add(PRICE);

  const plan = await autoReplies.choose(await chat(), said('harga'), NOON);
  const alone = await autoReplies.choose(await chat(), said('halo'), NOON);
  await ctx.db.transaction(async (tx) => plan?.save?.(tx, NOON.at));
  const later = await autoReplies.choose(await chat(), said('harga'), NOON);

  expect(plan).toMatchObject({ outcome: 'answered', rule_id: answer, addLabels: ['chat', 'harga'] });
  expect(plan?.removeLabels).toEqual(['baru']);
  expect(alone).toMatchObject({ outcome: 'tagged', addLabels: ['chat'] });
  expect(later?.addLabels).toBeUndefined();
});

test('plans of one decision may share a rule that then cools down', async () => {
  const { add, chat, autoReplies } = await place();
  const label = { match: 'any', patterns: [], replies: [], add_labels: ['chat'], cooldown_seconds: 60 };
  await add({ ...PRICE, ...label, priority: 1 });
  await add(PRICE);
  const plans = [
    await autoReplies.choose(await chat(), said('halo'), NOON),
    await autoReplies.choose(await chat(), said('harga'), NOON),
  ];

  const saved = await ctx.db.transaction(async (tx) => {
    const all: (boolean | undefined)[] = [];
    for (const plan of plans) all.push(await plan?.save?.(tx, NOON.at));
    return all;
  });

  expect(saved).toEqual([true, true]);
});

test.each<[object, Partial<Chat>, boolean]>([
  [{ customer: 'new' }, { episode: 1 }, true],
  [{ customer: 'new' }, { episode: 2 }, false],
  [{ customer: 'returning' }, { episode: 2 }, true],
  [{ has_labels: ['VIP'] }, { labels: ['vip', 'lama'] }, true],
  [{ has_labels: ['vip', 'baru'] }, { labels: ['vip'] }, false],
  [{ lacks_labels: ['vip'] }, { labels: ['vip'] }, false],
  [{ has_tags: ['Grosir'] }, {}, true],
  [{ lacks_tags: ['grosir'] }, {}, false],
  [{ has_tags: ['grosir'] }, { phone: '6281200000099' }, false],
])('the conditions %j for %j are met: %s', async (conditions, changes, expected) => {
  const { add, chat, autoReplies, api } = await place();
  await api('POST', '/v1/contacts', { phone: '6281200000010', name: 'Budi', tags: ['grosir'] });
  const id = await add({ ...PRICE, conditions });

  const plan = await autoReplies.choose(await chat(changes), said('harga'), NOON);

  expect(plan?.rule_id).toBe(expected ? id : undefined);
});

test.each([
  [
    true,
    [
      ['broadcast', 1],
      ['bot', 0],
    ],
    true,
  ],
  [true, [['broadcast', 8]], false],
  [
    true,
    [
      ['broadcast', 2],
      ['staff', 1],
    ],
    false,
  ],
  [true, [], false],
  [false, [['broadcast', 1]], false],
  [
    false,
    [
      ['broadcast', 2],
      ['api', 1],
    ],
    true,
  ],
] as const)('a rule for answers to broadcasts: %s, after %j: %s', async (after_broadcast, sent, expected) => {
  const { add, chat, device, autoReplies } = await place();
  const id = await add({ ...PRICE, conditions: { after_broadcast } });
  for (const [source, days] of sent) {
    const created_at = new Date(NOON.at.getTime() - days * DAY - SECOND);
    await insertMessage(ctx, device, { ...{ source, created_at, status: 'sent' }, phone: '6281200000010' });
  }

  const plan = await autoReplies.choose(await chat(), said('harga'), NOON);

  expect(plan?.rule_id).toBe(expected ? id : undefined);
});

test.each([
  ['id', 'harga kopi berapa kak?', true],
  ['id', 'what is the harga of it?', false],
  ['id', 'harga', true],
  ['en', 'harga kopi please?', false],
  ['en', 'kopi?', false],
  ['en', 'how much is the kopi?', true],
])('a rule for %s and the message %j: %s', async (language, text, expected) => {
  const { add, chat, autoReplies } = await place();
  const id = await add({ ...PRICE, patterns: ['harga', 'kopi'], conditions: { language } });

  const plan = await autoReplies.choose(await chat(), said(text), NOON);

  expect(plan?.rule_id).toBe(expected ? id : undefined);
});

test('an away text is in the language of the customer', async () => {
  const { add, chat, autoReplies, api } = await place();
  await api('PUT', '/v1/business-hours', HOURS);
  const away = { ...PRICE, kind: 'away', patterns: [] };
  const english = await add({ ...away, conditions: { language: 'en' } });
  const other = await add({ ...away, priority: 900 });
  const idOf = async (text: string) => (await autoReplies.away(await chat(), said(text), EVENING))?.rule_id;

  expect([await idOf('are you open today?'), await idOf('buka jam berapa?')]).toEqual([english, other]);
});

test('a change applies to the next message, and rules of other devices and accounts do not', async () => {
  const { add, chat, autoReplies, api, device } = await place();
  const stranger = await place();
  const id = await add({ ...PRICE, device_uuids: [device.device_uuid] });

  const first = await autoReplies.choose(await chat(), said('harga'), NOON);
  const elsewhere = await autoReplies.choose(await chat({ device_uuid: 'other' }), said('harga'), NOON);
  const foreign = await autoReplies.choose(await stranger.chat(), said('harga'), NOON);
  await api('PATCH', `/v1/auto-replies/${id}`, { enabled: false });
  const after = await autoReplies.choose(await chat(), said('harga'), NOON);

  expect([first?.rule_id, elsewhere, foreign, after]).toEqual([id, null, null, null]);
});

test('a cool-down lets the next rule answer, and of two answers at once one counts', async () => {
  const { add, chat, autoReplies } = await place();
  const first = await add({ ...PRICE, cooldown_seconds: 60 });
  const second = await add({ ...PRICE, priority: 200 });
  const now = ctx.now();
  const ask = async (seconds: number) =>
    autoReplies.choose(await chat(), said('harga'), { at: new Date(now.getTime() + seconds * 1_000) });
  const plans = [await ask(0), await ask(0)];

  const saved = await Promise.all(
    plans.map((plan) => ctx.db.transaction(async (tx) => plan?.save?.(tx, now))),
  );
  const later = [await ask(59), await ask(60)];
  const elsewhere = await autoReplies.choose(await chat({ conversation_id: 999_999 }), said('harga'), {
    at: now,
  });

  expect(saved.sort()).toEqual([false, true]);
  expect(later.map((plan) => plan?.rule_id)).toEqual([second, first]);
  expect(elsewhere?.rule_id).toBe(first);
});

test('a greeting comes once per episode, or again after days', async () => {
  const { add, chat, autoReplies } = await place();
  const each = await add({ ...PRICE, kind: 'greeting', patterns: [] });
  const greet = async (opens: boolean, time = NOON) => {
    const preface = await autoReplies.greeting(await chat(), said('halo', { opens }), time);
    await ctx.db.transaction(async (tx) => preface?.save?.(tx, time.at));
    return preface;
  };

  const byEpisode = [await greet(true), await greet(false)];
  const days = await add({
    ...PRICE,
    kind: 'greeting',
    patterns: [],
    priority: 1,
    greet_after_days: 7,
    greet_always: true,
  });
  const byDays = [await greet(false), await greet(false), await greet(false, at('2025-12-01T05:00:00Z'))];

  expect(byEpisode.map((preface) => preface?.rule_id)).toEqual([each, undefined]);
  expect(byEpisode[0]?.replies[0]?.by).toEqual({ kind: 'rule', rule_id: each, is_notice: true });
  expect(byDays.map((preface) => preface?.rule_id)).toEqual([days, undefined, days]);
});

test('an away text comes once per closure, and not after a message of staff', async () => {
  const { add, chat, autoReplies, api } = await place();
  await api('PUT', '/v1/business-hours', HOURS);
  const id = await add({ ...PRICE, kind: 'away', patterns: [] });
  const away = async (time: { at: Date }, changes: Partial<Chat> = {}) => {
    const preface = await autoReplies.away(await chat(changes), said('halo'), time);
    await ctx.db.transaction(async (tx) => preface?.save?.(tx, time.at));
    return preface?.rule_id ?? null;
  };
  const staff = { last_human_at: new Date(EVENING.at.getTime() - 299_000) };

  const texts = [
    await away(NOON),
    await away(EVENING, staff),
    await away(EVENING),
    await away(EVENING),
    await away(at('2025-12-01T01:59:00Z')),
    await away(NEXT_WEEK),
  ];

  expect(texts).toEqual([null, null, id, null, null, id]);
});

test('cool-downs that have ended are deleted, and others stay', async () => {
  const { add, chat, autoReplies } = await place();
  await add({ ...PRICE, cooldown_seconds: 60 });
  await add({ ...PRICE, patterns: ['jam'], cooldown_seconds: 3_600 });
  const now = ctx.now();
  for (const text of ['harga', 'jam']) {
    const plan = await autoReplies.choose(await chat(), said(text), { at: now });
    await ctx.db.transaction(async (tx) => plan?.save?.(tx, now));
  }
  const later = new Date(now.getTime() + 61_000);
  await deleteEndedPauses({ db: ctx.db, now: () => later });

  const { conversation_id } = await chat();
  const { rows } = await ctx.pool.query('select until from auto_reply_pauses where conversation_id = $1', [
    conversation_id,
  ]);
  expect(rows).toEqual([{ until: new Date(now.getTime() + 3_600_000) }]);
  expect(await autoReplies.choose(await chat(), said('jam'), { at: later })).toBeNull();
});

test('only a rule that interrupts flows answers during a flow', async () => {
  const { add, chat, autoReplies } = await place();
  await add(PRICE);
  const stop = await add({ ...PRICE, priority: 200, interrupts_flows: true });

  const plan = await autoReplies.choose(await chat(), said('harga'), NOON, 'interrupting');

  expect(plan?.rule_id).toBe(stop);
});

test('a message costs no statement, but for hours and cool-downs that a matching rule needs', async () => {
  const { add, chat } = await place();
  const asked: (string | undefined)[] = [];
  const autoReplies = openAutoReplies({
    ...ctx,
    db: watchStatements(ctx.db, ({ name }) => asked.push(name)),
  });
  await add(PRICE);
  await add({ ...PRICE, patterns: ['jam'], hours: 'open', cooldown_seconds: 5 });
  const now = await chat();
  await autoReplies.choose(now, said('harga'), NOON);

  for (const text of ['harga', 'halo', 'jam']) await autoReplies.choose(now, said(text), NOON);

  expect(asked).toEqual([
    ...['rules.list_all', 'automation.list_flow_triggers', 'hours.find', 'rules.find_pauses'],
  ]);
});

test.each([
  ['entry_point_ids', '7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55', 'entry_point_id'],
  ['entry_point_ids', '7F3D1F4E-93C4-4F3B-9D20-2D3F5B7F4A55', 'entry_point_id'],
  ['ad_ids', '120209876543210', 'ad_id'],
] as const)(
  'a rule with %s %s answers only messages that came through it',
  async (condition, value, name) => {
    const { add, chat, autoReplies } = await place();
    const id = await add({ ...PRICE, match: 'any', patterns: [], conditions: { [condition]: [value] } });
    const through = (given: string) =>
      said('', { came_by: { entry_point_id: null, ad_id: null, [name]: given } });

    const plans = await Promise.all(
      [through(value.toLowerCase()), through('another'), said('Halo')].map(async (message) =>
        autoReplies.choose(await chat(), message, NOON),
      ),
    );

    expect(plans.map((plan) => plan?.rule_id ?? null)).toEqual([id, null, null]);
  },
);
