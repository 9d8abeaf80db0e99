import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';
import { until } from '../../../../test/harness/until.ts';
import { MEBIBYTE } from '../../../platform/lib/bytes.ts';
import { VERSION } from '../../../platform/lib/version.ts';
import { MAX_SITES } from './schema.ts';
import { openReader, openWeb } from './test-web.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { worker, startWorker, shop } = await openReader(ctx, service);
const GARANSI = '<title>Garansi</title><h1>Garansi</h1><p>Garansi satu tahun untuk semua barang.</p>';

test('a page is read in the background, and its text names the address', async () => {
  const web = await openWeb({ '/garansi': GARANSI });
  const { add, walk, known, report, api } = await shop();

  const added = await add(`${web.origin}/garansi?utm_source=wa#syarat`);
  const again = await add(`${web.origin}/garansi`);
  const before = (await known()).revision;
  const site = await walk(added.body.id);
  const { revision, passages } = await known();
  const documents = (await api('GET', '/v1/knowledge/documents?q=GARANSI')).body.data;
  const pages = `/v1/knowledge/sites/${added.body.id}/pages`;
  const [hit, miss] = [await api('GET', `${pages}?q=Garansi`), await api('GET', `${pages}?q=promo`)];

  const url = `${web.origin}/garansi`;
  expect(added).toMatchObject({ status: 202, body: { url, state: 'waiting', max_pages: 1 } });
  expect([again.status, again.body.error]).toEqual([409, 'site_exists']);
  expect(site).toMatchObject({ state: 'ready', problem: null, next_read_at: null });
  expect(site.pages).toEqual({ found: 1, visited: 1, read: 1, unreadable: 0, skipped: 0 });
  expect(passages).toMatchObject([{ title: 'Garansi', url, text: 'Garansi satu tahun untuk semua barang.' }]);
  expect([hit.body.data.length, miss.body.data.length]).toEqual([1, 0]);
  expect([before, revision]).toEqual([0, 1]);
  expect(documents).toMatchObject([{ url, site_id: site.id, format: 'html', state: 'ready' }]);
  expect(await report(site.id)).toMatchObject([
    { url, state: 'read', status: 200, document_id: documents[0].id },
  ]);
  expect(web.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/garansi']);
  expect(web.requests[1]?.headers['user-agent']).toBe(
    `Kurir/${VERSION} (reads pages for its owner; robots.txt: Kurir)`,
  );
});

test('each page that cannot be read says why, and hostile ones do no harm', async () => {
  const web = await openWeb({
    '/robots.txt': (_, response) => response.end('User-agent: *\nDisallow: /rahasia'),
    '/foto': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
    '/bohong': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(GARANSI),
    '/kosong': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
    '/sembunyi': `<meta name=robots content="noindex">${GARANSI}`,
    '/tajuk': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': ['max-snippet: 9', 'none'] })
        .end(GARANSI),
    '/besar': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(21 * MEBIBYTE, ' '))),
    '/putar': (_, response) => response.writeHead(302, { location: '/putar' }).end(),
    '/dalam': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/admin' }).end(),
    '/sandi': (_, response) => response.writeHead(302, { location: 'http://a:b@127.0.0.1/' }).end(),
    '/alih': (_, response) => response.writeHead(302, { location: '/rahasia' }).end(),
  });
  const { add, walk, known } = await shop();
  const paths = ['/tiada', '/rahasia', ...Object.keys(web.pages).slice(1)];

  const problems: Record<string, unknown> = {};
  for (const path of paths) {
    const { body } = await add(web.origin + path);
    const { state, problem } = await walk(body.id);
    problems[path] = [state, problem];
  }

  const failed = (problem: string) => ['failed', problem];
  expect(problems).toEqual({
    ...{ '/tiada': failed('http_status'), '/rahasia': failed('robots'), '/alih': failed('robots') },
    ...{ '/foto': failed('wrong_type'), '/bohong': failed('wrong_type'), '/kosong': failed('no_text') },
    ...{ '/sembunyi': failed('noindex'), '/tajuk': failed('noindex'), '/besar': failed('too_large') },
    ...{ '/putar': failed('too_many_redirects'), '/dalam': failed('blocked'), '/sandi': failed('blocked') },
  });
  expect(web.visits()).not.toContain('/rahasia');
  expect((await known()).passages).toEqual([]);
});

test('a server that fails is tried three times; without an answer for robots.txt, nothing is read', async () => {
  const broken = await openWeb({ '/': (_, response) => response.writeHead(500).end() });
  const shy = await openWeb({
    '/': GARANSI,
    '/robots.txt': (_, response) => response.writeHead(503).end(),
  });
  const { add, walk, report } = await shop();

  const first = await walk((await add(broken.origin)).body.id);
  const second = await walk((await add(shy.origin)).body.id);
  const absent = await walk((await add('http://127.0.0.1:9/')).body.id);

  expect(absent).toMatchObject({ state: 'failed', problem: 'unreachable' });
  expect(first).toMatchObject({ state: 'failed', problem: 'http_status' });
  expect(await report(first.id)).toMatchObject([{ state: 'unreadable', status: 500, document_id: null }]);
  expect(broken.visits()).toEqual(['/', '/', '/']);
  expect(second).toMatchObject({ state: 'failed', problem: 'robots_unreadable' });
  expect(shy.visits()).toEqual([]);
});

test('an address that leads to another origin is read there, after its robots.txt', async () => {
  const there = await openWeb({ '/baru': GARANSI });
  const here = await openWeb({
    '/': (_, response) => response.writeHead(301, { location: `${there.origin}/baru` }).end(),
  });
  const { add, walk, known } = await shop();

  const site = await walk((await add(here.origin)).body.id);

  expect(site).toMatchObject({ state: 'ready', url: `${here.origin}/` });
  expect((await known()).passages).toMatchObject([{ url: `${there.origin}/baru` }]);
  expect(there.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/baru']);
});

test('a second site of an account leaves out what the account has already', async () => {
  const web = await openWeb({ '/a': GARANSI, '/b': `<link rel=canonical href=/a>${GARANSI}` });
  const { add, walk, known, report } = await shop();
  await walk((await add(`${web.origin}/a`)).body.id);

  const site = await walk((await add(`${web.origin}/b`)).body.id);

  expect(site).toMatchObject({ state: 'failed', problem: 'duplicate' });
  expect(await report(site.id)).toMatchObject([{ state: 'skipped', problem: 'duplicate' }]);
  expect((await known()).passages).toHaveLength(1);
});

test('a deleted site is gone with its text, also while it is read', async () => {
  const web = await openWeb({ '/a': GARANSI });
  const { add, walk, known, api } = await shop();
  const { id } = (await add(`${web.origin}/a`)).body;
  await walk(id);
  const read = (await known()).passages.length;

  const deleted = await api('DELETE', `/v1/knowledge/sites/${id}`);
  const second = (await add(`${web.origin}/a`)).body.id;
  await worker.runOnce();
  ctx.clock.advance(2_000);
  const step = worker.runOnce();
  await api('DELETE', `/v1/knowledge/sites/${second}`);
  await step;

  expect([read, deleted.status]).toEqual([1, 204]);
  expect((await known()).passages).toEqual([]);
  expect((await api('GET', '/v1/knowledge/documents')).body.data).toEqual([]);
  expect((await api('GET', `/v1/knowledge/sites/${id}`)).body.error).toBe('site_not_found');
});

test('one site of an account is in work at a time, and another account is not delayed', async () => {
  const hanging: (() => void)[] = [];
  const slow = await openWeb({ '/robots.txt': (_, response) => hanging.push(() => response.end()) });
  const web = await openWeb({ '/a': GARANSI });
  const [first, other] = [await shop(), await shop()];
  await first.add(`${slow.origin}/1`);
  await first.add(`${slow.origin}/2`);

  const waiting = worker.runOnce();
  await until(async () => slow.requests.length > 0);
  const { id } = (await other.add(`${web.origin}/a`)).body;
  const site = await other.walk(id, startWorker(), 1_000);
  const asked = slow.requests.length;
  for (const answer of hanging) answer();
  await waiting;

  expect([site.state, asked]).toEqual(['ready', 1]);
});

test('after a kill, another worker goes on; the site of a suspended account waits', async () => {
  const web = await openWeb({ '/a': GARANSI });
  const { add, walk, show, account } = await shop();
  const { id } = (await add(`${web.origin}/a`)).body;
  const claim = `update knowledge_sites set claim_id = gen_random_uuid(), due_at = $2 where site_uuid = $1`;
  await ctx.pool.query(claim, [id, new Date(ctx.now().getTime() + 60_000)]);

  await worker.runOnce();
  const claimed = await show(id);
  ctx.clock.advance(60_000);
  await ctx.pool.query(`update accounts set status = 'suspended' where id = $1`, [account.id]);
  await worker.runOnce();
  await ctx.pool.query(`update accounts set status = 'active' where id = $1`, [account.id]);
  const suspended = await show(id);
  ctx.clock.advance(3_600_000);

  expect([claimed.state, suspended.state]).toEqual(['waiting', 'waiting']);
  expect(await walk(id)).toMatchObject({ state: 'ready' });
});

test.each<[string, object, number]>([
  ['no URL', {}, 422],
  ['a user name', { url: 'https://a:b@toko.example.com/' }, 422],
  ['another scheme', { url: 'file:///etc/passwd' }, 422],
  ['too many pages', { url: 'https://toko.example.com/', max_pages: 201 }, 422],
  ['too often', { url: 'https://toko.example.com/', refresh_hours: 0 }, 422],
])('a site with %s is refused', async (_, body, status) => {
  const { api } = await shop();

  expect((await api('POST', '/v1/knowledge/sites', body)).status).toBe(status);
});

test('an account has a limited number of sites', async () => {
  const { account, add } = await shop();
  await ctx.pool.query(
    `insert into knowledge_sites (account_id, url, origin, max_pages, max_depth, created_at, updated_at)
     select $1, 'https://a.example/' || n, 'https://a.example', 1, 1, now(), now() from generate_series(1, $2::int) n`,
    [account.id, MAX_SITES],
  );

  const beyond = await add('https://a.example/');

  expect([beyond.status, beyond.body.error]).toEqual([422, 'knowledge_limit_reached']);
});
