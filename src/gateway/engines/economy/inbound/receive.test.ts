import { type BinaryNode, proto, writeRandomPadMax16 } from 'baileys';
import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { MemoryStore } from '../../../../../test/harness/memory-host.ts';
import { createWorkScope, Ratchets } from '../keys/ratchets.ts';
import { signalKeys } from '../keys/signal-keys.ts';
import { KeyVault } from '../keys/vault.ts';
import { EditSecrets } from './edit-secrets.ts';
import { GroupBook } from './group-book.ts';
import { releaseHeld } from './held-messages.ts';
import { LoginTime, RESTART_MS } from './login-time.ts';
import { receive } from './receive.ts';
import { UnreadableMessages } from './unreadable.ts';

const creds = { me: { id: '6289:7@s.whatsapp.net', lid: '111:7@lid' } };
const clock = { now: () => new Date('2025-01-01T00:00:00Z') };
const AT = new Date(1735689600000);

function scene(store = new MemoryStore()) {
  const vault = new KeyVault(store, new LRUCache({ max: 1000 }), '1:', () => {});
  const ratchets = new Ratchets(vault, createWorkScope());
  const keys = signalKeys({ vault, ratchets });
  const loginTime = new LoginTime(clock);
  const groups = new GroupBook(
    () => false,
    () => {},
  );
  const parts = { creds, ratchets, vault, loginTime, clock, groups };
  const unreadable = new UnreadableMessages({ ...parts, waitMs: 1_000, onFailure: () => {} });
  const edits = new EditSecrets(parts);
  /** Receives a message together with the ratchet step of its decryption. */
  const take = (attrs: BinaryNode['attrs'], message: proto.IMessage) =>
    ratchets.run(async () => {
      const plaintext = writeRandomPadMax16(proto.Message.encode(message).finish());
      await keys.set({ session: { x: Buffer.from('step') } });
      await receive(
        { ...parts, unreadable, edits },
        { tag: 'message', attrs: { t: '1735689600', ...attrs } },
        plaintext,
      );
    });
  const learn = (lid: string, phone: string) =>
    keys.set({ 'lid-mapping': { [phone]: lid, [`${lid}_reverse`]: phone } });
  return { store, take, learn, release: () => ratchets.run(() => releaseHeld(vault, ratchets)) };
}

test('a message of a LID without a number is stored under the LID, and the number reported later', async () => {
  const { store, take, learn } = scene();

  await take({ id: 'A', from: '222@lid' }, { conversation: 'one' });
  await learn('222', '6281');
  await take({ id: 'B', from: '222@lid' }, { conversation: 'two' });

  expect(store.received).toEqual([
    { waMessageId: 'A', from: '222@lid', otherId: '222@lid', type: 'text', body: 'one', at: AT },
    { waMessageId: 'B', from: '6281', otherId: '222@lid', type: 'text', body: 'two', at: AT },
  ]);
  expect(store.numbers).toEqual([{ otherId: '222@lid', phone: '6281' }]);
});

test('messages and a number that come at once are stored once each, in order', async () => {
  const { store, take, learn } = scene();
  const ids = Array.from({ length: 300 }, (_, n) => `M${n}`);

  await Promise.all(
    ids.flatMap((id, n) => [
      take({ id, from: '222@lid' }, { conversation: 'x' }),
      ...(n === 150 ? [learn('222', '6281')] : []),
    ]),
  );

  expect(store.changes.flatMap(({ received = [] }) => received).map((each) => each.waMessageId)).toEqual(ids);
  const froms = store.received.map(({ from }) => from);
  expect(froms.indexOf('6281')).toBe(froms.lastIndexOf('222@lid') + 1);
});

const HELD = [
  { waMessageId: 'A', type: 'text', body: 'one', at: AT.getTime() },
  { waMessageId: 'C', kind: 'reaction', target: 'A', body: '👍', fromMe: false, at: AT.getTime() },
  { waMessageId: 'B', type: 'text', body: 'two', isLive: true, at: AT.getTime() },
];

test.each([
  ['its LID', undefined, '222@lid'],
  ['its number', '6281', '6281'],
])(
  'what an earlier version held is received under %s at the next login, once',
  async (_name, known, from) => {
    const { store, release } = scene();
    store.keys.set('held-messages/222', Buffer.from(JSON.stringify(HELD)));
    if (known) store.keys.set('lid-mapping/222_reverse', Buffer.from(JSON.stringify(known)));

    await release();
    await release();

    expect(store.received).toEqual([{ waMessageId: 'A', type: 'text', body: 'one', at: AT, from }]);
    expect(store.messageChanges).toMatchObject([{ waMessageId: 'C', phone: from, at: AT }]);
    expect(store.replies).toMatchObject([{ waMessageId: 'B', to: from, isLive: true }]);
    expect(store.keys.has('held-messages/222')).toBe(false);
  },
);

test('a message whose id fits no index is dropped, and its ratchet step is kept', async () => {
  const { store, take } = scene();

  await take({ id: 'A'.repeat(513), from: '6281@s.whatsapp.net' }, { conversation: 'one' });
  await take({ id: 'A'.repeat(512), from: '6281@s.whatsapp.net' }, { conversation: 'two' });

  expect(store.received.map(({ body }) => body)).toEqual(['two']);
  expect(store.keys.has('session/x')).toBe(true);
});

test('a known LID needs no number in the stanza', async () => {
  const { store, take, learn } = scene();
  await learn('222', '6281');

  await take({ id: 'A', from: '222@lid' }, { conversation: 'one' });

  expect(store.received).toMatchObject([{ waMessageId: 'A', from: '6281' }]);
});

test('a message from an ad that the phone forwards is a message of the customer', async () => {
  const { store, take } = scene();
  const info = proto.WebMessageInfo.encode({
    key: { id: 'AD1', remoteJid: '6281@s.whatsapp.net', fromMe: false },
    message: { conversation: 'saya lihat iklan' },
    messageTimestamp: 1735689600,
  }).finish();
  const response = { placeholderMessageResendResponse: { webMessageInfoBytes: info } };
  const peerDataOperationRequestResponseMessage = { peerDataOperationResult: [response] };

  await take(
    { id: 'P', from: '6289@s.whatsapp.net', category: 'peer' },
    { protocolMessage: { peerDataOperationRequestResponseMessage } },
  );
  // Only the own phone may forward messages.
  await take(
    { id: 'Q', from: '6282@s.whatsapp.net' },
    { protocolMessage: { peerDataOperationRequestResponseMessage } },
  );

  expect(store.received).toEqual([
    { waMessageId: 'AD1', from: '6281', type: 'text', body: 'saya lihat iklan', at: AT },
  ]);
});

test.each([
  ['a reaction', { from: '6281@s.whatsapp.net' }, { reactionMessage: { text: '👍' } }],
  [
    'a copy of an own message',
    { from: '6289@s.whatsapp.net', recipient: '6281@s.whatsapp.net' },
    { conversation: 'x' },
  ],
  [
    'a status update',
    { from: 'status@broadcast', participant: '6281@s.whatsapp.net' },
    { conversation: 'x' },
  ],
])('%s is not a message of a customer, but its ratchet step is committed', async (_what, attrs, message) => {
  const { store, take } = scene();

  await take({ id: 'A', ...attrs }, message);

  expect(store.received).toEqual([]);
  expect(store.keys.has('session/x')).toBe(true);
});

const REACTION = { reactionMessage: { key: { id: 'T1' }, text: '👍' } };
const CHANGE = { waMessageId: 'C', kind: 'reaction', target: 'T1', body: '👍', at: AT };

test('a change of a message is committed with its ratchet step', async () => {
  const { store, take } = scene();

  await take({ id: 'C', from: '6281@s.whatsapp.net' }, REACTION);

  expect(store.messageChanges).toEqual([{ ...CHANGE, phone: '6281', fromMe: false }]);
  expect(store.keys.has('session/x')).toBe(true);
});

test('a change on the phone of the account names the customer', async () => {
  const { store, take } = scene();
  const copy = { deviceSentMessage: { destinationJid: '222@lid', message: REACTION } };
  const attrs = { id: 'C', from: '6289@s.whatsapp.net' };

  await take({ ...attrs, recipient: '222@lid', peer_recipient_pn: '6281@s.whatsapp.net' }, copy);

  expect(store.messageChanges).toEqual([{ ...CHANGE, phone: '6281', fromMe: true }]);
  expect(store.received).toEqual([]);
});

test('a change by a LID without a number names the LID', async () => {
  const { store, take } = scene();

  await take({ id: 'C', from: '222@lid' }, REACTION);

  expect(store.messageChanges).toEqual([{ ...CHANGE, phone: '222@lid', fromMe: false }]);
});

const OWN = { from: '6289:0@s.whatsapp.net', recipient: '6281@s.whatsapp.net' };
const copyOf = (message: proto.IMessage): proto.IMessage => ({ deviceSentMessage: { message } });

test('a message of another client of the number is a reply, from the phone or the LID of its chat', async () => {
  const { store, take, learn } = scene();
  await learn('222', '6282');

  await take({ id: 'A', ...OWN }, copyOf({ conversation: 'dari HP' }));
  await take({ id: 'B', from: '111:3@lid', recipient: '222@lid' }, copyOf({ conversation: 'dari laptop' }));
  await take(
    { id: 'C', from: '111@lid', recipient: '333@lid', peer_recipient_pn: '6283@s.whatsapp.net' },
    copyOf({ imageMessage: { caption: 'gambar' } }),
  );

  expect(store.received).toEqual([]);
  expect(store.replies).toMatchObject([
    { waMessageId: 'A', to: '6281', type: 'text', body: 'dari HP', at: AT, isLive: true },
    { waMessageId: 'B', to: '6282', type: 'text', body: 'dari laptop' },
    { waMessageId: 'C', to: '6283', type: 'image', body: 'gambar' },
  ]);
});

test('a reply on the phone to a LID without a number names the LID', async () => {
  const { store, take } = scene();

  await take({ id: 'A', from: '111@lid', recipient: '222@lid' }, copyOf({ conversation: 'halo, dari toko' }));

  expect(store.replies).toEqual([
    { waMessageId: 'A', to: '222@lid', type: 'text', body: 'halo, dari toko', at: AT, isLive: true },
  ]);
});

test.each([
  ['after the login', 5, true],
  ['during a restart', -RESTART_MS / 1000, true],
  ['before the restart', -RESTART_MS / 1000 - 1, false],
  ['days before', -300_000, false],
])('a reply from %s is live or late', async (_when, seconds, isLive) => {
  const { store, take } = scene();
  const t = String(1735689600 + seconds);

  await take({ id: 'A', ...OWN, t, ...(!isLive && { offline: '1' }) }, copyOf({ conversation: 'x' }));

  expect(store.replies).toMatchObject([{ waMessageId: 'A', isLive }]);
});

const EDIT = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;

test.each<[string, BinaryNode['attrs'], proto.IMessage]>([
  ['a reaction', OWN, { reactionMessage: { text: '👍' } }],
  ['a revocation', OWN, { protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE } }],
  [
    'an edit',
    OWN,
    { editedMessage: { message: { protocolMessage: { type: EDIT, editedMessage: { conversation: 'x' } } } } },
  ],
  ['a note in the chat with itself', { ...OWN, recipient: '6289@s.whatsapp.net' }, { conversation: 'x' }],
  ['a note under the own LID', { ...OWN, recipient: '111@lid' }, { conversation: 'x' }],
  [
    'a message to a group',
    { from: '12036@g.us', participant: '6289:0@s.whatsapp.net' },
    { conversation: 'x' },
  ],
  ['a message to a channel', { ...OWN, recipient: '12036@newsletter' }, { conversation: 'x' }],
  [
    'a status update',
    { from: 'status@broadcast', participant: '6289:0@s.whatsapp.net' },
    { conversation: 'x' },
  ],
  ['a message without a chat', { from: '6289:0@s.whatsapp.net' }, { conversation: 'x' }],
])('%s on the phone is no reply, but its ratchet step is committed', async (_what, attrs, message) => {
  const { store, take } = scene();

  await take({ id: 'A', ...attrs }, copyOf(message));

  expect([store.replies, store.received]).toEqual([[], []]);
  expect(store.keys.has('session/x')).toBe(true);
});

test('a copy of an own message that another person forges is dropped', async () => {
  const { store, take } = scene();

  await take({ id: 'A', from: '6282@s.whatsapp.net' }, copyOf({ conversation: 'x' }));

  expect([store.replies, store.received]).toEqual([[], []]);
});

test.each([
  ['a number with its LID', { from: '6281@s.whatsapp.net', sender_lid: '222@lid' }, '222@lid'],
  ['a LID with its number', { from: '222@lid', sender_pn: '6281@s.whatsapp.net' }, '222@lid'],
  ['a number alone', { from: '6281@s.whatsapp.net' }, undefined],
])('a message names all ids of its author: %s', async (_name, attrs, otherId) => {
  const { store, take } = scene();

  await take({ id: 'A', ...attrs }, { conversation: 'halo' });

  expect(store.received.map((message) => [message.from, message.otherId])).toEqual([['6281', otherId]]);
});
