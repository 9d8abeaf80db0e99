import { expect, test } from 'vitest';
import { hintsIn, MAX_PARTS, namedIn, openCallback } from './envelope.ts';
import { readItems } from './items.ts';

const to = (number: string) => ({ metadata: { phone_number_id: number } });
const empty = (count: number) => Array.from({ length: count }, () => ({}));
/** One entry with one change, which are parts too. */
const callback = (value: object) => ({ entry: [{ id: 'WABA', changes: [{ field: 'messages', value }] }] });

test('whom a callback is about is found without a look at what it tells', () => {
  const secret = new Proxy({}, { get: () => expect.unreachable('an item was looked at') });
  const changes = [
    { field: 'messages', value: { ...to('1'), contacts: [secret], messages: [secret], statuses: [secret] } },
    { field: 'history', value: { ...to('2'), history: secret } },
    { field: 'messages', value: { ...to('1'), errors: [secret] } },
  ];
  const account = { id: 'ACCOUNT', changes: [{ field: 'account_update', value: { ban_info: secret } }] };

  const envelope = openCallback({ entry: [{ id: 'WABA', changes }, account] });

  expect(envelope && namedIn(envelope)).toEqual({ numbers: ['1', '2'], wabaIds: ['ACCOUNT'] });
});

test.each(['contacts', 'messages', 'statuses', 'errors'])(
  'of %s as of all parts only so many are taken',
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
])('more %s than a callback ever has are not taken', (_name, payload) => {
  expect(openCallback(payload)).toBeNull();
});

test('items that cannot be read are counted, as many as there may be', () => {
  const messages = empty(MAX_PARTS - 2);
  const envelope = openCallback(callback({ ...to('1'), messages }));

  expect(envelope && readItems(envelope, new Date(0)).broken).toBe(messages.length);
});

test('bytes of nobody are searched for the ids of numbers and accounts, and for no more than a few', () => {
  const id = (n: number) => `{"id" : "1${n}", "metadata": {"phone_number_id":\n"2${n}"}}`;
  const bytes = Buffer.from(
    `{"entry": [{"id":7}, {"id":"a\\"b"}, ${Array.from({ length: 5_000 }, (_, n) => id(n)).join()}`,
  );

  const { numbers, wabaIds } = hintsIn(bytes);

  expect([numbers.length, wabaIds.length]).toEqual([500, 500]);
  expect([numbers[0], wabaIds[0], numbers[499]]).toEqual(['20', '10', '2499']);
});

test('an account that is named within what is told about it is one, too', () => {
  expect(hintsIn(Buffer.from('{"waba_info":{"waba_id":"77","owner_business_id":"1"}}')).wabaIds).toEqual([
    '77',
  ]);
});
