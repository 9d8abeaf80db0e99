import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { botAnswers } from '../../../../../test/harness/chat.ts';
import { testContext } from '../../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../../test/harness/rows.ts';
import { openService } from '../../../../../test/harness/service.ts';
import { tablesOf } from '../../../../../test/harness/tables.ts';
import { openWidgetShops } from '../../../../../test/harness/visitors.ts';
import { insertWidget } from '../../../../../test/harness/widgets.ts';
import { inboundHooks } from '../../../../app/inbound-hooks.ts';
import { shownEvents } from '../../../../gateway/messages/shown-event.ts';
import { DAY, MINUTE } from '../../../../platform/lib/clock.ts';
import { untilDatabaseAnswers } from '../../../../platform/lib/retry.ts';
import { mergePeople, unmergePeople } from '../../../conversations/merges/merge.ts';
import { createUser } from '../../../staff/users/creation.ts';
import { withWebCode } from '../../codes.ts';
import { deleteOldCodes, MAX_OPEN, makeVisitorCode } from './code.ts';
import { LINKS_PER_MINUTE } from './routes.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_DATABASE_POOL: '12' } });
const service = await openService(ctx);
const store = receiver(ctx, inboundHooks(ctx));
/** As the sessions process and the callbacks of the provider do. */
const receive: typeof store = (...batch) =>
  untilDatabaseAnswers(new AbortController().signal, () => store(...batch).catch(noteDeadlock));
const deadlocks: unknown[] = [];
const PHONE = '6281234567890';
const ROUNDS = 10;

const openShop = openWidgetShops(ctx, service.http);

/** A shop with a web chat in which a visitor has asked. */
async function shop() {
  const { account, api } = await service.customer();
  const device = await insertDevice(ctx, account, { phone_number: '6281100000001' });
  const widget = await insertWidget(ctx, device);
  const visitor = `${randomBytes(16).toString('hex')}@visitor`;
  const web = { id: widget.chat_device_id ?? 0, account_id: account.id, device_uuid: widget.widget_uuid };
  const asks = (body = 'Ada ongkir ke Bandung?', from = visitor) => receive(inbound(web, from, { body }));
  const makeCode = async () => withWebCode('Halo', (await makeVisitorCode(ctx, widget, visitor)).code);
  const writes = (body: string, { from = PHONE, at = ctx.now() } = {}) =>
    receive(inbound(device, from, { body, at }));
  const rows = () => conversationsOf(ctx, account);
  const ofPhone = async (phone: string) => {
    const found = (await rows()).find((row) => row.phone === phone);
    if (!found) throw new Error(`${phone} has no conversation`);
    return found;
  };
  const change = (columns: object) =>
    tablesOf(ctx.db).updateTable('conversations').set(columns).where('account_id', '=', account.id).execute();
  const automate = () =>
    ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  const timeline = async (id: number) =>
    tablesOf(ctx.db)
      .selectFrom('conversation_events')
      .select(['kind', 'actor', 'details'])
      .where('conversation_id', '=', id)
      .orderBy('id')
      .execute();
  await asks();
  return {
    ...{
      account,
      api,
      device,
      widget,
      visitor,
      web,
      asks,
      makeCode,
      writes,
      rows,
      change,
      automate,
      timeline,
    },
    onWeb: () => ofPhone(visitor),
    inApp: (phone = PHONE) => ofPhone(phone),
    texts: async (uuid: string) =>
      (await api('GET', `/v1/conversations/${uuid}/messages`)).body.data.map(
        ({ body }: { body: string }) => body,
      ),
  };
}

function noteDeadlock(error: unknown): never {
  if (/deadlock/.test(String(error))) deadlocks.push(error);
  throw error;
}

async function personOf({ person_id }: { person_id: number }): Promise<string> {
  const { rows } = await ctx.pool.query('select person_uuid from people where id = $1', [person_id]);
  return rows[0].person_uuid;
}

const ANSWERED = { owner_state: 'human_active', assignee: 'Sari', waiting_since: null, unread: 0 };

test('a visitor goes on in the app with the person who answered, and the web chat waits for nothing', async () => {
  const { api, change, makeCode, writes, onWeb, inApp, timeline, texts, widget } = await shop();
  await change(ANSWERED);
  const text = await makeCode();

  await writes(text);

  const [web, app] = [await onWeb(), await inApp()];
  expect(app).toMatchObject({ owner_state: 'human_active', assignee: 'Sari', unread: 1 });
  expect(web).toMatchObject({ owner_state: 'closed', waiting_since: null, unread: 0 });
  const details = {
    ...{ from: web.conversation_uuid, to: app.conversation_uuid, widget_id: widget.widget_uuid },
  };
  const continued = { kind: 'continued', actor: 'customer', details };
  const by = { reason: 'continued', assignee: 'Sari' };
  expect(await timeline(web.id)).toMatchObject([
    { kind: 'opened' },
    continued,
    { kind: 'resolved', actor: 'system', details: by },
  ]);
  expect(await timeline(app.id)).toMatchObject([
    { kind: 'opened' },
    continued,
    { kind: 'taken_over', actor: 'system', details: by },
  ]);
  expect(await texts(app.conversation_uuid)).toEqual(['Halo']);
  const { body: shown } = await api('GET', `/v1/conversations/${app.conversation_uuid}`);
  expect(shown.first_touch).toMatchObject({ kind: 'widget', entry_point_id: widget.widget_uuid });
  const stored = await ctx.pool.query("select body from messages where details ? 'reference'");
  expect(stored.rows).toContainEqual({ body: text });
});

test('a question that staff has not answered waits in the app, since it was asked', async () => {
  const { makeCode, writes, onWeb, inApp } = await shop();
  const { waiting_since } = await onWeb();
  const text = await makeCode();

  await writes(text);

  expect(await inApp()).toMatchObject({ owner_state: 'human_waiting', waiting_since });
  expect(await onWeb()).toMatchObject({ owner_state: 'closed', waiting_since: null });
});

test.each([
  ['that it has answered', { owner_state: 'bot', waiting_since: null }, 'bot'],
  ['that it has not answered', { owner_state: 'bot' }, 'human_waiting'],
  [
    'that staff has switched off',
    { owner_state: 'human_waiting', automation_suppressed: true },
    'human_waiting',
  ],
])('the automation goes on in the app with a chat %s: %j', async (_what, columns, owner_state) => {
  const { automate, change, makeCode, writes, onWeb, inApp } = await shop();
  await writes('Halo', { from: '6281234567899' });
  await automate();
  await change(columns);
  const { automation_suppressed } = await onWeb();
  const text = await makeCode();

  await writes(text);

  expect(await inApp()).toMatchObject({ owner_state, automation_suppressed });
  expect(await onWeb()).toMatchObject({ owner_state: 'closed' });
});

test('an answer of the automation that was not sent yet ends, and staff answers in the app', async () => {
  const { account, automate, change, makeCode, writes, onWeb, inApp } = await shop();
  await writes('Halo', { from: '6281234567899' });
  await automate();
  await change({ owner_state: 'bot' });
  const { id: conversation_id, ownership_version } = await onWeb();
  const answer = { conversation_id, ownership_version, body: 'Ke Bandung 9.000' };
  await ctx.db.transaction((tx) => botAnswers(tx, answer, ctx.now()));
  const text = await makeCode();

  await writes(text);

  const { rows } = await ctx.pool.query(
    "select status, error_code from messages where account_id = $1 and source = 'bot'",
    [account.id],
  );
  expect(rows).toEqual([{ status: 'failed', error_code: 'superseded' }]);
  expect(await inApp()).toMatchObject({ owner_state: 'human_waiting' });
});

test('staff that has the conversation in the app keeps it', async () => {
  const { change, makeCode, writes, inApp, onWeb, rows } = await shop();
  await writes('Halo');
  await change({ ...ANSWERED, assignee: 'Budi' });
  const [{ id } = { id: 0 }] = await rows();
  await ctx.pool.query('update conversations set assignee = $1 where id = $2', ['Sari', id]);
  const text = await makeCode();

  await writes(text);

  expect(await inApp()).toMatchObject({ owner_state: 'human_active', assignee: 'Budi' });
  expect(await onWeb()).toMatchObject({ owner_state: 'closed' });
});

test('a person who does not see the number is not asked to go on there', async () => {
  const { account, change, makeCode, writes, inApp } = await shop();
  const other = await insertDevice(ctx, account);
  const user = { email: `sari@${account.id}.example`, name: 'Sari', role: 'agent' as const };
  await createUser(ctx, account, { ...user, device_uuids: [other.device_uuid] }, 'hash');
  await change(ANSWERED);
  const text = await makeCode();

  await writes(text);

  expect(await inApp()).toMatchObject({ owner_state: 'human_waiting', assignee: null });
});

test('labels go along', async () => {
  const { api, makeCode, writes, onWeb, inApp } = await shop();
  await api('POST', '/v1/labels', { name: 'vip' });
  const { conversation_uuid } = await onWeb();
  await api('POST', `/v1/conversations/${conversation_uuid}/labels`, { add: ['vip'] });

  await writes(await makeCode());

  const app = await api('GET', `/v1/conversations/${(await inApp()).conversation_uuid}`);
  expect(app.body.labels).toEqual(['vip']);
});

test('the people stay two, and staff may merge them', async () => {
  const { account, api, makeCode, writes, onWeb, inApp } = await shop();
  await writes(await makeCode());
  const [uuid = '', other = ''] = [await personOf(await inApp()), await personOf(await onWeb())];

  await mergePeople(ctx, account, { uuid, other, actor: 'Sari' });

  expect(uuid).not.toBe(other);
  const { body: person } = await api('GET', `/v1/people/${uuid}`);
  expect(person.conversations).toHaveLength(2);
});

test('of two messages with one code at once, one moves the chat, and both are delivered', async () => {
  const { change, makeCode, writes, inApp, texts } = await shop();
  await change(ANSWERED);
  const text = await makeCode();
  const phones = [PHONE, '6281234567891', '6281234567892'];

  await Promise.all(phones.map((from) => writes(text, { from })));

  const found = await Promise.all(phones.map((phone) => inApp(phone)));
  const owners = found.map(({ owner_state }) => owner_state).toSorted();
  expect(owners).toEqual(['human_active', 'human_waiting', 'human_waiting']);
  for (const { conversation_uuid } of found) expect(await texts(conversation_uuid)).toEqual(['Halo']);
});

test.each([
  ['in one batch', (one: Received, two: Received) => receive(one, two)],
  ['one after the other', async (one: Received, two: Received) => [await receive(one), await receive(two)]],
])('a code counts for its first message %s', async (_when, work) => {
  const { device, change, makeCode, inApp } = await shop();
  await change(ANSWERED);
  const body = await makeCode();
  const other = '6281234567891';

  await work(inbound(device, PHONE, { body }), inbound(device, other, { body }));

  expect(await inApp()).toMatchObject({ owner_state: 'human_active' });
  expect(await inApp(other)).toMatchObject({ owner_state: 'human_waiting' });
});

type Received = ReturnType<typeof inbound>;

test.each([
  ['an expired code', ({ makeCode }: Shop) => makeCode(), 10 * MINUTE],
  ['an unknown code', async () => withWebCode('Halo', '2'.repeat(28)), 0],
  ['the code of another shop', async () => (await shop()).makeCode(), 0],
])('%s changes nothing, and the message is delivered without it', async (_what, codeOf, age) => {
  const scene = await shop();
  const text = await codeOf(scene);
  const before = await scene.onWeb();

  await scene.writes(text, { at: new Date(ctx.now().getTime() + age) });

  const app = await scene.inApp();
  expect(await scene.onWeb()).toEqual(before);
  expect(app).toMatchObject({ owner_state: 'human_waiting', entry_point_uuid: null });
  expect((await scene.timeline(app.id)).map(({ kind }) => kind)).toEqual(['opened']);
  expect(await scene.texts(app.conversation_uuid)).toEqual(['Halo']);
});

type Shop = Awaited<ReturnType<typeof shop>>;

test('a message that comes late counts by the time at which it was sent', async () => {
  const { change, makeCode, writes, inApp } = await shop();
  await change(ANSWERED);
  const text = await makeCode();
  const at = ctx.now();
  ctx.clock.advance(30 * MINUTE);

  await writes(text, { at });

  expect(await inApp()).toMatchObject({ owner_state: 'human_active' });
});

test('an edit and a repeated message use no code', async () => {
  const { device, change, makeCode, onWeb, inApp, texts, timeline } = await shop();
  const first = inbound(device, PHONE);
  await receive(first);
  const editOf = first.message.waMessageId;
  const body = await makeCode();
  await change(ANSWERED);

  await receive(inbound(device, PHONE, { body, editOf }));
  const afterEdit = await onWeb();
  const used = inbound(device, PHONE, { body });
  await receive(used);
  await receive(used);

  const app = await inApp();
  expect(afterEdit).toMatchObject({ owner_state: 'human_active' });
  expect(await onWeb()).toMatchObject({ owner_state: 'closed' });
  expect((await timeline(app.id)).filter(({ kind }) => kind === 'continued')).toHaveLength(1);
  expect(new Set(await texts(app.conversation_uuid))).toEqual(new Set(['Halo']));
});

test('a visitor who writes the own code in the web chat stays there', async () => {
  const { makeCode, asks, onWeb, writes, inApp } = await shop();
  const text = await makeCode();

  await asks(text);
  const before = await onWeb();
  await writes(text);

  expect(before).toMatchObject({ owner_state: 'human_waiting', unread: 2 });
  expect(await inApp()).toMatchObject({ entry_point_uuid: expect.any(String) });
});

test('a visitor who has written nothing yet goes on too', async () => {
  const { widget, writes, inApp, timeline } = await shop();
  const { code } = await makeVisitorCode(ctx, widget, `${'0'.repeat(32)}@visitor`);

  await writes(withWebCode('Halo', code));

  const app = await inApp();
  expect(app).toMatchObject({ owner_state: 'human_waiting', entry_point_uuid: widget.widget_uuid });
  expect((await timeline(app.id)).map(({ kind }) => kind)).toEqual(['opened']);
});

test('a visitor who writes on the page again gets a new episode there', async () => {
  const { makeCode, writes, asks, onWeb } = await shop();
  await writes(await makeCode());

  await asks('Masih di sini');

  expect(await onWeb()).toMatchObject({ owner_state: 'human_waiting', episode: 2, unread: 1 });
});

test('a customer who opts out beside the code opts out', async () => {
  const { api, widget, visitor, writes } = await shop();
  const { code } = await makeVisitorCode(ctx, widget, visitor);

  await writes(withWebCode('Stop', code));

  expect((await api('GET', '/v1/opt-outs')).body.data).toMatchObject([{ phone: PHONE }]);
});

test('messages, merges and codes at once lose nothing and wait for each other in one order', async () => {
  const { account, makeCode, writes, asks, onWeb, inApp, timeline, rows } = await shop();
  deadlocks.splice(0);
  await writes('Halo');
  const people = { uuid: await personOf(await inApp()), other: await personOf(await onWeb()), actor: 'api' };

  for (let round = 0; round < ROUNDS; round += 1) {
    const text = await makeCode();
    await Promise.all([
      writes(text),
      asks(),
      writes('Halo', { from: `62812999000${10 + round}` }),
      mergePeople(ctx, account, people).then(() => unmergePeople(ctx, account, people)),
    ]);
  }

  const app = await inApp();
  expect(deadlocks).toEqual([]);
  expect(app).toMatchObject({ unread: 1 + ROUNDS, owner_state: 'human_waiting' });
  expect((await timeline(app.id)).filter(({ kind }) => kind === 'continued')).toHaveLength(ROUNDS);
  expect(await rows()).toHaveLength(2 + ROUNDS);
});

test('a visitor has a few open codes, and old ones are deleted', async () => {
  const { account, makeCode, change, writes, inApp } = await shop();
  await change(ANSWERED);
  const count = async () =>
    (await ctx.pool.query('select code_hash from widget_codes where account_id = $1', [account.id])).rowCount;
  const codes: string[] = [];
  for (let n = 0; n <= MAX_OPEN; n += 1) {
    ctx.clock.advance(1);
    codes.push(await makeCode());
  }

  await writes(codes[0] ?? '', { from: '6281234567891' });
  await writes(codes[1] ?? '');
  const open = await count();
  ctx.clock.advance(DAY + 11 * MINUTE);
  await deleteOldCodes(ctx);

  expect(await inApp('6281234567891')).toMatchObject({ owner_state: 'human_waiting' });
  expect(await inApp()).toMatchObject({ owner_state: 'human_active' });
  expect([open, await count()]).toEqual([MAX_OPEN, 0]);
});

/** A page with the live chat of a number. */
async function page({ phone_number = '6281100000001' as string | null, network = 'live' } = {}) {
  const shown = await openShop({ text: 'Halo & tolong' });
  const { account, widget, visitor } = shown;
  const { rows } = await ctx.pool.query(
    `update devices set phone_number = $2 where account_id = $1 and engine <> 'widget'
     returning id, account_id, device_uuid`,
    [account.id, phone_number],
  );
  await ctx.pool.query('update accounts set kind = $2 where id = $1', [account.id, network]);
  const ani = await visitor();
  const goOn = (headers: object = {}) =>
    shown.call('POST', 'continue', undefined, { ...ani.auth, ...headers }, ani.address);
  return { ...shown, ani, goOn, device: rows[0], widget };
}

test('the page gives a link, and its text moves the chat of the visitor', async () => {
  const { account, ani, goOn, device } = await page();
  await ani.write({ text: 'Ada kopi?' });

  const { status, body, headers } = await goOn();
  const { host, pathname, searchParams } = new URL(body.url);
  const text = searchParams.get('text') ?? '';
  await receive(inbound(device, PHONE, { body: text, at: ctx.now() }));

  expect([status, host, pathname, body.qr.slice(0, 4)]).toEqual([201, 'wa.me', '/6281100000001', '<svg']);
  expect(text).toMatch(/^Halo & tolong \(web (\w{4}-){6}\w{4}\)$/);
  expect(body.expires_at).toBe(new Date(ctx.now().getTime() + 10 * MINUTE).toISOString());
  expect(headers['cache-control']).toBe('no-store');
  const states = (await conversationsOf(ctx, account)).map(({ owner_state }) => owner_state);
  expect(states).toEqual(['closed', 'human_waiting']);
  const { rows } = await ctx.pool.query('select * from widget_codes where account_id = $1', [account.id]);
  expect(JSON.stringify(rows)).not.toContain(text.slice(-10, -1).replaceAll('-', ''));
});

test('people read the event of a message without the code, and programs what the customer sent', async () => {
  const { account, goOn, device } = await page();
  const text = new URL((await goOn()).body.url).searchParams.get('text') ?? '';
  await receive(inbound(device, PHONE, { body: text.replace(' (', '\n').replace(')', ''), at: ctx.now() }));
  const { rows } = await ctx.pool.query(
    "select body from events where account_id = $1 and type = 'message.received'",
    [account.id],
  );

  const shown = await shownEvents(ctx.db, account.id, new Map([[0, rows[0].body]]));

  expect(JSON.parse(rows[0].body).body).toMatch(/^Halo & tolong\nweb \w{4}-/);
  expect(JSON.parse(shown.get(0) ?? '{}').body).toBe('Halo & tolong');
});

test('a sandbox account leads to the sandbox, never to the real network', async () => {
  const { goOn } = await page({ network: 'sandbox' });

  const { body } = await goOn();

  const { pathname, searchParams } = new URL(body.url);
  expect(pathname).toBe('/sandbox/chat');
  expect(searchParams.get('phone')).toBe('6281100000001');
});

test.each([
  ['no number', 409, 'number_unavailable', ''],
  [
    'a widget that is off',
    403,
    'chat_closed',
    'update entry_points set enabled = false where account_id = $1',
  ],
  ['a suspended account', 403, 'chat_closed', "update accounts set status = 'suspended' where id = $1"],
  [
    'a deleted widget',
    404,
    'widget_not_found',
    'update entry_points set deleted_at = now() where account_id = $1',
  ],
])('%s gives no link', async (_what, status, error, change) => {
  const { account, goOn } = await page(change === '' ? { phone_number: null } : {});
  if (change !== '') await ctx.pool.query(change, [account.id]);
  ctx.clock.advance(MINUTE);

  expect(await goOn()).toMatchObject({ status, body: { error } });
});

test('only the visitor gets a link, and not too many', async () => {
  const { call, goOn, ani } = await page();

  const forged = await call('POST', 'continue', undefined, { authorization: 'Bearer x' }, ani.address);
  const foreign = await goOn({ origin: 'https://evil.example' });
  const answers: { status: number }[] = [];
  for (let n = 0; n <= LINKS_PER_MINUTE.ofVisitor; n += 1) answers.push(await goOn());

  expect(forged).toMatchObject({ status: 401, body: { error: 'invalid_visitor_token' } });
  expect(foreign).toMatchObject({ status: 403, body: { error: 'foreign_origin' } });
  expect(answers.map(({ status }) => status).slice(-2)).toEqual([201, 429]);
  expect(answers.at(-1)).toMatchObject({ headers: { 'retry-after': expect.anything() } });
});
