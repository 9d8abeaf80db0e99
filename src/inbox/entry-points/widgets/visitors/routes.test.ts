import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testContext, useSettings } from '../../../../../test/harness/context.ts';
import { listeningService } from '../../../../../test/harness/live-stream.ts';
import { mediaFolder } from '../../../../../test/harness/media-folder.ts';
import { insertUpload } from '../../../../../test/harness/uploads.ts';
import { openWidgetShops } from '../../../../../test/harness/visitors.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import { uploadUrl } from '../../../../platform/lib/media/upload-url.ts';
import { sealIdentitySecret } from '../identity-secret.ts';
import { MAX_CONTACT_NAME, MAX_TEXT, PER_MINUTE } from './limits.ts';

useSettings(await mediaFolder(afterAll));
const ctx = await testContext({ cleanup: afterAll });
const { http } = await listeningService(ctx);
const shop = openWidgetShops(ctx, http);

function sign(
  claims: object,
  secret: string,
  header: object = { alg: 'HS256', typ: 'JWT' },
  encoding: BufferEncoding = 'utf8',
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value), encoding).toString('base64url');
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const inSeconds = (ms: number) => Math.floor((ctx.now().getTime() + ms) / SECOND);

test('a message is in the conversation before its visitor gets 201, and the same id stores nothing twice', async () => {
  const { visitor, stored, account } = await shop();
  const { write, read } = await visitor();
  const id = randomUUID();

  const first = await write({ id, text: 'Ada kopi?' });
  const again = await write({ id, text: 'lain' });

  const own = { id, from: 'visitor', by: null, type: 'text', text: 'Ada kopi?', choices: null, file: null };
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(first.body).toEqual({ ...own, at: ctx.now().toISOString(), status: 'sent' });
  expect(again.body).toEqual(first.body);
  const rows = await stored();
  expect(rows).toMatchObject([{ body: 'Ada kopi?', phone: expect.stringMatching(/^[0-9a-f]{32}@visitor$/) }]);
  expect((await read()).body).toEqual({ messages: [first.body], has_more: false });
  const { rows: chats } = await ctx.pool.query(
    'select phone, unread from conversations where account_id = $1',
    [account.id],
  );
  expect(chats).toEqual([{ phone: rows[0].phone, unread: 1 }]);
});

test('two posts with one id at once are one message', async () => {
  const { visitor, stored } = await shop();
  const { write } = await visitor();
  const id = randomUUID();

  const answers = await Promise.all([write({ id }), write({ id }), write({ id: id.toUpperCase() })]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  expect(await stored()).toHaveLength(1);
});

test('no visitor reads or changes the chat of another one, with any token or id', async () => {
  const [one, other] = [await shop(), await shop()];
  const [ani, budi] = [await one.visitor(), await one.visitor()];
  const id = randomUUID();
  await ani.write({ id, text: 'Rahasia' });
  const secret = await one.answer({
    type: 'button',
    interactive: JSON.stringify({ buttons: [{ id: 'x', title: 'Rahasia' }] }),
  });
  const flip = (at: number) =>
    ani.token.slice(0, at) + (ani.token[at] === 'A' ? 'B' : 'A') + ani.token.slice(at + 1);
  const forged = [
    ...[0, 20, 60, ani.token.length - 1].map(flip),
    ...['', 'x', `${ani.token}A`, ani.token.slice(0, -1), 'A'.repeat(2_004), `${ani.token}=`],
  ];

  const refused = await Promise.all([
    ...forged.map((token) => one.visitorWith(token).read()),
    other.visitorWith(ani.token).read(),
    other.visitorWith(ani.token).write(),
    other.visitorWith(ani.token).see(secret),
    other.call('GET', 'events', undefined, ani.auth),
  ]);
  const pages = await Promise.all([
    budi.read(),
    budi.read(`?before=${id}`),
    budi.read(`?before=${secret}`),
    budi.read(`?before=${randomUUID()}`),
    budi.read('?before=1'),
  ]);
  const seen = [await budi.see(secret), await budi.see(id), await budi.see('nothing')];
  await budi.write({ text: 'Saya', choice: { message: secret, id: 'x' } });

  for (const { status, body } of refused) {
    expect([status, body.error]).toEqual([401, 'invalid_visitor_token']);
    expect(body).toEqual(refused[0]?.body);
  }
  for (const page of pages) expect(page).toMatchObject({ body: { messages: [], has_more: false } });
  expect(seen.map(({ status }) => status)).toEqual([204, 204, 204]);
  const rows = await one.stored();
  expect(rows.map(({ body, status, details }) => [body, status, details])).toEqual([
    ['Rahasia', 'received', null],
    ['Ada, Kak.', 'sent', null],
    ['Saya', 'received', null],
  ]);
  expect(await other.stored()).toEqual([]);
});

test('a token ends after a year', async () => {
  const { visitor } = await shop();
  const { read } = await visitor();
  const from = ctx.now();
  ctx.clock.advance(364 * DAY);
  const late = await read();

  ctx.clock.advance(2 * DAY);
  const ended = await read();
  ctx.clock.set(from);

  expect([late.status, ended.status]).toEqual([200, 401]);
});

test('who the web site has signed has the same chat on every device, under the signed name', async () => {
  const [one, two] = [await shop({ identity_secret: 's'.repeat(48) }), await shop()];
  const aud = one.widget.widget_uuid;
  const name = '\u202eAni\u0001 '.repeat(80);
  const jwt = sign({ sub: 'u-1', aud, exp: inSeconds(HOUR), name }, 's'.repeat(48));

  const [phone, laptop] = [await one.visitor(jwt), await one.visitor(jwt)];
  await phone.write({ text: 'Dari ponsel' });
  const read = await laptop.read();
  const elsewhere = await two.call('POST', 'visitors', { identity: jwt });

  expect(read.body.messages).toMatchObject([{ text: 'Dari ponsel' }]);
  const { rows } = await ctx.pool.query('select name from people where account_id = $1', [one.account.id]);
  expect(rows).toEqual([{ name: name.slice(0, MAX_CONTACT_NAME).trim() }]);
  expect([elsewhere.status, elsewhere.body.error]).toEqual([403, 'invalid_identity']);
});

test('a new secret ends the tokens of identities under the old one, and no others', async () => {
  const { visitor, widget } = await shop({ identity_secret: 'old' });
  const aud = widget.widget_uuid;
  const signed = await visitor(sign({ sub: 'u-1', aud, exp: inSeconds(HOUR) }, 'old'));
  const unsigned = await visitor();
  await ctx.pool.query('update widgets set identity_secret = $2 where entry_point_id = $1', [
    widget.entry_point_id,
    sealIdentitySecret(ctx, widget.entry_point_id, 'new'),
  ]);
  ctx.clock.advance(SECOND);

  const answers = [await signed.read(), await unsigned.read()];

  expect(answers.map(({ status }) => status)).toEqual([401, 200]);
});

test('an identity that is unsigned, expired, too long valid or for another widget gets no token', async () => {
  const secret = 'k'.repeat(48);
  const { call, widget } = await shop({ identity_secret: secret, identity_required: true });
  const claims = { sub: 'u-1', aud: widget.widget_uuid, exp: inSeconds(HOUR) };
  const good = sign(claims, secret);
  const bad = [
    sign(claims, `${secret}x`),
    sign(claims, ''),
    sign(claims, secret, { alg: 'none' }),
    sign(claims, secret, { alg: 'HS512' }),
    sign(claims, secret, { alg: 'HS256', crit: ['x'] }),
    `${good.split('.').slice(0, 2).join('.')}.`,
    `${good}.x`,
    `${good.slice(0, -5)}AAAAA`,
    sign({ ...claims, exp: inSeconds(-2 * MINUTE) }, secret),
    sign({ ...claims, exp: inSeconds(HOUR + 5 * MINUTE) }, secret),
    sign({ ...claims, exp: undefined }, secret),
    sign({ ...claims, exp: 'soon' }, secret),
    sign({ ...claims, nbf: inSeconds(5 * MINUTE) }, secret),
    sign({ ...claims, aud: randomUUID() }, secret),
    sign({ ...claims, aud: undefined }, secret),
    sign({ ...claims, sub: '' }, secret),
    sign({ ...claims, sub: 'x'.repeat(300) }, secret),
    sign({ ...claims, sub: 7 }, secret),
    // Read as UTF-8, this user and `josè` would be one.
    sign({ ...claims, sub: 'josé' }, secret, undefined, 'latin1'),
    'x',
  ];

  const answers = await Promise.all(bad.map((identity) => call('POST', 'visitors', { identity })));
  const unsigned = await call('POST', 'visitors', {});
  const leeway = await call('POST', 'visitors', {
    identity: sign({ ...claims, exp: inSeconds(-30 * SECOND) }, secret),
  });
  const several = await call('POST', 'visitors', {
    identity: sign({ ...claims, aud: ['x', widget.widget_uuid] }, secret),
  });

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    bad.map(() => [403, 'invalid_identity']),
  );
  expect([unsigned.status, unsigned.body.error]).toEqual([403, 'identity_required']);
  expect([leeway.status, several.status]).toEqual([201, 201]);
  expect(several.body).toEqual({ token: expect.any(String), verified: true });
});

test('a widget that comes to need a signed identity refuses earlier tokens', async () => {
  const { visitor, widget } = await shop();
  const { write } = await visitor();
  await ctx.pool.query('update widgets set identity_required = true where entry_point_id = $1', [
    widget.entry_point_id,
  ]);
  ctx.clock.advance(SECOND);

  const answer = await write();

  expect([answer.status, answer.body.error]).toEqual([403, 'identity_required']);
});

test.each([
  ['switched off', 'update entry_points set enabled = false where id = $1', 403, 'chat_closed'],
  ['in mode button', `update widgets set mode = 'button' where entry_point_id = $1`, 403, 'chat_closed'],
  ['deleted', 'update entry_points set deleted_at = now() where id = $1', 404, 'widget_not_found'],
  [
    'of a suspended account',
    `update accounts set status = 'suspended' where id = (select account_id from entry_points where id = $1)`,
    403,
    'chat_closed',
  ],
  [
    'of a cancelled account',
    `update accounts set status = 'cancelled', cancelled_at = now()
     where id = (select account_id from entry_points where id = $1)`,
    403,
    'chat_closed',
  ],
])('a widget that is %s takes no visitors and stores nothing', async (_name, sql, status, error) => {
  const { visitor, stored, call, widget } = await shop();
  const { write, read, see, auth } = await visitor();
  await ctx.pool.query(sql, [widget.entry_point_id]);
  ctx.clock.advance(SECOND);

  const answers = [await write(), await read(), await see('x'), await call('POST', 'visitors', {})];
  answers.push(await call('GET', 'events', undefined, auth));

  expect(answers.map((answer) => [answer.status, answer.body.error])).toEqual(
    answers.map(() => [status, error]),
  );
  expect(await stored()).toEqual([]);
});

test('a widget that does not exist is not found', async () => {
  const ids = [randomUUID(), 'x', '%00', '1'];

  const answers = await Promise.all(
    ids.map((id) => http.inject({ method: 'POST', url: `/w/${id}/visitors` })),
  );

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
});

test('a page of another site cannot call with a browser', async () => {
  const { visitor, call, stored } = await shop();
  const { write, auth } = await visitor();
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  const answers = await Promise.all(
    foreign.flatMap((headers) => [
      write({}, headers),
      call('POST', 'visitors', {}, headers),
      call('GET', 'messages', undefined, { ...auth, ...headers }),
      call('GET', 'events', undefined, { ...auth, ...headers }),
    ]),
  );
  const own = await write({}, { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' });

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [403, 'foreign_origin']),
  );
  expect(own.status).toBe(201);
  expect(await stored()).toHaveLength(1);
  expect(own.headers).not.toHaveProperty('access-control-allow-origin');
});

test('hostile text stays text, and text that cannot be stored is refused', async () => {
  const { visitor, stored } = await shop();
  const { write, read } = await visitor();
  const kept = [
    '<script>alert(1)</script>',
    '\u202eevil\u2066',
    '😀'.repeat(MAX_TEXT),
    '{"id":1}\n\nevent: chat\ndata: {}\n\n',
    "'; drop table messages; --",
  ];
  const id = randomUUID();
  const refused = [
    ...['a\0b', '\ud800', 'x'.repeat(MAX_TEXT + 1), '😀'.repeat(MAX_TEXT + 1), ' \n', 7, null, undefined].map(
      (text) => ({ text }),
    ),
    ...['', 'x', 1, `${id}x`, null, undefined].map((other) => ({ id: other })),
    ...[{}, { message: 'x' }, { message: 'x'.repeat(101), id: 'x' }, 'x'].map((choice) => ({ choice })),
    ...[{ name: 'x' }, { name: '', phone: '1' }, { name: 'x'.repeat(101), phone: '1' }].map((contact) => ({
      contact,
    })),
  ];

  const good = [];
  for (const text of kept) good.push(await write({ text }));
  const bad = [];
  for (const post of refused) bad.push(await write(post));
  const large = await write({ text: 'x', more: 'x'.repeat(17_000) });

  expect(good.map(({ status }) => status)).toEqual(kept.map(() => 201));
  expect((await read()).body.messages.map(({ text }: { text: string }) => text)).toEqual(kept);
  expect(bad.filter(({ status }) => status !== 422)).toEqual([]);
  expect(large.status).toBe(413);
  expect(await stored()).toHaveLength(kept.length);
});

test('a tapped choice of an own message is a choice; its title is the text', async () => {
  const { visitor, stored, answer } = await shop();
  const { write, read } = await visitor();
  await write();
  const rows = [{ id: 'p', title: 'Pagi', description: 'sampai 11' }];
  const interactive = JSON.stringify({ header: 'Jadwal', sections: [{ title: 'Hari ini', rows }] });
  const message = await answer({ type: 'list', body: 'Kapan?', interactive });

  await write({ text: 'apa saja', choice: { message, id: 'p' } });
  await write({ text: 'Sore', choice: { message, id: 'other' } });

  const page = (await read()).body.messages;
  expect(page[1]).toMatchObject({
    ...{ id: message, from: 'business', by: 'bot', type: 'list', text: 'Jadwal\n\nKapan?', choices: rows },
  });
  expect(page.slice(2).map(({ text }: { text: string }) => text)).toEqual(['Pagi', 'Sore']);
  expect((await stored()).slice(2).map(({ details }) => details)).toEqual([
    {
      choice_id: 'p',
      quote: { id: message, author: 'us', type: 'list', excerpt: 'Kapan?' },
    },
    null,
  ]);
});

test('the form outside business hours adds how to reach the visitor, and merges no people', async () => {
  const { visitor, stored, account } = await shop({ language: 'en' });
  const { write } = await visitor();

  await write({ text: 'Any stock?', contact: { name: 'Budi\nPhone: 1', phone: ' 0812-3456-7890 ' } });

  expect((await stored())[0].body).toBe('Any stock?\n\nName: Budi Phone: 1\nPhone: 0812-3456-7890');
  const { rows } = await ctx.pool.query('select value from person_identities where account_id = $1', [
    account.id,
  ]);
  expect(rows).toEqual([{ value: expect.stringMatching(/^[0-9a-f]{32}/) }]);
});

test('pages go back in time, and show what the engine has taken alone', async () => {
  const { visitor, answer } = await shop();
  const { write, read } = await visitor();
  await write({ text: '0' });
  for (const status of ['queued', 'failed']) await answer({ status, wa_message_id: null, body: 'unsent' });
  for (let n = 1; n < 35; n += 1)
    await answer({ body: String(n), source: 'staff', media_url: 'https://x.example/a.pdf' });

  const newest = await read();
  const older = await read(`?before=${newest.body.messages[0].id}`);

  const texts = ({ body }: typeof newest) => body.messages.map(({ text }: { text: string }) => Number(text));
  expect(texts(newest)).toEqual(Array.from({ length: 30 }, (_, n) => n + 5));
  expect(newest.body.has_more).toBe(true);
  expect(newest.body.messages[0]).toMatchObject({
    by: 'person',
    file: { url: 'https://x.example/a.pdf', name: 'a.pdf' },
  });
  expect([texts(older), older.body.has_more]).toEqual([[0, 1, 2, 3, 4], false]);
});

test('an uploaded file is read with the token of its visitor alone', async () => {
  const { visitor, answer, account, widget } = await shop();
  const [{ write, read, auth }, other] = [await visitor(), await visitor()];
  await other.write();
  await write();
  const media_url = uploadUrl(account.id, await insertUpload(ctx, account, { file_name: 'menu.jpg' }));
  await answer({ type: 'image', media_url });
  await answer({ type: 'image', media_url: uploadUrl(account.id + 1, randomUUID()) });

  const [, own, foreign] = (await read()).body.messages;
  const get = ({ id }: { id: string }, headers: Record<string, string> = auth) =>
    http.inject({ url: `/w/${widget.widget_uuid}/files/${id}`, headers });
  const answers = [
    await get(own, other.auth),
    await get(own, {}),
    await get(foreign),
    await get({ id: 'x' }),
  ];
  const { body, headers } = await get(own);

  expect([own.file, body]).toEqual([{ url: null, name: 'menu.jpg' }, 'bytes']);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 401, 410, 404]);
  expect(headers).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': expect.stringContaining('menu.jpg'),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
});

test('what the page has shown counts as delivered and read, up to that message', async () => {
  const { visitor, stored, answer } = await shop();
  const { write, see } = await visitor();
  await write();
  const [first, second] = [await answer(), await answer(), await answer()];
  const statuses = async () => (await stored()).slice(1).map(({ status }) => status);

  await see(second, 'delivered');
  const delivered = await statuses();
  await see(first, 'read');
  await see(second, 'delivered');

  expect(delivered).toEqual(['delivered', 'delivered', 'sent']);
  expect(await statuses()).toEqual(['read', 'delivered', 'sent']);
});

test('a visitor who writes too much waits, and others do not', async () => {
  const { visitor } = await shop();
  const [busy, calm] = [await visitor(), await visitor()];

  const answers = [];
  for (let n = 0; n <= PER_MINUTE.messagesOfVisitor; n += 1) answers.push(await busy.write());
  const other = await calm.write();
  ctx.clock.advance(20 * SECOND);
  const waiting = await busy.write();
  ctx.clock.advance(40 * SECOND);
  const again = await busy.write();

  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: PER_MINUTE.messagesOfVisitor }, () => 201),
    429,
  ]);
  expect([answers.at(-1)?.headers['retry-after'], answers.at(-1)?.body.error]).toEqual([
    '60',
    'rate_limited',
  ]);
  expect([other.status, waiting.headers['retry-after'], again.status]).toEqual([201, '40', 201]);
});

test('a network gets a limited number of tokens in a minute', async () => {
  const { call } = await shop();
  const ask = () => call('POST', 'visitors', {}, {}, '192.0.2.1');

  const answers = [];
  for (let n = 0; n <= PER_MINUTE.tokensOfNetwork; n += 1) answers.push((await ask()).status);

  expect(answers.indexOf(429)).toBe(PER_MINUTE.tokensOfNetwork);
});
