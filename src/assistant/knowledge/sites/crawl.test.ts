import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import type { ReceivedRequest } from '../../../../test/harness/receiver.ts';
import { openService } from '../../../../test/harness/service.ts';
import { until } from '../../../../test/harness/until.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { MAX_SITEMAPS } from './schema.ts';
import { openReader, openWeb } from './test-web.ts';
import { ReadingTurns } from './walk/reading-turns.ts';
import { siteJob } from './walk/site-job.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { worker, startWorker, shop, reading } = await openReader(ctx, service);

const page = (text: string, ...links: string[]) =>
  `<title>${text}</title><p>${text} satu.</p>${links.map((link) => `<a href="${link}">lihat</a>`).join('')}`;
const SHOP = {
  '/': page('Toko', '/garansi', '/ongkir#a', '/foto.png', 'https://lain.example/'),
  '/garansi': page('Garansi', '/', '/ongkir?utm_source=toko', '/retur'),
  '/ongkir': page('Ongkir', '/dalam/1'),
  '/retur': page('Retur'),
};

test('a crawl reads the pages of one origin, the nearest first, each once', async () => {
  const web = await openWeb({ ...SHOP });
  const { add, walk, known, report } = await shop();

  const site = await walk((await add(web.origin, { max_pages: 10, max_depth: 2 })).body.id);
  const visits = web.visits();
  const { passages, revision } = await known();

  expect(visits).toEqual(['/', '/garansi', '/ongkir', '/retur', '/dalam/1']);
  expect(passages.map(({ title }) => title)).toEqual(['Toko', 'Garansi', 'Ongkir', 'Retur']);
  expect(revision).toBe(1);
  expect(site).toMatchObject({
    state: 'ready',
    pages: { found: 5, visited: 5, read: 4, unreadable: 1, skipped: 0 },
  });
  expect(
    (await report(site.id)).map(({ url, depth, problem }: Record<string, unknown>) => [url, depth, problem]),
  ).toEqual([
    [`${web.origin}/`, 0, null],
    [`${web.origin}/garansi`, 1, null],
    [`${web.origin}/ongkir`, 1, null],
    [`${web.origin}/retur`, 2, null],
    [`${web.origin}/dalam/1`, 2, 'http_status'],
  ]);
});

test('a server gets one request at a time, with a pause', async () => {
  const web = await openWeb({
    ...SHOP,
    '/robots.txt': (_, response) => response.end('User-agent: *\nCrawl-delay: 5'),
  });
  const { add, api } = await shop();
  const { id } = (await add(web.origin, { max_pages: 2 })).body;

  const asked: number[] = [];
  for (const pauseMs of [0, 1_000, 4_000, 1_000, 4_000]) {
    ctx.clock.advance(pauseMs);
    while (await worker.runOnce());
    asked.push(web.requests.length);
  }
  await api('DELETE', `/v1/knowledge/sites/${id}`);

  expect(asked).toEqual([1, 1, 2, 2, 3]);
});

test('what a page and robots.txt forbid is not followed, and endless addresses are bounded', async () => {
  const web = await openWeb({
    '/robots.txt': (_, response) => response.end('User-agent: Kurir\nDisallow: /admin'),
    '/': `${page('Toko', '/admin', '/kalender?hari=1', '/kembar')}<a rel=nofollow href=/iklan>iklan</a>`,
    '/kembar': `<link rel=canonical href=/>${page('Toko')}`,
  });
  for (let day = 1; day < 30; day += 1)
    web.pages[`/kalender?hari=${day}`] = page(`Hari ke-${day}`, `/kalender?hari=${day + 1}`);
  const { add, walk, report } = await shop();

  const site = await walk((await add(web.origin, { max_pages: 4, max_depth: 10 })).body.id);
  const visits = web.visits();

  expect(visits).toEqual(['/', '/kalender?hari=1', '/kembar', '/kalender?hari=2', '/kalender?hari=3']);
  expect(site.pages).toEqual({ found: 7, visited: 6, read: 4, unreadable: 0, skipped: 2 });
  const skipped = (await report(site.id)).filter(({ state }: { state: string }) => state === 'skipped');
  expect(skipped.map(({ url, problem }: Record<string, unknown>) => [url, problem])).toEqual([
    [`${web.origin}/admin`, 'robots'],
    [`${web.origin}/kembar`, 'duplicate'],
  ]);
});

const locs = (name: 'url' | 'sitemap', ...urls: string[]) =>
  `<x>${urls.map((url) => `<${name}><loc>${url}</loc></${name}>`).join('')}</x>`;

longTest('pages that only a sitemap names are read after the links of the first page', async () => {
  const web = await openWeb({
    '/': page('Toko', '/garansi'),
    '/garansi': page('Garansi', '/retur'),
    '/sitemap.xml': (_, response) =>
      response.end(locs('url', '/', '/ongkir', 'https://lain.example/', '/x.jpg')),
    '/ongkir': page('Ongkir'),
    '/retur': page('Retur'),
  });
  const { add, walk } = await shop();

  const site = await walk((await add(web.origin, { max_pages: 10 })).body.id);
  const alone = await walk((await add(`${web.origin}/retur`)).body.id);

  expect(web.requests.map(({ path }) => path)).toEqual([
    ...['/robots.txt', '/', '/sitemap.xml', '/garansi', '/ongkir', '/retur'],
    ...['/robots.txt', '/retur'],
  ]);
  expect(site.pages).toMatchObject({ found: 4, read: 4 });
  expect(alone.problem).toBe('duplicate');
});

test('sitemaps in robots.txt are read, also by an index, and hostile ones are bounded', async () => {
  const web = await openWeb({ '/': page('Toko'), '/ongkir': page('Ongkir') });
  const far = 'https://lain.example/peta.xml';
  const gone = Array.from({ length: 30 }, (_, n) => `/tiada/${n}.xml`);
  const zipped = (response: ServerResponse, text: string | Buffer) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
  Object.assign(web.pages, {
    '/robots.txt': (_, response) =>
      response.end(`Sitemap: ${far}\nSitemap: ${web.origin}/peta.xml\nUser-agent: *\nDisallow: /rahasia`),
    '/peta.xml': (_, response) =>
      zipped(
        response,
        locs('sitemap', '/1.xml', '/peta.xml', '/rahasia/2.xml', '/besar.xml', far, '/alih.xml', ...gone),
      ),
    '/1.xml': (_, response) => response.end(locs('url', '/ongkir', '/rahasia/a')),
    '/besar.xml': (_, response) => zipped(response, Buffer.alloc(21 * 1024 * 1024, ' ')),
    '/alih.xml': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  } satisfies typeof web.pages);
  const { add, walk, report } = await shop();

  const site = await walk((await add(web.origin, { max_pages: 10 })).body.id);

  const sitemaps = web.visits().filter((path) => path.endsWith('.xml'));
  expect(sitemaps.slice(0, 5)).toEqual(['/peta.xml', '/1.xml', '/besar.xml', '/alih.xml', '/tiada/0.xml']);
  // The forbidden one counts, and is not asked for.
  expect(sitemaps).toHaveLength(MAX_SITEMAPS - 1);
  expect(site.pages).toEqual({ found: 3, visited: 3, read: 2, unreadable: 0, skipped: 1 });
  expect((await report(site.id)).at(-1)).toMatchObject({ url: `${web.origin}/rahasia/a`, problem: 'robots' });
});

test('after a kill, a walk goes on where it was', async () => {
  const web = await openWeb({ ...SHOP });
  const { add, walk } = await shop();
  const { id } = (await add(web.origin, { max_pages: 10, max_depth: 1 })).body;
  // Robots.txt, the sitemap and two pages.
  while (web.requests.length < 4) {
    await worker.runOnce();
    ctx.clock.advance(1_000);
  }
  const before = web.visits();
  await ctx.pool.query(
    `update knowledge_sites set claim_id = gen_random_uuid(), due_at = $2 where site_uuid = $1`,
    [id, new Date(ctx.now().getTime() + 15_000)],
  );

  const other = startWorker();
  const meanwhile = await other.runOnce();
  ctx.clock.advance(15_000);
  const site = await walk(id, other);

  expect([before, meanwhile]).toEqual([['/', '/garansi'], false]);
  expect(web.visits()).toEqual(['/ongkir']);
  expect(site.pages).toMatchObject({ read: 3 });
});

longTest('a page with 50,000 links adds few of them', async () => {
  const links = Array.from({ length: 50_000 }, (_, n) => `/p/${n}`);
  const web = await openWeb({ '/': page('Toko', ...links) });
  const { add, show, api } = await shop();
  const { id } = (await add(web.origin, { max_pages: 200 })).body;

  for (let step = 0; step < 3; step += 1) {
    await worker.runOnce();
    ctx.clock.advance(1_000);
  }
  const site = await show(id);
  await api('DELETE', `/v1/knowledge/sites/${id}`);

  expect(site.pages).toMatchObject({ found: 1_000, read: 1 });
});

test('a refresh learns what has changed, and forgets what has gone', async () => {
  let version = 1;
  const web = await openWeb({
    ...SHOP,
    '/ongkir': (request, response) => {
      const isSame = request.headers['if-none-match'] === '"a"';
      response.writeHead(isSame ? 304 : 200, { 'content-type': 'text/html', etag: '"a"' });
      response.end(isSame ? undefined : page('Ongkir'));
    },
    '/retur': (_, response) => {
      response.setHeader('content-type', 'text/html');
      if (version === 1) response.end(page('Retur'));
      else response.writeHead(503).end();
    },
  });
  const { add, walk, known, report, api } = await shop();
  const { id } = (await add(web.origin, { max_pages: 10 })).body;
  const refresh = async () => {
    const { status, body } = await api('POST', `/v1/knowledge/sites/${id}/refresh`);
    await walk(id);
    return [status, body.state];
  };
  await walk(id);
  const first = await known();

  const answer = await refresh();
  const same = await known();
  version = 2;
  web.pages['/garansi'] = page('Garansi dua');
  web.pages['/'] = (_, response) => response.writeHead(410).end();
  await refresh();
  const changed = await known();
  const failing = (await report(id)).find(({ url }: { url: string }) => url.endsWith('/retur'));

  expect(answer).toEqual([202, 'waiting']);
  expect(first.revision).toBe(1);
  expect(same).toEqual(first);
  expect(changed.revision).toBe(2);
  expect(changed.passages.map(({ text }) => text.split('.')[0])).toEqual([
    'Garansi dua satu',
    'Ongkir satu',
    'Retur satu',
  ]);
  expect(failing).toMatchObject({ state: 'read', problem: 'http_status', status: 503 });
  expect(failing.failing_since).not.toBeNull();
});

longTest('a refresh keeps the text of a page whose server is at fault', async () => {
  const web = await openWeb({ ...SHOP, '/dalam/1': page('Dalam') });
  const { add, walk, known, report, api } = await shop();
  const { id } = (await add(web.origin, { max_pages: 10 })).body;
  await walk(id);
  const before = await known();
  const faults: [string, (response: ServerResponse) => void][] = [
    ['/', (response) => response.writeHead(302, { location: 'http://lain.example/perbaikan' }).end()],
    ['/garansi', (response) => response.writeHead(403).end()],
    ['/ongkir', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end()],
    ['/retur', (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
    ['/dalam/1', (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x')],
  ];
  for (const [path, fault] of faults) web.pages[path] = (_, response) => fault(response);

  await api('POST', `/v1/knowledge/sites/${id}/refresh`);
  const site = await walk(id);

  expect(await known()).toEqual(before);
  expect(site).toMatchObject({ state: 'ready', pages: { read: 5 } });
  expect((await report(id)).map(({ problem }: Record<string, unknown>) => problem)).toEqual([
    ...['other_site', 'http_status', 'no_text', 'other_site', 'wrong_type'],
  ]);
});

longTest('a page that fails for 30 days loses its text, also when its whole site is off', async () => {
  const web = await openWeb({ '/': page('Toko', '/garansi'), '/garansi': page('Garansi') });
  const { add, walk, known, report, api } = await shop();
  const { id } = (await add(web.origin, { max_pages: 10 })).body;
  const titles = async () => (await known()).passages.map(({ title }) => title);
  const refreshAfter = async (days: number) => {
    ctx.clock.advance(days * DAY);
    await api('POST', `/v1/knowledge/sites/${id}/refresh`);
    await walk(id);
    return titles();
  };
  await walk(id);

  web.pages['/garansi'] = (_, response) => response.writeHead(403).end();
  const failing = [await refreshAfter(1), await refreshAfter(29)];
  const gone = await refreshAfter(1);
  const { revision } = await known();
  web.pages['/robots.txt'] = (_, response) => response.writeHead(503).end();
  const off = await refreshAfter(1);
  const [first] = await report(id);

  expect(failing).toEqual([
    ['Toko', 'Garansi'],
    ['Toko', 'Garansi'],
  ]);
  expect([gone, revision, off]).toEqual([['Toko'], 2, ['Toko']]);
  expect(first.failing_since).not.toBeNull();
  expect(await refreshAfter(31)).toEqual([]);
});

longTest('of a full site, a new page that is nearer comes in place of the farthest', async () => {
  const web = await openWeb({
    '/': page('Toko', '/garansi'),
    '/garansi': page('Garansi', '/retur'),
    '/retur': page('Retur'),
    '/promo': page('Promo'),
  });
  const { add, walk, known, api } = await shop();
  const { id } = (await add(web.origin, { max_pages: 3 })).body;
  const first = await walk(id);
  web.pages['/'] = page('Toko', '/garansi', '/promo');

  const walks = [];
  for (let walked = 0; walked < 2; walked += 1) {
    web.visits();
    await api('POST', `/v1/knowledge/sites/${id}/refresh`);
    walks.push([(await walk(id)).pages.read, web.visits()]);
  }

  expect(first.pages).toMatchObject({ found: 3, read: 3 });
  expect(walks).toEqual([
    [3, ['/', '/garansi', '/retur', '/promo']],
    [3, ['/', '/garansi', '/promo']],
  ]);
  expect((await known()).passages.map(({ title }) => title)).toEqual(['Toko', 'Garansi', 'Promo']);
});

test('a first page leads to another host only where any account may go', async () => {
  const inside = await openWeb({ '/': page('Dalam') });
  const far = inside.origin.replace('127.0.0.1', '127.0.0.2');
  const web = await openWeb({ '/': (_, response) => response.writeHead(302, { location: `${far}/` }).end() });
  const { add, walk } = await shop();

  const site = await walk((await add(web.origin)).body.id);

  expect(site).toMatchObject({ state: 'failed', problem: 'blocked' });
  expect(inside.requests).toEqual([]);
});

test('accounts with slow pages share one place for readings, and the other one is free', async () => {
  const turns = new ReadingTurns(ctx);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const read = (account: number) =>
    turns.run(account, () => {
      begun.push(account);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const slow = [read(1), read(2)];
  await until(async () => begun.length === 2);
  ctx.clock.advance(30_000);
  for (const end of ends.splice(0)) end();
  await Promise.all(slow);

  const later = [read(1), read(2), read(3), read(3)];
  await until(async () => begun.length === 4);
  ends.splice(0, 1)[0]?.();
  await until(async () => begun.length === 5);
  ends.splice(0, 1)[0]?.();
  await until(async () => begun.length === 6);
  for (const end of ends) end();
  await Promise.all(later);

  expect(begun).toEqual([1, 2, 1, 3, 2, 3]);
});

longTest(
  'a site that moves to another origin of its host is read there, without losing its text',
  async () => {
    const pages = { '/': page('Toko', '/garansi'), '/garansi': page('Garansi', '/') };
    const [old, web] = [await openWeb({ ...pages }), await openWeb({ ...pages, '/baru': pages['/'] })];
    const { add, walk, known, report, api } = await shop();
    const { id } = (await add(old.origin, { max_pages: 3 })).body;
    await walk(id);
    const before = (await known()).revision;
    for (const path of Object.keys(pages)) {
      const location = web.origin + (path === '/' ? '/baru' : path);
      old.pages[path] = (_, response) => response.writeHead(301, { location }).end();
    }

    await api('POST', `/v1/knowledge/sites/${id}/refresh`);
    await walk(id);

    const { revision, passages } = await known();
    expect([before, revision]).toEqual([1, 1]);
    expect(passages.map(({ title }) => title)).toEqual(['Toko', 'Garansi']);
    // A link leads to the former first page.
    expect(web.visits()).toEqual(['/baru', '/garansi', '/']);
    expect((await report(id)).map(({ url }: { url: string }) => new URL(url).origin)).toEqual(
      Array(3).fill(web.origin),
    );
  },
);

test('a refresh finds new pages when the list of addresses is full', async () => {
  const etag = '"a"';
  const home =
    (...links: string[]) =>
    (request: ReceivedRequest, response: ServerResponse) => {
      const isSame = request.headers['if-none-match'] === etag;
      response.writeHead(isSame ? 304 : 200, { 'content-type': 'text/html', etag });
      response.end(isSame ? undefined : page('Toko', ...links));
    };
  const web = await openWeb({ '/': home(...Array.from({ length: 12 }, (_, n) => `/lama/${n}`)) });
  const { add, walk, api } = await shop();
  const { id } = (await add(web.origin, { max_pages: 2 })).body;
  const full = await walk(id);
  web.pages['/'] = home('/baru');
  web.pages['/baru'] = page('Baru');

  await api('POST', `/v1/knowledge/sites/${id}/refresh`);
  const site = await walk(id);

  expect(full.pages).toMatchObject({ found: 10, read: 1 });
  expect(site.pages).toMatchObject({ found: 2, read: 2 });
});

test('after a kill, a run goes on at once, with a second between requests, until the site is read', async () => {
  const asked: number[] = [];
  const web = await openWeb({
    '/a': (_, response) => {
      asked.push(performance.now());
      response.writeHead(200, { 'content-type': 'text/html' }).end(page('Garansi'));
    },
    '/robots.txt': (_, response) => {
      asked.push(performance.now());
      response.writeHead(404).end();
    },
  });
  const { add, show, account } = await shop();
  const { id } = (await add(`${web.origin}/a`, { max_pages: 1 })).body;
  await ctx.pool.query(
    'update knowledge_sites set claim_id = gen_random_uuid(), due_at = $2 where site_uuid = $1',
    [id, new Date(Date.now() + 60_000)],
  );
  const job = siteJob({ ...ctx, now: () => new Date() }, async () => ({
    ...reading,
    turns: new ReadingTurns(ctx),
  }));

  // A busy machine may need another run.
  const isRead = async () => {
    await job.run({ accountId: account.id }, new AbortController().signal);
    return (await show(id)).state === 'ready';
  };
  await until(isRead);

  expect(await show(id)).toMatchObject({ pages: { read: 1 } });
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(900);
});

longTest('a site with refresh_hours is read again by itself, without pages that staff removed', async () => {
  const web = await openWeb({ ...SHOP, '/': page('Toko', '/garansi') });
  const { add, walk, api, show } = await shop();
  const { id } = (await add(web.origin, { max_pages: 2, refresh_hours: 24 })).body;
  const first = await walk(id);
  const [toko] = (await api('GET', '/v1/knowledge/documents')).body.data;
  await api('DELETE', `/v1/knowledge/documents/${toko.id}`);
  web.visits();

  ctx.clock.advance(Date.parse(first.next_read_at) - ctx.now().getTime() - 1);
  const early = await worker.runOnce();
  ctx.clock.advance(1);
  await worker.runOnce();
  const begun = await show(id);
  const second = await walk(id);
  const changed = await api('PATCH', `/v1/knowledge/sites/${id}`, { refresh_hours: null });

  expect(Date.parse(first.next_read_at) - Date.parse(first.read_at)).toBe(24 * 3_600_000);
  expect([early, begun.state]).toEqual([false, 'reading']);
  expect(web.visits()).toEqual(['/garansi', '/ongkir']);
  expect(second.pages).toMatchObject({ found: 5, read: 2, skipped: 1 });
  expect(changed.body).toMatchObject({ refresh_hours: null, next_read_at: null });
});
