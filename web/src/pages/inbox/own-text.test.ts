import { expect, test } from 'vitest';
import type { Schema } from '../../api/schemas.ts';
import { ownTextOf } from './own-text.ts';

const MONAS = { latitude: -6.1, longitude: 106.8, name: 'Monas', address: 'Jakarta', live: false };
const LINK = 'https://maps.google.com/?q=-6.1,106.8';
const file = { kind: 'document', state: 'stored', file_name: 'harga.pdf' };

test.each<[string, object, string | null]>([
  ['a place', { body: `Monas\nJakarta\n${LINK}`, location: MONAS }, null],
  ['a place with words', { body: `Monas\nJakarta\nDi sini ya\n${LINK}`, location: MONAS }, 'Di sini ya'],
  ['contacts', { body: 'Budi, Ani', contacts: [{ name: 'Budi' }, { name: 'Ani' }] }, null],
  ['a poll', { body: 'Kapan?', poll: { question: 'Kapan?' } }, null],
  ['a file', { body: 'harga.pdf', media: file }, null],
  ['a file that is on its way', { body: 'harga.pdf', media: { ...file, state: 'waiting' } }, 'harga.pdf'],
  ['a file with words', { body: 'Ini daftarnya', media: file }, 'Ini daftarnya'],
  ['an order with a note', { body: 'Besok\n1 x A', note: 'Besok', order: {} }, 'Besok'],
  ['answers', { body: 'Nama: Sari', note: null, answers: [] }, null],
  ['an edited question', { body: 'Ada?\nProduct: A', note: 'Ada?', edits: [{ body: 'Masih?' }] }, 'Masih?'],
  ['an unknown kind', { body: '[unsupported message]', unknown: { name: 'hologram' } }, null],
  ['an unknown kind with words', { body: 'Lihat ini', unknown: { name: 'hologram' } }, 'Lihat ini'],
  ['a text', { body: 'Halo' }, 'Halo'],
])('the text beside the card does not repeat it: %s', (_name, message, expected) => {
  expect(ownTextOf(message as Schema<'ConversationMessage'>)).toBe(expected); // the fields that it reads
});
