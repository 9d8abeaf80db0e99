import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../test/harness/chat.ts';
import { testContext } from '../../../test/harness/context.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { DAY } from '../../platform/lib/clock.ts';
import { MAX_AUTO_REPLIES } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop } = openChats(ctx, service);

const TEXT = { type: 'text', body: 'Mulai 20 ribu, {{customer.first_name|Kak}}.' };
const PRICE = { kind: 'keyword', name: 'Harga', patterns: ['harga'], replies: [TEXT] };
const GREETING = { kind: 'greeting', name: 'Salam', replies: [{ type: 'text', body: 'Halo!' }] };
const AWAY = { kind: 'away', name: 'Tutup', replies: [{ type: 'text', body: 'Kami tutup.' }] };
const CLOSED = { timezone: 'UTC', weekly: { monday: [{ from: '09:00', to: '17:00' }] } };
const automated = async ({ id }: { id: number }) => {
  const { rows } = await ctx.pool.query('select automated from channels where account_id = $1', [id]);
  return rows.map((row) => row.automated);
};

test('an auto-reply is made, shown, changed and deleted, and covers the numbers meanwhile', async () => {
  const { api, account } = await shop({ automated: false });
  const made = await api('POST', '/v1/auto-replies', PRICE);
  const path = `/v1/auto-replies/${made.body.id}`;
  const covered = await automated(account);
  ctx.clock.advance(1_000);

  const changed = await api('PATCH', path, {
    priority: 5,
    patterns: ['harga', 'price list'],
    match: 'contains',
  });
  const shown = await api('GET', path);
  const listed = await api('GET', '/v1/auto-replies');
  const disabled = await api('PATCH', path, { enabled: false });
  const uncovered = await automated(account);
  const deleted = await api('DELETE', path);

  const reply = { ...TEXT, media_url: null, media_id: null, interactive: null };
  expect(made).toMatchObject({
    status: 201,
    body: { ...PRICE, match: 'word', priority: 100, replies: [reply] },
  });
  expect(made.body).toMatchObject({ hours: 'any', schedule: null, device_uuids: null, warnings: [] });
  const { warnings, ...rest } = changed.body;
  expect([warnings, shown.body]).toEqual([[], rest]);
  expect(rest).toMatchObject({ priority: 5, match: 'contains', patterns: ['harga', 'price list'] });
  expect(listed.body).toEqual({ data: [rest], next_cursor: null });
  expect([covered, uncovered]).toEqual([[true], [false]]);
  expect([disabled.status, deleted.status]).toEqual([200, 204]);
  expect((await api('GET', path)).body.error).toBe('auto_reply_not_found');
});

test('the list has the order of priorities, on pages of any size', async () => {
  const { api } = await shop();
  for (const priority of [7, 3, 3, 9]) await api('POST', '/v1/auto-replies', { ...PRICE, priority });
  const seen: number[] = [];

  let cursor = '';
  do {
    const { body } = await api('GET', `/v1/auto-replies?limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data.map((rule: Json) => rule.priority));
    cursor = body.next_cursor ?? '';
  } while (cursor);

  expect(seen).toEqual([3, 3, 7, 9]);
});

test.each<[string, object]>([
  ['kind', { ...PRICE, kind: 'fallback' }],
  ['name', { ...PRICE, name: ' ' }],
  ['priority', { ...PRICE, priority: 1_001 }],
  ['patterns', { ...PRICE, patterns: [] }],
  ['patterns', { ...PRICE, patterns: Array(101).fill('a') }],
  ['patterns', { ...PRICE, match: 'any' }],
  ['patterns.0', { ...PRICE, match: 'regex', patterns: ['('] }],
  ['patterns', { ...PRICE, match: 'regex', patterns: Array(51).fill('a') }],
  ['patterns', { ...GREETING, patterns: ['halo'] }],
  ['replies', { ...PRICE, replies: [] }],
  ['replies', { ...PRICE, replies: Array(4).fill(TEXT) }],
  ['replies', { ...GREETING, replies: Array(3).fill(TEXT) }],
  ['replies.0.body', { ...PRICE, replies: [{ type: 'text', body: 'Halo {{nama}}' }] }],
  ['replies.0.body', { ...PRICE, replies: [{ type: 'text', body: '{{customer.name}}' }] }],
  ['replies.0.body', { ...PRICE, replies: [{ type: 'text', body: 'a\u0000' }] }],
  ['replies.0.type', { ...PRICE, replies: [{ type: 'sticker' }] }],
  ['hours', { ...AWAY, hours: 'any' }],
  ['hand_off', { ...PRICE, hand_off: true, start_flow: '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20' }],
  ['start_flow', { ...PRICE, start_flow: 'x' }],
  ['greet_always', { ...PRICE, greet_always: true }],
  ['cooldown_seconds', { ...PRICE, cooldown_seconds: -1 }],
  ['schedule.from', { ...PRICE, schedule: { from: '9' } }],
  ['schedule.to', { ...PRICE, schedule: { from: '09:00', to: '09:00' } }],
  ['device_uuids', { ...PRICE, device_uuids: [] }],
])('a wrong %s is a field error', async (field, wrong) => {
  const { api } = await shop();

  const { status, body } = await api('POST', '/v1/auto-replies', wrong);

  expect([status, Object.keys(body.errors ?? body)]).toEqual([422, [field]]);
});

test('a change of a time or a condition keeps the others', async () => {
  const { api } = await shop();
  const schedule = { days: ['monday'], from: '08:00', to: '10:00' };
  const conditions = { customer: 'new', has_labels: ['vip'] };
  const { id } = (await api('POST', '/v1/auto-replies', { ...PRICE, schedule, conditions })).body;
  const change = (body: object) => api('PATCH', `/v1/auto-replies/${id}`, body);

  const changed = await change({ schedule: { to: '11:00' }, conditions: { customer: 'returning' } });
  const wrong = await change({ schedule: { to: '08:00' } });
  const cleared = await change({ schedule: { days: null }, conditions: null });

  expect(changed.body).toMatchObject({
    schedule: { ...schedule, to: '11:00' },
    conditions: { ...conditions, customer: 'returning' },
  });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['schedule.to']]);
  expect(cleared.body).toMatchObject({ schedule: { days: null, from: '08:00' }, conditions: null });
});

test('a change is checked together with the fields that stay', async () => {
  const { api } = await shop();
  const { id } = (await api('POST', '/v1/auto-replies', PRICE)).body;
  const change = (body: object) => api('PATCH', `/v1/auto-replies/${id}`, body);

  const answers = [
    await change({ replies: [] }),
    await change({ replies: [], hand_off: true }),
    await change({ hand_off: false }),
    await change({}),
  ];

  expect(answers.map(({ status }) => status)).toEqual([422, 200, 422, 422]);
});

test('an account has a limited number', async () => {
  const { api, account } = await shop();
  await ctx.pool.query(
    `insert into auto_replies (account_id, kind, name, enabled, priority, device_ids, definition, created_at,
       updated_at)
     select $1, 'keyword', 'Aturan', false, 1, '{}', '{"match": "any", "patterns": []}', now(), now()
     from generate_series(1, $2::int)`,
    [account.id, MAX_AUTO_REPLIES - 1],
  );

  const answers = [
    await api('POST', '/v1/auto-replies', PRICE),
    await api('POST', '/v1/auto-replies', PRICE),
  ];

  expect(answers.map(({ status, body }) => body.error ?? status)).toEqual([201, 'auto_reply_limit_reached']);
});

test('patterns are limited in all rules of an account together', async () => {
  const { api, account } = await shop();
  await ctx.pool.query(
    `insert into auto_replies (account_id, kind, name, enabled, priority, device_ids, definition, created_at,
       updated_at)
     select $1, 'keyword', 'Aturan', false, 1, '{}',
       jsonb_build_object('match', 'word', 'patterns', (select jsonb_agg('a' || n) from generate_series(1, 100) n)),
       now(), now() from generate_series(1, 99)`,
    [account.id],
  );
  const most = { ...PRICE, patterns: Array.from({ length: 100 }, (_, n) => `harga ${n}`) };

  const answers = [await api('POST', '/v1/auto-replies', most), await api('POST', '/v1/auto-replies', PRICE)];

  expect(answers.map(({ status, body }) => body.errors?.patterns ?? status)).toEqual([
    201,
    ['must have at most 10000 patterns, together with all auto-replies and triggers of published flows'],
  ]);
});

test('warnings name patterns that opt out or ask for a person before any rule', async () => {
  const { api } = await shop();

  const { body } = await api('POST', '/v1/auto-replies', {
    ...PRICE,
    patterns: ['stop', 'admin', 'jam kerja admin', 'harga'],
  });

  expect(body.warnings.map(({ code, patterns }: Json) => [code, patterns])).toEqual([
    ['opt_out_word', ['stop']],
    ['person_word', ['admin']],
  ]);
});

test('a rule whose last day has passed has a warning, by the local date', async () => {
  const { api } = await shop();
  const warningsUntil = async (until_date: string, more: object = {}) => {
    const { body } = await api('POST', '/v1/auto-replies', { ...PRICE, schedule: { until_date, ...more } });
    return body.warnings.map(({ code }: Json) => code);
  };
  const dayFromNow = (days: number) => new Date(ctx.now().getTime() + days * DAY).toISOString().slice(0, 10);

  const warnings = [
    await warningsUntil(dayFromNow(-2)),
    await warningsUntil(dayFromNow(2)),
    await warningsUntil(dayFromNow(-1), { from: '20:00', to: '04:00' }),
  ];

  expect(warnings.map((codes) => codes.includes('schedule_over'))).toEqual([true, false, false]);
});

test('warnings name rules that hide each other, and hours that are missing', async () => {
  const { api } = await shop();
  const price = await api('POST', '/v1/auto-replies', { ...PRICE, match: 'contains' });

  const later = await api('POST', '/v1/auto-replies', {
    ...PRICE,
    name: 'Kopi',
    patterns: ['harga kopi'],
    priority: 200,
  });
  const sooner = await api('POST', '/v1/auto-replies', {
    ...PRICE,
    name: 'Semua',
    match: 'any',
    patterns: [],
    priority: 1,
  });
  const away = await api('POST', '/v1/auto-replies', AWAY);
  await api('PUT', '/v1/business-hours', CLOSED);
  const closed = await api('POST', '/v1/auto-replies', AWAY);

  expect(later.body.warnings).toEqual([
    {
      ...{ code: 'shadowed', rule_id: price.body.id, flow_id: null, patterns: ['harga kopi'] },
      message: '"Harga" always answers before this rule: harga kopi.',
    },
  ]);
  expect(sooner.body.warnings.map(({ code, rule_id }: Json) => [code, rule_id])).toEqual([
    ['shadows', price.body.id],
    ['shadows', later.body.id],
  ]);
  expect(away.body.warnings.map(({ code }: Json) => code)).toEqual(['no_business_hours']);
  expect(closed.body.warnings).toEqual([]);
});

test('the list says which rules can never answer, until they can', async () => {
  const { api, device } = await shop();
  const over = { ...PRICE, name: 'Promo lama', schedule: { until_date: '2024-12-31' } };
  for (const body of [AWAY, over, { ...PRICE, hours: 'open' }]) await api('POST', '/v1/auto-replies', body);
  const reasons = async () => {
    const { data } = (await api('GET', '/v1/auto-replies')).body;
    return data.map(({ never_answers }: Json) => never_answers);
  };

  const before = await reasons();
  await api('PUT', `/v1/devices/${device.device_uuid}/business-hours`, CLOSED);

  expect(before).toEqual(['no_business_hours', 'schedule_over', null]);
  expect(await reasons()).toEqual([null, 'schedule_over', null]);
});

test('the tester says which rules answer, and why others do not', async () => {
  const { api, device } = await shop();
  const other = await insertDevice(ctx, (await shop()).account);
  const make = async (body: object) => (await api('POST', '/v1/auto-replies', body)).body.id;
  await api('PUT', '/v1/business-hours', CLOSED);
  const ids = {
    price: await make({ ...PRICE, match: 'exact' }),
    long: await make({ ...PRICE, name: 'Lain', match: 'contains', patterns: ['harga', 'harga kopi'] }),
    off: await make({ ...PRICE, enabled: false, match: 'any', patterns: [] }),
    open: await make({ ...PRICE, hours: 'open', priority: 1 }),
    greeting: await make(GREETING),
    always: await make({ ...GREETING, greet_always: true, device_uuids: [device.device_uuid] }),
    away: await make(AWAY),
  };
  const sunday = '2025-11-23T10:00:00Z';
  const ask = (body: object) => api('POST', '/v1/auto-replies/test', { at: sunday, ...body });

  const price = await ask({ text: 'HARGA KOPI?', device_uuid: device.device_uuid });
  const none = await ask({ text: 'makasih' });
  const flow = await ask({ text: 'harga', during_flow: true, first: false });
  const foreign = await ask({ text: 'harga', device_uuid: other.device_uuid });

  expect(price.status).toBe(200);
  expect(price.body.rule).toEqual({
    ...{ id: ids.long, name: 'Lain', priority: 100, pattern: 'harga kopi' },
    replies: [
      { type: 'text', body: 'Mulai 20 ribu, Kak.', media_url: null, media_id: null, interactive: null },
    ],
  });
  expect([price.body.greeting.id, price.body.away]).toEqual([ids.always, null]);
  expect(price.body.others.map(({ id, why, shadowed_by }: Json) => [id, why, shadowed_by])).toEqual([
    [ids.greeting, 'other_answer', null],
    [ids.open, 'other_hours', null],
    [ids.off, 'disabled', null],
    [ids.away, 'other_answer', null],
  ]);
  expect([none.body.greeting.id, none.body.rule, none.body.away.id]).toEqual([ids.greeting, null, ids.away]);
  expect([flow.body.rule, flow.body.greeting]).toEqual([null, null]);
  expect(flow.body.others.filter(({ why }: Json) => why === 'flow_waits')).toHaveLength(3);
  expect(foreign.body.error).toBe('device_not_found');
});

test('the tester knows the cool-downs of a customer, and shows choices as the device sends them', async () => {
  const { api, read } = await shop();
  const interactive = { buttons: [{ id: 'a', title: 'Kopi' }] };
  const replies = [{ type: 'button', body: 'Apa?', interactive }];
  const { id } = (await api('POST', '/v1/auto-replies', { ...PRICE, replies, cooldown_seconds: 60 })).body;
  const { id: conversation } = await read();
  const ask = () => api('POST', '/v1/auto-replies/test', { text: 'harga', phone: CHAT_PHONE });

  const fresh = await ask();
  await ctx.pool.query(
    `insert into auto_reply_pauses select $1, id, $3 from auto_replies where rule_uuid = $2`,
    [conversation, id, new Date(ctx.now().getTime() + 60_000)],
  );
  const cooling = await ask();

  expect(fresh.body.rule.replies).toEqual([
    { type: 'text', body: 'Apa?\n\n1. Kopi', media_url: null, media_id: null, interactive: null },
  ]);
  expect([cooling.body.rule, cooling.body.others[0].why]).toEqual([null, 'cooling_down']);
});

test('fields of contacts that the account does not have are refused, and the tester fills the others', async () => {
  const { api } = await shop();
  await api('POST', '/v1/contact-fields', { name: 'kota', type: 'text' });
  await api('POST', '/v1/contacts', { phone: CHAT_PHONE, name: 'Budi', fields: { kota: 'Solo' } });
  const saying = (body: string) => [{ type: 'text', body }];
  const { id } = (
    await api('POST', '/v1/auto-replies', { ...PRICE, replies: saying('{{contact.kota|sini}}') })
  ).body;

  const unknown = { replies: saying('{{contact.level|Kak}} {{contact.name}}') };
  const refused = [
    await api('POST', '/v1/auto-replies', { ...PRICE, ...unknown }),
    await api('PATCH', `/v1/auto-replies/${id}`, unknown),
  ];
  const filled = await api('POST', '/v1/auto-replies/test', { text: 'harga', phone: CHAT_PHONE });
  const stranger = await api('POST', '/v1/auto-replies/test', { text: 'harga' });

  for (const { status, body } of refused)
    expect([status, body.errors['replies.0.body'][0]]).toEqual([
      422,
      'has no variable "contact.level": use contact.name, contact.first_name, contact.phone, contact.email, ' +
        'contact.kota',
    ]);
  expect([filled, stranger].map(({ body }) => body.rule.replies[0].body)).toEqual(['Solo', 'sini']);
});

test('the tester answers as the arbiter does: words, triggers of flows, and greetings that always come', async () => {
  const { api } = await shop();
  const make = async (body: object) => (await api('POST', '/v1/auto-replies', body)).body.id;
  const ids = {
    any: await make({ ...PRICE, name: 'Semua', match: 'any', patterns: [] }),
    plain: await make({ ...GREETING, priority: 1 }),
    always: await make({ ...GREETING, greet_always: true }),
  };
  const flow = await publish(api, [{ match: 'word', patterns: ['ukuran'] }]);
  const ask = async (text: string, more = {}) =>
    (await api('POST', '/v1/auto-replies/test', { text, ...more })).body;

  const person = await ask('mau bicara sama admin');
  const optOut = await ask('STOP');
  const trigger = await ask('ukuran apa saja?');
  const exit = await ask('batal', { during_flow: true });
  const other = await ask('halo');

  const decisions = [person, optOut, trigger, exit, other].map(({ decision }) => Object.values(decision));
  expect(decisions).toEqual([
    ['person', 'handed_off', 'asked_for_person'],
    ['opt_out', 'silent', 'opted_out'],
    ['flow', 'answered', 'word: ukuran'],
    ['flow', 'answered', 'exit_word'],
    ['rule', 'answered', 'any'],
  ]);
  expect(person.hand_off_text).toContain('saya teruskan');
  expect([person, optOut].map(({ greeting, rule }) => [greeting, rule])).toEqual(Array(2).fill([null, null]));
  expect(person.others.map(({ why }: Json) => why)).toEqual(Array(3).fill('reserved_word'));
  expect(trigger.flow).toEqual({ id: flow, name: 'Ukuran', priority: 100, pattern: 'ukuran' });
  expect([trigger.rule, trigger.greeting.id]).toEqual([null, ids.always]);
  expect(trigger.others.map(({ id, why, shadowed_by }: Json) => [id, why, shadowed_by])).toEqual([
    [ids.plain, 'other_answer', null],
    [ids.any, 'shadowed', flow],
  ]);
  expect([other.rule.id, other.flow]).toEqual([ids.any, null]);
});

test('a flow that a rule starts can neither go nor be missing, and a rule warns before it is published', async () => {
  const { api } = await shop();
  const flow = await publish(api, []);
  const draft = (await api('POST', '/v1/flows', { name: 'Belum' })).body.id;
  const starts = (start_flow: string) => api('POST', '/v1/auto-replies', { ...PRICE, start_flow });
  const { id } = (await starts(flow)).body;

  const gone = [await api('POST', `/v1/flows/${flow}/unpublish`), await api('DELETE', `/v1/flows/${flow}`)];
  const missing = await starts('0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20');
  const early = await starts(draft);
  await api('PATCH', `/v1/auto-replies/${id}`, { enabled: false });
  const after = await api('DELETE', `/v1/flows/${flow}`);

  expect(gone.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([409, 'flow_in_use']));
  expect(gone[0]?.body.message).toContain('"Harga"');
  expect([missing.status, missing.body.errors]).toEqual([
    422,
    { start_flow: ['is no flow of this account'] },
  ]);
  expect(early.body.warnings.map(({ code }: Json) => code)).toEqual(['flow_not_published', 'shadowed']);
  expect(after.status).toBe(204);
});

test('rules and triggers of flows share the limits of an account, and their warnings name each other', async () => {
  const { api } = await shop();
  const digits = (count: number) => Array.from({ length: count }, (_, n) => `a\\d{100}${n}`);
  const regexes = (count: number) => ({ ...PRICE, match: 'regex', patterns: digits(count) });
  const flow = await publish(api, [{ match: 'regex', patterns: digits(7) }]);

  const most = await api('POST', '/v1/auto-replies', regexes(7));
  const more = await api('POST', '/v1/auto-replies', regexes(1));
  const wide = await api('POST', '/v1/auto-replies', { ...PRICE, match: 'any', patterns: [], priority: 1 });
  const second = await publish(api, [{ match: 'regex', patterns: digits(1) }], 422);

  const limit =
    'must have regular expressions of at most 1500 signs in all (`a{9}` counts 10), together with all ';
  const text = `${limit}auto-replies and triggers of published flows`;
  expect([most.status, more.body.errors]).toEqual([201, { patterns: [text] }]);
  expect(second).toEqual({ 'nodes.start.triggers': [text] });
  expect(wide.body.warnings.map(({ code, rule_id, flow_id }: Json) => [code, rule_id, flow_id])).toEqual([
    ['shadows', most.body.id, null],
    ['shadows', null, flow],
  ]);
});

/** The id of a published flow; or with another status the errors. */
async function publish(api: Awaited<ReturnType<typeof shop>>['api'], triggers: object[], status = 200) {
  const nodes = [
    { id: 'start', type: 'start', triggers, next: 'end' },
    { id: 'end', type: 'end' },
  ];
  const { id } = (await api('POST', '/v1/flows', { name: 'Ukuran', definition: { nodes } })).body;
  const published = await api('POST', `/v1/flows/${id}/publish`, {});
  expect(published.status).toBe(status);
  return status === 200 ? id : published.body.errors;
}
