import { afterAll, expect, test } from 'vitest';
import { look, openScene, type Scene } from '../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../test/harness/context.ts';
import { setStatus } from '../../accounts/account.ts';
import { DAY, HOUR } from '../../lib/clock.ts';
import { failHopeless } from '../../messages/statuses/store.ts';
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from '../broadcast.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_BROADCAST_THROTTLE: '8' } });
const RESTRICTED = { restriction: 'restricted:reachout_lock', reason: 'restricted:reachout_lock' };

/** A broadcast to ten: three have been sent theirs, five messages wait for the device, and for two the throttle has no room in this hour. */
async function midway() {
  const scene = await openScene(ctx, { contacts: 10, plan: { monthly_quota: 100 } });
  const id = await scene.create();
  await look(ctx);
  await scene.carry(3);
  return { scene, id };
}

const resume = (scene: Scene, id: number) => resumeBroadcast(ctx, scene.account, id);

test.each([
  ['loses its line', { status: 'disconnected' }, 'device_disconnected'],
  ['is being paired anew', { status: 'qr_pending' }, 'device_disconnected'],
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

test('resume goes on with those who are pending, each of them once', async () => {
  const { scene, id } = await midway();
  const { started_at } = await scene.read(id);
  await scene.setDevice({ status: 'disconnected' });
  await look(ctx);
  ctx.clock.advance(HOUR);

  await scene.setDevice({ status: 'connected' });
  await look(ctx);
  expect(await scene.take()).toEqual([]);
  await resume(scene, id);
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

test('a restriction whose time is over is no reason to pause', async () => {
  const { scene, id } = await midway();

  await scene.setDevice({ ...RESTRICTED, restriction_lapses_at: ctx.now() });
  await look(ctx);

  expect(await scene.read(id)).toMatchObject({ status: 'running' });
});

test('the broadcasts of a suspended account are paused', async () => {
  const { scene, id } = await midway();

  await setStatus(ctx.db, scene.account.id, 'suspended');
  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'paused', reason: 'account_inactive', pending: 7 });
  expect(await scene.take()).toEqual([]);
});

test('a broadcast that is due while its device is away is paused before its first recipient', async () => {
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

test('what waits in a paused broadcast does not expire, not even right after the resume', async () => {
  const { scene, id } = await midway();
  await scene.setDevice({ status: 'disconnected' });
  await look(ctx);
  const giveUp = () => failHopeless(ctx.pool, new Date(ctx.now().getTime() - DAY), ctx.now());

  ctx.clock.advance(3 * DAY);
  await giveUp();
  await scene.setDevice({ status: 'connected' });
  await resume(scene, id);
  await giveUp();
  const taken = await scene.take();
  await giveUp();

  expect(taken).toHaveLength(5);
  expect(await scene.counts(id)).toMatchObject({ failed: 0, sent: 3, pending: 7 });
});

test('what an engine had in its hands and sent nobody in a day fails all the same', async () => {
  const { scene, id } = await midway();
  await scene.take();

  ctx.clock.advance(DAY + 1);
  await failHopeless(ctx.pool, new Date(ctx.now().getTime() - DAY), ctx.now());

  expect(await scene.counts(id)).toMatchObject({ sent: 3, failed: 5, pending: 2 });
});

test('what an engine gives back unwritten after the pause is held back, and goes out once after the resume', async () => {
  const { scene, id } = await midway();
  const [given] = await scene.take(1);
  if (!given) throw new Error('five are due');
  await pauseBroadcast(ctx, scene.account, id);
  await scene.giveBack(given);

  await look(ctx);
  expect(await scene.take()).toEqual([]);
  await resume(scene, id);
  const taken = await scene.take();

  expect(taken.filter((each) => each.id === given.id)).toHaveLength(1);
  expect(taken).toHaveLength(5);
});

test('a quota that ended pauses, and a resume with new quota sends the rest, each once', async () => {
  const scene = await openScene(ctx, { contacts: 6, plan: { monthly_quota: 4 } });
  const id = await scene.create();
  await look(ctx);
  await look(ctx);
  await scene.carry();
  await resume(scene, id);
  await look(ctx);
  await look(ctx);
  expect(await scene.counts(id)).toMatchObject({ status: 'paused', reason: 'quota_exhausted', sent: 4 });

  await scene.setQuota(6);
  await resume(scene, id);
  await look(ctx);
  await scene.carry();
  await look(ctx);

  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 6 });
  expect(new Set(scene.sent.map(({ phone }) => phone)).size).toBe(6);
  expect(scene.sent).toHaveLength(6);
});

test('cancelling ends what no engine has, gives its quota back, and leaves the others pending', async () => {
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

test('a paused broadcast whose last messages are settled meanwhile is completed', async () => {
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
