import { expect, test } from 'vitest';
import { hintsOf, MAX_HINTS } from './hints.ts';
import { parseTemplate } from './template.ts';

const hints = (template: string) => hintsOf(parseTemplate(template).parts);

test.each([
  ['Halo {{nama}}!', '{{nama}}', '{nama}'],
  ['Halo { nama }!', '{ nama }', '{nama}'],
  ['Halo {Nama}!', '{Nama}', '{nama}'],
  ['Halo {name}!', '{name}', '{nama}'],
  ['Halo {{ name }}!', '{{ name }}', '{nama}'],
  ['Halo {{kontak.name}}!', '{{kontak.name}}', '{nama}'],
  ['Hi {first_name}!', '{first_name}', '{{customer.first_name}}'],
  ['Hola {nombre}!', '{nombre}', '{nama}'],
  ['Halo {nama lengkap}!', '{nama lengkap}', '{nama}'],
  ['Halo [nama]!', '[nama]', '{nama}'],
  ['Halo <NAMA>!', '<NAMA>', '{nama}'],
  ['Halo %name%!', '%name%', '{nama}'],
  ['Halo #nama#!', '#nama#', '{nama}'],
  ['Hi *|FNAME|*!', '*|FNAME|*', '{{customer.first_name}}'],
  ['Halo {nama !', '{nama', '{nama}'],
  ['Halo ｛nama｝!', '｛nama｝', '{nama}'],
  ['Kode {kode}', '{kode}', null],
  ['Halo {{1}}', '{{1}}', null],
  ['{Hai {Name}|Halo}', '{Name}', '{nama}'],
])('%j: "%s" is not replaced', (template, text, suggestion) => {
  expect(hints(template)).toEqual([{ code: 'not_replaced', text, suggestion }]);
});

test.each([
  ['{nama|Kak}', '{{customer.first_name|Kak}}'],
  ['{Kak|name}', '{{customer.first_name|Kak}}'],
  ['{nama|}', '{{customer.first_name}}'],
])('%j is a choice that its author does not mean', (template, suggestion) => {
  expect(hints(`Halo ${template}!`)).toEqual([{ code: 'read_as_choice', text: template, suggestion }]);
});

test.each([
  'Halo {nama}, {ada|punya} promo',
  'Halo {{customer.first_name|Kak}}',
  '{{nama}|kak {nama}}',
  '[PROMO] harga <b>tebal</b> 50% #diskon @toko a@name.test',
  '{"a": 1}',
  '{}',
  'nama',
  '',
])('%j needs no hint', (template) => {
  expect(hints(template)).toEqual([]);
});

test('the hints of one text have a bound, and each is there once', () => {
  expect(hints('{a} {a} {b}').map(({ text }) => text)).toEqual(['{a}', '{b}']);
  expect(hints(Array.from({ length: 50 }, (_, n) => `{x${n}}`).join(' '))).toHaveLength(MAX_HINTS);
});

test.each(['{', '{ ', '$', 'a', '{nama|', '['])('a long text of "%s" ends in linear time', (piece) => {
  expect(hints(piece.repeat(65_536 / piece.length)).length).toBeLessThanOrEqual(MAX_HINTS);
});
