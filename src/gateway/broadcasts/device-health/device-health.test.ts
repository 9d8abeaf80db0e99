import { afterAll, expect, test } from 'vitest';
import { exhaust, openScene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { DAY, HOUR } from '../../../platform/lib/clock.ts';
import { noteGroup } from '../../devices/groups/groups.ts';
import { missedCall } from '../../engines/missed-call.ts';
import { readDeviceHealth } from './device-health.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_BROADCAST_THROTTLE: '7:20,600' } });
const service = await openService(ctx);

test('a new number shows the limit of its broadcasts, how much of it is used, and until when it counts', async () => {
  const scene = await openScene(ctx, { contacts: 30, pairedDays: 1 });
  const { account, device } = scene;
  await scene.create();
  await exhaust(ctx, scene);

  const health = await readDeviceHealth(ctx, account, device.device_uuid);

  const until = new Date(ctx.now().getTime() + 6 * DAY);
  expect(health).toMatchObject({ queued: 0, queued_since: null, used: 20, limit: { perHour: 20, until } });
});

test('health counts what customers sent without content, without a number and as a call, in a day', async () => {
  const { account, device } = await openScene(ctx, { contacts: 0 });
  const other = await insertDevice(ctx, account);
  const store = receiver(ctx, []);
  const receive = (from: string, details?: object, on = device, hours = 1) => {
    const waMessageId = `${from} ${hours} ${JSON.stringify(details)}`;
    const at = new Date(ctx.now().getTime() - hours * HOUR);
    const message = { waMessageId, from, type: 'text', body: null, at, ...(details && { details }) } as const;
    return store({ device: { ...on, epoch: 1 }, message });
  };
  const ANI = '6281200000001';
  await receive(ANI);
  await receive(ANI, { kind: 'unreadable' });
  await receive(ANI, { kind: 'unreadable' }, device, 25);
  await receive(ANI, { kind: 'unreadable' }, other);
  await receive(ANI, { kind: 'view_once' });
  await receive(ANI, { kind: 'phone_only' });
  await receive('222@lid', {});
  await receive('222@lid', missedCall(false).details);
  await receive('ID.222', {});
  await receive('120363041234567890@g.us');
  await receive('120363041234567890@g.us', { kind: 'unreadable' });

  const { incomplete } = await readDeviceHealth(ctx, account, device.device_uuid);

  expect(incomplete).toEqual({
    messages: 6,
    unreadable: 1,
    phone_only: 2,
    without_number: 3,
    missed_calls: 1,
  });
});

test('health shows the latest groups that Kurir does not handle, and counts the others', async () => {
  const { api, account } = await service.customer();
  const { id, device_uuid } = await insertDevice(ctx, account);
  for (let n = 1; n <= 12; n += 1)
    await noteGroup(ctx, id, { groupId: `${n}@g.us`, at: new Date(n), askName: async () => `Grup ${n}` });

  const { groups } = (await api('GET', `/v1/devices/${device_uuid}/health`)).body;

  expect(groups).toMatchObject({ count: 12, latest: { length: 10 } });
  expect(groups.latest[0]).toEqual({ id: '12@g.us', name: 'Grup 12', at: '1970-01-01T00:00:00.012Z' });
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
