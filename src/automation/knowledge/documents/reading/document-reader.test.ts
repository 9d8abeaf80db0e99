import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { docxParts, pdfOf, zipOf } from '../../../../../test/harness/documents.ts';
import { READER_LIMITS, type ReaderLimits, readDocument } from './document-reader.ts';
import type { Format } from './format.ts';
import { NO_PAGE_LINKS } from './reading.ts';

const folder = await mkdtemp(join(tmpdir(), 'kurir-documents-'));
afterAll(() => rm(folder, { recursive: true }));
const MEBIBYTE = 1024 * 1024;
let files = 0;

/** `abortAtPage`: the reading is given up there. */
async function read(
  format: Format,
  bytes: Buffer | string,
  options: Partial<ReaderLimits> & { onPage?(page: number, of: number): void } = {},
  abortAtPage = 0,
) {
  const { onPage, ...limits } = options;
  files += 1;
  const file = join(folder, String(files));
  await writeFile(file, bytes);
  const stop = new AbortController();
  return readDocument(file, format, {
    signal: stop.signal,
    limits: { ...READER_LIMITS, ...limits },
    onPage(page, of) {
      onPage?.(page, of);
      if (page === abortAtPage) stop.abort();
    },
  });
}

test('a document is read in another process', async () => {
  const pages: [number, number][] = [];
  const reading = await read('pdf', pdfOf([['# Ongkir', 'Rp15.000.'], []], 'Daftar'), {
    onPage: (page, of) => pages.push([page, of]),
  });

  expect(reading).toEqual({
    passages: [{ heading: 'Ongkir', text: 'Rp15.000.', page: 1 }],
    lastPage: 1,
    ...{ title: 'Daftar', pages: 2, unreadablePages: [2], pictures: 0, isCut: false, problem: null },
    links: NO_PAGE_LINKS,
  });
  expect(pages).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test('a zip that lies about its size ends at the limit of memory', async () => {
  const bomb = { name: 'word/styles.xml', bytes: Buffer.alloc(300 * MEBIBYTE, ' '), statedSize: 1_000 };

  const reading = await read('docx', zipOf([...docxParts(['Halo']), bomb]), { memoryBytes: 200 * MEBIBYTE });

  expect(reading).toMatchObject({ passages: [], problem: 'too_complex' });
});

test('a parser that does not end is killed, and what it has read is kept', async () => {
  const pages = Array.from({ length: 3_000 }, (_, n) => [`Halaman ${n + 1}.`]);

  const [html, pdf] = await Promise.all([
    read('html', '<div>'.repeat(4 * MEBIBYTE), { timeMs: 2_500 }),
    read('pdf', pdfOf(pages), {}, 100),
  ]);

  expect(html).toMatchObject({ passages: [], problem: 'too_complex' });
  expect(pdf).toMatchObject({ problem: 'too_complex', pages: 3_000 });
  expect(pdf.lastPage).toBeGreaterThan(0);
  expect(pdf.passages.at(-1)?.text).toContain(`Halaman ${pdf.lastPage}.`);
  expect(pdf.unreadablePages).toHaveLength(3_000 - pdf.lastPage);
});

test('a parser that writes without end is killed', async () => {
  const reading = await read('txt', 'x\n'.repeat(500_000), { outputBytes: 100_000 });

  expect(reading.problem).toBe('too_complex');
});
