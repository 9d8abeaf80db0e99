import type { RouteDocumentation } from '../../platform/lib/http/documentation.ts';
import { EXAMPLE_DEVICE } from './schema.ts';

const text = (body: string) => ({ type: 'text', body });

export const CREATE_DOCUMENTATION: RouteDocumentation = {
  requestExamples: {
    keyword: {
      summary: 'Answer a keyword',
      value: {
        kind: 'keyword',
        name: 'Harga',
        patterns: ['harga', 'price list'],
        replies: [text('Mulai 20 ribu, {{customer.first_name|Kak}}.')],
      },
    },
    greeting: {
      summary: 'Greet',
      value: { kind: 'greeting', name: 'Salam', replies: [text('Halo, ini Toko Ani.')] },
    },
    away: {
      summary: 'Say that the shop is closed',
      value: { kind: 'away', name: 'Tutup', replies: [text('Kami buka pukul 09.00.')] },
    },
    template: {
      summary: 'Answer with a template of an official number',
      value: {
        kind: 'keyword',
        name: 'Status',
        patterns: ['status'],
        device_uuids: [EXAMPLE_DEVICE],
        replies: [
          {
            type: 'template',
            template: {
              name: 'pesanan_dikirim',
              language: 'id',
              variables: { '1': '{{customer.first_name|Kak}}', '2': 'INV-7' },
            },
          },
        ],
      },
    },
    buttons: {
      summary: 'Offer choices',
      value: {
        kind: 'keyword',
        name: 'Menu',
        match: 'exact',
        patterns: ['menu'],
        cooldown_seconds: 60,
        replies: [
          {
            type: 'button',
            body: 'Mau lihat apa?',
            interactive: { buttons: [{ id: 'price', title: 'Harga' }] },
          },
        ],
      },
    },
  },
};

export const CHANGE_DOCUMENTATION: RouteDocumentation = {
  requestExamples: {
    priority: { summary: 'Let it come first', value: { priority: 50 } },
    enabled: { summary: 'Keep it without answers', value: { enabled: false } },
  },
};
