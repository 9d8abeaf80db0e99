import { expect, test } from 'vitest';
import { humanText } from './human-text.ts';

test.each<[string, unknown, string | null]>([
  ['the longest text', { a: 'Ya', b: { c: ['Selamat pagi', 'Hai'] } }, 'Selamat pagi'],
  ['a text in JSON', { params: '{"title":"Pilih layanan","id":"1"}' }, 'Pilih layanan'],
  ['one word before several words of a machine', { title: 'Halo', url: 'dua kata panjang' }, 'Halo'],
  ['words under a name of a machine, when no others are there', { key: 'dua kata' }, 'dua kata'],
  ['an emoji', { text: '🎉' }, '🎉'],
  ['a code in a text', { text: '123456' }, '123456'],
  ['no id', { id: '3EB0C767D097B7C7C6A5', jid: '62812@s.whatsapp.net' }, null],
  ['no address', { text: 'https://example.com/a/b' }, null],
  ['no type of file', { text: 'image/jpeg', name: '/v/t62/1.enc' }, null],
  ['no hash', { text: 'mCfVx83L7pQ2rT9aBz0KdE==', other: 'a3f5c9d1e7b20446' }, null],
  ['no bytes', { text: new Uint8Array([72, 97, 108, 111, 32, 72]) }, null],
  ['no quoted message', { contextInfo: { quotedMessage: { conversation: 'Bukan ini' } } }, null],
  ['nothing', null, null],
])('%s is the text of an unknown message', (_what, message, text) => {
  expect(humanText(message)).toBe(text);
});

test('a deep or wide message ends the search', () => {
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 'Halo semua');
  const wide = { a: Array(1_000_000).fill('Halo semua') };

  expect([humanText(deep), humanText(wide)]).toEqual([null, 'Halo semua']);
});
