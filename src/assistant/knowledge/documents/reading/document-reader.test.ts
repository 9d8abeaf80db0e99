import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { docxParts, pdfOf, pdfOfOperators, zipOf } from '../../../../../test/harness/documents.ts';
import { MEBIBYTE } from '../../../../platform/lib/bytes.ts';
import { READER_LIMITS, type ReaderLimits, readDocument, spawnReader } from './document-reader.ts';
import type { Format } from './format.ts';
import { findIsolation } from './isolation.ts';
import { NO_PAGE_LINKS } from './reading.ts';

const folder = await mkdtemp(join(tmpdir(), 'kurir-documents-'));
afterAll(() => rm(folder, { recursive: true }));
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

  const [endless, pdf] = await Promise.all([
    read('pdf', pdfOfOperators(5_000_000), { timeMs: 1_500 }),
    read('pdf', pdfOf(pages), {}, 100),
  ]);

  expect(endless).toMatchObject({ passages: [], problem: 'too_complex' });
  expect(pdf).toMatchObject({ problem: 'too_complex', pages: 3_000 });
  expect(pdf.lastPage).toBeGreaterThan(0);
  expect(pdf.passages.at(-1)?.text).toContain(`Halaman ${pdf.lastPage}.`);
  expect(pdf.unreadablePages).toHaveLength(3_000 - pdf.lastPage);
});

test('a parser that writes without end is killed', async () => {
  const reading = await read('txt', 'x\n'.repeat(500_000), { outputBytes: 100_000 });

  expect(reading.problem).toBe('too_complex');
});

/** What a reader could do: the code of each error, or `done`. */
const ATTEMPTS = `
  const code = (error) => error.code ?? String(error);
  const tried = (work) => { try { work(); return 'done'; } catch (error) { return code(error); } };
  const net = (where) => new Promise((resolve) => require('node:net').connect(where)
    .once('connect', () => resolve('done')).once('error', (error) => resolve(code(error))));
  const fs = require('node:fs');
  const [, key, env, source, written, socket, port] = process.argv;
  (async () => console.log(JSON.stringify([
    ...[key, env, source].map((file) => tried(() => fs.readFileSync(file))),
    tried(() => fs.writeFileSync(written, 'x')),
    tried(() => require('node:child_process').execFileSync('true')),
    await net(socket),
    await net(Number(port)),
  ])).then(() => process.exit()))()`;

async function tryAll(limits: ReaderLimits): Promise<string[]> {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  const [key, socket] = [join(data, 'secret-key'), join(data, 'socket')];
  await writeFile(key, 'a'.repeat(64));
  const servers = await Promise.all(
    [{ path: socket }, { host: '127.0.0.1', port: 0 }].map(async (place) => {
      const server = createServer((client) => client.end());
      await once(server.listen(place), 'listening');
      return server;
    }),
  );
  const address = servers[1]?.address();
  const port = typeof address === 'object' ? address?.port : null;
  const [env, source] = ['.env.example', 'package.json'].map((name) =>
    fileURLToPath(new URL(`../../../../../${name}`, import.meta.url)),
  );
  const places = [key, env, source, join(folder, 'written'), socket, String(port)].map(String);
  const child = spawnReader(['--eval', ATTEMPTS, '--', ...places], limits);
  const told = child.stdout ? await text(child.stdout) : '';
  for (const server of servers) server.close();
  return JSON.parse(told);
}

const DENIED = 'ERR_ACCESS_DENIED';
const isolation = await findIsolation(folder);

test('a reader opens neither the secret key nor settings, writes nothing and starts nothing', async () => {
  const done = await tryAll(READER_LIMITS);

  expect(done.slice(0, 5)).toEqual([DENIED, DENIED, 'done', DENIED, DENIED]);
});

test.skipIf(isolation.length === 0)(
  'a reader reaches neither the network nor the socket of the database',
  async () => {
    const limits = { ...READER_LIMITS, isolation };

    const [done, reading] = [await tryAll(limits), await read('txt', 'Buka jam 9.', { isolation })];

    expect(done.slice(5)).toEqual(['ENOENT', 'ENETUNREACH']);
    expect(reading.passages).toHaveLength(1);
  },
);
