import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { zipOf } from '../../../../test/harness/documents.ts';
import { fileOf, testMedia } from '../../../../test/harness/media.ts';
import { type Respond, startReceiver } from '../../../../test/harness/receiver.ts';
import { createGuardedClient } from '../guarded-fetch/client.ts';
import type { MediaFetcherOptions } from './fetcher.ts';
import type { MediaType } from './formats.ts';

async function fetching(respond: Respond, options: Partial<MediaFetcherOptions> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-media-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const media = testMedia({ folder, ...options });
  const receiver = await startReceiver(respond);
  return { media, url: receiver.url, requests: receiver.requests, filesLeft: () => readdir(folder) };
}

const never = new AbortController().signal;

/** The first requests get `respond`, the later ones an image. */
const imageAfter = (times: number, respond: Respond): Respond => {
  let requests = 0;
  return (request, response) => {
    requests += 1;
    if (requests <= times) respond(request, response);
    else response.end(fileOf('jpeg'));
  };
};

test('a fetched file has its type and name, and disposing deletes it', async () => {
  const bytes = fileOf('pdf');
  const { media, url, filesLeft } = await fetching((_, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename="Faktur.pdf"' }).end(bytes),
  );

  const fetched = await media.fetch(url, 'document', never);
  if (fetched.outcome !== 'fetched') throw new Error(JSON.stringify(fetched));
  const { file } = fetched;
  const content = await readFile(file.path);
  await file[Symbol.asyncDispose]();

  expect(file).toMatchObject({ size: bytes.length, mimetype: 'application/pdf', fileName: 'Faktur.pdf' });
  expect(content.equals(bytes)).toBe(true);
  expect(await filesLeft()).toEqual([]);
});

test.each<[string, Respond, string, RegExp]>([
  ['a missing file', (_, response) => response.writeHead(404).end('secret body'), 'media_not_found', /404/],
  [
    'a file behind a login',
    (_, response) => response.writeHead(403).end('secret body'),
    'media_not_found',
    /403/,
  ],
  [
    'a broken server',
    (_, response) => response.writeHead(503).end('secret body'),
    'media_unreachable',
    /503/,
  ],
  ['an empty file', (_, response) => response.end(), 'media_empty', /empty/],
  [
    'an error page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>secret body'),
    'media_is_page',
    /web page.*log-in/,
  ],
  [
    'an error page with the type of an image',
    (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>secret body'),
    'media_is_page',
    /web page.*log-in/,
  ],
  [
    'a picture of another format',
    (_, response) => response.end(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')),
    'media_type_not_supported',
    /image\/heic.*JPEG, PNG or WebP.*as a document/,
  ],
  [
    'a file over the limit',
    (_, response) => response.end(fileOf('jpeg', 1_048_577)),
    'media_too_large',
    /1 MiB/,
  ],
  [
    'a redirect into a private network',
    (_, response) => response.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
    'media_blocked',
    /must not be reached/,
  ],
  ['a server without an answer', () => {}, 'media_timeout', /in time/],
])('%s has a code, and a text without details of network or answer', async (_, respond, code, text) => {
  const { media, url, filesLeft } = await fetching(respond, {
    waitsMs: [1],
    ...(code === 'media_timeout' && { timeoutMs: 150 }),
  });

  const outcome = await media.fetch(url, 'image', never);

  expect(outcome).toEqual({ outcome: 'refused', code, message: expect.stringMatching(text) });
  expect(JSON.stringify(outcome)).not.toMatch(/secret|\d+\.\d+\.\d+\.\d+/);
  expect(await filesLeft()).toEqual([]);
});

test.each(['', 'no url', 'ftp://x.test/a', 'http://user:word@x.test/'])(
  '"%s" is unreachable',
  async (url) => {
    const { media } = await fetching(() => {});

    expect(await media.fetch(url, 'image', never)).toMatchObject({
      outcome: 'refused',
      code: 'media_unreachable',
    });
  },
);

const xlsx = zipOf([
  { name: '[Content_Types].xml', bytes: '<Types/>' },
  { name: 'xl/workbook.xml', bytes: '<workbook/>' },
]);
const text = Buffer.from('barang;harga\n');
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const EXCEL = `${OFFICE}.spreadsheetml.sheet`;
const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);

test.each<[string, string, Buffer, string, string]>([
  ['/laporan.xlsx', 'application/octet-stream', xlsx, EXCEL, 'laporan.xlsx'],
  ['/laporan.xlsx', 'application/zip', zipOf([{ name: 'a', bytes: 'a' }]), EXCEL, 'laporan.xlsx'],
  ['/LAPORAN.XLSX', 'text/plain', zipOf([{ name: 'a', bytes: 'a' }]), EXCEL, 'LAPORAN.XLSX'],
  ['/unduh.php?id=3', 'application/force-download', fileOf('pdf'), 'application/pdf', 'unduh.pdf'],
  ['/faktur', 'text/html', fileOf('pdf'), 'application/pdf', 'faktur.pdf'],
  ['/faktur.doc', 'application/octet-stream', oldOffice, 'application/msword', 'faktur.doc'],
  ['/faktur', 'application/vnd.ms-excel', oldOffice, 'application/vnd.ms-excel', 'faktur.xls'],
  ['/harga.csv', 'application/x-unknown', text, 'text/csv', 'harga.csv'],
  ['/harga.csv', 'x', Buffer.concat([Buffer.from([0xff, 0xfe]), text]), 'text/csv', 'harga.csv'],
  ['/kontak', 'text/vcard; charset=utf-8', Buffer.from('BEGIN:VCARD\n'), 'text/vcard', 'kontak.vcf'],
  ['/foto', 'application/octet-stream', fileOf('jpeg'), 'image/jpeg', 'foto.jpg'],
  ['/arsip', 'application/octet-stream', zipOf([{ name: 'a', bytes: 'a' }]), 'application/zip', 'arsip.zip'],
  ['/halaman.html', 'text/html', Buffer.from('<!doctype html>'), 'text/html', 'halaman.html'],
  ['/apa', '', Buffer.from('apa saja'), 'application/octet-stream', 'apa'],
])(
  'the document %s with the header "%s" is what bytes and name say',
  async (where, header, bytes, mimetype, name) => {
    const { media, url } = await fetching((_, response) =>
      response.writeHead(200, { 'content-type': header }).end(bytes),
    );

    const fetched = await media.fetch(new URL(where, url).href, 'document', never);

    if (fetched.outcome !== 'fetched') throw new Error(JSON.stringify(fetched));
    await using file = fetched.file;
    expect([file.mimetype, file.fileName]).toEqual([mimetype, name]);
  },
);

test.each<[string, Buffer]>([
  ['text/html; charset=utf-8', Buffer.from('<!DOCTYPE html><title>Sign in</title>')],
  ['text/html', Buffer.from('Virus scan warning')],
  ['application/pdf', Buffer.from('\ufeff\n<!-- x --><!-- y -->\n<html lang="id">')],
  ['application/xml', Buffer.from('<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">')],
])('a page of type %s in place of a document is not sent', async (header, bytes) => {
  const { media, url } = await fetching((_, response) =>
    response.writeHead(200, { 'content-type': header }).end(bytes),
  );

  expect(await media.fetch(`${url}/katalog.pdf`, 'document', never)).toMatchObject({
    outcome: 'refused',
    code: 'media_is_page',
    message: expect.stringContaining('is it shared with a log-in?'),
  });
});

test.each<[MediaType, string, Buffer, string]>([
  ['image', 'application/force-download', fileOf('png'), 'image/png'],
  ['image', 'text/plain', fileOf('jpeg'), 'image/jpeg'],
  ['audio', 'video/mp4', fileOf('m4a'), 'audio/mp4'],
  ['audio', 'text/html', fileOf('opus'), 'audio/ogg; codecs=opus'],
  ['audio', 'text/html', fileOf('aac'), 'audio/aac'],
  ['audio', 'text/html', fileOf('mp3'), 'audio/mpeg'],
  ['video', 'audio/mp4', fileOf('mp4'), 'video/mp4'],
])('the bytes of %s decide, not the header %s', async (type, header, bytes, mimetype) => {
  const { media, url } = await fetching((_, response) =>
    response.writeHead(200, { 'content-type': header }).end(bytes),
  );

  const fetched = await media.fetch(url, type, never);

  if (fetched.outcome !== 'fetched') throw new Error(JSON.stringify(fetched));
  await using file = fetched.file;
  expect(file.mimetype).toBe(mimetype);
});

test('an unreadable file is deleted', async () => {
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  const { media, url, filesLeft } = await fetching((_, response) => response.end(fileOf('jpeg')), {
    client: {
      async get(address, request) {
        const outcome = await client.get(address, request);
        await rm(request.file);
        await symlink(request.file, request.file);
        return outcome;
      },
    },
  });

  await expect(media.fetch(url, 'image', never)).rejects.toMatchObject({ code: 'ELOOP' });
  expect(await filesLeft()).toEqual([]);
});

test('private networks are blocked unless a setting allows them', async () => {
  const { media, url, requests } = await fetching((_, response) => response.end(fileOf('jpeg')), {
    client: createGuardedClient({ allowNetworks: [] }),
  });

  expect(await media.fetch(url, 'image', never)).toMatchObject({ outcome: 'refused', code: 'media_blocked' });
  expect(requests).toEqual([]);
});

test.each<[string, Respond]>([
  ['status 500', (_, response) => response.writeHead(500).end()],
  ['status 429', (_, response) => response.writeHead(429).end()],
  ['a broken connection', (_, response) => void response.destroy()],
  [
    'half of a file',
    (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      response.destroy();
    },
  ],
])('%s is retried twice', async (_, respond) => {
  const brief = await fetching(imageAfter(2, respond));
  const lasting = await fetching(respond);

  const first = await brief.media.fetch(brief.url, 'image', never);
  if (first.outcome === 'fetched') await first.file[Symbol.asyncDispose]();

  expect(first).toMatchObject({ outcome: 'fetched' });
  expect(await lasting.media.fetch(lasting.url, 'image', never)).toMatchObject({ code: 'media_unreachable' });
  expect(lasting.requests).toHaveLength(3);
});

test('a permanent error is not retried', async () => {
  const { media, url, requests } = await fetching((_, response) => response.writeHead(404).end());

  await media.fetch(url, 'image', never);

  expect(requests).toHaveLength(1);
});

test('no retry starts after ten seconds', async () => {
  const { media, url, requests } = await fetching((_, response) => response.writeHead(500).end(), {
    waitsMs: [10_001],
  });

  expect(await media.fetch(url, 'image', never)).toMatchObject({ code: 'media_unreachable' });
  expect(requests).toHaveLength(1);
});

test('the signal ends a wait for a retry at once', async () => {
  const stop = new AbortController();
  const { media, url, filesLeft } = await fetching(
    (_, response) => {
      response.writeHead(500).end();
      response.on('close', () => stop.abort());
    },
    { waitsMs: [9_000] },
  );

  expect(await media.fetch(url, 'image', stop.signal)).toEqual({ outcome: 'aborted' });
  expect(await filesLeft()).toEqual([]);
});

const webp = (size: number, animated = false) => {
  const file = fileOf('webp', size);
  if (animated) {
    file.write('VP8X', 12, 'latin1');
    file[20] = 0x02;
  }
  return file;
};

test.each<[string, Buffer, object]>([
  [
    'a picture of 100 KiB',
    webp(102_400),
    { outcome: 'fetched', file: { mimetype: 'image/webp', isAnimated: false } },
  ],
  ['an animation of 500 KiB', webp(512_000, true), { outcome: 'fetched', file: { isAnimated: true } }],
  [
    'a larger picture',
    webp(102_401),
    { code: 'media_too_large', message: expect.stringContaining('100 KiB') },
  ],
  [
    'a larger animation',
    webp(512_001, true),
    { code: 'media_too_large', message: expect.stringContaining('500 KiB') },
  ],
  [
    'another format',
    fileOf('png'),
    { code: 'media_type_not_supported', message: expect.stringContaining('WebP') },
  ],
])('a sticker of %s', async (_what, bytes, expected) => {
  const { media, url, filesLeft } = await fetching((_, response) => response.end(bytes));

  // The network of few formats takes stickers as they are.
  const fetched = await media.fetch(url, 'sticker', never, { fewFormats: true });

  expect(fetched).toMatchObject(expected);
  if (fetched.outcome === 'fetched') await fetched.file[Symbol.asyncDispose]();
  expect(await filesLeft()).toEqual([]);
});
