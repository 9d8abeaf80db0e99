import { expect, test } from 'vitest';
import { docxOf, docxParts, pdfFrom, pdfOf, zipOf } from '../../../../../test/harness/documents.ts';
import type { ReadFormat } from './format.ts';
import { parse } from './parse.ts';
import type { ParsedLine } from './reading.ts';
import { MAX_TEXT } from './section-writer.ts';

/** In this process: what these files do to a parser is known. */
async function read(format: ReadFormat, bytes: Buffer | string) {
  const lines: ParsedLine[] = [];
  await parse(format, Buffer.from(bytes), (line) => lines.push(line));
  const ofKind = <Kind extends ParsedLine['kind']>(kind: Kind) =>
    lines.flatMap((line) => (line.kind === kind ? [line as Extract<ParsedLine, { kind: Kind }>] : []));
  const sections = ofKind('section').map(({ section }) => section);
  return { sections, ofKind, last: lines.at(-1) };
}

const textsOf = ({ sections }: Awaited<ReturnType<typeof read>>) =>
  sections.map(({ heading, text }) => [heading, text]);
const PARTS = [
  ['Ongkir', 'Bandung Rp15.000.\nJakarta Rp10.000.'],
  ['Garansi', 'Satu tahun.'],
];

test('each format gives its text by headings', async () => {
  const lines = ['# Ongkir', 'Bandung Rp15.000.', 'Jakarta Rp10.000.', '# Garansi', 'Satu tahun.'];
  const html = lines
    .map((line) => (line.startsWith('#') ? `<h2>${line.slice(2)}</h2>` : `<p>${line}</p>`))
    .join('');

  const [pdf, docx, md, page, txt] = await Promise.all([
    read('pdf', pdfOf([lines], 'Daftar')),
    read('docx', docxOf(lines)),
    read('md', lines.join('\n\n')),
    read('html', `<title>Daftar</title><nav>Menu</nav><script>x()</script>${html}`),
    read('txt', `\ufeff${lines.slice(1, 3).join('\r\n')}`),
  ]);

  for (const reading of [pdf, docx, md, page]) {
    expect(textsOf(reading)).toEqual(PARTS);
    expect(reading.last).toEqual({ kind: 'end' });
  }
  const titles = [pdf, page].map(({ ofKind }) => ofKind('title')[0]?.title);
  expect(titles).toEqual(['Daftar', 'Daftar']);
  expect(textsOf(txt)).toEqual([[null, 'Bandung Rp15.000.\nJakarta Rp10.000.']]);
});

test('a page without text is named, and the others are read', async () => {
  const reading = await read('pdf', pdfOf([['Satu.'], [], ['Tiga.']]));

  expect(reading.sections.map(({ page, text }) => [page, text])).toEqual([
    [1, 'Satu.'],
    [3, 'Tiga.'],
  ]);
  expect(reading.ofKind('unreadable').map(({ page }) => page)).toEqual([2]);
  expect(reading.ofKind('page').at(-1)).toEqual({ kind: 'page', page: 3, of: 3 });
});

const locked = pdfFrom(
  ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>', '<< >>', '<< >>'],
  `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] ` +
    `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
);

test.each<[string, ReadFormat, Buffer | string, string]>([
  ['a PDF with a password', 'pdf', locked, 'password'],
  ['a PDF without objects', 'pdf', '%PDF-1.7\n%%EOF', 'broken'],
  ['half a PDF', 'pdf', pdfOf([['Halo']]).subarray(0, 300), 'broken'],
  ['a PDF of pictures', 'pdf', pdfOf([[], []]), 'no_text'],
  ['a zip without document', 'docx', zipOf([{ name: 'a', bytes: 'b' }]), 'broken'],
  ['half a zip', 'docx', docxOf(['Halo']).subarray(0, 200), 'broken'],
  ['an empty file', 'txt', '', 'no_text'],
  ['a page of scripts', 'html', '<script>while (true) {}</script>', 'no_text'],
])('%s is not read, and the problem has its name', async (_, format, bytes, problem) => {
  const reading = await read(format, bytes);

  expect(reading.sections).toEqual([]);
  expect(reading.last).toEqual({ kind: 'failed', problem });
});

test('a zip that unpacks to much is not unpacked', async () => {
  const parts = [
    ...docxParts(['Halo']),
    { name: 'word/styles.xml', bytes: 'x', statedSize: 200 * 1024 * 1024 },
  ];

  const reading = await read('docx', zipOf(parts));

  expect(reading.last).toEqual({ kind: 'failed', problem: 'too_complex' });
});

test('headings of each level lead to a section, and pictures are counted', async () => {
  const reading = await read(
    'html',
    '<h1>Ongkir</h1><h3>Jawa</h3><p>A</p><h2>Bali</h2><ul><li>B<li>C</ul>' +
      '<h1>Retur</h1><table><tr><td>D<td>E</table><img>',
  );

  expect(textsOf(reading)).toEqual([
    ['Ongkir > Jawa', 'A'],
    ['Ongkir > Bali', '- B\n- C'],
    ['Retur', 'D | E'],
  ]);
  expect(reading.ofKind('pictures')).toEqual([{ kind: 'pictures', count: 1 }]);
});

test('a text of any length ends at the limit of a document', async () => {
  const reading = await read('txt', 'kata lain \n'.repeat(250_000));

  expect(reading.ofKind('cut')).toHaveLength(1);
  expect(reading.sections.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(MAX_TEXT);
});

test('a text of another encoding is decoded', async () => {
  const utf16 = await read(
    'txt',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Rp15 – “ya”', 'utf16le')]),
  );
  const windows = await read('txt', Buffer.from('Rp15 \x96 \x93ya\x94', 'latin1'));

  expect(textsOf(utf16)).toEqual([[null, 'Rp15 – “ya”']]);
  expect(textsOf(windows)).toEqual(textsOf(utf16));
});

test('a sitemap gives the addresses of pages and of other sitemaps', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1_000)}"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
  const pages = `<urlset xmlns:image="i"><url><loc> https://a.example/?x=1&amp;y=2 </loc>
    <image:image><image:loc>https://a.example/foto.jpg</image:loc></image:image></url>
    <url><loc><![CDATA[https://a.example/b]]></loc></url><url><loc>https://a.example/&a;&f;</loc></url>
    <url><loc>https://a.example/${'c'.repeat(3_000)}</loc></url><loc>https://a.example/d</loc></urlset>`;
  const index = '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>';
  const many = `<urlset>${'<url><loc>/a</loc></url>'.repeat(3_000)}</urlset>`;

  const [page, other, broken, huge] = await Promise.all(
    [bomb + pages, index, '<html><p>loc</p><url><loc>/x', many].map((xml) => read('sitemap', xml)),
  );

  const linksOf = (reading: typeof page) => reading?.ofKind('links')[0]?.links;
  expect(linksOf(page)).toMatchObject({
    hrefs: ['https://a.example/?x=1&y=2', 'https://a.example/b', 'https://a.example/&a;&f;'],
    sitemaps: [],
  });
  expect(linksOf(other)).toMatchObject({ hrefs: [], sitemaps: ['https://a.example/1.xml'] });
  expect(linksOf(broken)).toMatchObject({ hrefs: [], sitemaps: [] });
  expect(linksOf(huge)?.hrefs).toHaveLength(2_000);
});
