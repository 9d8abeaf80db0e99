import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileOf, testMedia } from '../../../test/harness/media.ts';
import { type Respond, startReceiver } from '../../../test/harness/receiver.ts';
import { createGuardedClient } from '../guarded-fetch/client.ts';
import type { MediaFetcherOptions } from './fetcher.ts';

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
    'media_type_not_supported',
    /JPEG, PNG or WebP/,
  ],
  [
    'an error page with the type of an image',
    (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>secret body'),
    'media_type_not_supported',
    /JPEG, PNG or WebP/,
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
