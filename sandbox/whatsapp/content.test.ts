import { proto } from 'baileys';
import { expect, test } from 'vitest';
import { describeContent } from './content.ts';

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;

test.each<[string, proto.IMessage, { type: string; text: string | null } | null]>([
  ['a text', { conversation: 'a' }, { type: 'text', text: 'a' }],
  ['a text with a preview', { extendedTextMessage: { text: 'a' } }, { type: 'text', text: 'a' }],
  [
    'a disappearing text',
    { ephemeralMessage: { message: { conversation: 'a' } } },
    { type: 'text', text: 'a' },
  ],
  ['a picture', { imageMessage: { caption: 'c' } }, { type: 'image', text: 'c' }],
  [
    'a view-once picture',
    { viewOnceMessage: { message: { imageMessage: {} } } },
    { type: 'image', text: null },
  ],
  ['a video', { videoMessage: { caption: 'c' } }, { type: 'video', text: 'c' }],
  ['an audio file', { audioMessage: {} }, { type: 'audio', text: null }],
  ['a file', { documentMessage: { caption: 'c' } }, { type: 'document', text: 'c' }],
  [
    'a file with a caption',
    { documentWithCaptionMessage: { message: { documentMessage: { caption: 'c' } } } },
    { type: 'document', text: 'c' },
  ],
  ['a sticker', { stickerMessage: {} }, { type: 'sticker', text: null }],
  ['a contact', { contactMessage: { displayName: 'n' } }, { type: 'contact', text: 'n' }],
  ['a location', { locationMessage: { name: 'n' } }, { type: 'location', text: 'n' }],
  ['a reaction', { reactionMessage: { text: '👍' } }, { type: 'reaction', text: '👍' }],
  ['buttons', { buttonsMessage: { contentText: 'b' } }, { type: 'button', text: 'b' }],
  ['a list', { listMessage: { description: 'l' } }, { type: 'list', text: 'l' }],
  [
    'an interactive form',
    { interactiveMessage: { body: { text: 'i' } } },
    { type: 'interactive', text: 'i' },
  ],
  [
    'contacts',
    { contactsArrayMessage: { displayName: '2 contacts' } },
    { type: 'contact', text: '2 contacts' },
  ],
  ['a live location', { liveLocationMessage: {} }, { type: 'location', text: null }],
  ['a poll', { pollCreationMessage: { name: 'p' } }, { type: 'poll', text: 'p' }],
  ['a vote', { pollUpdateMessage: {} }, { type: 'vote', text: null }],
  ['a deletion', { protocolMessage: { type: REVOKE } }, { type: 'deletion', text: null }],
  [
    'an edit',
    { protocolMessage: { type: MESSAGE_EDIT, editedMessage: { conversation: 'e' } } },
    { type: 'edit', text: 'e' },
  ],
  ['an unknown type', { eventMessage: {} }, { type: 'unknown', text: null }],
  ['a protocol message', { protocolMessage: {} }, null],
  ['a group key', { senderKeyDistributionMessage: {} }, null],
])('describes %s', (_name, message, described) => {
  expect(describeContent(message)).toEqual(described);
});
