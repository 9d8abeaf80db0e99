import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { eventsOf } from '../../../test/harness/events.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { watchAllStatements } from '../../../test/harness/statements.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import * as devices from './device.ts';
import { requestQr } from './pairing/pairing.ts';
import type { DeviceStatus } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });

const announced = async (deviceUuid: string) =>
  (await eventsOf(ctx, 'device.status')).filter((event) => event.device_uuid === deviceUuid);

test('creation announces exactly the documented fields', async () => {
  const account = await insertAccount(ctx);

  const device = await devices.createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });

  expect(await announced(device.device_uuid)).toEqual([
    {
      event: 'device.status',
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device_uuid: device.device_uuid,
      timestamp: ctx.now().toISOString(),
      status: 'provisioned',
      previous_status: null,
      reason: null,
    },
  ]);
});

test('a list of 100 devices is resolved with one statement, each device once and in its order', async () => {
  const account = await insertAccount(ctx);
  const rows = await Promise.all(Array.from({ length: 100 }, () => insertDevice(ctx, account)));
  const [first] = rows;
  const uuids = rows.map(({ device_uuid }) => device_uuid);
  const sent: string[] = [];
  const db = watchAllStatements(ctx.db, ({ name, text }) => void sent.push(name ?? text));

  const scope = await devices.requireDevices({ db }, account, [
    ...uuids,
    `${first?.device_uuid}`.toUpperCase(),
  ]);
  const all = await devices.requireDevices({ db }, account, null);

  expect(sent).toEqual(['devices.find_device_ids']);
  expect(scope).toEqual({ device_uuids: uuids, device_ids: rows.map(({ id }) => id) });
  expect(all).toEqual({ device_uuids: null, device_ids: [] });
});

test('devices that an account or an agent does not see are named, the first five of them', async () => {
  const [account, stranger] = [await insertAccount(ctx), await insertAccount(ctx)];
  const [own, hidden] = [await insertDevice(ctx, account), await insertDevice(ctx, account)];
  const foreign = await insertDevice(ctx, stranger);
  const unknown = Array.from({ length: 6 }, () => randomUUID());
  const agent = { ...account, deviceIds: [own.id] };
  const refusal = (uuids: string[]) =>
    devices.requireDevices(ctx, agent, [own.device_uuid, ...uuids]).catch((error: Error) => error);

  const two = await refusal([hidden.device_uuid, foreign.device_uuid]);
  const many = await refusal(unknown);

  const text = (names: string) =>
    `No such device in this account: ${names}. List the devices: GET /v1/devices.`;
  expect(two).toMatchObject({
    code: 'device_not_found',
    message: text(`${hidden.device_uuid}, ${foreign.device_uuid}`),
  });
  expect(many).toMatchObject({ message: text(`${unknown.slice(0, 5).join(', ')} and 1 more`) });
});

test('parallel creations never exceed the plan', async () => {
  const account = await insertAccount(ctx, { max_devices: 3 });

  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      devices.createDevice(ctx, account, { label: 'Kasir', engine: 'economy' }),
    ),
  );

  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')).toMatchObject({
    reason: { code: 'device_limit_reached' },
  });
});

test('a released device counts no longer, leaves the list, stays readable and repeats its answer', async () => {
  const account = await insertAccount(ctx, { max_devices: 1 });
  const { device_uuid } = await devices.createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });

  await devices.releaseDevice(ctx, account, device_uuid);
  const again = await devices.releaseDevice(ctx, account, device_uuid);

  expect(again).toMatchObject({ device_uuid, status: 'disconnected' });
  expect(await devices.listDevices(ctx, account)).toEqual([]);
  expect(await devices.getDevice(ctx, account, device_uuid)).toMatchObject({ status: 'disconnected' });
  await expect(requestQr(ctx, account, device_uuid)).rejects.toMatchObject({
    code: 'device_not_found',
  });
  expect((await announced(device_uuid)).map((event) => event.status)).toEqual([
    'provisioned',
    'disconnected',
  ]);
  await expect(
    devices.createDevice(ctx, account, { label: 'Baru', engine: 'economy' }),
  ).resolves.toBeDefined();
});

test('releases of one device at once all answer `disconnected`, and announce it once', async () => {
  const account = await insertAccount(ctx);
  const { device_uuid } = await insertDevice(ctx, account, { status: 'connected' });

  const answers = await Promise.all(
    Array.from({ length: 6 }, () => devices.releaseDevice(ctx, account, device_uuid)),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'disconnected'));
  expect(await announced(device_uuid)).toHaveLength(1);
});

test('releasing a device that was disconnected already announces nothing', async () => {
  const account = await insertAccount(ctx);
  const { device_uuid } = await insertDevice(ctx, account, { status: 'disconnected' });

  await devices.releaseDevice(ctx, account, device_uuid);

  expect(await announced(device_uuid)).toEqual([]);
});

test.each(['not-a-uuid', '11111111-1111-4111-8111-111111111111', 'a\0b'])('%j is no device', async (uuid) => {
  const account = await insertAccount(ctx);

  await expect(devices.getDevice(ctx, account, uuid)).rejects.toMatchObject({ code: 'device_not_found' });
});

test("another account's device reads as missing", async () => {
  const theirs = await insertDevice(ctx, await insertAccount(ctx));
  const account = await insertAccount(ctx);

  for (const call of [devices.getDevice, devices.releaseDevice, requestQr]) {
    await expect(call(ctx, account, theirs.device_uuid)).rejects.toMatchObject({ code: 'device_not_found' });
  }
});

test.each([
  ['provisioned', 'qr_issued', 'qr_pending'],
  ['qr_pending', 'connected', 'connected'],
  ['qr_pending', 'pairing_ended', 'provisioned'],
  ['connected', 'connection_lost', 'disconnected'],
  ['disconnected', 'connected', 'connected'],
  ['disconnected', 'qr_issued', 'qr_pending'],
  ['banned', 'qr_issued', 'qr_pending'],
  ['connected', 'logged_out', 'disconnected'],
  ['connected', 'banned', 'banned'],
  ['provisioned', 'connection_lost', 'provisioned'],
  ['banned', 'connection_lost', 'banned'],
  ['connected', 'qr_issued', 'connected'],
  ['disconnected', 'pairing_ended', 'disconnected'],
] as const)('%s, when %s, is %s', async (from: DeviceStatus, trigger, to: DeviceStatus) => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  await tablesOf(ctx.db).updateTable('devices').set({ status: from }).where('id', '=', device.id).execute();

  await devices.applyTrigger(ctx, device.id, trigger, { reason: 'test' });

  expect((await devices.getDevice(ctx, account, device.device_uuid)).status).toBe(to);
  const events = await announced(device.device_uuid);
  expect(events.map((event) => [event.previous_status, event.status])).toEqual(
    from === to ? [] : [[from, to]],
  );
});

test('concurrent triggers announce each change once', async () => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);

  await Promise.all(Array.from({ length: 5 }, () => devices.applyTrigger(ctx, device.id, 'connection_lost')));

  expect(await announced(device.device_uuid)).toHaveLength(1);
});

test('a trigger under an ended lease changes nothing', async () => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const fence = { node_id: '11111111-1111-4111-8111-111111111111', epoch: 1 };

  const moved = await devices.applyTrigger(ctx, device.id, 'banned', { fence });

  expect(moved).toBeUndefined();
  expect((await devices.getDevice(ctx, account, device.device_uuid)).status).toBe('connected');
});

test.each([
  ['pair', ['connected'], 'disconnected'],
  ['connected', ['connected'], 'connected'],
  ['pair', ['pair', 'connected'], 'connected'],
  ['released', ['pair', 'connected'], 'disconnected'],
] as const)(
  'while %s is wanted, a connection made for %j leaves the device %s',
  async (wanted, whileWanted, status) => {
    const account = await insertAccount(ctx);
    const device = await insertDevice(ctx, account, { status: 'disconnected' });
    await tablesOf(ctx.db).updateTable('devices').set({ wanted }).where('id', '=', device.id).execute();

    await devices.applyTrigger(ctx, device.id, 'connected', { whileWanted });

    expect((await devices.getDevice(ctx, account, device.device_uuid)).status).toBe(status);
  },
);
