import { afterAll, expect, test } from 'vitest';
import { openChats } from '../../../test/harness/chat.ts';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { runJobs } from '../../../test/harness/jobs.ts';
import { startMailServer } from '../../../test/harness/mail-server.ts';
import { type PushedBrowser, startPushService } from '../../../test/harness/push-service.ts';
import { openService } from '../../../test/harness/service.ts';
import { type Staff, sessionOf, staffOf } from '../../../test/harness/staff.ts';
import { LOCALHOST_CERTIFICATE } from '../../../test/harness/tls.ts';
import { HOUR, MINUTE } from '../../platform/lib/clock.ts';
import { createGuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { noticeJobs } from './tell.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop } = openChats(ctx, service);
const pushes = await startPushService();
const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8', '::1/128'], ca: LOCALHOST_CERTIFICATE });
afterAll(() => client.close());
const jobsOf = (on: typeof ctx) => noticeJobs(on, { live: client, sandbox: client });
const jobs = jobsOf(ctx);

/** As each minute, and what follows. */
async function look(on = ctx): Promise<void> {
  const [everyMinute] = jobsOf(on);
  if (everyMinute?.cron !== undefined) await everyMinute.run(new AbortController().signal);
  await runJobs(on, jobsOf(on));
}

const NO_QUIET = { quiet_hours: null, email_after_minutes: 10, language: 'en' as const };
const ALL = [
  'assigned',
  'mentioned',
  'waiting',
  'number_gone',
  'webhook_disabled',
  'quota_near',
  'flow_failed',
];

async function subscribe(staff: Staff, options: object = {}, browser = pushes.browser()) {
  const { endpoint, p256dh, auth } = browser;
  const more = { shows_text: false, language: 'en', timezone: 'Asia/Jakarta', ...options };
  const { status } = await staff.call('PUT', '/app/api/me/browser', { endpoint, p256dh, auth, ...more });
  expect(status).toBe(200);
  await staff.call('PUT', '/app/api/me/notices', { push: ALL, email: [], ...NO_QUIET });
  return browser;
}

async function team(role: 'agent' | 'admin' = 'agent') {
  const chat = await shop({ automated: false });
  const user = (name: string) =>
    staffOf(service.http, ctx, { account: chat.account, role, name, deviceIds: [chat.device.id] });
  const [ani, budi] = [await user('Ani'), await user('Budi')];
  return {
    ...{ ...chat, ani, budi, browser: await subscribe(budi) },
    assign: (assignee: string | null) =>
      ani.call('POST', `/app/api/conversations/${chat.uuid}/assign`, { assignee }),
    note: (body: string) =>
      ani.call('POST', `/app/api/conversations/${chat.uuid}/notes`, {
        body,
        mentions: [budi.user.user_uuid],
      }),
  };
}

const titles = ({ arrived }: PushedBrowser) => arrived.map(({ title }) => title);

test('an assignment arrives once, by any process, without words of the customer unless wanted', async () => {
  const { budi, browser, assign, note, uuid } = await team();
  const open = await subscribe(await sessionOf(service.http, ctx, budi.user), { shows_text: true });
  const other = await testContext({ databaseUrl: ctx.databaseUrl, parts: { box: ctx.box, now: ctx.now } });

  await assign('Budi');
  await runJobs(ctx, jobs);
  await look({ ...other, clock: ctx.clock });
  await note('@Budi alamatnya Jalan Mawar 7');
  await runJobs(ctx, jobs);
  await look();

  const place = { tag: `kurir-${uuid}`, path: `inbox/${uuid}` };
  const [given, named] = [
    { title: 'Ani gave you a chat', ...place },
    { title: 'Ani mentions you', ...place },
  ];
  expect(browser.arrived).toEqual([
    { ...given, body: '' },
    { ...named, body: '' },
  ]);
  expect(open.arrived).toEqual([
    { ...given, body: '+6281200000010' },
    { ...named, body: '@Budi alamatnya Jalan Mawar 7' },
  ]);
  expect(new Set(browser.headers.map(({ topic, ttl }) => `${topic.length} ${ttl}`))).toEqual(
    new Set(['32 43200']),
  );
});

test('in quiet hours nothing arrives, and afterwards one summary of what is still unread', async () => {
  const { budi, browser, assign, note, uuid } = await team();
  const at = (ms: number) => new Date(ctx.now().getTime() + ms).toISOString().slice(11, 16);
  const quiet_hours = { from: at(-HOUR), to: at(HOUR), timezone: 'UTC' };
  await budi.call('PUT', '/app/api/me/notices', { push: ALL, email: [], ...NO_QUIET, quiet_hours });

  await assign('Budi');
  await note('@Budi satu');
  await note('@Budi dua');
  await runJobs(ctx, jobs);
  await look();
  const { body } = await budi.call('GET', '/app/api/mentions');
  await budi.call('POST', '/app/api/mentions/read', { ids: [body.data[0].id] });
  const atNight = titles(browser);
  ctx.clock.advance(HOUR + MINUTE);
  await look();
  await look();

  const summary = {
    title: '3 things for you',
    body: 'Ani gave you a chat, Ani mentions you, A customer waits too long',
  };
  expect(atNight).toEqual([]);
  expect(browser.arrived).toEqual([{ ...summary, tag: 'kurir-summary', path: `inbox/${uuid}` }]);
});

test('a customer who waits too long is notified once, to the assignee or to all who see the chat', async () => {
  const { ani, browser, own } = await team();
  const anis = await subscribe(ani);
  const wait = (minutes: number, assignee: string | null) =>
    own('human_waiting', { waiting_since: new Date(ctx.now().getTime() - minutes * MINUTE), assignee });
  await wait(29, null);
  await look();
  const early = [titles(browser), titles(anis)];
  ctx.clock.advance(2 * MINUTE);
  await look();
  await look();
  ctx.clock.advance(5 * MINUTE);
  await wait(31, 'Budi');
  await look();

  const late = 'A customer waits too long';
  expect([early, titles(anis), titles(browser)]).toEqual([[[], []], [late], [late, late]]);
});

test('a wait is too long when the answer is overdue, earlier and later than without a target', async () => {
  const { account, browser, own } = await team();
  const target = (minutes: number) =>
    ctx.pool.query('update accounts set first_answer_minutes = $2 where id = $1', [account.id, minutes]);
  const wait = async (minutes: number) => {
    await own('human_waiting', { waiting_since: new Date(ctx.now().getTime() - minutes * MINUTE) });
    ctx.clock.advance(2 * MINUTE);
    await look();
  };
  await target(60);
  await wait(29);
  const within = titles(browser);
  await target(10);
  await wait(9);

  expect([within, titles(browser)]).toEqual([[], ['A customer waits too long']]);
});

test('a number that stays away for two minutes is notified once, and what only admins fix not to agents', async () => {
  const { device, account, browser, ani, own } = await team();
  const admin = await staffOf(service.http, ctx, { account, role: 'admin', name: 'Citra' });
  const boss = await subscribe(admin);
  const set = (columns: string) => ctx.pool.query(`update devices set ${columns} where id = $1`, [device.id]);
  await set(`status = 'disconnected', label = 'Kasir', connected_at = now()`);
  await own('human_waiting', { owner_reason: 'flow_failed', owner_since: ctx.now(), waiting_since: null });
  await look();
  const early = [titles(browser), titles(boss)];
  ctx.clock.advance(2 * MINUTE);
  await look();
  await set(`status = 'connected'`);
  await look();
  await set(`status = 'disconnected'`);
  ctx.clock.advance(5 * MINUTE);
  await look();
  await look();
  const { body } = await ani.call('GET', '/app/api/me/notices');

  const flow = 'A flow failed in a chat';
  expect(early).toEqual([[], [flow]]);
  expect([titles(browser), titles(boss)]).toEqual([
    ['Kasir is not connected'],
    [flow, 'Kasir is not connected'],
  ]);
  expect(body.kinds).toEqual(['assigned', 'mentioned', 'waiting', 'number_gone']);
});

test('one e-mail in ten minutes says what an absent user has not read, with no word of a customer', async () => {
  const mails = await startMailServer();
  const env = {
    KURIR_SMTP_URL: `smtp://kurir%40example.com:rahasia@localhost:${mails.port}`,
    KURIR_PUBLIC_URL: 'https://kurir.example.com',
  };
  const withMail = await testContext({
    databaseUrl: ctx.databaseUrl,
    env,
    parts: { box: ctx.box, now: ctx.now },
  });
  const mailing = { ...withMail, clock: ctx.clock };
  const { budi, assign, note, uuid } = await team();
  await budi.call('PUT', '/app/api/me/notices', { push: [], email: ALL, ...NO_QUIET, language: 'id' });
  await budi.call('DELETE', '/app/api/me/browser');
  await ctx.pool.query(`update user_presence set seen_at = $2 where user_id = $1`, [budi.user.id, ctx.now()]);
  const minutesLater = async (minutes: number) => {
    ctx.clock.advance(minutes * MINUTE);
    await look(mailing);
    return mails.mails.length;
  };

  await assign('Budi');
  await runJobs(mailing, jobsOf(mailing));
  const counts = [await minutesLater(9), await minutesLater(3), await minutesLater(1)];
  await note('@Budi Jalan Mawar 7');
  await runJobs(mailing, jobsOf(mailing));
  counts.push(await minutesLater(1), await minutesLater(10), await minutesLater(60));

  expect(counts).toEqual([0, 1, 1, 1, 2, 2]);
  const [first = '', second = ''] = mails.mails;
  expect(first).toMatch(/^To: staff-\d+@toko\.example$/m);
  expect(first).toContain('Subject: Ani menugaskan sebuah chat kepada Anda');
  expect(first).toContain(`https://kurir.example.com/app/inbox/${uuid}`);
  expect(second).toContain('Subject: Ani menyebut Anda');
  expect(mails.mails.join()).not.toMatch(/Mawar|62812/);
});

test('a browser that is gone is forgotten, and one whose service fails gets the notice later', async () => {
  const { budi, browser, assign } = await team();
  const gone = await subscribe(await sessionOf(service.http, ctx, budi.user));
  gone.refusal = 410;
  browser.refusal = 503;
  const stored = async () =>
    (await ctx.pool.query('select from push_subscriptions where user_id = $1', [budi.user.id])).rowCount;

  await assign('Budi');
  await runJobs(ctx, jobs);
  const left = await stored();
  browser.refusal = null;
  ctx.clock.advance(MINUTE);
  await look();
  await look();

  expect([left, await stored(), titles(browser)]).toEqual([1, 1, ['Ani gave you a chat']]);
});

test('push ends with the session, with the user, and in the browser that another user takes over', async () => {
  const { ani, budi, browser, assign, account } = await team();
  const second = await sessionOf(service.http, ctx, budi.user);
  const out = await subscribe(second);
  const [disabled, shared] = [pushes.browser(), pushes.browser()];
  const citra = await staffOf(service.http, ctx, { account, role: 'admin', name: 'Citra' });
  await subscribe(citra, {}, disabled);
  await subscribe(await sessionOf(service.http, ctx, budi.user), {}, shared);
  await subscribe(await sessionOf(service.http, ctx, ani.user), {}, shared);

  await second.call('DELETE', '/app/api/session');
  await ctx.pool.query(`update users set status = 'disabled' where id = $1`, [citra.user.id]);
  await assign('Budi');
  await runJobs(ctx, jobs);

  const given = 'Ani gave you a chat';
  expect([browser, out, disabled, shared].map(titles)).toEqual([[given], [], [], []]);
});

test('addresses without https and broken keys are refused, and what is stored is sealed', async () => {
  const { budi, browser } = await team();
  const { endpoint, p256dh, auth } = browser;
  const put = (body: object) =>
    budi.call('PUT', '/app/api/me/browser', {
      ...{ endpoint, p256dh, auth, shows_text: false, language: 'en', timezone: 'Asia/Jakarta', ...body },
    });

  const answers = [
    await put({ endpoint: 'http://push.example.com/a' }),
    await put({ p256dh: `BA${'A'.repeat(85)}` }),
    await put({ auth: 'short' }),
  ];

  expect(answers.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ['endpoint']],
    [422, ['p256dh']],
    [422, ['auth']],
  ]);
  const { rows } = await ctx.pool.query('select target from push_subscriptions where user_id = $1', [
    budi.user.id,
  ]);
  expect(rows[0].target.includes(endpoint.slice(-10))).toBe(false);
  expect(() => createSecretBox('0'.repeat(64)).open(rows[0].target, 'x')).toThrow();
});

test('a process that dies after the sending repeats the notice in the place of the first', async () => {
  const { browser, assign } = await team();
  const query: typeof ctx.db.query = (statement, values) =>
    statement.name === 'notices.note_pushed'
      ? Promise.reject(new Error('killed'))
      : ctx.db.query(statement, values);
  const dying = { ...ctx, db: { ...ctx.db, query } };

  await assign('Budi');
  await expect(runJobs(dying, jobsOf(dying))).rejects.toThrow('killed');
  await look();
  await look();

  const [first, ...others] = browser.arrived;
  expect(others).toEqual([first]);
  expect(new Set(browser.headers.map(({ topic }) => topic)).size).toBe(1);
});

test('a browser whose keys cannot be read holds up no other, and repeats no notice there', async () => {
  const { budi, browser, assign } = await team();
  await ctx.pool.query(`update push_subscriptions set target = 'broken' where user_id = $1`, [budi.user.id]);
  const sound = await subscribe(await sessionOf(service.http, ctx, budi.user));

  await assign('Budi');
  await runJobs(ctx, jobs);
  ctx.clock.advance(MINUTE);
  await look();

  expect([browser, sound].map(titles)).toEqual([[], ['Ani gave you a chat']]);
});

test('a flow that failed on an earlier day is not notified again, once the newer chats are done', async () => {
  const { account, device, own } = await team();
  const boss = await subscribe(await staffOf(service.http, ctx, { account, role: 'admin', name: 'Citra' }));
  const fail = { owner_reason: 'flow_failed', waiting_since: null };
  await own('human_waiting', { ...fail, owner_since: ctx.now() });
  await look();
  ctx.clock.advance(24 * HOUR);
  await receiver(ctx)(inbound(device, '6281200000011', { at: ctx.now() }));
  const newer = `update conversations set owner_state = $2, owner_reason = 'flow_failed', owner_since = $3,
    waiting_since = null where account_id = $1 and phone = '6281200000011'`;
  await ctx.pool.query(newer, [account.id, 'human_waiting', ctx.now()]);
  await look();
  ctx.clock.advance(2 * HOUR);
  await look();
  await ctx.pool.query(newer, [account.id, 'bot', ctx.now()]);
  await look();

  const failed = 'A flow failed in a chat';
  expect(titles(boss)).toEqual([failed, failed]);
});
