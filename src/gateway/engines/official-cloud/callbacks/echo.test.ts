import { expect, test } from 'vitest';
import {
  ARRIVAL,
  changeValue,
  NUMBER,
  readCallback,
  WRITTEN_AT,
} from '../../../../../test/harness/official-callback.ts';
import type { Json } from '../../../../../test/harness/shop.ts';

const SECONDS = ARRIVAL.getTime() / 1000;

function readEcho(fields: object): { items: readonly Json[]; broken: number } {
  const echo = {
    from: '15550783881',
    to: '16505551234',
    id: 'wamid.e',
    timestamp: '1749416383',
    type: 'text',
    text: { body: 'Dari HP' },
    ...fields,
  };
  const value = changeValue({ message_echoes: [echo] });
  return readCallback({ entry: [{ id: 'WABA', changes: [{ field: 'smb_message_echoes', value }] }] });
}

test('an echo is a reply to its recipient', () => {
  const { items } = readEcho({});

  expect(items).toEqual([
    {
      kind: 'reply',
      phoneNumberId: NUMBER,
      reply: {
        waMessageId: 'wamid.e',
        to: '16505551234',
        type: 'text',
        body: 'Dari HP',
        at: WRITTEN_AT,
        isLive: false,
      },
    },
  ]);
});

test.each([
  ['now', 0, true],
  ['ten minutes before', 600, true],
  ['longer before', 601, false],
])('an echo written %s is live or late', (_when, ago, isLive) => {
  const { items } = readEcho({ timestamp: String(SECONDS - ago) });

  expect(items).toMatchObject([{ kind: 'reply', reply: { isLive } }]);
});

test('a picture, a recipient who hides the number, and an echo without a readable time are replies', () => {
  const image = { caption: 'ini', id: '7', mime_type: 'image/jpeg', sha256: 'aa==' };

  const picture = readEcho({ type: 'image', image, text: undefined });
  const hidden = readEcho({ to: undefined, to_user_id: 'US.13491208655302741918' });
  const timeless = readEcho({ timestamp: 'soon' });

  expect(picture.items).toMatchObject([{ reply: { type: 'image', body: 'ini' } }]);
  expect(hidden.items).toMatchObject([{ reply: { to: 'US.13491208655302741918' } }]);
  expect(timeless.items).toMatchObject([{ reply: { at: ARRIVAL, isLive: true } }]);
});

test.each([
  ['reaction', { message_id: 'wamid.0', emoji: '👍' }, { kind: 'reaction', body: '👍' }],
  ['revoke', { original_message_id: 'wamid.0' }, { kind: 'deletion', body: null }],
  [
    'edit',
    { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Dua' } } },
    { kind: 'edit', body: 'Dua' },
  ],
])('an echo of the type %s is a change by the owner, and no reply', (type, node, expected) => {
  const { items } = readEcho({ type, [type]: node, text: undefined });

  const change = {
    waMessageId: 'wamid.e',
    phone: '16505551234',
    fromMe: true,
    target: 'wamid.0',
    at: WRITTEN_AT,
  };
  expect(items).toEqual([{ kind: 'change', phoneNumberId: NUMBER, change: { ...change, ...expected } }]);
});

test.each(['reaction', 'revoke', 'edit', 'system'])(
  'an unreadable echo of the type %s is kept, and is no reply',
  (type) => {
    const { items, broken } = readEcho({ type, [type]: { wamid: 'wamid.0' } });

    expect(broken).toBe(0);
    expect(items).toMatchObject([
      { kind: 'other', field: 'smb_message_echoes', payload: { id: 'wamid.e', type } },
    ]);
  },
);

test.each([
  ['id', { id: undefined }],
  ['recipient', { to: undefined }],
])('an echo without %s is unreadable', (_what, fields) => {
  const { items, broken } = readEcho(fields);

  expect(broken).toBe(1);
  expect(items).toMatchObject([{ kind: 'other', field: 'unreadable' }]);
});
