import { DateTime } from 'luxon';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { DAY, MINUTE } from '../../../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
/** The clock changes within the days, on 25 October. */
const ZONE = 'Europe/Berlin';
const [FROM, TO] = ['2026-10-20', '2026-10-30'];
const BEGIN = Date.parse('2026-10-19T00:00:00Z');
const ALL_DAY = [{ from: '00:00', to: '24:00' }];
const WEEKLY = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, ALL_DAY]),
);

/** In minutes, of first answers. Others have no target. */
const TARGET = 20;

/** The same numbers in each run. */
function seeded(seed: number) {
  let state = seed;
  const below = (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
  const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[below(values.length)] ?? values[0];
  return { below, oneOf };
}

interface Answer {
  chat: Chat;
  source: 'staff' | 'bot' | 'phone';
  user_id: number | null;
  actor: string | null;
  is_first: boolean;
  at: Date;
  seconds: number;
  open_seconds: number;
}
interface Entry {
  chat: Chat;
  kind: string;
  actor: string;
  assignee: string | null;
  at: Date;
}
interface Chat {
  id: number;
  channel_id: number;
  device_uuid: string;
}

/** Three numbers with conversations, and random answers, entries and messages of 13 days around those of the query. */
async function shop() {
  const customer = await service.customer();
  const { id: account } = customer.account;
  await customer.api('PUT', '/v1/business-hours', { timezone: ZONE, weekly: WEEKLY });
  const random = seeded(14);
  const someTime = () => new Date(BEGIN + random.below(13 * 24 * 60) * MINUTE);
  const devices = [];
  for (let n = 0; n < 3; n += 1) devices.push(await insertDevice(ctx, customer.account));
  const messages: { device_uuid: string; at: Date }[] = [];
  for (let n = 0; n < 150; n += 1) {
    const device = devices[random.below(3)];
    if (!device) throw new Error('a device is missing');
    const at = someTime();
    await receive(inbound(device, `62812000000${10 + random.below(4)}`, { at }));
    messages.push({ device_uuid: device.device_uuid, at });
  }
  const { rows: chats } = await ctx.pool.query<Chat>(
    `select c.id::int as id, c.channel_id::int as channel_id, d.device_uuid from conversations c
     join channels h on h.id = c.channel_id join devices d on d.id = h.device_id
     where c.account_id = $1 order by c.id`,
    [account],
  );
  // Groups have no customers.
  for (const device of devices) {
    await receive(inbound(device, '120363041234567890@g.us', { at: new Date(BEGIN + 5 * DAY) }));
  }
  await ctx.pool.query('delete from conversation_events where account_id = $1', [account]);
  const user = await ctx.pool.query<{ id: number; user_uuid: string }>(
    `insert into users (account_id, email, name, role, status, created_at)
     values ($1, 'sari@toko.example', 'Sari', 'agent', 'active', now()) returning id::int as id, user_uuid`,
    [account],
  );
  const [sari] = user.rows;
  const [first, ...others] = chats;
  if (!first || !sari) throw new Error('rows are missing');
  const chat = () => random.oneOf([first, ...others]);

  const writers = [
    [null, null],
    [sari.id, 'Sari'],
    [sari.id, 'Sari Lama'],
    [null, 'Budi'],
  ] as const;
  const answers = Array.from({ length: 400 }, (): Answer => {
    const source = random.oneOf(['staff', 'staff', 'staff', 'phone', 'bot'] as const);
    const writer = random.oneOf<readonly [number | null, string | null]>(writers);
    const [user_id, actor] = source === 'staff' ? writer : [null, null];
    const seconds = random.below(5_000);
    return {
      ...{ chat: chat(), source, user_id, actor, is_first: random.below(2) === 0, at: someTime() },
      ...{ seconds, open_seconds: random.below(seconds + 1) },
    };
  });
  await ctx.pool.query(
    `insert into answers (id, account_id, conversation_id, channel_id, episode, source, user_id, actor, is_first,
       asked_at, up_to, answered_at, seconds, open_seconds)
     select n, $1, r.chat, r.channel, 1, r.source, r.user_id, r.actor, r.is_first, r.at, r.at, r.at, r.seconds,
       r.open_seconds
     from jsonb_to_recordset($2) as r (n bigint, chat bigint, channel bigint, source text, user_id bigint,
       actor text, is_first bool, at timestamptz, seconds int, open_seconds int)`,
    [
      account,
      JSON.stringify(
        answers.map((each, n) => ({ ...each, n, chat: each.chat.id, channel: each.chat.channel_id })),
      ),
    ],
  );

  const entries = Array.from({ length: 300 }, (): Entry => {
    const kind = random.oneOf(['opened', 'resolved', 'assigned', 'taken_over', 'note'] as const);
    const person = () => random.oneOf(['sari', 'Budi', 'api', 'phone'] as const);
    const actor = kind === 'opened' ? 'customer' : random.below(5) === 0 ? 'system' : person();
    const isAssigned = ['assigned', 'taken_over'].includes(kind) && random.below(3) > 0;
    return {
      chat: chat(),
      kind,
      actor,
      assignee: isAssigned ? random.oneOf(['Sari', 'Budi']) : null,
      at: someTime(),
    };
  });
  await ctx.pool.query(
    `insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
     select $1, r.chat, 1, r.kind, r.actor, jsonb_build_object('assignee', r.assignee), r.at
     from jsonb_to_recordset($2) as r (chat bigint, kind text, actor text, assignee text, at timestamptz)`,
    [account, JSON.stringify(entries.map((each) => ({ ...each, chat: each.chat.id })))],
  );

  const present = chats.map((each, index) => ({
    chat: each,
    isOpen: index % 4 !== 0,
    isWaiting: index % 3 === 0,
    assignee: [null, 'Sari', 'Budi'][index % 3] ?? null,
  }));
  for (const { chat: each, isOpen, isWaiting, assignee } of present)
    await ctx.pool.query(
      `update conversations set owner_state = $2, waiting_since = $3, assignee = $4 where id = $1`,
      [each.id, isOpen ? 'human_active' : 'closed', isWaiting ? new Date() : null, assignee],
    );
  return { ...customer, sari, devices, chats, messages, answers, entries, present };
}

const toko = await shop();
await toko.api('PATCH', '/v1/conversations/settings', { first_answer_minutes: TARGET });
const dateOf = (at: Date) => DateTime.fromJSDate(at, { zone: ZONE }).toISODate() ?? '';
const isWithin = ({ at }: { at: Date }) => dateOf(at) >= FROM && dateOf(at) <= TO;

const nearestRank = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? null;

function answerFigures(answers: readonly Answer[], target: number | null = null) {
  const [all, open] = [
    answers.map(({ seconds }) => seconds),
    answers.map(({ open_seconds }) => open_seconds),
  ];
  return {
    count: answers.length,
    on_time: target && open.length > 0 ? open.filter((each) => each <= target * 60).length : null,
    ...{ median_seconds: nearestRank(all, 0.5), p90_seconds: nearestRank(all, 0.9) },
    ...{ median_open_seconds: nearestRank(open, 0.5), p90_open_seconds: nearestRank(open, 0.9) },
  };
}

/** Conditions that rows of the figures have in common. */
interface Only {
  answer?: (answer: Answer) => boolean;
  entry?: (entry: Entry) => boolean;
  at?: (at: Date) => boolean;
  device?: string | undefined;
  assignee?: string;
}

/** Counts by looking at each row. */
function model({ answer = () => true, entry = () => true, at = () => true, device, assignee }: Only) {
  const isHere = ({ device_uuid }: { device_uuid: string }) => device === undefined || device_uuid === device;
  const answers = toko.answers.filter(
    (each) => isWithin(each) && at(each.at) && isHere(each.chat) && answer(each),
  );
  const people = answers.filter(({ source }) => source !== 'bot');
  const entries = toko.entries.filter(
    (each) => isWithin(each) && at(each.at) && isHere(each.chat) && entry(each),
  );
  const open = toko.present.filter(
    (each) => each.isOpen && isHere(each.chat) && (assignee === undefined || each.assignee === assignee),
  );
  return {
    opened: entries.filter(({ kind }) => kind === 'opened').length,
    messages_in: toko.messages.filter((each) => isWithin(each) && at(each.at) && isHere(each)).length,
    first_answers: answerFigures(
      people.filter(({ is_first }) => is_first),
      TARGET,
    ),
    next_answers: answerFigures(people.filter(({ is_first }) => !is_first)),
    bot_answers: answers.length - people.length,
    assigned: new Set(entries.flatMap(({ chat, assignee }) => (assignee ? [`${chat.id} ${assignee}`] : [])))
      .size,
    resolved: entries.filter(({ kind }) => kind === 'resolved').length,
    open: open.length,
    waiting: open.filter(({ isWaiting }) => isWaiting).length,
  };
}

async function figures(query: string) {
  const answer = await toko.api('GET', `/v1/conversations/figures?from=${FROM}&to=${TO}${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

test.each([false, true])('each local day has its own figures (of one device: %j)', async (isOfOne) => {
  const device = isOfOne ? toko.devices[1]?.device_uuid : undefined;

  const { total, data, ...rest } = await figures(device ? `&device_uuid=${device}` : '');

  expect(rest).toEqual({ timezone: ZONE, from: FROM, to: TO });
  expect(total).toEqual(model({ device }));
  const dates = Array.from({ length: 11 }, (_, n) => `2026-10-${20 + n}`);
  expect(data).toEqual(
    dates.map((date) => ({
      date,
      ...model({ device, at: (at) => dateOf(at) === date }),
      ...{ open: null, waiting: null },
    })),
  );
});

test('each hour of the week has its own figures, by the clock of the business', async () => {
  const { total, data } = await figures('&group=hour');

  const hourOf = (at: Date) => {
    const { weekday, hour } = DateTime.fromJSDate(at, { zone: ZONE });
    return `${weekday} ${hour}`;
  };
  const hours = [...toko.messages, ...toko.answers, ...toko.entries]
    .filter(isWithin)
    .map(({ at }) => hourOf(at));
  expect(total).toEqual(model({}));
  // An entry of a note has no figures.
  expect(data.every(({ weekday, hour }: Json) => hours.includes(`${weekday} ${hour}`))).toBe(true);
  expect(data).toEqual(
    data.map(({ weekday, hour }: Json) => ({
      ...{ weekday, hour },
      ...model({ at: (at) => hourOf(at) === `${weekday} ${hour}` }),
      ...{ open: null, waiting: null },
    })),
  );
  const sum = data.reduce((all: number, { messages_in }: Json) => all + messages_in, 0);
  expect(sum).toBe(total.messages_in);
});

test('each device has the figures of its number', async () => {
  const { total, data } = await figures('&group=device');

  expect(total).toEqual(model({}));
  expect(data).toEqual(
    toko.devices.map(({ device_uuid }) => ({ device_uuid, ...model({ device: device_uuid }) })),
  );
});

test('each person has figures: users under their present names, others as calls name them', async () => {
  const { total, data } = await figures('&group=person');

  const unknown = { opened: null, messages_in: null };
  const persons = [
    [
      { type: 'user', id: toko.sari.user_uuid, name: 'Sari' },
      (one: Answer) => one.user_id !== null,
      'sari',
      'Sari',
    ],
    [{ type: 'api', id: null, name: 'Budi' }, (one: Answer) => one.actor === 'Budi', 'Budi', 'Budi'],
    [
      { type: 'api', id: null, name: null },
      (one: Answer) => one.source === 'staff' && one.user_id === null && one.actor === null,
      ...['api', ''],
    ],
    [{ type: 'phone', id: null, name: null }, (one: Answer) => one.source === 'phone', 'phone', ''],
    [{ type: 'bot', id: null, name: null }, (one: Answer) => one.source === 'bot', 'bot', ''],
    [{ type: 'system', id: null, name: null }, () => false, 'system', ''],
  ] as const;
  expect(total).toEqual(model({}));
  const expected = persons.map(([person, answer, actor, assignee]) => ({
    person,
    ...model({
      ...{ answer, assignee },
      entry: (each) => (each.kind === 'resolved' ? each.actor === actor : each.assignee === assignee),
    }),
    ...unknown,
  }));
  const order = ({ person: { type, name } }: (typeof expected)[number]) => `${type} ${name}`;
  const inOrder = (rows: typeof expected) =>
    rows.toSorted((one, other) => order(one).localeCompare(order(other)));
  expect(inOrder(data)).toEqual(inOrder(expected));
});

test('without days, the last seven are shown', async () => {
  const { body } = await toko.api('GET', '/v1/conversations/figures');

  const today = dateOf(ctx.now());
  expect([body.to, body.data.length, body.data[6].date]).toEqual([today, 7, today]);
});

test('a number that no device has and an account without anything have figures of 0', async () => {
  const { api, account } = await service.customer();
  const device = await insertDevice(ctx, account, { status: 'provisioned' });

  const all = await api('GET', '/v1/conversations/figures?group=person');
  const one = await api('GET', `/v1/conversations/figures?device_uuid=${device.device_uuid}`);

  expect(all.body).toMatchObject({ total: { opened: 0, open: 0, first_answers: { count: 0 } }, data: [] });
  expect(one.body.total).toMatchObject({ opened: 0, messages_in: 0, waiting: 0 });
});

test.each([
  ['from=2026-10-02&to=2026-10-01', 'from'],
  ['from=2026-01-01&to=2026-04-03', 'from'],
  ['from=yesterday', 'from'],
  ['to=2026-02-30', 'to'],
  ['group=week', 'group'],
])('%s is refused', async (query, field) => {
  const { status, body } = await toko.api('GET', `/v1/conversations/figures?${query}`);

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('92 days are shown', async () => {
  const { status, body } = await toko.api('GET', '/v1/conversations/figures?from=2026-01-01&to=2026-04-02');

  expect([status, body.data.length]).toEqual([200, 92]);
  expect(Date.parse(body.to) - Date.parse(body.from)).toBe(91 * DAY);
});
