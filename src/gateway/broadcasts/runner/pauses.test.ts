import { afterAll, expect, test } from 'vitest';
import { look, openScene, type Scene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { setStatus } from '../../../platform/accounts/account.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { failUnsendable } from '../../messages/queue/settle-store.ts';
import { cancelBroadcast, pauseBroadcast, resumeBroadcast, retryFailed } from '../broadcast.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_BROADCAST_THROTTLE: '8' } });
const RESTRICTED = { restriction: 'restricted:reachout_lock', reason: 'restricted:reachout_lock' };

/** A broadcast of ten recipients: three messages are sent, five are ready, and two exceed the throttle. */
async function midway() {
  const scene = await openScene(ctx, { contacts: 10, plan: { monthly_quota: 100 } });
  const id = await scene.create();
  await look(ctx);
  await scene.carry(3);
  return { scene, id };
}

const resume = (scene: Scene, id: number) => resumeBroadcast(ctx, scene.account, id);

test.each([
  ['loses its connection', { status: 'disconnected' }, 'device_disconnected'],
  ['is being paired again', { status: 'qr_pending' }, 'device_disconnected'],
  ['is banned', { status: 'banned' }, 'device_banned'],
  ['is released', { status: 'disconnected', released_at: new Date() }, 'device_released'],
  ['is restricted', { ...RESTRICTED, restriction_lapses_at: new Date(Date.now() + DAY) }, 'restricted'],
])('a broadcast whose device %s is paused, and the rest stays pending', async (_name, columns, reason) => {
  const { scene, id } = await midway();
  const before = await scene.read(id);

  await scene.setDevice(columns);
  await look(ctx);

  expect(await scene.counts(id)).toEqual({ status: 'paused', reason, pending: 7, sent: 3, failed: 0 });
  expect(await scene.take()).toEqual([]);
  const { started_at, total_recipients } = await scene.read(id);
  expect({ started_at, total_recipients }).toEqual({ started_at: before.started_at, total_recipients: 10 });
});

test('resume continues with the pending recipients, each once', async () => {
  const { scene, id } = await midway();
  const { started_at } = await scene.read(id);
  await scene.setDevice({ status: 'disconnected' });
  await look(ctx);
  ctx.clock.advance(HOUR);

  await scene.setDevice({ status: 'connected' });
  await look(ctx);
  expect(await scene.take()).toEqual([]);
  await resume(scene, id);
  await look(ctx);
  await scene.carry();
  await look(ctx);
  await scene.carry();
  await look(ctx);

  expect(scene.sent.map(({ phone }) => phone)).toEqual(
    Array.from({ length: 10 }, (_, n) => String(628_110_000_000 + n)),
  );
  expect(await scene.read(id)).toMatchObject({ status: 'completed', started_at, total_recipients: 10 });
  expect(await scene.unitsUsed()).toBe(10);
});

test('a drop to red pauses a broadcast once, and a resume stands until the next drop', async () => {
  const { scene, id } = await midway();
  ctx.clock.advance(MINUTE);
  await scene.setDevice({ official_quality: 'red', official_quality_at: ctx.now() });
  await look(ctx);
  const paused = await scene.counts(id);
  ctx.clock.advance(MINUTE);

  await resume(scene, id);
  await look(ctx);
  const resumed = await scene.counts(id);
  ctx.clock.advance(MINUTE);
  await scene.setDevice({ official_quality: 'yellow', official_quality_at: ctx.now() });
  await look(ctx);
  const better = await scene.counts(id);
  await scene.setDevice({ official_quality: 'red', official_quality_at: ctx.now() });
  await look(ctx);

  expect(paused).toMatchObject({ status: 'paused', reason: 'quality_red' });
  expect([resumed.status, better.status]).toEqual(['running', 'running']);
  expect(await scene.counts(id)).toMatchObject({ status: 'paused', reason: 'quality_red' });
});

test('a broadcast that is made at red is sent', async () => {
  const scene = await openScene(ctx, { contacts: 3 });
  await scene.setDevice({
    official_quality: 'red',
    official_quality_at: new Date(ctx.now().getTime() - MINUTE),
  });
  const id = await scene.create();

  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'running', reason: null });
});

test('a restriction whose time has passed does not pause a broadcast', async () => {
  const { scene, id } = await midway();

  await scene.setDevice({ ...RESTRICTED, restriction_lapses_at: ctx.now() });
  await look(ctx);

  expect(await scene.read(id)).toMatchObject({ status: 'running' });
});

test('the broadcasts of a suspended account are paused', async () => {
  const { scene, id } = await midway();

  await setStatus(ctx, scene.account.id, 'suspended');
  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'paused', reason: 'account_inactive', pending: 7 });
  expect(await scene.take()).toEqual([]);
});

test('a due broadcast of a disconnected device is paused before its first recipient', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  await scene.setDevice({ status: 'disconnected' });
  const id = await scene.create();

  await look(ctx);
  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({
    status: 'paused',
    reason: 'device_disconnected',
    pending: 2,
  });
  expect(await scene.messages(id)).toEqual([]);
});

test('messages of a paused broadcast do not expire, not even right after the resume', async () => {
  const { scene, id } = await midway();
  await scene.setDevice({ status: 'disconnected' });
  await look(ctx);
  const giveUp = () => failUnsendable(ctx.db, new Date(ctx.now().getTime() - DAY), ctx.now());

  ctx.clock.advance(3 * DAY);
  await giveUp();
  await scene.setDevice({ status: 'connected' });
  await resume(scene, id);
  await giveUp();
  await look(ctx);
  await giveUp();
  const taken = await scene.take();
  await giveUp();

  expect(taken).toHaveLength(5);
  expect(await scene.counts(id)).toMatchObject({ failed: 0, sent: 3, pending: 7 });
});

test('a message in flight that the engine does not send within a day fails', async () => {
  const { scene, id } = await midway();
  await scene.take();

  ctx.clock.advance(DAY + 1);
  await failUnsendable(ctx.db, new Date(ctx.now().getTime() - DAY), ctx.now());

  expect(await scene.counts(id)).toMatchObject({ sent: 3, failed: 5, pending: 2 });
});

test('a message that the engine requeues during a pause is sent once, after the resume', async () => {
  const { scene, id } = await midway();
  const [given] = await scene.take(1);
  if (!given) throw new Error('five are due');
  await pauseBroadcast(ctx, scene.account, id);
  await scene.giveBack(given);

  expect(await scene.take()).toEqual([]);
  await resume(scene, id);
  await look(ctx);
  const taken = await scene.take();

  expect(taken.filter((each) => each.id === given.id)).toHaveLength(1);
  expect(taken).toHaveLength(5);
});

test('an empty quota pauses, and a resume with new quota sends the rest, each message once', async () => {
  const scene = await openScene(ctx, { contacts: 6, plan: { monthly_quota: 4 } });
  const id = await scene.create();
  const lookLater = async () => {
    await look(ctx);
    ctx.clock.advance(SECOND);
    await look(ctx);
  };
  await look(ctx);
  await scene.carry();
  await lookLater();
  await resume(scene, id);
  await lookLater();
  expect(await scene.counts(id)).toMatchObject({ status: 'paused', reason: 'quota_exhausted', sent: 4 });

  await scene.setQuota(6);
  await resume(scene, id);
  await lookLater();
  await scene.carry();
  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 6 });
  expect(new Set(scene.sent.map(({ phone }) => phone)).size).toBe(6);
  expect(scene.sent).toHaveLength(6);
});

test('a cancellation fails and refunds messages that no engine has, and leaves the others pending', async () => {
  const { scene, id } = await midway();
  const [out] = await scene.take(1);
  if (!out) throw new Error('five are due');

  await cancelBroadcast(ctx, scene.account, id);
  await look(ctx);
  expect(await scene.take()).toEqual([]);
  await scene.report(out, 'sent');
  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'cancelled', sent: 4, failed: 4, pending: 2 });
  expect(await scene.unitsUsed()).toBe(4);
});

test('a paused broadcast is completed when its last messages are settled', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  const id = await scene.create();
  await look(ctx);
  const [first, second] = await scene.take();
  if (!first || !second) throw new Error('both are due');
  await scene.setDevice({ status: 'disconnected' });
  await look(ctx);
  expect(await scene.read(id)).toMatchObject({ status: 'paused' });

  await scene.report(first, 'delivered');
  await scene.report(second, 'failed');
  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'completed', reason: null, sent: 1, failed: 1 });
});

test.each([
  ['loses its connection', { status: 'disconnected' }, 'device_disconnected'],
  ['is released', { status: 'disconnected', released_at: new Date() }, 'device_released'],
])('messages of the last units wait for the resume when the device %s', async (_name, columns, reason) => {
  const scene = await openScene(ctx, { contacts: 8, plan: { monthly_quota: 5 } });
  const id = await scene.create();
  await look(ctx);

  await scene.setDevice(columns);
  await look(ctx);
  ctx.clock.advance(3 * DAY);
  await scene.setDevice({ status: 'connected', released_at: null });
  await look(ctx);

  expect(await scene.take()).toEqual([]);
  expect(await scene.counts(id)).toMatchObject({ status: 'paused', reason, pending: 8 });
  await resume(scene, id);
  await look(ctx);
  expect(await scene.carry()).toBe(5);
});

test('a broadcast with an empty quota can be paused', async () => {
  const scene = await openScene(ctx, { contacts: 8, plan: { monthly_quota: 5 } });
  const id = await scene.create();
  await look(ctx);

  const { reason } = await pauseBroadcast(ctx, scene.account, id);

  expect(reason).toBe('paused_by_user');
  expect(await scene.take()).toEqual([]);
});

test('a message in flight of a killed process waits for the resume, and keeps its id', async () => {
  const { scene, id } = await midway();
  const before = await scene.take();
  await scene.setDevice({ status: 'disconnected' });
  await look(ctx);
  await scene.lineDown(() => true);

  ctx.clock.advance(20 * HOUR);
  await scene.setDevice({ status: 'connected' });
  await look(ctx);
  expect(await scene.take()).toEqual([]);
  await resume(scene, id);
  await look(ctx);
  const again = await scene.take();

  expect(before).toHaveLength(5);
  expect(again.map(({ waId }) => waId)).toEqual(before.map(({ waId }) => waId));
});

test('after a resume suspended messages leave one by one, with the delay between them', async () => {
  const scene = await openScene(ctx, { contacts: 4 });
  const id = await scene.create();
  await look(ctx);
  await pauseBroadcast(ctx, scene.account, id);
  await ctx.pool.query('update broadcasts set delay_min_seconds = 60, delay_max_seconds = 60 where id = $1', [
    id,
  ]);

  await resume(scene, id);
  const left: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    await look(ctx);
    left.push(await scene.carry());
    ctx.clock.advance(n === 1 ? MINUTE - 1 : MINUTE);
  }

  expect(left).toEqual([1, 1, 0, 1]);
});

test('repeated pauses and resumes do not shorten the delay', async () => {
  const scene = await openScene(ctx, { contacts: 6 });
  const id = await scene.create({ delay_min_seconds: 3_600, delay_max_seconds: 3_600 });

  for (let n = 0; n < 5; n += 1) {
    await look(ctx);
    await scene.carry();
    await pauseBroadcast(ctx, scene.account, id);
    await resume(scene, id);
    ctx.clock.advance(SECOND);
  }

  expect(scene.sent).toHaveLength(1);
});

test('with a delay at most one message waits for a device that sends none', async () => {
  const scene = await openScene(ctx, { contacts: 6 });
  await scene.create({ delay_min_seconds: 5, delay_max_seconds: 5 });

  for (let n = 0; n < 5; n += 1) {
    await look(ctx);
    ctx.clock.advance(5 * SECOND);
  }

  expect(await scene.carry()).toBe(1);
});

test('a message without an answer of the engine delays the next one for ten minutes', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  const id = await scene.create({ delay_min_seconds: 5, delay_max_seconds: 5 });
  await look(ctx);
  await scene.take();

  ctx.clock.advance(10 * MINUTE - 1);
  await look(ctx);
  expect(await scene.read(id)).toMatchObject({ claimed: 1 });
  ctx.clock.advance(1);
  await look(ctx);

  expect(await scene.read(id)).toMatchObject({ claimed: 2 });
});

test('a message that waits for its retry does not delay the next one', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  const id = await scene.create({ delay_min_seconds: 5, delay_max_seconds: 5 });
  await look(ctx);
  const [first] = await scene.take();
  const inTenMinutes = new Date(ctx.now().getTime() + 10 * MINUTE);
  await ctx.pool.query('update messages set not_before = $2, maybe_written = false where id = $1', [
    first?.id,
    inTenMinutes,
  ]);

  ctx.clock.advance(5 * SECOND);
  await look(ctx);

  expect(await scene.read(id)).toMatchObject({ claimed: 2 });
});

test('a cancelled paused broadcast sends no message, not even one in flight of a killed process', async () => {
  const { scene, id } = await midway();
  await scene.take(2);
  await scene.setDevice({ status: 'disconnected' });
  await look(ctx);
  await scene.lineDown(() => true);

  await cancelBroadcast(ctx, scene.account, id);
  await scene.setDevice({ status: 'connected' });
  ctx.clock.advance(MINUTE);
  await look(ctx);

  expect(await scene.take()).toEqual([]);
  const codes = (await scene.messages(id)).map(({ error_code, status }) => error_code ?? status);
  expect(codes).toEqual([
    ...['sent', 'sent', 'sent', 'outcome_unknown', 'outcome_unknown'],
    ...Array(3).fill('broadcast_cancelled'),
  ]);
  expect(await scene.unitsUsed()).toBe(5);
});

test('broadcasts that a suspension has paused go on after the activation, within the throttle', async () => {
  const { scene, id } = await midway();
  const { started_at } = await scene.read(id);

  await setStatus(ctx, scene.account.id, 'suspended');
  await look(ctx);
  await look(ctx);
  const during = await scene.counts(id);
  ctx.clock.advance(MINUTE);
  await setStatus(ctx, scene.account.id, 'active');
  await look(ctx);
  await scene.carry();
  await look(ctx);

  expect(during).toMatchObject({ status: 'paused', reason: 'account_inactive', pending: 7 });
  // The throttle allows eight messages per hour.
  expect(await scene.counts(id)).toMatchObject({ status: 'running', reason: null, pending: 2, sent: 8 });
  expect(await scene.read(id)).toMatchObject({ started_at });
  expect(new Set(scene.sent.map(({ phone }) => phone)).size).toBe(8);
});

test('a broadcast that was paused for another reason stays paused after the activation', async () => {
  const paused = await midway();
  const disconnected = await midway();
  const byOperator = await midway();
  const scenes = [paused, disconnected, byOperator];
  await pauseBroadcast(ctx, paused.scene.account, paused.id);
  await disconnected.scene.setDevice({ status: 'disconnected' });
  await look(ctx);

  for (const { scene } of scenes) await setStatus(ctx, scene.account.id, 'suspended');
  await look(ctx);
  await pauseBroadcast(ctx, byOperator.scene.account, byOperator.id);
  await disconnected.scene.setDevice({ status: 'connected' });
  for (const { scene } of scenes) await setStatus(ctx, scene.account.id, 'active');
  await look(ctx);

  const states = await Promise.all(scenes.map(({ scene, id }) => scene.counts(id)));
  expect(states.map(({ status, reason }) => [status, reason])).toEqual([
    ['paused', 'paused_by_user'],
    ['paused', 'device_disconnected'],
    ['paused', 'paused_by_user'],
  ]);
});

test('a broadcast that becomes due during a suspension starts after the activation', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  const id = await scene.create({ scheduled_at: new Date(ctx.now().getTime() + HOUR) });

  await setStatus(ctx, scene.account.id, 'suspended');
  ctx.clock.advance(2 * HOUR);
  await look(ctx);
  await look(ctx);
  const during = await scene.read(id);
  await setStatus(ctx, scene.account.id, 'active');
  await look(ctx);

  expect(during).toMatchObject({ status: 'scheduled', started_at: null });
  expect(await scene.read(id)).toMatchObject({ status: 'running', started_at: ctx.now() });
});

test.each([['suspended'], ['cancelled']] as const)(
  'of a %s account no broadcast is created or retried, also with a key that was just read',
  async (status) => {
    const { scene, id } = await midway();
    await setStatus(ctx, scene.account.id, status);

    await expect(scene.create()).rejects.toMatchObject({ code: 'account_inactive' });
    await expect(retryFailed(ctx, scene.account, id)).rejects.toMatchObject({ code: 'account_inactive' });
  },
);
