import { expect, test } from 'vitest';
import {
  callbackOf,
  messageItem,
  readCallback,
  WRITTEN_AT,
} from '../../../../../test/harness/official-callback.ts';

const itemsOf = (fields: object) =>
  readCallback(callbackOf({ messages: [messageItem(fields)] })).items.filter(
    ({ kind }) => kind !== 'message',
  );

const CHANGE = {
  waMessageId: 'wamid.1',
  phone: '16505551234',
  fromMe: false,
  target: 'wamid.0',
  at: WRITTEN_AT,
};

test.each([
  [
    'a reaction',
    { type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } },
    { kind: 'reaction', body: '👍' },
  ],
  [
    'the end of a reaction',
    { type: 'reaction', reaction: { message_id: 'wamid.0' } },
    { kind: 'reaction', body: null },
  ],
  [
    'a deletion',
    { type: 'revoke', revoke: { original_message_id: 'wamid.0' } },
    { kind: 'deletion', body: null },
  ],
  [
    'an edited text',
    {
      type: 'edit',
      edit: { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Dua' } } },
    },
    { kind: 'edit', body: 'Dua' },
  ],
  [
    'an edited caption',
    {
      type: 'edit',
      edit: {
        original_message_id: 'wamid.0',
        message: { type: 'image', image: { id: '1', caption: 'Ini' } },
      },
    },
    { kind: 'edit', body: 'Ini' },
  ],
])('%s changes an earlier message', (_name, fields, expected) => {
  expect(itemsOf(fields)).toMatchObject([{ kind: 'change', change: { ...CHANGE, ...expected } }]);
});

test('an edit stays a message with the new text, before the change', () => {
  const edit = { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Dua' } } };

  const { items } = readCallback(callbackOf({ messages: [messageItem({ type: 'edit', edit })] }));

  expect(items.map(({ kind }) => kind)).toEqual(['message', 'change']);
});

test.each([
  ['no target', { type: 'reaction', reaction: { emoji: '👍' } }],
  ['a target of another type', { type: 'revoke', revoke: { original_message_id: {} } }],
  ['a target that fits no index', { type: 'revoke', revoke: { original_message_id: 'x'.repeat(513) } }],
  ['no author', { type: 'reaction', from: null, reaction: { message_id: 'wamid.0', emoji: '👍' } }],
])('with %s nothing changes, and the item is kept', (_name, fields) => {
  expect(itemsOf(fields)).toMatchObject([{ kind: 'other' }]);
});
