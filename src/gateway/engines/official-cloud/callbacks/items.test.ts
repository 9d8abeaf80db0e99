import { expect, test } from 'vitest';
import {
  callbackOf,
  changeValue,
  messageItem,
  NUMBER,
  readCallback,
} from '../../../../../test/harness/official-callback.ts';

test('the first hundred unreadable items are kept as they arrived', () => {
  const { items, broken } = readCallback(
    callbackOf({ messages: [{ id: 7 }], statuses: Array(200).fill({}) }),
  );

  expect(broken).toBe(201);
  expect(items).toHaveLength(100);
  expect(items.slice(0, 2)).toEqual([
    {
      kind: 'other',
      phoneNumberId: NUMBER,
      field: 'unreadable',
      payload: { list: 'messages', item: { id: 7 } },
    },
    { kind: 'other', phoneNumberId: NUMBER, field: 'unreadable', payload: { list: 'statuses', item: {} } },
  ]);
});

test.each([
  ['system', { body: 'Security code changed', type: 'customer_identity_changed' }],
  ['reaction', {}],
  ['revoke', { original_message_id: 7 }],
  ['request_welcome', {}],
])('%s is not a message', (type, node) => {
  const { items } = readCallback(callbackOf({ messages: [messageItem({ type, [type]: node })] }));

  expect(items).toMatchObject([{ kind: 'other', field: type, payload: { [type]: node } }]);
});

test('one item without its list is read', () => {
  const payload = callbackOf({ messages: messageItem({ type: 'text', text: { body: 'Halo' } }) });
  const [entry] = payload.entry;

  const { items } = readCallback({ ...payload, entry: { ...entry, changes: entry?.changes[0] } });

  expect(items).toMatchObject([{ kind: 'message', message: { body: 'Halo' } }]);
});

test('an item that cannot be read leaves the others', () => {
  const unreadable = {
    enumerable: true,
    get: () => {
      throw new Error('unreadable');
    },
  };
  const evil = Object.defineProperty(messageItem({ type: 'text' }), 'text', unreadable);
  const good = messageItem({ type: 'text', text: { body: 'Halo' } });

  const { items, broken } = readCallback(callbackOf({ messages: [evil, good] }));

  expect([items.length, broken]).toEqual([2, 1]);
  expect(items[1]).toMatchObject({ kind: 'message', message: { body: 'Halo' } });
});

const CALL = { id: 'wacid.1', from: '6281200000001', event: 'terminate', timestamp: '1735689600' };
const callsOf = (...calls: unknown[]) =>
  readCallback({ entry: [{ changes: [{ field: 'calls', value: { ...changeValue({}), calls } }] }] });

test.each([
  ['failed', { status: 'FAILED' }],
  ['was rejected', { status: 'REJECTED', direction: 'USER_INITIATED' }],
  ['has no status', {}],
])('a call of a customer that %s is a message', (_how, change) => {
  const { items } = callsOf({ ...CALL, ...change });

  expect(items).toMatchObject([
    {
      kind: 'message',
      message: { waMessageId: 'wacid.1', from: '6281200000001', body: 'Missed voice call' },
    },
  ]);
});

test.each([
  ['rings', { event: 'connect' }],
  ['was answered', { status: 'COMPLETED' }],
  ['the business made', { status: 'FAILED', direction: 'BUSINESS_INITIATED' }],
])('a call that %s is only stored', (_how, change) => {
  const { items } = callsOf({ ...CALL, ...change });

  expect(items).toMatchObject([{ kind: 'other', field: 'calls', payload: { id: 'wacid.1' } }]);
});

test('a history is kept as it arrived', () => {
  const value = changeValue({ message_echoes: [{ id: 'wamid.1' }] });

  const { items } = readCallback({ entry: [{ changes: [{ field: 'history', value }] }] });

  expect(items).toEqual([{ kind: 'other', phoneNumberId: NUMBER, field: 'history', payload: value }]);
});

test('unreadable items are counted, and the readable items beside them are read', () => {
  const good = messageItem({ type: 'text', text: { body: 'Hi' } });
  const broken = [null, 7, {}, { id: 'x' }, { id: 'x', type: 'text', text: { body: 'a' } }];
  const statuses = [{ status: 'sent' }, { id: 'wamid.2', status: 'sent' }];
  const payload = callbackOf({ messages: [...broken, good], statuses });
  payload.entry[0]?.changes.push(null as never, { field: 'messages' } as never);

  const { items, broken: count } = readCallback(payload);

  expect(items.filter(({ kind }) => kind !== 'other').map(({ kind }) => kind)).toEqual(['message', 'status']);
  expect(count).toBe(broken.length + 1 + 2);
});

test.each([[null], [[]], ['text'], [{}], [{ entry: 1 }], [{ entry: [1] }], [{ entry: [{ changes: 1 }] }]])(
  'a payload that is no callback (%#) has no items',
  (payload) => {
    expect(readCallback(payload)).toMatchObject({ items: [], accounts: [], broken: 1 });
  },
);
