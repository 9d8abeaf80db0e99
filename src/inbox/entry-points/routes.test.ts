import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { type Customer, openService } from '../../../test/harness/service.ts';
import { inboundHooks } from '../../app/inbound-hooks.ts';
import { createInbound } from '../../gateway/messages/inbound/inbound.ts';
import { mergePeople, unmergePeople } from '../conversations/merges/merge.ts';
import { MAX_ADS } from './ads/store.ts';
import { MAX_ENTRY_POINTS, MAX_SLUGS } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx, inboundHooks(ctx));
const { storeChanges } = createInbound(ctx, []);
const PHONE = '6281234567890';
/** A PNG of one pixel. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const TEXT = 'Halo, saya mau tanya promo';
const BROWSER = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36' };
let slugs = 0;

async function shop() {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account, { phone_number: '6281100000001' });
  const { api } = customer;
  const make = async (fields: object = {}) =>
    (await api('POST', '/v1/entry-points', { name: 'Poster', device_uuid: device.device_uuid, ...fields }))
      .body;
  return {
    ...{ ...customer, device, make },
    change: (id: string, fields: object) => api('PATCH', `/v1/entry-points/${id}`, fields),
    stats: async (id: string) => (await api('GET', `/v1/entry-points/${id}/stats`)).body,
    /** A customer writes. Returns the conversation. */
    async hears(body: string, from = PHONE) {
      await receive(inbound(device, from, { body }));
      return (await api('GET', `/v1/conversations?phone=${from}`)).body.data[0];
    },
    /** A customer writes after a click on an advertisement. */
    async hearsFromAd(details: object, body = 'Halo', from = PHONE) {
      const { message, ...to } = inbound(device, from, { body });
      await receive({ ...to, message: { ...message, details } });
      return (await api('GET', `/v1/conversations?phone=${from}`)).body.data[0];
    },
    messagesOf: async (id: string) => (await api('GET', `/v1/conversations/${id}/messages`)).body.data,
  };
}

const visit = (slug: string, headers: Record<string, string> = BROWSER, method: 'GET' | 'HEAD' = 'GET') =>
  service.http.inject({ method, url: `/l/${slug}`, headers });

function newSlug(): string {
  slugs += 1;
  return `promo-${process.pid}-${slugs}`;
}

test('a link leads to the chat with the number, with a text and a code', async () => {
  const { make, api, device } = await shop();
  const slug = newSlug();

  const link = await make({ slug: slug.toUpperCase(), text: TEXT });
  const answer = await visit(slug);
  const read = await api('GET', `/v1/entry-points/${link.id}`);
  const list = await api('GET', '/v1/entry-points');

  const { device_uuid } = device;
  expect(link).toMatchObject({ name: 'Poster', slug, text: TEXT, device_uuid, enabled: true });
  expect(link.url).toMatch(new RegExp(`^http://[^/]+/l/${slug}$`));
  expect(answer.statusCode).toBe(302);
  const message = encodeURIComponent(`${TEXT} (ref ${link.code})`);
  expect(answer.headers.location).toBe(`https://wa.me/6281100000001?text=${message}`);
  expect(read.body).toEqual(link);
  expect(list.body).toEqual({ data: [link], next_cursor: null });
});

test('a link without a slug gets a random one, and hostile text stays text', async () => {
  const { make } = await shop();
  const text = 'a&text=b\r\nLocation: https://evil.example/\u202e"><script>';

  const link = await make({ text });
  const answer = await visit(link.slug);

  expect(link.slug).toMatch(/^[0-9a-f]{10}$/);
  const { searchParams, host } = new URL(String(answer.headers.location));
  expect(host).toBe('wa.me');
  expect([...searchParams]).toEqual([['text', `${text} (ref ${link.code})`]]);
});

test('the first message with the code binds the conversation, and readers see no code', async () => {
  const { make, hears, messagesOf, api, stats } = await shop();
  const link = await make({ text: TEXT });
  await visit(link.slug);

  const chat = await hears(`${TEXT} (ref ${link.code})`);
  await hears('Halo juga', '6281200000099');

  const touch = { kind: 'link', entry_point_id: link.id, name: 'Poster', ad_id: null };
  expect(chat).toMatchObject({ first_touch: touch, last_touch: touch, last_message: { body: TEXT } });
  expect((await messagesOf(chat.id))[0].body).toBe(TEXT);
  const stored = await ctx.pool.query('select body from messages where details ? $1', ['reference']);
  expect(stored.rows).toContainEqual({ body: `${TEXT} (ref ${link.code})` });
  const came = await api('GET', `/v1/conversations?entry_point_id=${link.id}`);
  expect(came.body.data.map(({ id }: { id: string }) => id)).toEqual([chat.id]);
  expect(await stats(link.id)).toEqual({ clicks: 1, chats: 1, answered: 0, resolved: 0 });
});

test('the event of the message keeps the code', async () => {
  const { make, hears, account } = await shop();
  const link = await make({ text: TEXT });

  await hears(`${TEXT} (ref ${link.code})`);

  const { rows } = await ctx.pool.query(
    "select body::json ->> 'body' as body from events where account_id = $1 and type = 'message.received'",
    [account.id],
  );
  expect(rows).toEqual([{ body: `${TEXT} (ref ${link.code})` }]);
});

test('the first touch stays, the last one follows, and a customer who comes again counts once', async () => {
  const { make, hears, stats, api } = await shop();
  const [poster, flyer] = [await make({ name: 'Poster' }), await make({ name: 'Brosur' })];
  const writeWith = ({ code }: { code: string }) => hears(`Halo (ref ${code})`);

  await hears('Halo');
  await writeWith(poster);
  await writeWith(flyer);
  const chat = await writeWith(flyer);

  expect([chat.first_touch.name, chat.last_touch.name]).toEqual(['Poster', 'Brosur']);
  expect(await stats(flyer.id)).toMatchObject({ chats: 1 });
  expect(await stats(poster.id)).toMatchObject({ chats: 1 });
  const listed = async (id: string) =>
    (await api('GET', `/v1/conversations?entry_point_id=${id}`)).body.data.length;
  expect([await listed(poster.id), await listed(flyer.id)]).toEqual([0, 1]);
});

test('a code of another account and an unknown code bind nothing, and stay in the text', async () => {
  const [one, other] = [await shop(), await shop()];
  const foreign = await other.make();

  const chat = await one.hears(`Halo (ref ${foreign.code})`);
  const unknown = await one.hears('Halo (ref 22222)', '6281200000002');

  expect(chat).toMatchObject({ first_touch: null, last_message: { body: `Halo (ref ${foreign.code})` } });
  expect(unknown).toMatchObject({ last_touch: null, last_message: { body: 'Halo (ref 22222)' } });
});

test('a customer who writes an opt-out word beside the code opts out', async () => {
  const { make, hears, api } = await shop();
  const { code } = await make();

  await hears(`Stop (ref ${code})`);

  expect((await api('GET', '/v1/opt-outs')).body.data).toMatchObject([{ phone: PHONE }]);
});

test('an edit binds nothing, and readers see no code in it', async () => {
  const { make, hears, messagesOf, device, api } = await shop();
  const [poster, flyer] = [await make(), await make({ name: 'Brosur' })];
  const { id, last_message } = await hears(`Halo (ref ${poster.code})`);
  const { wa_message_id: editOf } = last_message;
  const edit = inbound(device, PHONE, { body: `Halo, ada kopi? (ref ${flyer.code})`, editOf });

  await receive(edit);
  const { waMessageId, from: phone, body, at } = edit.message;
  const change = { kind: 'edit', waMessageId, phone, fromMe: false, target: editOf, body, at } as const;
  await ctx.db.transaction((tx) => storeChanges(tx, [{ device: edit.device, change }]));

  const chat = (await api('GET', `/v1/conversations/${id}`)).body;
  expect(chat).toMatchObject({ last_touch: { name: 'Poster' }, last_message: { body: 'Halo, ada kopi?' } });
  expect(await messagesOf(id)).toMatchObject([
    { body: 'Halo, ada kopi?' },
    { body: 'Halo', edits: [{ body: 'Halo, ada kopi?' }] },
  ]);
});

test('a merge shows the touches of both people, also in the list of a link, and its end parts them', async () => {
  const { make, hears, api, account } = await shop();
  const { id, code } = await make();
  const one = await hears('Halo', '6281200000011');
  const two = await hears(`Halo (ref ${code})`, '6281200000012');
  const listed = async () =>
    (await api('GET', `/v1/conversations?entry_point_id=${id}`)).body.data.map(
      (chat: { id: string }) => chat.id,
    );
  const people = { uuid: one.person.id, other: two.person.id, actor: 'x' };

  await mergePeople(ctx, account, people);
  const together = await listed();
  const shown = (await api('GET', `/v1/conversations/${one.id}`)).body;
  await unmergePeople(ctx, account, people);

  expect(together).toEqual([one.id]);
  expect(shown.last_touch).toMatchObject({ name: 'Poster' });
  expect(await listed()).toEqual([two.id]);
});

test('clicks of people count, those of crawlers and previews do not', async () => {
  const { make, stats } = await shop();
  const { id, slug } = await make();

  await visit(slug);
  await visit(slug, { 'user-agent': 'WhatsApp/2.23.20.0 A' });
  await visit(slug, {
    'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  });
  await visit(slug, { 'user-agent': 'facebookexternalhit/1.1' });
  await visit(slug, { ...BROWSER, 'sec-purpose': 'prefetch;prerender' });
  await visit(slug, BROWSER, 'HEAD');
  await visit(slug);

  expect(await stats(id)).toMatchObject({ clicks: 2 });
});

test('a link that leads nowhere says so in the language of the visitor, and counts no click', async () => {
  const { make, change, api, stats } = await shop();
  const [off, late, gone, empty] = [await make(), await make(), await make(), await make()];
  const { body: device } = await api('POST', '/v1/devices', { label: 'Baru' });
  await change(off.id, { enabled: false });
  await change(late.id, { expires_at: '2020-01-01T00:00:00Z' });
  await change(empty.id, { device_uuid: device.device_uuid });
  await api('DELETE', `/v1/entry-points/${gone.id}`);

  const answers = await Promise.all(
    [off, late, gone, empty, { slug: 'no-such-link' }].map(({ slug }) => visit(slug)),
  );
  const indonesian = await visit(off.slug, { ...BROWSER, 'accept-language': 'id-ID,id;q=0.9' });

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([410, 410, 410, 503, 404]);
  expect(answers[0]?.payload).toContain('<h1>This link is closed</h1>');
  expect(answers[1]?.payload).toContain('<h1>This link has expired</h1>');
  expect(indonesian.payload).toContain('<html lang="id">');
  expect(indonesian.payload).toContain('<h1>Tautan ini sudah ditutup</h1>');
  expect(String(answers[0]?.headers['content-security-policy'])).toContain("default-src 'none'");
  expect(await stats(off.id)).toMatchObject({ clicks: 0 });
});

test.each(['%00', 'a%00b', '..%2f..%2fetc', 'a'.repeat(65), '%E2%80%AE'])(
  'an address that no link can have is unknown: %s',
  async (slug) => {
    expect((await visit(slug)).statusCode).toBe(404);
  },
);

test('a link of a sandbox account leads to the sandbox, never to the real network', async () => {
  const { make, account } = await shop();
  await ctx.pool.query("update accounts set kind = 'sandbox' where id = $1", [account.id]);
  const { slug, code } = await make({ text: 'Halo' });

  const { headers } = await visit(slug);

  const text = encodeURIComponent(`Halo (ref ${code})`);
  expect(headers.location).toBe(`../sandbox/chat?phone=6281100000001&text=${text}`);
});

test('an earlier address still leads to its link, and no other link gets it', async () => {
  const [one, other] = [await shop(), await shop()];
  const [before, after] = [newSlug(), newSlug()];
  const link = await one.make({ slug: before });

  const changed = await one.change(link.id, { slug: after });
  const taken = await other.api('POST', '/v1/entry-points', {
    ...{ name: 'Lain', slug: before, device_uuid: other.device.device_uuid },
  });
  await one.api('DELETE', `/v1/entry-points/${link.id}`);
  const again = await one.make({ slug: after });

  expect(changed.body).toMatchObject({ slug: after, code: link.code });
  const error = { slug: ['is or was the address of another link: choose another one'] };
  expect(taken).toMatchObject({ status: 422, body: { errors: error } });
  expect(again.errors).toEqual(error);
  expect((await visit(before)).statusCode).toBe(410);
});

test('a link has a bounded number of addresses, and may go back to an earlier one', async () => {
  const { make, change } = await shop();
  const first = newSlug();
  const link = await make({ slug: first });
  for (let n = 1; n < MAX_SLUGS; n += 1) await change(link.id, { slug: newSlug() });

  const tooMany = await change(link.id, { slug: newSlug() });
  const back = await change(link.id, { slug: first });

  expect(tooMany.body.errors).toEqual({ slug: ['has changed 19 times already: make another link'] });
  expect(back).toMatchObject({ status: 200, body: { slug: first } });
});

test('an account has a bounded number of links', async () => {
  const { make, account, device } = await shop();
  await ctx.pool.query(
    `insert into entry_points (account_id, kind, name, device_id, slug, text, code, created_at, updated_at)
     select $1, 'link', 'x', $2, 'filled-' || n, '', 'x' || n, now(), now() from generate_series(1, $3) n`,
    [account.id, device.id, MAX_ENTRY_POINTS],
  );

  expect(await make()).toMatchObject({ error: 'entry_point_limit_reached' });
});

test.each([
  [{ slug: 'Tidak Boleh!' }, 'slug'],
  [{ slug: '' }, 'slug'],
  [{ slug: `a${'b'.repeat(64)}` }, 'slug'],
  [{ text: 'x'.repeat(501) }, 'text'],
  [{ name: ' ' }, 'name'],
  [{ expires_at: 'besok' }, 'expires_at'],
  [{ device_uuid: 'x' }, 'device_uuid'],
])('a wrong field is named: %j', async (fields, name) => {
  const { make } = await shop();

  expect(Object.keys((await make(fields)).errors)).toEqual([name]);
});

test('another account neither sees nor changes a link', async () => {
  const [one, other] = [await shop(), await shop()];
  const { id } = await one.make();
  const path = `/v1/entry-points/${id}`;
  const calls: [string, string, unknown?][] = [
    ['GET', path],
    ['PATCH', path, { name: 'x' }],
    ['DELETE', path],
    ['GET', `${path}/stats`],
  ];

  const answers = await Promise.all(calls.map(([method, url, body]) => ask(other, method, url, body)));

  expect(new Set(answers)).toEqual(new Set(['entry_point_not_found']));
  expect(
    (await other.api('POST', '/v1/entry-points', { name: 'x', device_uuid: one.device.device_uuid })).body,
  ).toMatchObject({ error: 'device_not_found' });
});

const ask = async ({ api }: Customer, method: string, url: string, body?: unknown) =>
  (await api(method, url, body)).body.error;

const CLICK = { source_url: 'https://fb.me/x', headline: 'Diskon', ctwa_clid: 'ARx' };
const OFFICIAL = { referral: { ...CLICK, source_type: 'ad', source_id: '1202' } };
const ECONOMY = {
  ad_context: {
    externalAdReply: {
      sourceType: 'ad',
      sourceId: '1202',
      title: 'Diskon',
      sourceUrl: 'https://fb.me/x',
      ctwaClid: 'ARx',
    },
  },
};

test.each([
  ['official', OFFICIAL],
  ['economy', ECONOMY],
])('a message from an advertisement binds its conversation on the %s engine', async (_engine, details) => {
  const { hearsFromAd, api, account } = await shop();

  const chat = await hearsFromAd(details);
  await hearsFromAd(details, 'Halo lagi');
  const other = await hearsFromAd(details, 'Halo', '6281200000077');

  expect(chat.first_touch).toMatchObject({
    ...{ kind: 'ad', name: 'Diskon', ad_id: '1202', ctwa_clid: 'ARx' },
    headline: 'Diskon',
  });
  const { rows } = await ctx.pool.query('select id from conversation_touches where account_id = $1', [
    account.id,
  ]);
  expect(rows).toHaveLength(2);
  expect(other.last_touch.entry_point_id).toBe(chat.first_touch.entry_point_id);
  const listed = await api('GET', `/v1/conversations?entry_point_id=${chat.first_touch.entry_point_id}`);
  expect(listed.body.data).toHaveLength(2);
  expect((await api('GET', '/v1/entry-points')).body.data).toEqual([]);
});

test('clicks without an id, and beyond the limit, are touches without an entry point', async () => {
  const { hearsFromAd, account } = await shop();
  await ctx.pool.query(
    `insert into entry_points (account_id, kind, name, ad_id, created_at, updated_at)
     select $1, 'ad', 'x', n, now(), now() from generate_series(1, $2::int) n`,
    [account.id, MAX_ADS],
  );

  const beyond = await hearsFromAd({ referral: { ...CLICK, source_type: 'ad', source_id: 'new' } });
  const nameless = await hearsFromAd({ referral: { ...CLICK, source_type: 'ad' } }, 'Halo', '6281200000088');

  expect(beyond.first_touch).toMatchObject({ kind: 'ad', entry_point_id: null, ad_id: 'new' });
  expect(nameless.first_touch).toMatchObject({
    kind: 'ad',
    entry_point_id: null,
    ad_id: null,
    headline: 'Diskon',
  });
});

test('a link in an advertisement keeps both', async () => {
  const { make, hearsFromAd } = await shop();
  const { id, code } = await make();

  const chat = await hearsFromAd(OFFICIAL, `Halo (ref ${code})`);

  expect(chat.first_touch).toMatchObject({ kind: 'link', entry_point_id: id, ad_id: '1202' });
});

test('the report has all links and advertisements, and the export each time that a customer came', async () => {
  const { make, hearsFromAd, hears, api } = await shop();
  const { id, code, slug } = await make();
  await visit(slug);
  await hears(`Halo (ref ${code})`);
  await hearsFromAd({ referral: { ...OFFICIAL.referral, headline: '=1+1' } }, 'Halo', '6281200000078');
  await api('DELETE', `/v1/entry-points/${id}`);
  const figures = { chats: 1, answered: 0, resolved: 0 };

  const report = await api('GET', '/v1/entry-points/report?limit=1');
  const rest = await api('GET', `/v1/entry-points/report?cursor=${report.body.next_cursor}`);
  const before = await api('GET', '/v1/entry-points/report?until=2020-01-01');
  const { body: csv } = await api('GET', '/v1/entry-points/touches');

  expect(report.body.data).toEqual([
    { id, kind: 'link', name: 'Poster', slug, ad_id: null, deleted: true, clicks: 1, ...figures },
  ]);
  expect(rest.body.data).toMatchObject([{ kind: 'ad', name: '=1+1', ad_id: '1202', clicks: 0, ...figures }]);
  expect(before.body.data).toMatchObject([{ clicks: 0, chats: 0 }, { chats: 0 }]);
  const lines = csv.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,link,${id},Poster,`);
  expect(lines[2]).toMatch(/,ad,[^,]*,'=1\+1,[^,]*,6281200000078,1202,ARx,'=1\+1,https:\/\/fb.me\/x$/);
});

test('a report of days in the wrong order is refused', async () => {
  const { api } = await shop();

  const answer = await api('GET', '/v1/entry-points/report?since=2025-12-01&until=2025-11-01');

  expect(answer.body.errors).toEqual({ until: ['must not be before since'] });
});

test('the QR image of a link leads to its address, also with a logo', async () => {
  const { make, api, apiKey } = await shop();
  const { id, url } = await make({ slug: newSlug() });
  const draw = (file: string) =>
    service.http.inject({
      url: `/v1/entry-points/${id}/${file}`,
      headers: { authorization: `Bearer ${apiKey}`, host: new URL(url).host },
    });

  const plain = await draw('qr.png?size=512');
  const svg = await draw('qr.svg');
  const set = await api('PUT', `/v1/entry-points/${id}/logo`, { picture: LOGO });
  const withLogo = await draw('qr.png');
  const without = await draw('qr.png?size=512&logo=false');
  const removed = await api('DELETE', `/v1/entry-points/${id}/logo`);

  expect([read(plain.rawPayload), read(withLogo.rawPayload)]).toEqual([url, url]);
  expect(without.rawPayload).toEqual(plain.rawPayload);
  expect(svg.headers['content-type']).toBe('image/svg+xml');
  expect(svg.payload).toMatch(/^<svg [^>]*viewBox/);
  expect([set.body.has_logo, removed.body.has_logo]).toEqual([true, false]);
});

test.each([
  ['a text', Buffer.from('no picture').toString('base64'), 'The logo must be a JPEG, PNG or WebP picture.'],
  ['no base64', '<svg onload=alert(1)>', 'must be base64'],
])('a logo that is %s is refused', async (_what, picture, error) => {
  const { make, api } = await shop();
  const { id } = await make();

  const answer = await api('PUT', `/v1/entry-points/${id}/logo`, { picture });

  expect(answer).toMatchObject({ status: 422, body: { errors: { picture: [error] } } });
});

test('an address that is too long for a QR image is refused', async () => {
  const { make, apiKey } = await shop();
  const { id } = await make();
  const headers = { authorization: `Bearer ${apiKey}`, host: `${'a'.repeat(60)}.`.repeat(6) };

  const answer = await service.http.inject({ url: `/v1/entry-points/${id}/qr.svg`, headers });

  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toEqual({ url: ['is too long: shorten KURIR_PUBLIC_URL'] });
});

test.each(['size=10', 'size=5000', 'size=x', 'logo=maybe'])(
  'a wrong query of a QR image is refused: %s',
  async (query) => {
    const { make, api } = await shop();
    const { id } = await make();

    expect((await api('GET', `/v1/entry-points/${id}/qr.png?${query}`)).status).toBe(422);
  },
);

function read(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png);
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data;
}
