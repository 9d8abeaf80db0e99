import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { documentRoutes } from '../../src/app/reference/document.ts';
import { referenceRoutes } from '../../src/app/reference/routes.ts';
import { createHttp } from '../../src/platform/lib/http/http.ts';
import { silentLog } from '../../src/platform/lib/log.ts';

const http = createHttp({ log: silentLog, bodyLimit: 1024 });
referenceRoutes(http, documentRoutes(http, []));
const url = await http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => http.close());

/** Reads to the end: an unread body keeps its connection busy. */
async function read(address: string): Promise<Response> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  return answer;
}

/** Every address that the page names, as a browser would resolve it. */
async function assetsOf(page: string): Promise<string[]> {
  const html = await (await fetch(page)).text();
  const named = [...html.matchAll(/\b(?:src|href)="([^"]+)"|&quot;url&quot;:&quot;([^&]+)&quot;/g)];
  return named
    .map(([, attribute, setting]) => new URL(attribute ?? setting ?? '', page).href)
    .filter((address) => !address.startsWith('data:'));
}

test('the document is public and may be kept, and an unchanged one is not sent again', async () => {
  const first = await fetch(`${url}/openapi.json`);
  const etag = first.headers.get('etag') ?? '';

  const again = await fetch(`${url}/openapi.json`, { headers: { 'if-none-match': `"other", W/${etag}` } });
  const changed = await fetch(`${url}/openapi.json`, { headers: { 'if-none-match': '"other"' } });

  expect(first.status).toBe(200);
  expect(await first.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Kurir API' } });
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject({ openapi: '3.1.0' });
});

test('everything that the page names comes from the gateway itself', async () => {
  const assets = await assetsOf(`${url}/docs`);

  const answers = await Promise.all(assets.map(read));

  expect([...new Set(assets)].sort()).toEqual([`${url}/docs/viewer.js`, `${url}/openapi.json`]);
  expect(answers.map(({ status }) => status)).toEqual(assets.map(() => 200));
});

test('the policy allows requests to the gateway only, and no inline script', async () => {
  const page = await fetch(`${url}/docs`);
  const html = await page.text();
  const policy = page.headers.get('content-security-policy') ?? '';

  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  expect(html).not.toMatch(/https?:\/\//);
  expect(html.replace(/<script [^>]+><\/script>/g, '')).not.toContain('<script');
});

test('the viewer contacts no other server: no telemetry, no assistant, no fonts, no proxy', async () => {
  const html = await (await fetch(`${url}/docs`)).text();
  const settings = JSON.parse(
    /data-configuration="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ??
      '{}',
  );

  expect(settings).toMatchObject({
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
  });
  expect(settings).not.toHaveProperty('proxyUrl');
});

test('the program of the viewer is whole, sent compressed to who takes it, and once only', async () => {
  const [plain, gzipped] = await Promise.all(
    ['identity', 'gzip'].map((encoding) =>
      http.inject({ url: '/docs/viewer.js', headers: { 'accept-encoding': encoding } }),
    ),
  );

  const again = await http.inject({
    url: '/docs/viewer.js',
    headers: { 'accept-encoding': 'gzip', 'if-none-match': String(gzipped?.headers.etag) },
  });

  expect(plain?.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(plain?.headers['content-encoding']).toBeUndefined();
  expect(gzipped?.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzipped?.rawPayload ?? '').equals(plain?.rawPayload ?? Buffer.alloc(0))).toBe(true);
  expect(plain?.payload).toContain('createApiReference');
  expect(gzipped?.headers.etag).not.toBe(plain?.headers.etag);
  expect(again.statusCode).toBe(304);
  expect(again.headers['content-encoding']).toBeUndefined();
});

test('with a slash at its end the address leads to the page', async () => {
  const answer = await read(`${url}/docs/`);

  expect(answer.url).toBe(`${url}/docs`);
  expect(answer.status).toBe(200);
});
