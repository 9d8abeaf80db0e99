import type { proto } from 'baileys';
import { expect, test } from 'vitest';
import { describeContent } from './content.ts';

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
  ['an unknown type', { pollCreationMessage: {} }, { type: 'unknown', text: null }],
  ['a protocol message', { protocolMessage: {} }, null],
  ['a group key', { senderKeyDistributionMessage: {} }, null],
])('describes %s', (_name, message, described) => {
  expect(describeContent(message)).toEqual(described);
});
