import { SEND_HEADERS } from '../../../gateway/messages/send-call.ts';
import type { RouteDocumentation } from '../../../platform/lib/http/documentation.ts';

const ACCEPTED = {
  id: 1043,
  status: 'queued',
  wa_message_id: null,
  direction: 'out',
  type: 'text',
  created_at: '2025-11-21T09:00:00.000Z',
  under_way: [],
};

export const REPLY_DOCUMENTATION: RouteDocumentation = {
  ...SEND_HEADERS,
  requestExamples: {
    text: { summary: 'Text', value: { body: 'Ada, Kak. Mau ukuran berapa?' } },
    quote: {
      summary: 'An answer to one message',
      value: { body: 'Yang ini masih ada.', quote: 4711 },
    },
    image: {
      summary: 'Image with a caption',
      value: { type: 'image', body: 'Katalog November', media_url: 'https://example.com/katalog.jpg' },
    },
    template: {
      summary: 'Template, also after the reply window',
      value: {
        template: { name: 'pesanan_dikirim', language: 'id', variables: ['Ani', 'INV-7'] },
      },
    },
  },
  responseExamples: { 202: { queued: { summary: 'Accepted', value: ACCEPTED } } },
};

export const START_EXAMPLES = {
  text: {
    summary: 'Text',
    value: {
      device_uuid: '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11',
      to: '081234567890',
      message: { body: 'Pesanan Kakak sudah siap.' },
    },
  },
};
