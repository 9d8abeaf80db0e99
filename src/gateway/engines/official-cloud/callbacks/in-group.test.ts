import { expect, test } from 'vitest';
import {
  callbackOf,
  messageItem,
  NUMBER,
  readCallback,
} from '../../../../../test/harness/official-callback.ts';
import type { Json } from '../../../../../test/harness/shop.ts';

const ID = 'Y2FwaV9ncm91cDoxNzA1NTU1MDEzOToxMjAzNjM0MDQ2OTQyMzM4MjAZD';
const GROUP = `${ID}@g.us`;
const ANI = '6281300000001';
const contacts = [{ profile: { name: 'Ani' }, wa_id: ANI }];

const inGroup = (fields: object): Json => {
  const item = messageItem({ from: ANI, group_id: ID, ...fields });
  return readCallback(callbackOf({ contacts, messages: [item] })).items;
};

test('a message of a group has its author and its group, and keeps what the provider sent for other devices', () => {
  const [item] = inGroup({ type: 'text', text: { body: 'Halo' } });

  expect(item).toMatchObject({
    kind: 'in_group',
    phoneNumberId: NUMBER,
    groupId: ID,
    payload: { group_id: ID },
  });
  expect(item.items).toEqual([
    {
      kind: 'message',
      phoneNumberId: NUMBER,
      message: expect.objectContaining({
        ...{ from: ANI, senderName: 'Ani', body: 'Halo', group: { id: GROUP, subject: null } },
        details: { profile: { name: 'Ani' } },
      }),
    },
  ]);
});

test.each([
  ['names the number', { text: { body: '@15550783881 ada?' } }, true],
  [
    'quotes a message of it',
    { text: { body: 'ada?' }, context: { from: '15550783881', id: 'wamid.0' } },
    true,
  ],
  [
    'quotes a member',
    { text: { body: 'ada?' }, context: { from: '6281300000002', id: 'wamid.0' } },
    undefined,
  ],
])('a text that %s asks the number: %s', (_how, content, mentioned) => {
  const [item] = inGroup({ type: 'text', ...content });

  expect(item.items[0].message.details.mentions_us).toBe(mentioned);
});

test('a change in a group has its author', () => {
  const [item] = inGroup({ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } });

  expect(item.items).toMatchObject([
    {
      kind: 'change',
      change: { kind: 'reaction', phone: GROUP, author: { phone: ANI, name: 'Ani' }, target: 'wamid.0' },
    },
  ]);
});

test.each(['a b', '<b>', 'x'.repeat(513)])('a group id that is no id (%#) is only stored', (group_id) => {
  expect(inGroup({ group_id, type: 'text', text: { body: 'Halo' } })).toMatchObject([
    { kind: 'in_group', items: [], payload: { group_id } },
  ]);
});

test('a failure for one member does not fail the message, and one for the group does', () => {
  const failed = {
    id: 'wamid.1',
    status: 'failed',
    recipient_type: 'group',
    recipient_id: ID,
    errors: [{ code: 131026 }],
  };
  const statuses = [{ ...failed, recipient_participant_id: ANI }, failed];

  const { items } = readCallback(callbackOf({ statuses }));

  expect(items).toMatchObject([
    { kind: 'other', field: 'group_status' },
    { kind: 'status', status: { status: 'failed', error: { code: '131026' } } },
  ]);
});
