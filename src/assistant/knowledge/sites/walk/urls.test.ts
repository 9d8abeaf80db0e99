import { expect, test } from 'vitest';
import { isSameHost, linksWithin, nameOfUrl, normalUrl } from './urls.ts';

test.each<[string, string | null]>([
  ['https://Toko.example.com', 'https://toko.example.com/'],
  ['https://toko.example.com:443/a/../b#c', 'https://toko.example.com/b'],
  ['https://toko.example.com/?utm_source=x&a=1&gclid=2', 'https://toko.example.com/?a=1'],
  ['https://toko.example.com/?utm_source=x', 'https://toko.example.com/'],
  ['https://toko.example.com/?a=utm_b&_GA&b&utm_c=1', 'https://toko.example.com/?a=utm_b&b'],
  ['https://toko.example.com/harga lama', 'https://toko.example.com/harga%20lama'],
  ['https://user:pass@toko.example.com/', null],
  ['mailto:a@example.com', null],
  ['javascript:alert(1)', null],
  [`https://toko.example.com/${'é'.repeat(1_000)}`, null],
])('%s is compared as %s', (text, expected) => {
  expect(normalUrl(text)).toBe(expected);
});

test('links of a page are those of its origin that can have text, each once', () => {
  const links = [
    '/a',
    'b?x=1#y',
    './a#z',
    'https://toko.example.com/c',
    'http://toko.example.com/d',
    '//lain.example/e',
  ];
  const files = [
    'foto.JPG',
    '/gaya.css?v=2',
    'mailto:a@example.com',
    'https://x@toko.example.com/',
    'daftar.pdf',
  ];

  const found = linksWithin('https://toko.example.com', {
    links: [...links, ...files],
    base: 'https://toko.example.com/toko/',
  });

  expect(found.map((url) => url.replace('https://toko.example.com', ''))).toEqual([
    ...['/a', '/toko/b?x=1', '/toko/a', '/c', '/toko/daftar.pdf'],
  ]);
});

test('a page without a title has the name of its address', () => {
  const addresses = [
    'https://toko.example.com/',
    'https://toko.example.com/a/Syarat%20retur',
    'https://a.example/%ff',
  ];

  expect(addresses.map(nameOfUrl)).toEqual([
    'toko.example.com',
    'toko.example.com: Syarat retur',
    'a.example: %ff',
  ]);
});

test.each([
  ['http://toko.example.com/', true],
  ['https://www.toko.example.com:8443/a', true],
  ['https://toko.example.com.lain.example/', false],
  ['https://wwwtoko.example.com/', false],
])('%s is on the host of https://toko.example.com: %s', (url, expected) => {
  expect(isSameHost(url, 'https://toko.example.com')).toBe(expected);
});
