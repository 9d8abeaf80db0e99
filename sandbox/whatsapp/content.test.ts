import type { proto } from 'baileys';
import { expect, test } from 'vitest';
import { describeContent } from './content.ts';

test.each<[string, proto.IMessage, { type: string; text: string | null } | null]>([
  ['plain words', { conversation: 'a' }, { type: 'text', text: 'a' }],
  ['words with a preview', { extendedTextMessage: { text: 'a' } }, { type: 'text', text: 'a' }],
  [
    'disappearing words',
    { ephemeralMessage: { message: { conversation: 'a' } } },
    { type: 'text', text: 'a' },
  ],
  ['a picture', { imageMessage: { caption: 'c' } }, { type: 'image', text: 'c' }],
  [
    'a picture to be seen once',
    { viewOnceMessage: { message: { imageMessage: {} } } },
    { type: 'image', text: null },
  ],
  ['a film', { videoMessage: { caption: 'c' } }, { type: 'video', text: 'c' }],
  ['sound', { audioMessage: {} }, { type: 'audio', text: null }],
  ['a file', { documentMessage: { caption: 'c' } }, { type: 'document', text: 'c' }],
  [
    'a file with words',
    { documentWithCaptionMessage: { message: { documentMessage: { caption: 'c' } } } },
    { type: 'document', text: 'c' },
  ],
  ['a sticker', { stickerMessage: {} }, { type: 'sticker', text: null }],
  ['a contact', { contactMessage: { displayName: 'n' } }, { type: 'contact', text: 'n' }],
  ['a place', { locationMessage: { name: 'n' } }, { type: 'location', text: 'n' }],
  ['a reaction', { reactionMessage: { text: '👍' } }, { type: 'reaction', text: '👍' }],
  ['buttons', { buttonsMessage: { contentText: 'b' } }, { type: 'button', text: 'b' }],
  ['a list', { listMessage: { description: 'l' } }, { type: 'list', text: 'l' }],
  [
    'an interactive form',
    { interactiveMessage: { body: { text: 'i' } } },
    { type: 'interactive', text: 'i' },
  ],
  ['something new', { pollCreationMessage: {} }, { type: 'unknown', text: null }],
  ['a setting', { protocolMessage: {} }, null],
  ['a group key', { senderKeyDistributionMessage: {} }, null],
])('describes %s', (_name, message, described) => {
  expect(describeContent(message)).toEqual(described);
});
