import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

const BIN = 'application/octet-stream';
const named = (disposition: string | null, url = 'https://x.test/files/a', mimetype = BIN) =>
  fileNameOf(disposition, new URL(url), mimetype);
/** A header has one character per byte. */
const bytes = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['quoted', 'attachment; filename="Faktur 12.pdf"', 'Faktur 12.pdf'],
  ['a token', 'attachment; filename=faktur.pdf', 'faktur.pdf'],
  ['inline, in capitals', 'INLINE; FILENAME="a.pdf"', 'a.pdf'],
  ['quotes within', 'attachment; filename="a \\"b\\" c.pdf"', 'a _b_ c.pdf'],
  ['a semicolon within', 'attachment; filename="a;b.pdf"; size=3', 'a;b.pdf'],
  [
    'extended before plain',
    `attachment; filename="x.pdf"; filename*=UTF-8''faktur%20%E2%82%AC.pdf`,
    'faktur €.pdf',
  ],
  ['extended with language', `attachment; filename*=utf-8'id'faktur.pdf`, 'faktur.pdf'],
  ['extended in Latin-1', `attachment; filename*=ISO-8859-1''caf%E9.pdf`, 'café.pdf'],
  ['an unknown character set', `attachment; filename*=KOI8-R''x; filename="y.pdf"`, 'y.pdf'],
  ['plain UTF-8', bytes('attachment; filename="résumé 你好.pdf"'), 'résumé 你好.pdf'],
  ['plain Latin-1', 'attachment; filename="caf\u00e9.pdf"', 'café.pdf'],
  ['no name', 'attachment', 'a'],
  ['an empty name', 'attachment; filename=""', 'a'],
])('Content-Disposition, %s', (_, disposition, name) => {
  expect(named(disposition)).toBe(name);
});

test.each([
  ['a path', 'attachment; filename="../../etc/passwd"', 'passwd'],
  ['a path of Windows', 'attachment; filename="C:\\\\temp\\\\x.pdf"', 'x.pdf'],
  ['an encoded path', `attachment; filename*=UTF-8''..%2F..%2Fx.pdf`, 'x.pdf'],
  ['only dots', 'attachment; filename=".."', 'a'],
  ['a hidden file', 'attachment; filename=".htaccess"', 'htaccess'],
  ['NUL and line breaks', `attachment; filename*=UTF-8''a%00b%0D%0Ac.pdf`, 'abc.pdf'],
  ['a direction mark', `attachment; filename*=UTF-8''a%E2%80%AEfdp.exe`, 'afdp.exe'],
  ['half of a character', `attachment; filename*=UTF-8''a%ED%A0%80.pdf`, 'a\ufffd\ufffd\ufffd.pdf'],
  ['characters that shells and Windows reserve', 'attachment; filename="a|b<c>?*.pdf"', 'a_b_c___.pdf'],
  ['a very long name', `attachment; filename="${'x'.repeat(5000)}.pdf"`, `${'x'.repeat(146)}.pdf`],
  // With a quadratic algorithm this test times out.
  [
    'very many dots and spaces',
    `attachment; filename="a${'. '.repeat(400_000)}b.pdf"`,
    `a${'. '.repeat(72)}..pdf`,
  ],
  [
    'an emoji at the cut',
    `attachment; filename*=UTF-8''a${'%F0%9F%98%80'.repeat(600)}.pdf`,
    `a${'😀'.repeat(145)}.pdf`,
  ],
  ['many parameters', `attachment${'; a=b'.repeat(20_000)}; filename=z.pdf`, 'z.pdf'],
])('hostile: %s', (_, disposition, name) => {
  expect(named(disposition)).toBe(name);
});

test.each([
  ['https://x.test/files/laporan%20akhir.pdf?token=1', BIN, 'laporan akhir.pdf'],
  ['https://x.test/files/invoice/12', 'application/pdf', '12.pdf'],
  ['https://x.test/files/100%25.pdf', BIN, '100%.pdf'],
  ['https://x.test/files/%zz.pdf', BIN, '%zz.pdf'],
  ['https://x.test/a%2F..%2Fb.pdf', BIN, 'b.pdf'],
  ['https://x.test/', 'application/pdf', 'document.pdf'],
  ['https://x.test/', 'text/csv', 'document.csv'],
  ['https://x.test/', BIN, 'document'],
])('without a header the name is from the URL: %s of type %s', (url, mimetype, name) => {
  expect(named(null, url, mimetype)).toBe(name);
});
