import type { BinaryNode } from 'baileys';
import { expect, test } from 'vitest';
import { authorOf, groupOf } from './addresses.ts';

const CREDS = { me: { id: '6289999999999:7@s.whatsapp.net', lid: '111000:7@lid' } };

const stanza = (attrs: BinaryNode['attrs']): BinaryNode => ({ tag: 'message', attrs: { id: 'A', ...attrs } });

test.each([
  ['a number', { from: '6281@s.whatsapp.net' }, { phone: '6281' }],
  ['a device of a number', { from: '6281:3@s.whatsapp.net' }, { phone: '6281' }],
  ['a LID with its number', { from: '222@lid', sender_pn: '6281@s.whatsapp.net' }, { phone: '6281' }],
  ['a LID without a number', { from: '222@lid' }, { lidUser: '222' }],
  ['a LID with a LID in place of the number', { from: '222@lid', sender_pn: '333@lid' }, { lidUser: '222' }],
  ['a broadcast list', { from: '17@broadcast', participant: '6281@s.whatsapp.net' }, { phone: '6281' }],
  [
    'a broadcast list with a LID as author',
    { from: '17@broadcast', participant: '222@lid', participant_pn: '6281@s.whatsapp.net' },
    { phone: '6281' },
  ],
  ['a status update', { from: 'status@broadcast', participant: '6281@s.whatsapp.net' }, null],
  ['a group', { from: '17-1@g.us', participant: '6281@s.whatsapp.net' }, null],
  ['a channel', { from: '17@newsletter' }, null],
  ['the own phone', { from: '6289999999999@s.whatsapp.net' }, null],
  ['the own phone by LID', { from: '111000@lid' }, null],
  ['a copy of an own message', { from: '6281@s.whatsapp.net', recipient: '6282@s.whatsapp.net' }, null],
  ['a number that fits no index', { from: `${'6'.repeat(513)}@s.whatsapp.net` }, null],
  ['a LID that fits no index', { from: `${'2'.repeat(513)}@lid` }, null],
  ['no sender', {}, null],
])('a message from %s', (_from, attrs, sender) => {
  expect(authorOf(stanza(attrs), CREDS)).toEqual(sender);
});

test.each([
  ['another member', { from: '17-1@g.us', participant: '6281@s.whatsapp.net' }, '17-1@g.us'],
  ['a member without an address', { from: '17-1@g.us' }, '17-1@g.us'],
  ['the own phone', { from: '17-1@g.us', participant: '6289999999999:0@s.whatsapp.net' }, null],
  ['the own phone by LID', { from: '17-1@g.us', participant: '111000:0@lid' }, null],
  ['a person', { from: '6281@s.whatsapp.net' }, null],
  ['a status update', { from: 'status@broadcast', participant: '6281@s.whatsapp.net' }, null],
  ['a broadcast list', { from: '17@broadcast', participant: '6281@s.whatsapp.net' }, null],
  ['a channel', { from: '17@newsletter' }, null],
  ['an address that fits no index', { from: `${'1'.repeat(513)}@g.us` }, null],
])('the group of a message: %s', (_who, attrs, group) => {
  expect(groupOf(stanza(attrs), CREDS)).toBe(group);
});
