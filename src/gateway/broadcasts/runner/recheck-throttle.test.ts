import { afterAll, expect, onTestFinished, test } from 'vitest';
import { exhaust, openScene, type Scene } from '../../../../test/harness/broadcast-scene.ts';
import { testConfig, testContext } from '../../../../test/harness/context.ts';
import { until } from '../../../../test/harness/until.ts';
import { createContext } from '../../../context.ts';
import type { Bus } from '../../../platform/lib/bus.ts';
import { DAY, HOUR } from '../../../platform/lib/clock.ts';
import { pauseBroadcast, recheckThrottle, resumeBroadcast } from '../broadcast.ts';
import { startBroadcastRunner } from './runner.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_BROADCAST_THROTTLE: '7:20,600' } });

/** A broadcast to 30 people that waits, because its number has sent the 20 messages of this hour. */
async function held() {
  const scene = await openScene(ctx, { contacts: 30, pairedDays: 1 });
  const id = await scene.create();
  await exhaust(ctx, scene);
  expect(scene.sent).toHaveLength(20);
  return { scene, id };
}

const makeOlder = (scene: Scene) => scene.setDevice({ paired_at: new Date(ctx.now().getTime() - 30 * DAY) });

function recordingBus() {
  const published: string[] = [];
  const bus: Bus = {
    gateway: '',
    link: () => ({ receive: () => {}, end: () => {} }),
    publish: (topic) => void published.push(topic),
    subscribe: () => () => {},
    close: async () => {},
  };
  return { bus, published };
}

test('a held broadcast goes on at once when its number has become older', async () => {
  const { scene, id } = await held();
  const { bus, published } = recordingBus();
  await makeOlder(scene);

  await recheckThrottle({ ...ctx, bus }, scene.device);
  await recheckThrottle({ ...ctx, bus }, scene.device);
  await exhaust(ctx, scene);

  expect(published).toEqual(['broadcasts']);
  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 30 });
});

test('a number of the same age keeps waiting, also after many checks', async () => {
  const { scene } = await held();

  for (let check = 0; check < 3; check += 1) {
    await recheckThrottle(ctx, scene.device);
    await exhaust(ctx, scene);
  }

  expect(scene.sent).toHaveLength(20);
  ctx.clock.advance(HOUR);
  await exhaust(ctx, scene);
  expect(scene.sent).toHaveLength(30);
});

test('a broadcast that was paused while it waited goes on when it is resumed', async () => {
  const { scene, id } = await held();
  await pauseBroadcast(ctx, scene.account, id);
  await makeOlder(scene);

  await recheckThrottle(ctx, scene.device);
  const paused = await scene.read(id);
  await resumeBroadcast(ctx, scene.account, id);
  await exhaust(ctx, scene);

  expect(paused.status).toBe('paused');
  expect(scene.sent).toHaveLength(30);
});

test('a check shortens no delay between two messages, and starts nothing before its time', async () => {
  const scene = await openScene(ctx, { contacts: 3 });
  const delayed = await scene.create({ delay_min_seconds: 600, delay_max_seconds: 600 });
  const scheduledAt = new Date(ctx.now().getTime() + HOUR);
  const scheduled = await scene.create({ scheduled_at: scheduledAt });
  await pauseBroadcast(ctx, scene.account, scheduled);
  await exhaust(ctx, scene);
  const before = await scene.read(delayed);

  await recheckThrottle(ctx, scene.device);
  await recheckThrottle(ctx, 'all');
  await exhaust(ctx, scene);

  expect(scene.sent).toHaveLength(1);
  expect(await scene.read(delayed)).toMatchObject({ next_at: before.next_at });
  expect(await scene.read(scheduled)).toMatchObject({ next_at: scheduledAt });
});

test('only the broadcasts of the device are checked', async () => {
  const [older, other] = [await held(), await held()];
  await makeOlder(older.scene);
  await makeOlder(other.scene);

  await recheckThrottle(ctx, older.scene.device);
  await exhaust(ctx, older.scene);
  await exhaust(ctx, other.scene);

  expect([older.scene.sent.length, other.scene.sent.length]).toEqual([30, 20]);
});

test('a start with a higher limit in the settings releases what the earlier limit holds', async () => {
  const { scene, id } = await held();
  const config = testConfig({ KURIR_BROADCAST_THROTTLE: '1000' });
  const { databaseUrl, box, log, now } = ctx;
  const other = createContext({ config, databaseUrl, box, log, name: 'after a restart', now });

  const runner = startBroadcastRunner(other);
  onTestFinished(() => runner.stop().then(() => other.close()));
  await until(async () => {
    await scene.carry();
    return (await scene.read(id)).status === 'completed';
  });

  expect(scene.sent).toHaveLength(30);
});
