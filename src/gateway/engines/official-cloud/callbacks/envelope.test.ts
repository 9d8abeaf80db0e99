import { expect, test } from 'vitest';
import { MAX_PARTS, namedIn, openCallback } from './envelope.ts';
import { readItems } from './items.ts';

const to = (number: string) => ({ metadata: { phone_number_id: number } });
const empty = (count: number) => Array.from({ length: count }, () => ({}));
/** The entry and its change are two parts. */
const callback = (value: object) => ({ entry: [{ id: 'WABA', changes: [{ field: 'messages', value }] }] });

test('numbers and accounts of a callback are found without reading its items', () => {
  const secret = new Proxy({}, { get: () => expect.unreachable('an item was read') });
  const changes = [
    { field: 'messages', value: { ...to('1'), contacts: [secret], messages: [secret], statuses: [secret] } },
    { field: 'history', value: { ...to('2'), history: secret } },
    { field: 'messages', value: { ...to('1'), errors: [secret] } },
  ];
  const account = { id: 'ACCOUNT', changes: [{ field: 'account_update', value: { ban_info: secret } }] };

  const envelope = openCallback({ entry: [{ id: 'WABA', changes }, account] });

  expect(envelope && namedIn(envelope)).toEqual({ numbers: ['1', '2'], wabaIds: ['ACCOUNT'] });
});

test.each(['contacts', 'messages', 'message_echoes', 'statuses', 'errors', 'user_preferences'])(
  '%s count as parts of a callback',
  (list) => {
    const largest = openCallback(callback({ ...to('1'), [list]: empty(MAX_PARTS - 2) }));
    const larger = openCallback(callback({ ...to('1'), [list]: empty(MAX_PARTS - 1) }));

    expect([largest?.changes.length, larger]).toEqual([1, null]);
  },
);

test.each([
  ['entries', { entry: empty(MAX_PARTS + 1) }],
  ['changes', { entry: [{ changes: empty(MAX_PARTS) }] }],
  ['changes of many entries', { entry: Array(10).fill({ changes: empty(MAX_PARTS / 10) }) }],
])('too many %s are refused', (_name, payload) => {
  expect(openCallback(payload)).toBeNull();
});

test('all unreadable items are counted', () => {
  const messages = empty(MAX_PARTS - 2);
  const envelope = openCallback(callback({ ...to('1'), messages }));

  expect(envelope && readItems(envelope, new Date(0)).broken).toBe(messages.length);
});
