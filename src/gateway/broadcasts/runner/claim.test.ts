import { afterAll, expect, test } from 'vitest';
import { exhaust, look, openScene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { applyTrigger } from '../../devices/device.ts';
import { pauseBroadcast, resumeBroadcast } from '../broadcast.ts';

/** The next random numbers of the context; 0 without any. */
const randoms: number[] = [];
const ctx = await testContext({
  cleanup: afterAll,
  env: { KURIR_BROADCAST_THROTTLE: '7:20,600' },
  parts: { random: () => randoms.shift() ?? 0 },
});

test('a draft starts at once, and each recipient gets a text', async () => {
  const scene = await openScene(ctx, { contacts: 3 });
  const id = await scene.create({ message_template: '{Halo|Halo} {nama}, {a} b|c' });

  await exhaust(ctx, scene);

  expect(scene.sent.map(({ phone, body }) => [phone, body])).toEqual([
    ['628110000000', 'Halo Kak 0, {a} b|c'],
    ['628110000001', 'Halo Kak 1, {a} b|c'],
    ['628110000002', 'Halo Kak 2, {a} b|c'],
  ]);
  expect(await scene.read(id)).toMatchObject({
    status: 'completed',
    started_at: ctx.now(),
    completed_at: ctx.now(),
    sent_count: 3,
  });
});

test('each delay is between the two bounds, both included', async () => {
  const scene = await openScene(ctx, { contacts: 5 });
  const id = await scene.create({ delay_min_seconds: 5, delay_max_seconds: 20 });
  const waits = [0, 0.5, 0.999_999_9].map((random) => ({
    random,
    ms: 5 * SECOND + Math.floor(random * 15_001),
  }));
  const claimed = async () => (await scene.read(id)).claimed;

  for (const [n, { random, ms }] of waits.entries()) {
    // The first number shuffles the broadcasts, the second one is the delay.
    randoms.push(0, random);
    await look(ctx);
    expect(await claimed()).toBe(n + 1);
    await scene.carry();
    ctx.clock.advance(ms - 1);
    await look(ctx);
    expect(await claimed()).toBe(n + 1);
    ctx.clock.advance(1);
  }

  expect(waits.map(({ ms }) => ms)).toEqual([5_000, 12_500, 20_000]);
});

test('a call answers when work is due again', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  await scene.create({ delay_min_seconds: 1, delay_max_seconds: 1 });
  await look(ctx);
  ctx.clock.advance(400);

  expect(await look(ctx)).toBe(600);

  ctx.clock.advance(600);
  await exhaust(ctx, scene);
  expect(scene.sent).toHaveLength(2);
});

test('the broadcasts of a young number use its hourly limit together', async () => {
  const scene = await openScene(ctx, { contacts: 15, pairedDays: 3 });
  const ids = [await scene.create(), await scene.create()];
  const start = ctx.now();
  await exhaust(ctx, scene);
  expect(scene.sent).toHaveLength(20);

  ctx.clock.set(new Date(start.getTime() + HOUR - 1));
  await exhaust(ctx, scene);
  expect(scene.sent).toHaveLength(20);

  ctx.clock.advance(1);
  await exhaust(ctx, scene);
  expect(scene.sent).toHaveLength(30);
  for (const id of ids) expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 15 });
});

test.each([
  ['the same number again keeps its age', '6281100000001', 3],
  ['another number starts with age zero', '6281100000002', 0],
])('a device that pairs %s', async (_name, phoneNumber, days) => {
  const { device } = await openScene(ctx, { contacts: 0, pairedDays: 3 });
  await applyTrigger(ctx, device.id, 'connected', { phoneNumber: '6281100000001' });
  await applyTrigger(ctx, device.id, 'logged_out');
  await applyTrigger(ctx, device.id, 'qr_issued');

  await applyTrigger(ctx, device.id, 'connected', { phoneNumber });

  const { paired_at } = await tablesOf(ctx.db)
    .selectFrom('devices')
    .select('paired_at')
    .where('id', '=', device.id)
    .executeTakeFirstOrThrow();
  expect(paired_at).toEqual(new Date(ctx.now().getTime() - days * DAY));
});

test('the hourly limit counts in any hour', async () => {
  const scene = await openScene(ctx, { contacts: 40, pairedDays: 3 });
  await scene.create({ delay_min_seconds: 120, delay_max_seconds: 120 });
  const times: number[] = [];

  for (let minute = 0; minute < 130; minute += 1) {
    const before = scene.sent.length;
    await exhaust(ctx, scene);
    for (let n = before; n < scene.sent.length; n += 1) times.push(ctx.now().getTime());
    ctx.clock.advance(MINUTE);
  }

  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + HOUR).length));
  expect(most).toBe(20);
  expect(times).toHaveLength(40);
});

test('the hour of a message starts when it leaves, also after a long wait or a pause', async () => {
  const [waiting, kept] = [
    await openScene(ctx, { contacts: 60, pairedDays: 3 }),
    await openScene(ctx, { contacts: 20, pairedDays: 3 }),
  ];
  await waiting.create();
  const first = await kept.create();
  await look(ctx);
  await pauseBroadcast(ctx, kept.account, first);
  ctx.clock.advance(HOUR + SECOND);
  await kept.create();

  for (let n = 0; n < 3; n += 1) {
    await exhaust(ctx, waiting);
    await exhaust(ctx, kept);
    ctx.clock.advance(MINUTE);
  }
  await resumeBroadcast(ctx, kept.account, first);
  await exhaust(ctx, kept);

  expect([waiting.sent.length, kept.sent.length]).toEqual([20, 20]);
  ctx.clock.advance(HOUR);
  await exhaust(ctx, waiting);
  await exhaust(ctx, kept);
  expect([waiting.sent.length, kept.sent.length]).toEqual([40, 40]);
});

test('a number of the official cloud sends without this throttle', async () => {
  const scene = await openScene(ctx, { contacts: 100, pairedDays: 0, engine: 'official_cloud' });
  const id = await scene.create();

  await exhaust(ctx, scene);

  expect(await scene.read(id)).toMatchObject({ claimed: 100 });
});

test('a refused recipient is recorded as failed, without quota, delay and throttle', async () => {
  const scene = await openScene(ctx, { contacts: 6, plan: { monthly_quota: 10 } });
  const { id: accountId } = scene.account;
  const id = await scene.create({
    message_template: '{nama}',
    delay_min_seconds: 60,
    delay_max_seconds: 60,
  });
  await ctx.pool.query(
    `insert into opt_outs (account_id, phone, created_at) values ($1, '628110000000', now())`,
    [accountId],
  );
  await ctx.pool.query(`update contacts set name = ' ' where account_id = $1 and place = 1`, [accountId]);
  await ctx.pool.query('delete from contact_tags where account_id = $1 and place = 2', [accountId]);
  await ctx.pool.query('delete from contacts where account_id = $1 and place = 2', [accountId]);

  await exhaust(ctx, scene);

  const messages = await scene.messages(id);
  expect(messages.map(({ status, error_code, phone, body }) => [status, error_code, phone, body])).toEqual([
    ['failed', 'opted_out', '628110000000', null],
    ['failed', 'empty_text', '628110000001', null],
    ['failed', 'contact_deleted', '', null],
    ['sent', null, '628110000003', 'Kak 3'],
  ]);
  expect(await scene.counts(id)).toMatchObject({ pending: 2, sent: 1, failed: 3 });
  expect(await scene.unitsUsed()).toBe(1);
  const events = (await eventsOf(ctx, 'message.status')).filter(
    ({ device_uuid }) => device_uuid === scene.device.device_uuid,
  );
  const codes = messages.map(({ public_id: message_id }) =>
    events
      .filter((event) => event.message_id === message_id)
      .map(({ status, error }) => error?.code ?? status),
  );
  expect(codes).toEqual([['opted_out'], ['empty_text'], ['contact_deleted'], ['sent']]);
});

test('a broadcast is completed if all recipients are refused', async () => {
  const scene = await openScene(ctx, { contacts: 45 });
  const id = await scene.create({ delay_min_seconds: 60, delay_max_seconds: 60 });
  await ctx.pool.query(
    `insert into opt_outs (account_id, phone, created_at)
     select account_id, phone, now() from contacts where account_id = $1`,
    [scene.account.id],
  );

  for (let n = 0; n < 4; n += 1) await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'completed', failed: 45 });
});

test('the quota is used to its last unit, and messages with a unit leave before the pause', async () => {
  const scene = await openScene(ctx, { contacts: 5, plan: { monthly_quota: 3 } });
  const id = await scene.create();
  await look(ctx);
  ctx.clock.advance(SECOND);
  await look(ctx);
  expect(await scene.read(id)).toMatchObject({ status: 'running', claimed: 3 });

  await scene.carry();
  ctx.clock.advance(SECOND);
  await look(ctx);

  expect(await scene.counts(id)).toEqual({
    status: 'paused',
    reason: 'quota_exhausted',
    pending: 2,
    sent: 3,
    failed: 0,
  });
  expect(await scene.unitsUsed()).toBe(3);
});

test('a quota that ends with the last recipient causes no pause', async () => {
  const scene = await openScene(ctx, { contacts: 3, plan: { monthly_quota: 3 } });
  const id = await scene.create();

  await exhaust(ctx, scene);

  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 3 });
});

test('the ready messages of a device stay within the backlog limit', async () => {
  const scene = await openScene(ctx, { contacts: 200, engine: 'official_cloud' });
  const id = await scene.create();
  const waiting = async () => (await scene.messages(id)).filter(({ status }) => status === 'queued').length;

  await look(ctx);
  await look(ctx);
  expect(await waiting()).toBe(80);

  await scene.carry(50);
  await look(ctx);
  expect(await waiting()).toBe(80);
  expect(await scene.read(id)).toMatchObject({ claimed: 130 });
});

test('the next claim waits until half of the backlog limit is free', async () => {
  const scene = await openScene(ctx, { contacts: 200, engine: 'official_cloud' });
  const id = await scene.create();
  await look(ctx);
  await scene.carry(39);
  await look(ctx);
  expect(await scene.read(id)).toMatchObject({ claimed: 80 });

  await scene.carry(1);
  await look(ctx);

  expect(await scene.read(id)).toMatchObject({ claimed: 120 });
});

test('a large broadcast does not starve others of its device, its account or other accounts', async () => {
  const [large, beside] = [await openScene(ctx, { contacts: 3_000 }), await openScene(ctx, { contacts: 10 })];
  const first = await large.create();
  await look(ctx);
  const [second, third] = [await large.create({ tags: ['all'] }), await beside.create()];

  await large.carry();
  await look(ctx);
  await large.carry();
  await look(ctx);

  const claimed = [
    (await large.read(first)).claimed,
    (await large.read(second)).claimed,
    (await beside.read(third)).claimed,
  ];
  expect(claimed[1]).toBeGreaterThan(0);
  expect(claimed[0]).toBeGreaterThan(30);
  expect(claimed[2]).toBe(10);
});

test('a message that the provider refuses counts as failed and refunds its unit', async () => {
  const scene = await openScene(ctx, { contacts: 2, plan: { monthly_quota: 5 } });
  const id = await scene.create();
  await look(ctx);
  const [bad, good] = await scene.take();
  if (!bad || !good) throw new Error('both are due');

  await scene.report(bad, 'failed', { error_code: 'not_on_whatsapp', refund: true });
  await scene.report(good, 'read');
  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'completed', pending: 0, sent: 1, failed: 1 });
  expect(await scene.unitsUsed()).toBe(1);
});

test('a late refusal moves a recipient of a completed broadcast from sent to failed', async () => {
  const scene = await openScene(ctx, { contacts: 2, engine: 'official_cloud' });
  const id = await scene.create();
  await exhaust(ctx, scene);
  const ended = await scene.read(id);
  expect(ended.status).toBe('completed');
  const [refused, delivered] = scene.sent;
  if (!refused || !delivered) throw new Error('both were sent');
  ctx.clock.advance(MINUTE);

  await scene.report(refused, 'failed', { error_code: '131047' });
  await scene.report(delivered, 'delivered');

  const now = await scene.counts(id);
  await look(ctx);
  expect(now).toMatchObject({ status: 'completed', pending: 0, sent: 1, failed: 1 });
  expect(await scene.counts(id)).toEqual(now);
  expect((await scene.read(id)).completed_at).toEqual(ended.completed_at);
});

test('recipients that are far apart in the contact book are claimed together', async () => {
  const scene = await openScene(ctx, { contacts: 5_000 });
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from contacts where account_id = $1 and place % 600 = 7 order by place',
    [scene.account.id],
  );
  const id = await scene.create({ tags: [], contact_ids: rows.map((row) => row.id) });

  await look(ctx);

  const messages = await scene.messages(id);
  expect(messages.map(({ broadcast_place, body }) => [broadcast_place, body])).toEqual(
    Array.from({ length: 9 }, (_, n) => [n, `Halo Kak ${n * 600 + 7}`]),
  );
});
