import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../../test/harness/context.ts';
import { insertDevice } from '../../../../../test/harness/rows.ts';
import { openService } from '../../../../../test/harness/service.ts';
import { insertWidget } from '../../../../../test/harness/widgets.ts';
import { inkOn } from '../../../../../widget/frame/color.ts';
import { isAllowed } from '../../../../../widget/frame/origins.ts';
import { WORDS } from '../../../../../widget/frame/words.ts';
import { KIBIBYTE } from '../../../../platform/lib/bytes.ts';
import { MAX_FRAMES } from './routes.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { account } = await service.customer();
const device = await insertDevice(ctx, account, { phone_number: '6281100000001' });
const SHOP = 'https://shop.example';

const get = (url: string, headers: Record<string, string> = {}) => service.http.inject({ url, headers });
const widget = (columns: Parameters<typeof insertWidget>[2] = {}) => insertWidget(ctx, device, columns);
const frameOf = async (columns: Parameters<typeof insertWidget>[2] = {}) =>
  get(`/w/${(await widget(columns)).widget_uuid}`, { 'accept-language': 'en' });

test('the script of web sites has at most 2 kB, and caches keep it for an hour', async () => {
  const answer = await get('/w.js');
  const again = await get('/w.js', { 'if-none-match': String(answer.headers.etag) });

  expect(gzipSync(answer.rawPayload).length).toBeLessThanOrEqual(2_000);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the frame has at most 35 kB of scripts and 6 kB of styles, which browsers keep', async () => {
  const { body } = await frameOf();
  const files = [...body.matchAll(/href="\.(\/assets\/[^"]+)"/g)].map(([, path]) => `/w${path}`);

  const answers = await Promise.all(files.map((path) => get(path)));
  const sizeOf = (end: string) =>
    answers
      .filter((_answer, index) => files[index]?.endsWith(end))
      .reduce((sum, { rawPayload }) => sum + gzipSync(rawPayload).length, 0);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(files.map(() => 200));
  expect(sizeOf('.js')).toBeLessThanOrEqual(35 * KIBIBYTE);
  expect(sizeOf('.css')).toBeLessThanOrEqual(6 * KIBIBYTE);
  expect(files.length).toBeGreaterThan(5);
  expect(new Set(answers.map(({ headers }) => headers['cache-control']))).toEqual(
    new Set(['public, max-age=31536000, immutable']),
  );
});

test('a file of another version is asked for again, and an unknown one does not exist', async () => {
  const old = await get('/w/assets/0123456789abcdef/main.js');
  const unknown = await Promise.all(
    ['x.js', '../loader.ts', '%2e%2e%2floader.ts', 'main.ts'].map((path) => get(`/w/assets/0/${path}`)),
  );

  expect([old.statusCode, old.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(unknown.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
});

test('only the web sites on the list may show the frame, and only its own scripts run', async () => {
  const { headers } = await frameOf({ allowed_origins: [SHOP, 'https://*.shop.example'] });

  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https: data: blob:; " +
      'media-src blob:; ' +
      "base-uri 'none'; form-action 'none'; frame-ancestors https://shop.example https://*.shop.example",
  );
});

test('texts of the business stay text', async () => {
  const { body } = await frameOf({ name: '"><script>x</script>', greeting: "' onload=x &amp;" });

  expect(body).toContain('data-name="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
  expect(body).toContain('data-greeting="&#39; onload=x &amp;amp;"');
});

test.each([
  [null, '', 'id', 'id'],
  [null, '?language=en', 'id', 'en'],
  [null, '?language=fr', 'en', 'en'],
  ['id', '?language=en', 'en', 'id'],
] as const)(
  'language of the widget %s, of the page "%s", of the browser %s: %s',
  async (own, page, browser, shown) => {
    const { widget_uuid } = await widget({ language: own });

    const { body } = await get(`/w/${widget_uuid}${page}`, { 'accept-language': browser });

    expect(body).toContain(`<html lang="${shown}"`);
  },
);

test.each([
  ['an unknown widget', { uuid: '00000000-0000-4000-8000-000000000000' }, 404, 'No such chat'],
  ['no id', { uuid: "x'%00" }, 404, 'No such chat'],
  ['a widget that is off', { enabled: false }, 410, 'This chat is closed'],
])('%s says so politely, in any frame', async (_name, given, status, text) => {
  const { uuid, ...columns }: { uuid?: string; enabled?: boolean } = given;
  const url = `/w/${uuid ?? (await widget(columns)).widget_uuid}`;

  const english = await get(url, { 'accept-language': 'en' });
  const indonesian = await get(url, { 'accept-language': 'id' });

  expect([english.statusCode, indonesian.statusCode]).toEqual([status, status]);
  expect(english.body).toContain(text);
  expect(indonesian.body).toContain('hubungi penjual dengan cara lain');
  expect(english.headers['content-security-policy']).not.toContain('frame-ancestors');
  expect((await get(`${url}/qr.svg`)).statusCode).toBe(404);
});

test('too many calls of one network wait, and others do not', async () => {
  const { widget_uuid } = await widget();
  const call = (address: string, path = '') =>
    service.http.inject({ url: `/w/${widget_uuid}${path}`, remoteAddress: address });
  for (let n = 0; n < MAX_FRAMES; n += 1) await call('203.0.113.7', n === 0 ? '' : '/qr.svg');

  const [page, code, other] = [
    await call('203.0.113.7'),
    await call('203.0.113.7', '/qr.svg'),
    await call('203.0.113.8'),
  ];

  expect([page.statusCode, code.statusCode, other.statusCode]).toEqual([429, 429, 200]);
  expect([page.headers['retry-after'], code.headers['retry-after']]).toEqual(['60', '60']);
  expect(code.json()).toMatchObject({ error: 'rate_limited' });
});

test('every text is there in both languages', () => {
  const [english, indonesian] = [Object.entries(WORDS.en), Object.entries(WORDS.id)];

  expect(indonesian.map(([key]) => key)).toEqual(english.map(([key]) => key));
  expect([...english, ...indonesian].filter(([, text]) => text.trim() === '')).toEqual([]);
});

test('text on any colour has the contrast of WCAG AA', () => {
  const steps = Array.from({ length: 18 }, (_, n) => 15 * n);
  const worst = Math.min(
    ...steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => contrastOn([r, g, b])))),
  );

  expect(worst).toBeGreaterThanOrEqual(4.5);
});

function contrastOn(color: number[]): number {
  const linear = color
    .map((value) => value / 255)
    .map((v) => (v > 0.04045 ? ((v + 0.055) / 1.055) ** 2.4 : v / 12.92));
  const [r = 0, g = 0, b = 0] = linear;
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const ink = inkOn(`#${Buffer.from(color).toString('hex')}`);
  return ink === '#fff' ? 1.05 / (luminance + 0.05) : (luminance + 0.05) / 0.05;
}

test.each([
  ['https://shop.example', true],
  ['https://SHOP.example', true],
  ['https://a.b.cafe.example', true],
  ['https://cafe.example', false],
  ['https://.cafe.example', false],
  ['http://a.cafe.example', false],
  ['https://evilcafe.example', false],
  ['https://shop.example.evil', false],
  ['', false],
  ['null', false],
])('the frame speaks with %s: %s', (origin, allowed) => {
  expect(isAllowed(origin, [SHOP, 'https://*.cafe.example'])).toBe(allowed);
});

test('pages of this gateway alone show a preview', async () => {
  const { widget_uuid } = await widget({ allowed_origins: [SHOP] });

  const preview = await get(`/w/${widget_uuid}?preview=1&language=id`);
  const shown = await get(`/w/${widget_uuid}`);
  const unsaved = await get('/w/new?preview=1&language=id');
  const guessed = await get('/w/new');

  expect(preview.headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/);
  expect(unsaved.headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/);
  expect(guessed.statusCode).toBe(404);
  expect(shown.headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/shop\.example$/);
});
