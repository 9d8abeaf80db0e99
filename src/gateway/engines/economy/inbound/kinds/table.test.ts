import { proto } from 'baileys';
import { expect, test } from 'vitest';
import { UNSUPPORTED_BODY } from '../../../customer-content.ts';
import { readContent } from '../content.ts';
import { readDetails } from '../details.ts';

type Content = proto.IMessage;
const own = { me: { id: '6289:7@s.whatsapp.net', lid: '111:7@lid' } };
const FILE = {
  directPath: '/v/f',
  mediaKey: Buffer.alloc(32),
  fileSha256: Buffer.alloc(32),
  fileEncSha256: Buffer.alloc(32),
};
const text = (conversation: string) => ({ message: { conversation } });
const flow = (name: string, params: object) => ({ name, buttonParamsJson: JSON.stringify(params) });
const reply = (params: object, body = 'Sent'): Content => ({
  interactiveResponseMessage: {
    body: { text: body },
    nativeFlowResponseMessage: { name: 'flow', paramsJson: JSON.stringify(params) },
  },
});
const question = { name: 'Ukuran?', options: [{ optionName: 'S' }, { optionName: 'M' }] };
const poll = { kind: 'poll', poll: { name: 'Ukuran?', options: ['S', 'M'] } };
const AT = 1_763_712_930;

const TRADE: Record<string, [Content, string, object]> = {
  'order with a note': [
    {
      orderMessage: {
        ...{ orderId: '5551', orderTitle: 'Toko Kopi', itemCount: 3, message: 'Kirim besok' },
        ...{ totalAmount1000: 90_000_000, totalCurrencyCode: 'IDR' },
      },
    },
    'Kirim besok\nOrder 5551: Toko Kopi, 3 items; total 90,000 IDR',
    { kind: 'order', note: 'Kirim besok', order: { id: '5551', items: [], item_count: 3, total: 90_000 } },
  ],
  'order of one item, in a currency with cents': [
    { orderMessage: { itemCount: 1, totalAmount1000: 12_500, totalCurrencyCode: 'USD' } },
    '1 item; total 12.50 USD',
    { order: { total: 12.5, currency: 'USD' } },
  ],
  'empty order': [{ orderMessage: {} }, 'Order', { kind: 'order' }],
  'invoice in a button to pay': [
    {
      interactiveMessage: {
        body: { text: 'Tagihan Anda' },
        nativeFlowMessage: {
          buttons: [
            flow('review_and_pay', {
              reference_id: 'INV-7',
              currency: 'IDR',
              total_amount: { value: 9_000_000, offset: 100 },
              order: {
                items: [
                  { retailer_id: 'K1', name: 'Kopi', amount: { value: 4_500_000, offset: 100 }, quantity: 2 },
                ],
              },
            }),
          ],
        },
      },
    },
    'Tagihan Anda\nOrder INV-7; 2 x Kopi, 45,000 IDR each; total 90,000 IDR',
    {
      kind: 'order',
      order: { id: 'INV-7', items: [{ product_id: 'K1', name: 'Kopi', quantity: 2, price: 45_000 }] },
    },
  ],
  'product with a price and a text': [
    {
      productMessage: {
        body: 'Masih ada?',
        product: {
          productId: '77',
          title: 'Kopi Gayo',
          priceAmount1000: 45_000_000,
          currencyCode: 'IDR',
          url: 'https://x.id/k',
        },
      },
    },
    'Masih ada?\nProduct: Kopi Gayo, 45,000 IDR\nhttps://x.id/k',
    { kind: 'product', note: 'Masih ada?', product: { id: '77', price: 45_000, url: 'https://x.id/k' } },
  ],
  'product without a title': [
    { productMessage: { product: { productId: '77' } } },
    'Product: 77',
    { kind: 'product' },
  ],
  catalogue: [
    { productMessage: { catalog: { title: 'Semua kopi' } } },
    'Product: Semua kopi',
    { kind: 'product' },
  ],
  'request for a payment': [
    {
      requestPaymentMessage: {
        amount1000: 50_000_000,
        currencyCodeIso4217: 'IDR',
        noteMessage: { conversation: 'Kopi' },
      },
    },
    'Kopi\nPayment request: 50,000 IDR',
    { kind: 'payment', note: 'Kopi', payment: { action: 'request', amount: 50_000, currency: 'IDR' } },
  ],
  'request with another precision': [
    { requestPaymentMessage: { amount: { value: 1250, offset: 100, currencyCode: 'INR' } } },
    'Payment request: 12.50 INR',
    { payment: { amount: 12.5, currency: 'INR' } },
  ],
  'payment with a note': [
    { sendPaymentMessage: { noteMessage: { extendedTextMessage: { text: 'Lunas' } } } },
    'Lunas\nPayment',
    { kind: 'payment', note: 'Lunas' },
  ],
  'declined payment': [
    { declinePaymentRequestMessage: {} },
    'Payment request declined',
    { payment: { action: 'declined' } },
  ],
  'invoice with a note': [
    { invoiceMessage: { note: 'Faktur 7' } },
    'Faktur 7\nInvoice',
    { payment: { action: 'invoice' } },
  ],
};

const OFFERS: Record<string, [Content, string, object]> = {
  'template with a title, a footer and buttons': [
    {
      templateMessage: {
        hydratedTemplate: {
          hydratedTitleText: 'Kurir JX',
          hydratedContentText: 'Paket JX123 sedang diantar',
          hydratedFooterText: 'Jangan balas',
          hydratedButtons: [
            { urlButton: { displayText: 'Lacak', url: 'https://jx.id/1' } },
            { callButton: { displayText: 'Telepon', phoneNumber: '+62 21' } },
            { quickReplyButton: { displayText: 'Terima', id: 'ok' } },
          ],
        },
      },
    },
    'Kurir JX\nPaket JX123 sedang diantar\nJangan balas',
    {
      kind: 'choices',
      choices: [
        { title: 'Lacak', url: 'https://jx.id/1' },
        { title: 'Telepon', phone: '+62 21' },
        { title: 'Terima', id: 'ok' },
      ],
    },
  ],
  'template that the phone fills': [
    { templateMessage: { fourRowTemplate: { content: { elementName: 'otp', params: ['123456'] } } } },
    '123456',
    {},
  ],
  'structured message': [
    { highlyStructuredMessage: { hydratedHsm: { hydratedTemplate: { hydratedContentText: 'Kode 99' } } } },
    'Kode 99',
    {},
  ],
  'structured message with parameters alone': [
    {
      highlyStructuredMessage: {
        namespace: 'x',
        elementName: 'otp',
        localizableParams: [{ default: 'Kode 77' }],
      },
    },
    'Kode 77',
    {},
  ],
  'one-time code in a button': [
    {
      interactiveMessage: {
        body: { text: 'Jangan bagikan kode ini' },
        nativeFlowMessage: { buttons: [flow('cta_copy', { display_text: 'Salin', copy_code: '123456' })] },
      },
    },
    'Jangan bagikan kode ini\n123456',
    { choices: [{ title: 'Salin' }] },
  ],
  'request for a location': [
    {
      interactiveMessage: {
        body: { text: 'Di mana?' },
        nativeFlowMessage: { buttons: [flow('send_location', {})] },
      },
    },
    'Di mana?',
    { kind: 'choices', choices: [{ title: 'Send location' }] },
  ],
  'menu of a native flow': [
    {
      interactiveMessage: {
        header: { title: 'Toko' },
        body: { text: 'Pilih' },
        nativeFlowMessage: {
          buttons: [
            flow('single_select', {
              title: 'Buka',
              sections: [{ rows: [{ id: 'a', title: 'A', description: 'x' }] }],
            }),
          ],
        },
      },
    },
    'Toko\nPilih',
    { choices: [{ title: 'A', description: 'x', id: 'a' }] },
  ],
  carousel: [
    {
      interactiveMessage: {
        body: { text: 'Promo' },
        carouselMessage: { cards: [{ body: { text: 'Satu' } }, { body: { text: 'Dua' } }] },
      },
    },
    'Promo\nSatu\nDua',
    {},
  ],
  buttons: [
    {
      buttonsMessage: {
        text: 'Toko',
        contentText: 'Siap',
        footerText: 'x',
        buttons: [{ buttonId: '1', buttonText: { displayText: 'Ya' } }],
      },
    },
    'Toko\nSiap\nx',
    { choices: [{ title: 'Ya', id: '1' }] },
  ],
  list: [
    {
      listMessage: {
        title: 'Menu',
        description: 'Pilih layanan',
        sections: [{ rows: [{ title: 'Cuci', rowId: 'c' }] }],
      },
    },
    'Menu\nPilih layanan',
    { choices: [{ title: 'Cuci', id: 'c' }] },
  ],
  'list of products': [
    {
      listMessage: {
        title: 'Katalog',
        productListInfo: { productSections: [{ products: [{ productId: 'K1' }] }] },
      },
    },
    'Katalog',
    { choices: [{ title: 'K1' }] },
  ],
};

const OTHERS: Record<string, [Content, string, object]> = {
  'poll V1': [{ pollCreationMessage: question }, 'Ukuran?', poll],
  'poll V2': [{ pollCreationMessageV2: question }, 'Ukuran?', poll],
  'poll V3': [{ pollCreationMessageV3: question }, 'Ukuran?', poll],
  'poll V4': [{ pollCreationMessageV4: { message: { pollCreationMessage: question } } }, 'Ukuran?', poll],
  'quiz (V5)': [{ pollCreationMessageV5: { ...question, pollType: 1 } }, 'Ukuran?', poll],
  'result of a poll': [
    {
      pollResultSnapshotMessageV3: { name: 'Ukuran?', pollVotes: [{ optionName: 'S', optionVoteCount: 2 }] },
    },
    'Ukuran?',
    { poll: { options: ['S: 2'] } },
  ],
  'invitation to a group': [
    { groupInviteMessage: { groupName: 'Kopi', inviteCode: 'AbC', inviteExpiration: AT, caption: 'Ayo' } },
    'Ayo\nInvitation to the group Kopi',
    {
      kind: 'invite',
      note: 'Ayo',
      invite: { to: 'group', name: 'Kopi', code: 'AbC', expires_at: '2025-11-21T08:15:30.000Z' },
    },
  ],
  'invitation to a channel': [
    { newsletterFollowerInviteMessageV2: { newsletterName: 'Promo' } },
    'Invitation to the channel Promo',
    { invite: { to: 'channel' } },
  ],
  'invitation to manage a channel': [
    { newsletterAdminInviteMessage: {} },
    'Invitation to manage the channel',
    { invite: { to: 'channel_admin', name: null } },
  ],
  event: [
    {
      eventMessage: {
        ...{ name: 'Buka', description: 'Gratis', startTime: AT, joinLink: 'https://x.id' },
        location: { name: 'Toko', degreesLatitude: -6.2, degreesLongitude: 106.8 },
      },
    },
    'Buka\n2025-11-21 08:15 UTC\nToko\nGratis\nhttps://x.id',
    { kind: 'event', event: { name: 'Buka', place: 'Toko', cancelled: false, ends_at: null } },
  ],
  'cancelled event': [
    { eventMessage: { name: 'Buka', isCanceled: true } },
    'Cancelled event\nBuka',
    { event: { cancelled: true } },
  ],
  'event without words': [{ eventMessage: {} }, 'Event', { kind: 'event' }],
  'missed call': [
    { callLogMesssage: { callOutcome: 1 } },
    'Missed voice call',
    { kind: 'call', call: { action: 'missed' } },
  ],
  'video call': [
    { callLogMesssage: { isVideo: true, callOutcome: 0, durationSecs: 65 } },
    'Video call, 65 s',
    { call: { action: 'made', video: true, seconds: 65 } },
  ],
  'planned call': [
    { scheduledCallCreationMessage: { title: 'Konsultasi', callType: 2, scheduledTimestampMs: AT * 1000 } },
    'Konsultasi\nPlanned video call: 2025-11-21 08:15 UTC',
    { call: { action: 'planned', title: 'Konsultasi', starts_at: '2025-11-21T08:15:30.000Z' } },
  ],
  'request for the number': [
    { requestPhoneNumberMessage: {} },
    'Asks for your phone number',
    { kind: 'phone_request' },
  ],
  'message that only the phone shows': [
    { placeholderMessage: { type: 0 } },
    'Open this message on the phone',
    { kind: 'phone_only' },
  ],
  'sticker pack': [
    { stickerPackMessage: { name: 'Kucing', publisher: 'Ani', stickers: [{}, {}] } },
    'Sticker pack: Kucing (Ani)',
    { kind: 'sticker_pack', sticker_pack: { name: 'Kucing', stickers: 2 } },
  ],
  'answers of a form': [
    reply({
      flow_token: 'T',
      wa_flow_response_params: { flow_id: 'F' },
      screen_0_Nama_lengkap_0: 'Sari',
      screen_1_Warna_1: ['0_Biru_tua', '1_Merah'],
    }),
    'Nama lengkap: Sari\nWarna: Biru tua, Merah',
    { kind: 'answers', answers: [{ name: 'screen_0_Nama_lengkap_0', value: 'Sari' }, { label: 'Warna' }] },
  ],
  'answers with parts': [
    reply({
      alamat: { jalan: 'Melati 5', kota: 'Bogor' },
      foto: [{ file_name: 'a.jpg', id: '1' }],
      setuju: true,
      umur: 7,
    }),
    'Alamat, Jalan: Melati 5\nAlamat, Kota: Bogor\nFoto: a.jpg\nSetuju: true\nUmur: 7',
    { kind: 'answers' },
  ],
  'tap on a row of a native flow': [
    reply({ id: 'r1', title: 'Baris' }, 'Baris'),
    'Baris',
    { choice_id: 'r1' },
  ],
  'cards with a first name, a company and a number alone': [
    {
      contactsArrayMessage: {
        displayName: '3 contacts',
        contacts: [
          { vcard: 'N:;Ani;;;\nTEL:0812' },
          { vcard: 'ORG:Toko Kopi;Pusat\nEMAIL:a@b.id' },
          { vcard: 'TEL;waid=62813:' },
        ],
      },
    },
    'Ani: 0812\nToko Kopi: a@b.id\n62813',
    {
      kind: 'contacts',
      contacts: [
        { name: { formatted_name: 'Ani' } },
        { emails: [{ email: 'a@b.id' }] },
        { phones: [{ wa_id: '62813' }] },
      ],
    },
  ],
  'card without words': [{ contactMessage: {} }, 'Contact card', { kind: 'contacts' }],
  'message to a bot': [{ botInvokeMessage: text('Tolong') }, 'Tolong', {}],
  comment: [{ commentMessage: text('Bagus') }, 'Bagus', {}],
  'answer of an assistant': [
    { richResponseMessage: { submessages: [{ messageText: 'Satu' }, { messageText: 'Dua' }] } },
    'Satu\nDua',
    {},
  ],
  'answer to a status': [{ statusQuestionAnswerMessage: { text: 'Saya mau' } }, 'Saya mau', {}],
};

test.each([TRADE, OFFERS, OTHERS].flatMap((each) => Object.entries(each)))(
  '%s',
  (_what, [message, body, details]) => {
    const content = proto.Message.fromObject(message);

    expect(readContent(content)).toEqual({ type: 'text', body });
    expect(readDetails(content, own) ?? {}).toMatchObject(details);
  },
);

test.each<[string, Content, boolean]>([
  ['Lottie', { lottieStickerMessage: { message: { stickerMessage: { isLottie: true } } } }, true],
  ['still', { stickerMessage: {} }, false],
  ['disappearing', { ephemeralMessage: { message: { stickerMessage: { isAnimated: true } } } }, true],
])('a sticker of every kind is an image (%s)', (_what, content, animated) => {
  expect(readContent(content)).toEqual({ type: 'image', body: null });
  expect(readDetails(content, own)).toEqual({ kind: 'sticker', sticker: { animated } });
});

test('the file above a message of a business is kept, with its text', () => {
  const hydratedTemplate = {
    hydratedContentText: 'Tagihan',
    documentMessage: { ...FILE, fileName: 'a.pdf' },
  };

  expect(readContent({ templateMessage: { hydratedTemplate } })).toMatchObject({
    ...{ type: 'document', body: 'Tagihan' },
    file: { kind: 'document', fileName: 'a.pdf' },
  });
  expect(readContent({ buttonsMessage: { imageMessage: {} } })).toEqual({ type: 'image', body: null });
});

test('a kind of tomorrow is read by its longest text, and keeps its name', () => {
  const hologram = {
    id: 'ABCDEF123456',
    url: 'https://x.id/a/b/c',
    parts: [{ caption: 'Lihat ini' }, { text: 'Ya' }],
  };
  const content = { hologramMessage: hologram } as Content; // no kind of the protocol

  expect(readContent(content)).toEqual({ type: 'text', body: 'Lihat ini' });
  expect(readDetails(content, own)).toEqual({ kind: 'unknown', unknown: { name: 'hologramMessage' } });
  expect(readContent({ hologramMessage: { id: 'ABCDEF123456' } } as Content)?.body).toBe(UNSUPPORTED_BODY);
});

test('long lists and texts of a kind have bounds', () => {
  const rows = Array.from({ length: 5_000 }, () => ({ title: 't'.repeat(5_000), rowId: 'r'.repeat(5_000) }));
  const params = Object.fromEntries(rows.map((_, index) => [`f${index}`, 'x'.repeat(5_000)]));
  const messages: Content[] = [{ listMessage: { title: 'M', sections: [{ rows }] } }, reply(params)];

  for (const message of messages) {
    expect(JSON.stringify(readDetails(message, own)).length).toBeLessThan(32_000);
    expect(readContent(message)?.body?.length).toBeLessThan(65_000);
  }
});
