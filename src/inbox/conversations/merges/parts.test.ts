import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OWNER_STATES } from '../facets.ts';
import { type Joined, join, type Part, type PartState, type Parts, type Received, settle } from './parts.ts';

const T0 = Date.UTC(2026, 0, 1);
const at = (minutes: number) => new Date(T0 + minutes * 60_000);
const time = fc.integer({ min: 0, max: 1_000 }).map(at);
const maybeTime = fc.option(time, { nil: null });

const state: fc.Arbitrary<PartState> = fc
  .record({
    phone: fc.constantFrom('1', '2', '3'),
    owner_state: fc.constantFrom(...OWNER_STATES),
    owner_since: time,
    owner_reason: fc.option(fc.constantFrom('inbound', 'api'), { nil: null }),
    assignee: fc.option(fc.constantFrom('Ani', 'Budi'), { nil: null }),
    team_id: fc.option(fc.constantFrom(1, 2), { nil: null }),
    bot_context_from: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null }),
    episode: fc.nat(5),
    unread: fc.nat(9),
    waiting_since: maybeTime,
    answering_since: maybeTime,
    answering_from: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null }),
    last_customer_at: maybeTime,
    last_human_at: maybeTime,
    last_at: time,
    snoozed_until: maybeTime,
    automation_suppressed: fc.boolean(),
    label_ids: fc.uniqueArray(fc.nat(25), { maxLength: 10 }),
  })
  .map((each) => (each.owner_state === 'closed' ? { ...each, waiting_since: null, unread: 0 } : each));

const parts: fc.Arbitrary<Parts> = fc
  .array(state, { minLength: 2, maxLength: 4 })
  .map((states) => states.map((each, n) => partOf(n + 1, each)) as [Part, ...Part[]]); // two at least

function partOf(id: number, given: Partial<PartState> = {}): Part {
  return {
    ...{ conversation_id: id, person_id: id, last_in_id: null, phone: String(id), owner_state: 'closed' },
    ...{
      owner_since: at(0),
      owner_reason: null,
      assignee: null,
      team_id: null,
      bot_context_from: null,
      episode: 1,
      unread: 0,
    },
    ...{ waiting_since: null, answering_since: null, answering_from: null },
    ...{ last_customer_at: null, last_human_at: null, last_at: at(0) },
    ...{ snoozed_until: null, automation_suppressed: false, label_ids: [] },
    ...given,
  };
}

const asJoined = (group: Parts, change: Partial<Joined> = {}): Joined => ({
  ...join(group),
  isSameOwner: true,
  ...change,
});
const message = (id: number, minutes: number): Received => ({ id, phone: '9', at: at(minutes) });
const none = new Map<number, Received[]>();

test('without any change the parts stay exactly as they were', () => {
  fc.assert(
    fc.property(parts, (group) => {
      expect(settle(group, asJoined(group), none)).toEqual(group);
    }),
  );
});

test('one part alone is what shows it', () => {
  fc.assert(
    fc.property(state, (each) => {
      expect(join([partOf(1, each)])).toEqual(each);
    }),
  );
});

test('no waiting customer is lost: not in the whole, and not in the parts', () => {
  const messages = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 2_000 })), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(parts, state, messages, fc.boolean(), (group, now, found, isSameOwner) => {
      const received = new Map([[group[1]?.conversation_id ?? 0, found.map(([id, m]) => message(id, m))]]);
      const joined = { ...now, isSameOwner };

      const settled = settle(group, joined, received);

      const waits = settled.filter(({ waiting_since }) => waiting_since !== null);
      expect(waits.length > 0).toBe(joined.waiting_since !== null);
      if (!isSameOwner) expect(waits.filter(({ owner_state }) => owner_state === 'closed')).toEqual([]);
      expect(settled.reduce((sum, { unread }) => sum + unread, 0)).toBe(joined.unread);
    }),
  );
});

test.each([
  ['human_active', 'human_waiting', 'human_active'],
  ['closed', 'human_waiting', 'human_waiting'],
  ['bot', 'human_waiting', 'human_waiting'],
  ['bot', 'closed', 'bot'],
  ['closed', 'closed', 'closed'],
] as const)('%s and %s are shown as %s', (own, other, expected) => {
  const group: Parts = [partOf(1, { owner_state: own }), partOf(2, { owner_state: other })];

  expect(join(group).owner_state).toBe(expected);
});

test('a customer who wrote during the merge waits afterwards, with the owner of that time', () => {
  const group: Parts = [partOf(1, { owner_state: 'human_active', assignee: 'Ani' }), partOf(2)];
  const joined = asJoined(group, { unread: 2, waiting_since: at(10) });
  const received = new Map([[2, [message(8, 12), message(7, 10)]]]);

  const [own, other] = settle(group, joined, received);

  expect(own).toEqual(group[0]);
  expect(other).toMatchObject({
    ...{ owner_state: 'human_active', assignee: 'Ani', episode: 2, unread: 2, waiting_since: at(10) },
    ...{ last_customer_at: at(12), last_at: at(12), phone: '9', last_in_id: 8 },
  });
});

test('a customer whose message comes late waits as well', () => {
  const group: Parts = [partOf(1, { waiting_since: at(10) }), partOf(2)];
  const received = new Map([[2, [message(7, 8)]]]);

  const settled = settle(group, asJoined(group, { unread: 1 }), received);

  expect(settled.map(({ waiting_since }) => waiting_since)).toEqual([at(10), at(8)]);
});

test('a new owner has every open part, and a closed part stays closed', () => {
  const group: Parts = [
    partOf(1),
    partOf(2, { owner_state: 'human_waiting', unread: 1, waiting_since: at(1) }),
    partOf(3),
  ];
  const change = { owner_state: 'human_active', assignee: 'Ani', unread: 0, waiting_since: null } as const;

  const [own, open, closed] = settle(group, asJoined(group, { ...change, isSameOwner: false }), none);

  expect(own).toMatchObject({ owner_state: 'human_active' });
  expect(open).toMatchObject({
    owner_state: 'human_active',
    assignee: 'Ani',
    unread: 0,
    waiting_since: null,
  });
  expect(closed).toEqual(group[2]);
});

test('after some were read, the newest messages of both are the unread ones', () => {
  const group: Parts = [partOf(1, { unread: 3 }), partOf(2, { unread: 1 })];
  const received = new Map([
    [1, [message(11, 11), message(9, 9)]],
    [2, [message(10, 10), message(8, 8)]],
  ]);

  const settled = settle(group, asJoined(group, { unread: 2 }), received);

  expect(settled.map(({ unread }) => unread)).toEqual([1, 1]);
});

test('a label of the whole stays with the first part, and a removed one leaves all parts', () => {
  const group: Parts = [partOf(1, { label_ids: [1, 2] }), partOf(2, { label_ids: [2, 3] })];

  const settled = settle(group, asJoined(group, { label_ids: [1, 3, 4] }), none);

  expect(settled.map(({ label_ids }) => label_ids)).toEqual([[1, 4], [3]]);
});

test('snoozed is the whole only while every open part is', () => {
  const snoozed = partOf(1, { owner_state: 'bot', snoozed_until: at(5) });

  expect(join([snoozed, partOf(2, { owner_state: 'bot' })]).snoozed_until).toBeNull();
  expect(join([snoozed, partOf(2)]).snoozed_until).toEqual(at(5));
});
