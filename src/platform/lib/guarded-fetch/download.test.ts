import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type Respond, startReceiver } from '../../../../test/harness/receiver.ts';
import { until } from '../../../../test/harness/until.ts';
import { MEBIBYTE } from '../bytes.ts';
import { VERSION } from '../version.ts';
import { createGuardedClient } from './client.ts';
import type { DownloadRequest } from './download.ts';

async function downloader(options: Partial<DownloadRequest> = {}, allowNetworks = ['127.0.0.0/8']) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-download-'));
  const client = createGuardedClient({ allowNetworks, ports: [80, 443] });
  onTestFinished(async () => {
    await client.close();
    await rm(folder, { recursive: true });
  });
  const file = path.join(folder, 'file');
  const request = {
    file,
    maxBytes: MEBIBYTE,
    timeoutMs: 15_000,
    signal: new AbortController().signal,
    ...options,
  };
  return {
    get: (url: string) => client.get(url, request),
    saved: () => readFile(file),
    left: () => readdir(folder),
  };
}

/** A server that writes these bytes to every request. */
async function rawServer(play: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => play(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/file`;
}

test('saves the bytes and tells what the headers say', async () => {
  const { get, saved } = await downloader();
  const { url } = await startReceiver((_, response) =>
    response
      .writeHead(200, { 'content-type': 'image/png', 'content-disposition': 'inline; filename=a.png' })
      .end('picture'),
  );

  expect(await get(url)).toEqual({
    outcome: 'saved',
    size: 7,
    contentType: 'image/png',
    contentDisposition: 'inline; filename=a.png',
    url: new URL(url),
  });
  expect(String(await saved())).toBe('picture');
});

test('asks for the plain file, says that it asks for a tenant, and adds no other header', async () => {
  const { get } = await downloader();
  const { url, requests } = await startReceiver();

  await get(`${url}?token=1#part`);

  expect(requests).toMatchObject([{ method: 'GET', path: '/hook?token=1' }]);
  const { host, connection, ...headers } = requests[0]?.headers ?? {};
  expect(headers).toEqual({
    'user-agent': `Kurir/${VERSION}`,
    accept: '*/*',
    'accept-encoding': 'identity',
    via: '1.1 kurir',
  });
});

test.each([301, 302, 303, 307, 308])('follows a redirect with status %i', async (status) => {
  const { get, saved } = await downloader();
  const target = await startReceiver((_, response) => response.end('there'));
  const { url } = await startReceiver((_, response) =>
    response.writeHead(status, { location: target.url }).end(),
  );

  expect(await get(url)).toMatchObject({ outcome: 'saved', url: new URL(target.url) });
  expect(String(await saved())).toBe('there');
});

test('follows five redirects, relative ones too, and not a sixth', async () => {
  const { get } = await downloader();
  const { url, requests } = await startReceiver(({ path: asked }, response) => {
    const left = Number(new URLSearchParams(asked.split('?')[1]).get('left'));
    if (left === 0) response.end('there');
    else response.writeHead(302, { location: `?left=${left - 1}` }).end('moved');
  });

  expect(await get(`${url}?left=6`)).toMatchObject({ outcome: 'failed', error: 'too_many_redirects' });
  expect(requests).toHaveLength(6);
  expect(await get(`${url}?left=5`)).toMatchObject({ outcome: 'saved' });
});

test.each([
  ['a private address', 'http://10.0.0.1/', 'blocked_address'],
  ['the metadata of the cloud', 'http://169.254.169.254/latest/meta-data/', 'blocked_address'],
  ['another address of this machine', 'http://[::ffff:127.0.0.2]/', 'blocked_address'],
  ['a port that is no web port', 'http://1.1.1.1:6379/', 'blocked_port'],
  ['a file', 'file:///etc/passwd', 'invalid_url'],
  ['somebody with a password', 'http://user:word@127.0.0.2/', 'invalid_url'],
  ['nothing', 'http://', 'invalid_url'],
])('a redirect to %s is refused', async (_, location, error) => {
  const receiver = await startReceiver((_request, response) => response.writeHead(302, { location }).end());
  const { get, left } = await downloader({}, ['127.0.0.1/32']);

  const outcome = await get(receiver.url);

  expect(outcome).toMatchObject({ outcome: 'failed', error });
  expect(JSON.stringify(outcome)).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
  expect(receiver.requests).toHaveLength(1);
  expect(await left()).toEqual([]);
});

test('a redirect without a location, and every other status, is the answer', async () => {
  const { get, left } = await downloader();
  const statuses: number[] = [204, 206, 302, 404, 500];
  const { url } = await startReceiver((_, response) => response.writeHead(statuses[0] ?? 200).end());

  const seen = [];
  while (statuses.length > 0) {
    seen.push(await get(url));
    statuses.shift();
  }

  expect(seen).toEqual([204, 206, 302, 404, 500].map((status) => ({ outcome: 'status', status })));
  expect(await left()).toEqual([]);
});

const dripping: Respond = (_, response) => {
  const drip = setInterval(() => response.write('x'.repeat(10_000)), 5);
  response.on('close', () => clearInterval(drip));
};

test.each<[string, Respond]>([
  [
    'a length that is announced',
    (_, response) => response.writeHead(200, { 'content-length': 2 * MEBIBYTE }).flushHeaders(),
  ],
  ['bytes that go on and on', dripping],
  [
    'a small file that unpacks to a large one',
    (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20 * MEBIBYTE))),
  ],
])('too large: %s', async (_, respond) => {
  const { get, left } = await downloader();
  const { url } = await startReceiver(respond);

  expect(await get(url)).toEqual({ outcome: 'too_large' });
  expect(await left()).toEqual([]);
});

test('a file of exactly the limit is saved', async () => {
  const { get } = await downloader({ maxBytes: 1000 });
  const { url } = await startReceiver((_, response) => response.end(Buffer.alloc(1000)));

  expect(await get(url)).toMatchObject({ outcome: 'saved', size: 1000 });
});

test('fewer bytes than announced are no file', async () => {
  const url = await rawServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of it'),
  );
  const { get, left } = await downloader();

  expect(await get(url)).toMatchObject({ outcome: 'failed', error: 'connection_closed' });
  expect(await left()).toEqual([]);
});

test('more bytes than announced are not part of the file', async () => {
  const url = await rawServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfileHTTP/1.1 200 OK\r\n\r\n'),
  );
  const { get, saved } = await downloader();

  expect(await get(url)).toMatchObject({ outcome: 'saved', size: 4 });
  expect(String(await saved())).toBe('file');
});

test.each<[string, (text: string) => string | Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['deflate, gzip', (text) => gzipSync(deflateSync(text))],
  ['gzip, aws-chunked', gzipSync],
  ['aws-chunked', (text) => text],
  ['UTF-8', (text) => text],
  ['constructor', (text) => text],
])('a file that came as %s is unpacked', async (encoding, pack) => {
  const { get, saved } = await downloader();
  const { url } = await startReceiver((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(pack('plain text')),
  );

  expect(await get(url)).toMatchObject({ outcome: 'saved', size: 10 });
  expect(String(await saved())).toBe('plain text');
});

test.each([
  ['gzip', 'this is no gzip'],
  ['gzip', gzipSync('cut off').subarray(0, 12)],
  ['zstd', 'unknown'],
  ['gzip, gzip', 'twice'],
])('a file that came as broken %s is no file', async (encoding, body) => {
  const { get, left } = await downloader();
  const { url } = await startReceiver((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  );

  expect(await get(url)).toMatchObject({ outcome: 'failed', error: 'invalid_response' });
  expect(await left()).toEqual([]);
});

test('bytes that drip are cut off by the deadline, and no file is left', async () => {
  const { get, left } = await downloader({ timeoutMs: 100 });
  const { url } = await startReceiver(dripping);

  expect(await get(url)).toMatchObject({ outcome: 'failed', error: 'timeout' });
  expect(await left()).toEqual([]);
});

test('the deadline spans the redirects', async () => {
  const { get } = await downloader({ timeoutMs: 100 });
  const silent = await startReceiver(() => {});
  const { url } = await startReceiver((_, response) =>
    response.writeHead(302, { location: silent.url }).end(),
  );

  expect(await get(url)).toMatchObject({ outcome: 'failed', error: 'timeout' });
});

test('the signal cuts a download, and no file is left', async () => {
  const stop = new AbortController();
  const { get, left } = await downloader({ signal: stop.signal });
  const { url } = await startReceiver(dripping);

  const downloading = get(url);
  await until(async () => (await left()).length > 0);
  stop.abort();

  expect(await downloading).toMatchObject({ outcome: 'failed', error: 'aborted' });
  expect(await left()).toEqual([]);
});

test('an answer of a type that is not wanted is not loaded', async () => {
  const { get, left } = await downloader({ accepts: (type) => type !== 'text/html' });
  const { url } = await startReceiver((request, response) => {
    response.setHeader('content-type', 'text/html');
    dripping(request, response);
  });

  expect(await get(url)).toEqual({ outcome: 'not_accepted', contentType: 'text/html' });
  expect(await left()).toEqual([]);
});

test('a disk that does not take the file is our trouble: the call rejects', async () => {
  const { get } = await downloader({ file: '/proc/nowhere/file' });
  const { url } = await startReceiver();

  await expect(get(url)).rejects.toMatchObject({ code: 'ENOENT' });
});
