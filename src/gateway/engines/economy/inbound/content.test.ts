import { proto, writeRandomPadMax16 } from 'baileys';
import { expect, test } from 'vitest';
import { UNSUPPORTED_BODY } from '../../customer-content.ts';
import { decodePlaintext, readContent } from './content.ts';

type Content = proto.IMessage;
const text = (conversation: string): Content => ({ conversation });
const EDIT = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;
const REVOKE = proto.Message.ProtocolMessage.Type.REVOKE;

function wrapped(levels: number, content: Content): Content {
  return Array.from({ length: levels }).reduce<Content>(
    (message) => ({ ephemeralMessage: { message } }),
    content,
  );
}

test.each<[string, Content, string, string | null]>([
  ['plain text', text('halo'), 'text', 'halo'],
  [
    'text with a link or a quote',
    { extendedTextMessage: { text: 'lihat https://x.id' } },
    'text',
    'lihat https://x.id',
  ],
  ['disappearing text', { ephemeralMessage: { message: text('sebentar') } }, 'text', 'sebentar'],
  [
    'view-once image',
    { viewOnceMessageV2: { message: { imageMessage: { caption: 'lihat' } } } },
    'image',
    'lihat',
  ],
  ['image without caption', { imageMessage: {} }, 'image', null],
  ['sticker', { stickerMessage: {} }, 'image', null],
  ['video', { videoMessage: { caption: 'v' } }, 'video', 'v'],
  ['video note', { ptvMessage: {} }, 'video', null],
  ['voice note', { audioMessage: { ptt: true } }, 'audio', null],
  ['document by its name', { documentMessage: { fileName: 'a.pdf' } }, 'document', 'a.pdf'],
  [
    'document with caption',
    {
      documentWithCaptionMessage: { message: { documentMessage: { fileName: 'a.pdf', caption: 'faktur' } } },
    },
    'document',
    'faktur',
  ],
  [
    'tap on a button',
    { buttonsResponseMessage: { selectedButtonId: 'b1', selectedDisplayText: 'Ya' } },
    'text',
    'Ya',
  ],
  ['tap on a list row', { listResponseMessage: { title: 'Paket A' } }, 'text', 'Paket A'],
  [
    'tap on a template button',
    { templateButtonReplyMessage: { selectedDisplayText: 'Info' } },
    'text',
    'Info',
  ],
  ['reply to a flow', { interactiveResponseMessage: { body: { text: 'Pesan' } } }, 'text', 'Pesan'],
  [
    'place',
    { locationMessage: { degreesLatitude: -6.2, degreesLongitude: 106.8, name: 'Toko' } },
    'text',
    'Toko\nhttps://maps.google.com/?q=-6.2,106.8',
  ],
  ['contact card', { contactMessage: { displayName: 'Budi', vcard: 'BEGIN:VCARD' } }, 'text', 'Budi'],
  ['poll', { pollCreationMessageV3: { name: 'Jam berapa?' } }, 'text', 'Jam berapa?'],
  [
    'edit',
    { editedMessage: { message: { protocolMessage: { type: EDIT, editedMessage: text('maksud saya 6') } } } },
    'text',
    'maksud saya 6',
  ],
  ['something without words', { extendedTextMessage: { text: '' } }, 'text', UNSUPPORTED_BODY],
  [
    'words behind a part without any',
    { extendedTextMessage: {}, orderMessage: { message: 'Dua' } },
    'text',
    'Dua',
  ],
  ['text in 30 wrappers', wrapped(30, text('dalam')), 'text', 'dalam'],
  ['text with a null character', text('a\0b'), 'text', 'a\0b'],
])('reads %s', (_what, content, type, body) => {
  expect(readContent(content)).toEqual({ type, body });
});

test.each<[string, Content | undefined]>([
  ['a reaction', { reactionMessage: { text: '👍' } }],
  ['a revocation', { protocolMessage: { type: REVOKE, key: { id: 'X' } } }],
  ['a vote', { pollUpdateMessage: {} }],
  ['key exchange', { senderKeyDistributionMessage: { groupId: 'g' }, messageContextInfo: {} }],
  ['an own message from another device', { deviceSentMessage: { message: text('x') } }],
  ['nothing', {}],
  ['no message', undefined],
])('%s is not a message of a person', (_what, content) => {
  expect(readContent(content)).toBeNull();
});

test('a decrypted message is read without its padding; other bytes are not a message', () => {
  const padded = writeRandomPadMax16(proto.Message.encode(text('halo')).finish());

  expect(decodePlaintext(padded)).toMatchObject({ conversation: 'halo' });
  expect(decodePlaintext(Buffer.from([0xff, 0xff, 0xff, 1]))).toBeNull();
});

const KEY = Buffer.alloc(32, 7);
const FILE = {
  directPath: '/v/file.enc',
  mediaKey: KEY,
  fileSha256: KEY,
  fileEncSha256: KEY,
  fileLength: 1234,
  mimetype: 'application/pdf',
};

test.each<[string, Content]>([
  ['image', { imageMessage: FILE }],
  ['sticker', { stickerMessage: FILE }],
  ['video', { ptvMessage: FILE }],
  ['audio', { audioMessage: FILE }],
  ['document', { documentMessage: { ...FILE, fileName: 'a.pdf' } }],
])('the file of %s is announced with what fetches it', (kind, content) => {
  expect(readContent(content)?.file).toMatchObject({ kind, size: 1234, mimetype: 'application/pdf' });
});

test('a path in the URL of another host counts without the host', () => {
  const { directPath: _, ...rest } = FILE;
  const url = 'https://evil.test/v/other.enc?a=1';

  expect(readContent({ imageMessage: { ...rest, url } })?.file?.source).toContain('"/v/other.enc?a=1"');
});

test('a file that may be seen once, or lacks its key, is not fetched', () => {
  expect(readContent({ imageMessage: { ...FILE, viewOnce: true } })).toEqual({ type: 'image', body: null });
  expect(readContent({ imageMessage: { ...FILE, mediaKey: null } })).toEqual({ type: 'image', body: null });
});
