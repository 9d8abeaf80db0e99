import type { RouteDocumentation } from '../../platform/lib/http/documentation.ts';
import { SENT_KIND_NAMES, SENT_KINDS } from '../engines/sent-kinds/table.ts';
import { SEND_HEADERS } from './send-call.ts';

const to = '6281234567890';
const device_uuid = '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d';
const QUEUED = {
  id: 1042,
  status: 'queued',
  wa_message_id: null,
  direction: 'out',
  type: 'text',
  created_at: '2025-11-21T09:00:00.000Z',
};
const TEMPLATE = { name: 'pesanan_siap', language: 'id', variables: { '1': 'Ani', '2': 'INV-7' } };
const SENT = { ...QUEUED, status: 'delivered', wa_message_id: '3EB0C767D097B7C7C5A1' };
const FAILED = {
  ...QUEUED,
  status: 'failed',
  error: { code: 'device_released', message: 'The device was released.' },
};

export const SEND_DOCUMENTATION: RouteDocumentation = {
  ...SEND_HEADERS,
  requestExamples: {
    text: { summary: 'Text', value: { device_uuid, to, body: 'Halo, pesanan Anda siap.' } },
    image: {
      summary: 'Image with a caption',
      value: {
        device_uuid,
        to,
        type: 'image',
        body: 'Katalog November',
        media_url: 'https://example.com/katalog.jpg',
      },
    },
    button: {
      summary: 'Buttons',
      value: {
        device_uuid,
        to,
        type: 'button',
        body: 'Pesanan Anda siap. Ambil kapan?',
        interactive: {
          buttons: [
            { id: 'today', title: 'Hari ini' },
            { id: 'tomorrow', title: 'Besok' },
          ],
        },
      },
    },
    list: {
      summary: 'A list to choose from',
      value: {
        device_uuid,
        to,
        type: 'list',
        body: 'Pilih layanan',
        interactive: {
          button_text: 'Layanan',
          sections: [{ title: 'Salon', rows: [{ id: 'cut', title: 'Potong', description: '30 menit' }] }],
        },
      },
    },
    template: {
      summary: 'A template, with which an official number writes first',
      value: { device_uuid, to, type: 'template', template: TEMPLATE },
    },
    ...Object.fromEntries(
      SENT_KIND_NAMES.map((type) => {
        const { title: summary, example } = SENT_KINDS[type];
        return [type, { summary, value: { device_uuid, to, type, ...example } }];
      }),
    ),
  },
  responseExamples: {
    202: {
      queued: { summary: 'Accepted', value: QUEUED },
      template: { summary: 'Accepted template', value: { ...QUEUED, type: 'template', template: TEMPLATE } },
    },
  },
};

export const GET_DOCUMENTATION: RouteDocumentation = {
  responseExamples: {
    200: {
      delivered: { summary: 'Delivered', value: SENT },
      failed: { summary: 'Failed', value: FAILED },
    },
  },
};
