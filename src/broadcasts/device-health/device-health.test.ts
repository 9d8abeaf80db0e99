import { afterAll, expect, test } from 'vitest';
import { exhaust, openScene } from '../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../test/harness/context.ts';
import { insertDevice, insertMessage } from '../../../test/harness/rows.ts';
import { DAY } from '../../lib/clock.ts';
import { readDeviceHealth } from './device-health.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_BROADCAST_THROTTLE: '7:20,600' } });

test('a new number shows the limit of its broadcasts, how much of it is used, and until when it counts', async () => {
  const scene = await openScene(ctx, { contacts: 30, pairedDays: 1 });
  const { account, device } = scene;
  await scene.create();
  await exhaust(ctx, scene);

  const health = await readDeviceHealth(ctx, account, device.device_uuid);

  const until = new Date(ctx.now().getTime() + 6 * DAY);
  expect(health).toMatchObject({ queued: 0, queued_since: null, used: 20, limit: { perHour: 20, until } });
});

test('health counts the waiting messages and finds the last customer of this device alone', async () => {
  const { account, device } = await openScene(ctx, { contacts: 0, engine: 'official_cloud' });
  const other = await insertDevice(ctx, account);
  const at = (minutes: number) => new Date(ctx.now().getTime() - minutes * 60_000);
  const inbound = { direction: 'in', status: 'received', due: false } as const;
  await insertMessage(ctx, device, { ...inbound, created_at: at(30) });
  await insertMessage(ctx, device, { ...inbound, created_at: at(20) });
  await insertMessage(ctx, other, { ...inbound, created_at: at(10) });
  await insertMessage(ctx, device, { created_at: at(5) });
  await insertMessage(ctx, device, { created_at: at(4) });
  await insertMessage(ctx, other, { created_at: at(3) });

  const health = await readDeviceHealth(ctx, account, device.device_uuid);

  const limit = { perHour: null, until: null };
  const expected = { queued: 2, queued_since: at(5), last_inbound_at: at(20), used: 0, limit };
  expect(health).toMatchObject(expected);
});
