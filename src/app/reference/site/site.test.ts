import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { createHttp } from '../../../platform/lib/http/http.ts';
import { readerLanguage } from '../../../platform/lib/http/reader-language.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { VERSION } from '../../../platform/lib/version.ts';
import { renderMarkdown } from './markdown.ts';
import { siteRoutes } from './routes.ts';

const http = createHttp({ log: silentLog, bodyLimit: 1024 });
siteRoutes(http, { hasSandbox: true, hasDashboard: false });
afterAll(() => http.close());
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const get = (url: string, headers: Record<string, string> = {}) =>
  http.inject({ url, headers: { accept: BROWSER, ...headers } });

/** Addresses in the attributes of a page, as a browser resolves them. */
function addressesIn(html: string, page: string): URL[] {
  const named = [...html.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  return named.map((address) => new URL(address.replaceAll('&amp;', '&'), `http://kurir.test${page}`));
}

test('a browser gets a page at /, any other caller JSON with the addresses', async () => {
  const page = await get('/');
  const others = await Promise.all(['*/*', 'application/json'].map((accept) => get('/', { accept })));

  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain(`Kurir <span class="version">${VERSION}</span>`);
  expect(page.body).toContain('./kurir device pair --scan 6281100000001');
  for (const { json, headers } of others) {
    expect(json()).toMatchObject({ name: 'kurir', version: VERSION, guides: './guides/' });
    expect(headers.vary).toBe('accept');
  }
});

test('with the dashboard, / leads browsers there, and the first page has another address', async () => {
  const full = createHttp({ log: silentLog, bodyLimit: 1024 });
  siteRoutes(full, { hasSandbox: true, hasDashboard: true });

  const browser = await full.inject({ url: '/', headers: { accept: BROWSER } });
  const program = await full.inject({ url: '/', headers: { accept: 'application/json' } });
  const start = await full.inject({ url: '/start', headers: { accept: BROWSER } });
  const guide = await full.inject({ url: '/guides/errors', headers: { accept: BROWSER } });
  const alone = await get('/guides/errors');

  expect([browser.statusCode, browser.headers.location]).toEqual([302, './app/']);
  expect(browser.headers).toMatchObject({ vary: 'accept', 'cache-control': 'no-store' });
  expect(program.json()).toMatchObject({ name: 'kurir', dashboard: './app/' });
  expect(start.body).toContain('./kurir device pair');
  expect(guide.body).toContain('<a href="../app/">Dashboard</a>');
  expect(alone.body).not.toContain('/app/');
});

test('a page without the sandbox shows the steps for a real number', async () => {
  const live = createHttp({ log: silentLog, bodyLimit: 1024 });
  siteRoutes(live, { hasSandbox: false, hasDashboard: false });

  const { body } = await live.inject({ url: '/', headers: { accept: BROWSER } });

  expect(body).toContain('./kurir account create --name NAME');
  expect(body).not.toContain('sandbox');
});

test('the page speaks the language of its reader, and an unchanged page is not sent again', async () => {
  const indonesian = await get('/', { 'accept-language': 'id-ID,id;q=0.9,en;q=0.8' });
  const again = await get('/', { 'accept-language': 'id', 'if-none-match': `${indonesian.headers.etag}` });
  const english = await get('/', { 'accept-language': 'de,en;q=0.5,id;q=0.3' });

  expect(indonesian.body).toMatch(/<html lang="id">[\s\S]*Langkah berikutnya/);
  expect(indonesian.headers.vary).toBe('accept, accept-language');
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(english.body).toMatch(/<html lang="en">[\s\S]*Next steps/);
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'en'],
  ['id', 'id'],
  ['in-ID', 'id'],
  ['pt-PT,en;q=0.5', 'pt'],
  ['es-419', 'es'],
  ['en;q=0.2, id;q=0.9', 'id'],
  ['id;q=0', 'en'],
  ['id;q=nonsense', 'en'],
])('Accept-Language %j is %s', (header, language) => {
  expect(readerLanguage(header)).toBe(language);
});

test('pages allow no inline script or style, and every address they name is there', async () => {
  const { guides } = await linksOf('/guides/');
  const pages = ['/', '/guides/', ...guides];

  const found = await Promise.all(pages.map(async (page) => ({ page, answer: await get(page) })));

  expect(guides.length).toBeGreaterThan(15);
  const missing: string[] = [];
  for (const { page, answer } of found) {
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(answer.body).not.toMatch(/<script(?! src=)|<style|\sstyle=|\son\w+=|javascript:/i);
    missing.push(...(await missingIn(answer.body, page)));
  }
  expect(missing).toEqual([]);
});

async function linksOf(page: string) {
  const all = addressesIn((await get(page)).body, page).map(({ pathname }) => pathname);
  return { guides: all.filter((path) => /^\/guides\/./.test(path)) };
}

/** Files of the reference and readiness are routes of other modules. */
const ELSEWHERE = ['/docs', '/openapi.json', '/readyz'];

async function missingIn(html: string, page: string): Promise<string[]> {
  const own = addressesIn(html, page).filter(
    ({ host, pathname }) => host === 'kurir.test' && !ELSEWHERE.includes(pathname),
  );
  const checks = own.map(async ({ pathname, hash }) => {
    const { statusCode, body } = await get(pathname);
    const isThere = statusCode === 200 && (hash === '' || body.includes(`id="${hash.slice(1)}"`));
    return isThere ? [] : [`${page}: ${pathname}${hash}`];
  });
  return (await Promise.all(checks)).flat();
}

test('all guides for users are served, and no document of the project', async () => {
  const files = (await readdir(new URL('../../../../docs/', import.meta.url))).filter((name) =>
    name.endsWith('.md'),
  );
  const { guides } = await linksOf('/guides/');
  const statusOf = async (path: string) => (await get(path)).statusCode;

  const internal = ['progress.md', 'dependencies.md'];
  const names = files
    .filter((name) => !internal.includes(name))
    .map((name) => `/guides/${name.slice(0, -3)}`);
  expect([...guides].sort()).toEqual(names.sort());
  for (const path of ['progress', 'dependencies', 'decisions', 'nope', '..%2Fpackage.json', '__proto__']) {
    expect([path, await statusOf(`/guides/${path}`)]).toEqual([path, 404]);
  }
  const old = await get('/guides/sending.md');
  expect([old.statusCode, old.headers.location]).toEqual([301, './sending']);
});

test('an address without a guide is a page with all guides for a browser, and JSON for other callers', async () => {
  const page = await get('/guides/nope', { 'accept-language': 'id' });
  const other = await get('/guides/nope', { accept: '*/*' });

  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.body).toContain('<h1>Panduan ini tidak ada.</h1>');
  expect(await missingIn(page.body, '/guides/nope')).toEqual([]);
  expect([other.statusCode, other.json().error]).toEqual([404, 'not_found']);
});

test('a guide shows its pictures, and no other file', async () => {
  const page = await get('/guides/dashboard');
  const picture = await get('/guides/pictures/inbox-chat.png');
  const others = [await get('/guides/pictures/nope.png'), await get('/guides/pictures/..%2Fdashboard.md')];

  expect(page.body).toContain(
    '<img src="./pictures/inbox-chat.png" alt="The inbox: a customer waits for a person"',
  );
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});

test('hostile text in a guide is text', () => {
  const place = { name: 'x', guides: new Set(['sending']) };
  const html = (text: string) => renderMarkdown(text, place).html;

  const hostile = html(
    [
      '# <img src=x onerror=alert(1)> `a`',
      '<script>alert(1)</script>',
      'a <b onclick="alert(1)">b</b> [x](javascript:alert(1)) [y](data:text/html,x) ![z](https://evil.example/z.png)',
      '[q](https://example.com/"onmouseover="alert(1)) [r](//evil.example) [s](vbscript:x)',
      '| `<i>` |\n|---|\n| <u>u</u> |',
      '```\n</code></pre><script>\n```',
    ].join('\n\n'),
  );

  expect(hostile.match(/<(?!\/)[a-z0-9]+/g)?.every((tag) => HARMLESS.has(tag.slice(1)))).toBe(true);
  expect(hostile).not.toMatch(/<[^>]*\son\w+=|href="(?!https:\/\/example\.com)/);
  expect(html('[a](sending.md#x) [b](./sending.md) [c](decisions/0001.md) [d](../SECURITY.md)')).toBe(
    '<p><a href="./sending#x">a</a> <a href="./sending">b</a> c d</p>\n',
  );
});

const HARMLESS = new Set(['h1', 'p', 'a', 'code', 'pre', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td']);
