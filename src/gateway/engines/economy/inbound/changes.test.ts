import { proto } from 'baileys';
import { expect, test } from 'vitest';
import { readChange } from './changes.ts';

const { REVOKE, MESSAGE_EDIT, EPHEMERAL_SETTING } = proto.Message.ProtocolMessage.Type;
const key = { id: 'A1', remoteJid: '6281@s.whatsapp.net', fromMe: true };

test.each<[string, proto.IMessage, object]>([
  ['a reaction', { reactionMessage: { key, text: '❤️' } }, { kind: 'reaction', target: 'A1', body: '❤️' }],
  [
    'the end of a reaction',
    { reactionMessage: { key, text: '' } },
    { kind: 'reaction', target: 'A1', body: null },
  ],
  [
    'a reaction in a disappearing chat',
    { ephemeralMessage: { message: { reactionMessage: { key, text: '❤️' } } } },
    { kind: 'reaction', target: 'A1', body: '❤️' },
  ],
  ['a deletion', { protocolMessage: { type: REVOKE, key } }, { kind: 'deletion', target: 'A1', body: null }],
  [
    'an edit',
    {
      editedMessage: {
        message: { protocolMessage: { type: MESSAGE_EDIT, key, editedMessage: { conversation: 'B' } } },
      },
    },
    { kind: 'edit', target: 'A1', body: 'B' },
  ],
  [
    'an edited caption',
    { protocolMessage: { type: MESSAGE_EDIT, key, editedMessage: { imageMessage: { caption: 'B' } } } },
    { kind: 'edit', target: 'A1', body: 'B' },
  ],
  [
    'a vote, without its choice',
    { pollUpdateMessage: { pollCreationMessageKey: key, vote: { encPayload: Buffer.from('x') } } },
    { kind: 'vote', target: 'A1', body: null },
  ],
])('reads %s', (_what, message, expected) => {
  expect(readChange(message)).toEqual(expected);
});

test.each<[string, proto.IMessage | undefined]>([
  ['a text', { conversation: 'A' }],
  ['a reaction without a target', { reactionMessage: { text: '❤️' } }],
  [
    'a reaction to a status update',
    { reactionMessage: { key: { id: 'A1', remoteJid: 'status@broadcast' } } },
  ],
  ['an edit without content', { protocolMessage: { type: MESSAGE_EDIT, key } }],
  ['a setting of the chat', { protocolMessage: { type: EPHEMERAL_SETTING, key } }],
  ['nothing', undefined],
])('%s changes no earlier message', (_what, message) => {
  expect(readChange(message)).toBeNull();
});
