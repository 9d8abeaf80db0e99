import { expect } from 'vitest';
import { createInbound } from '../../src/gateway/messages/inbound/inbound.ts';
import { eventsOf } from '../harness/events.ts';
import { CUSTOMER, OWNER } from '../harness/line.ts';
import { changeMessage } from '../harness/message-rows.ts';
import { insertDevice } from '../harness/rows.ts';
import { openPairedService } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { until } from '../harness/until.ts';
import { contract } from './contract.ts';

const service = await openPairedService();
const { line, shop } = service;
const { ctx } = line;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const paired = async () => (await shop.api('GET', `/v1/devices/${shop.deviceUuid}`)).body;
const newDevice = async (label = 'Baru') => {
  const { body } = await shop.api('POST', '/v1/devices', { label });
  return (await shop.api('GET', `/v1/devices/${body.device_uuid}`)).body;
};
const message = async (id: number) => (await shop.api('GET', `/v1/messages/${id}`)).body;

// Device ----------------------------------------------------------------------------------------------------

contract('Resources and their fields > Device > device_uuid', async () => {
  const [first, second] = [await newDevice(), await newDevice()];

  const again = await shop.api('GET', `/v1/devices/${first.device_uuid}`);

  expect([first.device_uuid, second.device_uuid]).toEqual([
    expect.stringMatching(UUID),
    expect.stringMatching(UUID),
  ]);
  expect(first.device_uuid).not.toBe(second.device_uuid);
  expect(again.body).toEqual(first);
});

contract('Resources and their fields > Device > label', async () => {
  const label = `Kasir 👩🏽‍💼 'lantai' "2" <b>&amp;</b> ${'x'.repeat(200)}`;

  expect((await newDevice(label)).label).toBe(label);
});

contract('Resources and their fields > Device > phone_number', async () => {
  expect((await newDevice()).phone_number).toBeNull();
  expect((await paired()).phone_number).toBe(OWNER);
});

contract('Resources and their fields > Device > engine', async () => {
  const { device_uuid } = await insertDevice(ctx, shop.account, { engine: 'official_cloud' });

  const official = await shop.api('GET', `/v1/devices/${device_uuid}`);

  expect((await newDevice()).engine).toBe('economy');
  expect(official.body.engine).toBe('official_cloud');
});

contract('Resources and their fields > Device > status', async () => {
  const statuses = ['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned'] as const;
  const devices = await Promise.all(statuses.map((status) => insertDevice(ctx, shop.account, { status })));

  const shown = await Promise.all(
    devices.map(async ({ device_uuid }) => (await shop.api('GET', `/v1/devices/${device_uuid}`)).body.status),
  );

  expect(shown).toEqual(statuses);
});

contract('Resources and their fields > Device > connected_at', async () => {
  expect((await newDevice()).connected_at).toBeNull();
  expect((await paired()).connected_at).toMatch(TIMESTAMP);
});

contract('Resources and their fields > Device > last_health_at', async () => {
  expect((await newDevice()).last_health_at).toBeNull();
  expect((await paired()).last_health_at).toMatch(TIMESTAMP);
});

// Message ---------------------------------------------------------------------------------------------------

contract('Resources and their fields > Message > id', async () => {
  const accepted = await shop.send({ to: CUSTOMER });

  expect(Number.isSafeInteger(accepted.body.id)).toBe(true);
  expect(await message(accepted.body.id)).toMatchObject({ id: accepted.body.id, type: 'text' });
});

contract('Resources and their fields > Message > status', async () => {
  const { body } = await shop.send({ device_uuid: (await insertDevice(ctx, shop.account)).device_uuid });
  const shown = [];

  for (const status of ['queued', 'sent', 'delivered', 'read', 'failed'] as const) {
    await changeMessage(ctx, shop.account, body.id, { status, due: status === 'queued' });
    shown.push((await message(body.id)).status);
  }

  expect(shown).toEqual(['queued', 'sent', 'delivered', 'read', 'failed']);
});

contract('Resources and their fields > Message > wa_message_id', async () => {
  const accepted = await shop.send({ to: CUSTOMER, body: 'Dengan nomor' });

  const sent = await until(async () => {
    const record = await message(accepted.body.id);
    if (record.status === 'queued') expect(record.wa_message_id).toBeNull();
    return record.status !== 'queued' && record;
  });

  const arrived = await line.sandbox.messageAt(CUSTOMER, 'Dengan nomor');
  expect(accepted.body.wa_message_id).toBeNull();
  expect(sent.wa_message_id).toBe(arrived.wa_message_id);
});

contract('Resources and their fields > Message > direction', async () => {
  const accepted = await shop.send({ to: CUSTOMER });

  expect([accepted.body.direction, (await message(accepted.body.id)).direction]).toEqual(['out', 'out']);
});

contract('Resources and their fields > Message > type', async () => {
  const official = await insertDevice(ctx, shop.account, { engine: 'official_cloud' });
  const media_url = 'https://files.example/a';
  const choices = {
    button: { buttons: [{ id: 'y', title: 'Ya' }] },
    list: { button_text: 'Menu', sections: [{ title: 'A', rows: [{ id: '1', title: 'Satu' }] }] },
  };
  const other = (await insertDevice(ctx, shop.account)).device_uuid;
  const { device_uuid } = official;

  const answers = [
    await shop.send({ device_uuid: other }),
    ...(await Promise.all(
      ['image', 'document', 'audio', 'video'].map((type) =>
        shop.send({ device_uuid: other, type, media_url, body: undefined }),
      ),
    )),
    await shop.send({ device_uuid, type: 'button', interactive: choices.button }),
    await shop.send({ device_uuid, type: 'list', interactive: choices.list }),
  ];
  const onEconomy = await shop.send({ type: 'button', interactive: choices.button });

  expect(answers.map(({ status, body }) => [status, body.type])).toEqual(
    ['text', 'image', 'document', 'audio', 'video', 'button', 'list'].map((type) => [202, type]),
  );
  expect(onEconomy.body.error).toBe('interactive_not_supported');
});

contract('Resources and their fields > Message > created_at', async () => {
  const before = Date.now();

  const { body } = await shop.send({ to: CUSTOMER });

  expect(body.created_at).toMatch(TIMESTAMP);
  expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before);
});

contract('Resources and their fields > Message > Inbound messages carry direction in a', async () => {
  const device = await insertDevice(ctx, shop.account);
  const other = await insertDevice(ctx, shop.account);
  const { storeReceived } = createInbound(ctx, []);
  const inbound = (to: typeof device, body: string) => ({
    device: { id: to.id, account_id: to.account_id, device_uuid: to.device_uuid, epoch: 1 },
    message: { waMessageId: '3EB0SAME', from: CUSTOMER, type: 'text' as const, body, at: ctx.now() },
  });
  const out = await shop.send({ device_uuid: device.device_uuid });
  await changeMessage(ctx, shop.account, out.body.id, { wa_message_id: '3EB0SAME' });

  for (const received of [inbound(device, 'Halo'), inbound(device, 'Halo'), inbound(other, 'Hai')]) {
    await ctx.db.transaction((tx) => storeReceived(tx, [received]));
  }

  const stored = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select(['device_id', 'direction'])
    .where('wa_message_id', '=', '3EB0SAME')
    .orderBy('id')
    .execute();
  const events = (await eventsOf(ctx, 'message.received')).filter(
    (event) => event.wa_message_id === '3EB0SAME',
  );
  expect(stored).toEqual([
    { device_id: device.id, direction: 'out' },
    { device_id: device.id, direction: 'in' },
    { device_id: other.id, direction: 'in' },
  ]);
  expect(events.map((event) => event.device_uuid)).toEqual([device.device_uuid, other.device_uuid]);
});

// Usage -----------------------------------------------------------------------------------------------------

contract('Resources and their fields > Usage > period', async () => {
  const { body } = await shop.api('GET', '/v1/usage');

  expect(body.period).toMatch(/^\d{4}-(0[1-9]|1[0-2])$/);
});

contract('Resources and their fields > Usage > messages_sent', async () => {
  const customer = await service.customer();
  await customer.send();
  await customer.send();
  await customer.send({ to: '12' });

  const { body } = await customer.api('GET', '/v1/usage');

  expect(body.messages_sent).toBe(2);
});

contract('Resources and their fields > Usage > messages_quota', async () => {
  const customer = await service.customer({ monthly_quota: 1234 });

  expect((await customer.api('GET', '/v1/usage')).body.messages_quota).toBe(1234);
});

contract('Resources and their fields > Usage > messages_remaining', async () => {
  const limited = await service.customer({ monthly_quota: 5 });
  const unlimited = await service.customer({ monthly_quota: null });
  await limited.send();

  const answers = [await limited.api('GET', '/v1/usage'), await unlimited.api('GET', '/v1/usage')];

  expect(answers.map(({ body }) => body.messages_remaining)).toEqual([4, null]);
});

contract('Resources and their fields > Usage > api_calls', async () => {
  const customer = await service.customer();
  await customer.api('GET', '/v1/devices');
  await customer.api('POST', '/v1/devices', {});

  const { body } = await customer.api('GET', '/v1/usage');

  expect(body.api_calls).toBe(3);
});
