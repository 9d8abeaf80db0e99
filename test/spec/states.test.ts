import { expect } from 'vitest';
import { createStatusWriter } from '../../src/gateway/messages/queue/status-writer.ts';
import { eventsOf } from '../harness/events.ts';
import { CUSTOMER } from '../harness/line.ts';
import { changeMessage } from '../harness/message-rows.ts';
import { insertDevice } from '../harness/rows.ts';
import { openPairedService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { contract } from './contract.ts';

const { line, shop, connectAs } = await openPairedService();
const { ctx } = line;

/** A number without a phone. */
const NOBODY = '6289900000000';

const statusOf = async (uuid: string): Promise<string> =>
  (await shop.api('GET', `/v1/devices/${uuid}`)).body.status;
const becomes = (uuid: string, status: string) =>
  until(async () => (await statusOf(uuid)) === status, { what: `the device ${status}` });
/** From status to status, as announced. */
async function announcedOf(uuid: string): Promise<unknown[][]> {
  const events = (await eventsOf(ctx, 'device.status')).filter((event) => event.device_uuid === uuid);
  return events.map((event) => [event.previous_status, event.status]);
}
const play = (number: string, action: string) => line.sandbox.post(`/sandbox/numbers/${number}/${action}`);
const statusesOfMessage = async (id: number) =>
  (await eventsOf(ctx, 'message.status')).filter((event) => event.message_id === id);

contract(
  'States and transitions > Device status > Values: provisioned, qr_pending, connected, disconnected, banned',
  async () => {
    const shown = [await statusOf(shop.deviceUuid)];
    const { body } = await shop.api('POST', '/v1/devices', { label: 'Baru' });
    shown.push(await statusOf(body.device_uuid));
    await until(async () => (await shop.api('GET', `/v1/devices/${body.device_uuid}/qr`)).status === 200);
    shown.push(await statusOf(body.device_uuid));
    await connectAs('6281100000002', body.device_uuid);
    await play('6281100000002', 'ban');
    await becomes(body.device_uuid, 'banned');
    shown.push('banned');
    await shop.api('DELETE', `/v1/devices/${body.device_uuid}`);
    shown.push(await statusOf(body.device_uuid));

    expect(shown).toEqual(['connected', 'provisioned', 'qr_pending', 'banned', 'disconnected']);
  },
);

contract('States and transitions > Device status > (none), POST /v1/devices, economy engine', async () => {
  const { status, body } = await shop.api('POST', '/v1/devices', { label: 'Baru', engine: 'economy' });

  expect([status, body.status]).toEqual([201, 'provisioned']);
  await connectAs('6281100000003', body.device_uuid);
  expect(await statusOf(body.device_uuid)).toBe('connected');
});

contract('States and transitions > Device status > any', async () => {
  const statuses = ['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned'] as const;
  const devices = await Promise.all(statuses.map((status) => insertDevice(ctx, shop.account, { status })));

  const answers = await Promise.all(
    devices.map(({ device_uuid }) => shop.api('DELETE', `/v1/devices/${device_uuid}`)),
  );

  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
    statuses.map(() => [200, 'disconnected']),
  );
  for (const [n, { device_uuid }] of devices.entries()) {
    expect(await statusOf(device_uuid)).toBe('disconnected');
    expect((await shop.send({ device_uuid })).body.error).toBe('device_disconnected');
    expect(await announcedOf(device_uuid)).toEqual(
      statuses[n] === 'disconnected' ? [] : [[statuses[n], 'disconnected']],
    );
  }
});

contract(
  'States and transitions > Device status > Other device transitions (into qr_pending, into',
  async () => {
    const number = '6281100000004';
    const { body } = await shop.api('POST', '/v1/devices', { label: 'Baru' });
    await connectAs(number, body.device_uuid);

    await play(number, 'drop');
    await becomes(body.device_uuid, 'disconnected');
    await play(number, 'restore');
    await becomes(body.device_uuid, 'connected');
    await play(number, 'logout');
    await becomes(body.device_uuid, 'disconnected');
    await connectAs(number, body.device_uuid);
    await play(number, 'ban');
    await becomes(body.device_uuid, 'banned');

    expect(await announcedOf(body.device_uuid)).toEqual([
      [null, 'provisioned'],
      ['provisioned', 'qr_pending'],
      ['qr_pending', 'connected'],
      ['connected', 'disconnected'],
      ['disconnected', 'connected'],
      ['connected', 'disconnected'],
      ['disconnected', 'qr_pending'],
      ['qr_pending', 'connected'],
      ['connected', 'banned'],
    ]);
  },
);

contract('States and transitions > Device status > Every device status change is announced', async () => {
  expect(await announcedOf(shop.deviceUuid)).toEqual([
    [null, 'provisioned'],
    ['provisioned', 'qr_pending'],
    ['qr_pending', 'connected'],
  ]);
});

contract('States and transitions > Message status > Order of progression: queued then sent', async () => {
  const { body: accepted } = await shop.send({ to: CUSTOMER, body: 'Urut' });
  const arrived = await line.sandbox.messageAt(CUSTOMER, 'Urut');
  const read = await until(async () => {
    await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/read`, { wa_message_id: arrived.wa_message_id });
    const { body } = await shop.api('GET', `/v1/messages/${accepted.id}`);
    return body.status === 'read' && body;
  });
  const refused = await shop.send({ to: NOBODY });
  const failed = await until(async () => {
    const { body } = await shop.api('GET', `/v1/messages/${refused.body.id}`);
    return body.status === 'failed' && body;
  });

  expect(accepted).toMatchObject({ status: 'queued', wa_message_id: null });
  expect(read.wa_message_id).toBe(arrived.wa_message_id);
  expect((await statusesOfMessage(accepted.id)).map((event) => event.status)).toEqual([
    'sent',
    'delivered',
    'read',
  ]);
  expect((await statusesOfMessage(refused.body.id)).map((event) => event.status)).toEqual(['failed']);
  expect(failed.error).toEqual({ code: expect.any(String), message: expect.any(String) });
});

contract('States and transitions > Message status > Each outbound status change is announced', async () => {
  const { id, device_uuid } = await insertDevice(ctx, shop.account);
  const { body } = await shop.send({ device_uuid });
  await changeMessage(ctx, shop.account, body.id, { reserved_wa_id: '3EB0BB' });
  const statuses = createStatusWriter(ctx, new AbortController().signal);
  const change = {
    device_id: id,
    wa_message_id: '3EB0BB',
    error_code: null,
    error_message: null,
    refund: false,
  };

  for (const status of ['delivered', 'sent', 'delivered', 'read', 'failed'] as const) {
    await statuses.write({ ...change, status });
  }

  const announced = await statusesOfMessage(body.id);
  expect(announced.map((event) => event.status)).toEqual(['sent', 'delivered', 'read']);
  expect(new Set(announced.map((event) => event.event_id)).size).toBe(3);
});
