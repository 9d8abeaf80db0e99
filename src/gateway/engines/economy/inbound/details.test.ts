import { proto } from 'baileys';
import { expect, test } from 'vitest';
import { readDetails } from './details.ts';

const own = { me: { id: '6289:7@s.whatsapp.net', lid: '111:7@lid' } };
const MESSAGE_EDIT = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;
const VCARD = [
  'BEGIN:VCARD',
  'FN:Budi',
  'item1.TEL;type=CELL;waid=6281:+62',
  '  81',
  'TEL:0812',
  'END:VCARD',
].join('\r\n');
const replyTo = (participant: string, quotedMessage: proto.IMessage): proto.IMessage => ({
  extendedTextMessage: { text: 'ya', contextInfo: { stanzaId: 'Q1', participant, quotedMessage } },
});

/** As it comes out of the line: decoded bytes. */
function afterAd(externalAdReply: proto.ContextInfo.IExternalAdReplyInfo, context: proto.IContextInfo = {}) {
  const origin = { entryPointConversionSource: 'ctwa_ad', entryPointConversionDelaySeconds: 4 };
  const contextInfo = { ...origin, ctwaPayload: Buffer.from('opaque'), externalAdReply, ...context };
  const message = { extendedTextMessage: { text: 'Halo', contextInfo } };
  return proto.Message.decode(proto.Message.encode(message).finish());
}

test.each<[string, proto.IMessage, object]>([
  [
    'place',
    { locationMessage: { degreesLatitude: -6.2, degreesLongitude: 106.8, name: 'Toko', address: 'Jl. 1' } },
    {
      kind: 'location',
      note: null,
      location: { latitude: -6.2, longitude: 106.8, name: 'Toko', address: 'Jl. 1' },
    },
  ],
  [
    'live place',
    { liveLocationMessage: { degreesLatitude: -6.2, degreesLongitude: 106.8, caption: 'jalan' } },
    { kind: 'location', note: 'jalan', location: { latitude: -6.2, longitude: 106.8, live: true } },
  ],
  [
    'contact card',
    { contactMessage: { displayName: 'Budi S', vcard: VCARD } },
    {
      kind: 'contacts',
      note: null,
      contacts: [
        {
          name: { formatted_name: 'Budi S' },
          phones: [{ phone: '+62 81', wa_id: '6281' }, { phone: '0812' }],
        },
      ],
    },
  ],
  [
    'contact cards without a name beside',
    { contactsArrayMessage: { contacts: [{ vcard: VCARD }, {}] } },
    {
      kind: 'contacts',
      note: null,
      contacts: [
        { name: { formatted_name: 'Budi' }, phones: [{ phone: '+62 81', wa_id: '6281' }, { phone: '0812' }] },
        { name: { formatted_name: '' }, phones: [] },
      ],
    },
  ],
  ['sticker', { stickerMessage: { isAnimated: true } }, { kind: 'sticker', sticker: { animated: true } }],
  [
    'poll',
    { pollCreationMessageV3: { name: 'Kapan?', options: [{ optionName: 'Pagi' }, {}] } },
    { kind: 'poll', note: null, poll: { name: 'Kapan?', options: ['Pagi', ''] } },
  ],
  [
    'tap',
    { listResponseMessage: { title: 'A', singleSelectReply: { selectedRowId: 'row-1' } } },
    { choice_id: 'row-1' },
  ],
  [
    'quote of an own message, by LID',
    replyTo('111@lid', { imageMessage: { caption: 'foto' } }),
    { quote: { id: 'Q1', author: 'us', type: 'image', excerpt: 'foto' } },
  ],
  [
    'quote of the customer',
    replyTo('6281@s.whatsapp.net', { conversation: 'halo' }),
    { quote: { id: 'Q1', author: 'them', type: 'text', excerpt: 'halo' } },
  ],
  [
    'forwarded text',
    { extendedTextMessage: { text: 'x', contextInfo: { isForwarded: true } } },
    { context: { forwarded: true } },
  ],
  [
    'click on an advertisement',
    afterAd({ sourceType: 'ad', sourceId: '12', thumbnail: Buffer.from('jpeg') }),
    {
      ad_context: {
        entryPointConversionSource: 'ctwa_ad',
        entryPointConversionDelaySeconds: 4,
        externalAdReply: { sourceType: 'ad', sourceId: '12' },
      },
    },
  ],
  [
    'forwarded advertisement',
    afterAd({ sourceType: 'ad', sourceId: '12' }, { isForwarded: true }),
    { context: { forwarded: true } },
  ],
  [
    'answer to a status in a chat from an advertisement',
    afterAd({ sourceType: 'ad' }, { stanzaId: 'S1', remoteJid: 'status@broadcast' }),
    { quote: { id: 'S1', author: 'them', type: 'text', excerpt: null } },
  ],
  [
    'edit',
    { protocolMessage: { type: MESSAGE_EDIT, key: { id: 'A1' }, editedMessage: { conversation: 'B' } } },
    { edit: { original_message_id: 'A1' } },
  ],
])('reads the meaning of a %s', (_what, message, expected) => {
  expect(readDetails(message, own)).toEqual(expected);
});

test.each<[string, proto.IMessage | undefined]>([
  ['a text', { conversation: 'A' }],
  [
    'coordinates that are no numbers',
    { locationMessage: { degreesLatitude: Number.NaN, degreesLongitude: 1 } },
  ],
  ['coordinates beyond the poles', { locationMessage: { degreesLatitude: 91, degreesLongitude: 1 } }],
  [
    'endless coordinates',
    { locationMessage: { degreesLatitude: 1, degreesLongitude: Number.POSITIVE_INFINITY } },
  ],
  ['nothing', undefined],
])('%s has no details', (_what, message) => {
  expect(readDetails(message, own)).toBeNull();
});

test('huge cards, polls, quotes and advertisements are cut', () => {
  const vcard = `FN:${'n'.repeat(5_000)}\n${'TEL:1\n'.repeat(500)}${'X:y\n'.repeat(1_000_000)}`;
  const cards = { contactsArrayMessage: { contacts: Array(1_000).fill({ vcard }) } };
  const poll = {
    pollCreationMessage: { name: 'p'.repeat(9_000), options: Array(500).fill({ optionName: 'o' }) },
  };
  const reply = replyTo('6281@s.whatsapp.net', { conversation: '👍'.repeat(5_000) });

  const ad = afterAd({ title: 't'.repeat(60_000), sourceUrl: `https://a.example/${'u'.repeat(60_000)}` });

  const [many, asked, quoted, clicked] = [cards, poll, reply, ad].map((each) => readDetails(each, own));

  expect(JSON.stringify(many).length).toBeLessThan(40_000);
  expect(JSON.stringify(asked).length).toBeLessThan(2_000);
  expect(quoted).toMatchObject({ quote: { excerpt: '👍'.repeat(100) } });
  expect(JSON.stringify(clicked).length).toBeLessThan(5_000);
});
