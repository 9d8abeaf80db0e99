import { expect, test } from 'vitest';
import type { Schema } from '../../api/schemas.ts';
import { countOf, type ListQuery } from '../../queries/list-query.ts';
import { applyChanges, type Changes, type LoadedList, withoutLeft } from './live-list.ts';
import { readSearch, toListQuery } from './search.ts';

type Conversation = Schema<'Conversation'>;

const EMPTY: Conversation = {
  ...{ id: 'none', device_uuid: 'shop', person: { id: 'p', name: 'Budi', phone: '628' } },
  ...{ owner_state: 'human_waiting', ownership_version: 1, owner_since: '', owner_reason: null },
  ...{
    assignee: null,
    team: null,
    labels: [],
    fields: {},
    episode: 1,
    unread: 1,
    waiting_since: null,
    answer_due_at: null,
    last_customer_at: null,
  },
  ...{
    reply_window_until: null,
    takes_free_text: true,
    last_human_at: null,
    last_at: '',
    snoozed_until: null,
  },
  ...{
    standby_since: null,
    automation_suppressed: false,
    last_message: null,
    first_touch: null,
    last_touch: null,
    created_at: '',
  },
};

const MESSAGE: NonNullable<Conversation['last_message']> = {
  ...{
    id: 1,
    direction: 'out',
    author: 'staff',
    type: 'text',
    status: 'queued',
    body: 'Halo',
    media_url: null,
  },
  ...{ interactive: null, wa_message_id: null, created_at: '' },
};

/** Last active in this minute. */
const chat = (id: string, minute: number, columns: Partial<Conversation> = {}): Conversation => ({
  ...EMPTY,
  ...{ id, last_at: `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z` },
  ...columns,
});

const changesOf = (conversations: Conversation[], gone: string[] = []): Changes => ({
  conversations: new Map(conversations.map((each) => [each.id, each])),
  statuses: new Map(),
  gone: new Set(gone),
});

const ids = ({ items }: LoadedList) => items.map(({ id }) => id).join(' ');
const all = toListQuery({ view: 'all' }, 'Ani');

test('a changed conversation moves to its place in the order of the list', () => {
  const list = { items: [chat('a', 30), chat('b', 20), chat('c', 10)], cursor: null };

  const later = applyChanges(list, all, changesOf([chat('c', 40), chat('d', 25)]));

  expect(ids(later)).toBe('c a d b');
});

test.each(['in one batch with', 'before'])(
  'a status that comes %s an older state of its message stays',
  (when) => {
    const sent = (status: string) => chat('a', 30, { last_message: { ...MESSAGE, id: 7, status } });
    const told = { ...changesOf([sent('queued')]), statuses: new Map([[7, 'delivered']]) };
    const list = { items: [when === 'before' ? sent('delivered') : sent('queued')], cursor: null };

    const later = applyChanges(list, all, when === 'before' ? changesOf([sent('queued')]) : told);

    expect(later.items.map(({ last_message }) => last_message?.status)).toEqual(['delivered']);
  },
);

test('what belongs behind the loaded part waits for its page', () => {
  const list = { items: [chat('a', 30), chat('b', 20)], cursor: 'next' };

  const later = applyChanges(list, all, changesOf([chat('old', 5), chat('b', 4)]));

  expect(ids(later)).toBe('a');
});

const WAITING = { waiting_since: '2026-11-23T09:00:00.000Z' };

test.each<[string, Parameters<typeof toListQuery>[0], Partial<Conversation>, boolean]>([
  ['an own one', { view: 'mine' }, { assignee: 'Ani' }, true],
  ['one of another person', { view: 'mine' }, { assignee: 'Budi' }, false],
  ['one with an assignee', { view: 'unassigned' }, { assignee: 'Budi' }, false],
  ['a resolved one', { view: 'all' }, { owner_state: 'closed' }, false],
  ['a resolved one', { view: 'resolved' }, { owner_state: 'closed' }, true],
  ['a snoozed one', { view: 'all' }, { snoozed_until: '2026-12-01T00:00:00.000Z' }, false],
  ['a snoozed one', { view: 'snoozed' }, { snoozed_until: '2026-12-01T00:00:00.000Z' }, true],
  ['a read one', { view: 'unread' }, { unread: 0 }, false],
  ['an answered one', { view: 'needs' }, { waiting_since: null }, false],
  ['one that waits for anyone', { view: 'needs' }, WAITING, true],
  ['one that waits for the user', { view: 'needs' }, { ...WAITING, assignee: 'Ani' }, true],
  ['one that waits for a colleague', { view: 'needs' }, { ...WAITING, assignee: 'Budi' }, false],
  ['one that the automation answers', { view: 'needs' }, { ...WAITING, owner_state: 'bot' }, false],
  ['one that the automation answers', { view: 'unassigned' }, { owner_state: 'bot' }, false],
  ['one of a chosen colleague', { view: 'needs', assignee: 'Budi' }, WAITING, false],
  ['one of another device', { view: 'all', device: 'other' }, {}, false],
  ['one with the label in other letters', { view: 'all', label: 'VIP' }, { labels: ['vip'] }, true],
  ['one of the automation', { view: 'all', owner: 'bot' }, { owner_state: 'bot' }, true],
])('%s is shown or not: %j', (_, search, columns, isShown) => {
  const query = toListQuery(search, 'Ani');

  const later = applyChanges({ items: [], cursor: null }, query, changesOf([chat('a', 1, columns)]));

  expect(ids(later)).toBe(isShown ? 'a' : '');
});

test('the longest wait comes first', () => {
  const query = toListQuery({ view: 'needs' }, 'Ani');
  const since = (hour: string) => ({ waiting_since: `2026-11-23T${hour}:00:00.000Z` });
  const list = { items: [chat('a', 1, since('08')), chat('b', 2, since('10'))], cursor: null };

  const later = applyChanges(list, query, changesOf([chat('c', 59, since('09')), chat('a', 58)]));

  expect(ids(later)).toBe('c b');
});

test('results of a search change in place, and nothing comes in', () => {
  const query: ListQuery = { ...all, q: 'pesanan' };
  const list = { items: [chat('a', 1), chat('b', 2)], cursor: null };

  const later = applyChanges(list, query, changesOf([chat('b', 50, { unread: 7 }), chat('c', 51)]));

  expect(later.items.map(({ id, unread }) => [id, unread])).toEqual([
    ['a', 1],
    ['b', 7],
  ]);
});

test('a merged conversation leaves, and a list without a change stays the same object', () => {
  const list = { items: [chat('a', 3), chat('b', 2)], cursor: null };

  const later = applyChanges(list, all, changesOf([], ['a']));
  const same = applyChanges(list, all, changesOf([chat('z', 9, { owner_state: 'closed' })]));

  expect(ids(later)).toBe('b');
  expect(same).toBe(list);
});

test('ticks of the last message only go forward', () => {
  const last_message = { id: 7, status: 'delivered', direction: 'out' } as Conversation['last_message'];
  const list = { items: [chat('a', 1, { last_message })], cursor: null };
  const told = (status: string) =>
    applyChanges(list, all, { ...changesOf([]), statuses: new Map([[7, status]]) }).items[0]?.last_message;

  expect([told('sent')?.status, told('read')?.status]).toEqual(['delivered', 'read']);
});

test('the address is read without its unknown parts', () => {
  const search = readSearch({ view: 'mine', owner: 'cat', q: 62812, label: ' ', device: 'd', other: 1 });

  expect(search).toEqual({ view: 'mine', q: '62812', device: 'd' });
});

test('a search looks in all conversations, with the filters that the user chose', () => {
  const found = toListQuery({ view: 'mine', q: 'ongkir', label: 'vip' }, 'Ani');
  const listed = toListQuery({ view: 'mine', label: 'vip' }, 'Ani');

  expect(found).toEqual({ q: 'ongkir', label: 'vip' });
  expect(listed).toEqual({ open: 'true', snoozed: 'false', assignee: 'Ani', label: 'vip' });
});

test('the open conversation stays in its place when it is answered, until the user leaves it', () => {
  const needs = toListQuery({ view: 'needs' }, 'Ani');
  const list = { items: ['a', 'b', 'c'].map((id) => chat(id, 10, WAITING)), cursor: null };
  const answered = ['b', 'c'].map((id) => chat(id, 40, { assignee: 'Ani' }));

  const later = applyChanges(list, needs, changesOf(answered), 'b');

  expect(ids(later)).toBe('a b');
  expect(later.items[1]?.assignee).toBe('Ani');
  expect(ids(withoutLeft(later, needs, 'b'))).toBe('a');
  expect(ids(withoutLeft(later, needs, 'a'))).toBe('a b');
});

test('the number beside a view is of the conversations that it lists', () => {
  const flags = { unread: true, waiting: true, snoozed: false } as const;
  const NO_ONE = { assigned: false, mine: false, group: false } as const;
  const row = (
    count: number,
    change: { owner_state?: 'bot' | 'human_waiting'; assigned?: boolean; mine?: boolean },
  ) => ({ ...flags, owner_state: 'human_waiting' as const, ...NO_ONE, count, ...change });
  const held = { assigned: true };
  const counts = [
    row(1, {}),
    row(20, held),
    row(4, { ...held, mine: true }),
    row(300, { owner_state: 'bot' }),
  ];

  const numbers = (['needs', 'mine', 'unassigned', 'bot', 'all'] as const).map((view) =>
    countOf(counts, toListQuery({ view }, 'Ani')),
  );

  expect(numbers).toEqual([5, 4, 1, 300, 321]);
});
