import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createHttp } from '../../../platform/lib/http/http.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { dashboardRoutes } from './routes.ts';

const PAGE = '<!doctype html><base href="./" /><meta name="csp-nonce" content="" /><title>Kurir</title>';
const SCRIPT = `console.log('${'a'.repeat(2_000)}')`;

const folder = await mkdtemp(join(tmpdir(), 'kurir-dashboard-'));
afterAll(() => rm(folder, { recursive: true }));
for (const name of ['assets', '.vite']) await mkdir(join(folder, name));
for (const [name, content] of Object.entries({
  'index.html': PAGE,
  'icon.svg': '<svg/>',
  '.stamp': 'stamp',
  '.vite/manifest.json': '{}',
  'assets/main-1a2b.js': SCRIPT,
  'assets/main-1a2b.js.br': brotliCompressSync(SCRIPT),
  'assets/main-1a2b.js.gz': gzipSync(SCRIPT),
})) {
  await writeFile(join(folder, name), content);
}
const http = createHttp({ log: silentLog, bodyLimit: 1024 });
http.get('/app/api/me', async () => ({ ok: true }));
dashboardRoutes(http, { randomBytes, log: silentLog }, folder);
afterAll(() => http.close());

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  http.inject({ method, url, headers });

test.each([
  ['/app/', './'],
  ['/app/devices', './'],
  ['/app/inbox/7', '../'],
  ['/app/inbox/7/?tab=notes/x', '../../'],
  ['/app/a%2Fb/c', '../'],
  ['/app//x', '../'],
])('%s is the page, whose addresses begin at %s', async (url, base) => {
  const { statusCode, body, headers } = await get(url);

  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(body).toContain(`<base href="${base}" />`);
  expect(new URL(base, `http://a.example/kurir${url}`).pathname).toBe('/kurir/app/');
});

test('each answer has another nonce, and a policy without anything inline', async () => {
  const answers = [await get('/app/'), await get('/app/')];

  const nonces = answers.map(({ body }) => /csp-nonce" content="([^"]+)"/.exec(body)?.[1]);
  expect(new Set(nonces).size).toBe(2);
  for (const [n, { headers }] of answers.entries()) {
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonces[n]}';`);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  }
});

test('/app leads into the folder, with its query', async () => {
  const answers = [await get('/app'), await get('/app?next=/inbox')];

  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [302, './app/'],
    [302, './app/?next=/inbox'],
  ]);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
])('a browser that takes %s gets bytes in %s, to keep forever', async (accepted, encoding) => {
  const { headers, rawPayload } = await get('/app/assets/main-1a2b.js', { 'accept-encoding': accepted });

  expect(headers['content-encoding']).toBe(encoding);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(rawPayload.length < SCRIPT.length).toBe(encoding !== undefined);
});

test('an unchanged file is not sent again, and HEAD has no body', async () => {
  const { headers } = await get('/app/icon.svg');

  const again = await get('/app/icon.svg', { 'if-none-match': String(headers.etag) });
  const heads = [await get('/app/icon.svg', {}, 'HEAD'), await get('/app/inbox', {}, 'HEAD')];

  expect(headers['cache-control']).toBe('public, max-age=300');
  expect(again.statusCode).toBe(304);
  expect(heads.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, ''],
    [200, ''],
  ]);
});

test.each([
  '/app/assets/main-0000.js',
  '/app/assets/',
  '/app/assets/inbox',
  '/app/favicon.ico',
  '/app/index.html',
  '/app/.stamp',
  '/app/.vite/manifest.json',
  '/app/%2e%2e/package.json',
  '/app/..%2fpackage.json',
  '/app/assets/main-1a2b.js.br',
  '/app/api',
  '/app/api/unknown',
  `/app/${'a/'.repeat(16)}`,
])('%s is not there', async (url) => {
  const { statusCode, json } = await get(url);

  expect([statusCode, json().error]).toEqual([404, 'not_found']);
});

test('the pages take no address from the API', async () => {
  const known = await get('/app/api/me');
  const wrongMethod = await get('/app/api/me', {}, 'POST');
  const page = await get('/app/inbox', {}, 'POST');

  expect(known.json()).toEqual({ ok: true });
  expect([wrongMethod.statusCode, wrongMethod.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(page.statusCode).toBe(404);
});

test('without a build the answer says what to do, and a build that comes later is used', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'kurir-dashboard-'));
  const early = createHttp({ log: silentLog, bodyLimit: 1024 });
  dashboardRoutes(early, { randomBytes, log: silentLog }, empty);

  const before = await early.inject('/app/');
  await writeFile(join(empty, 'index.html'), PAGE);
  const after = await early.inject('/app/');
  await rm(empty, { recursive: true });

  expect([before.statusCode, before.json().message]).toEqual([503, expect.stringContaining('./kurir start')]);
  expect(after.statusCode).toBe(200);
});
