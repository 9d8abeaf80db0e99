import { expect } from 'vitest';
import { startReceiver } from '../harness/receiver.ts';
import { insertDevice } from '../harness/rows.ts';
import { openPairedService, openWebhookWorker } from '../harness/service.ts';
import { readQr } from '../harness/shop.ts';
import { tablesOf } from '../harness/tables.ts';
import { until } from '../harness/until.ts';
import { contract } from './contract.ts';
import { clausesOf, readContract } from './contract-document.ts';

const service = await openPairedService();
const { line, shop, http } = service;
const { ctx } = line;
openWebhookWorker(ctx, { start: true });

const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const create = (body: unknown = { label: 'Kasir' }) => shop.api('POST', '/v1/devices', body);
const readyQr = (uuid: string) =>
  until(async () => {
    const answer = await shop.api('GET', `/v1/devices/${uuid}/qr`);
    return answer.status === 200 && answer;
  });

contract('Endpoints > All endpoints require the Authorization header', async () => {
  const endpoints = clausesOf(readContract()).flatMap(({ name }) => {
    const [, method, path] = /> (GET|POST|PATCH|DELETE) (\/v1\/\S+)$/.exec(name) ?? [];
    return method === undefined || path === undefined ? [] : [{ method, path }];
  });

  const answers = await Promise.all(
    endpoints.map(({ method, path }) => http.inject({ method: method as 'GET', url: path })),
  );

  expect(endpoints.length).toBeGreaterThanOrEqual(16);
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(
    endpoints.map(() => [401, { error: 'invalid_api_key', message: expect.any(String) }]),
  );
});

contract('Endpoints > Devices > POST /v1/devices', async () => {
  const created = await create({ label: 'Lantai dua' });

  const listed = await shop.api('GET', '/v1/devices');

  expect(listed.body.data).toContainEqual(
    expect.objectContaining({ device_uuid: created.body.device_uuid, label: 'Lantai dua' }),
  );
});

contract('Endpoints > Devices > POST /v1/devices > Economy engine (default)', async () => {
  const answers = [await create(), await create({ label: 'Kasir', engine: 'economy' })];

  for (const answer of answers) {
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ device_uuid: expect.any(String), status: 'provisioned' });
  }
});

contract('Endpoints > Devices > POST /v1/devices > 2', async () => {
  const customer = await service.customer({ max_devices: 2 });
  const post = () => customer.api('POST', '/v1/devices', { label: 'Satu lagi' });

  const [second, third] = [await post(), await post()];
  await customer.api('DELETE', `/v1/devices/${second.body.device_uuid}`);
  const afterRelease = await post();

  expect([second.status, third.status, third.body.error]).toEqual([201, 402, 'device_limit_reached']);
  expect(afterRelease.status).toBe(201);
});

contract('Endpoints > Devices > GET /v1/devices', async () => {
  const { status, body } = await shop.api('GET', '/v1/devices');

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['data']);
  for (const device of body.data) {
    expect(Object.keys(device)).toEqual(
      expect.arrayContaining([
        ...['device_uuid', 'label', 'phone_number', 'engine', 'status', 'connected_at', 'last_health_at'],
      ]),
    );
  }
  expect(body.data[0].device_uuid).toBe(shop.deviceUuid);
});

contract('Endpoints > Devices > GET /v1/devices/{uuid}', async () => {
  const { body } = await shop.api('GET', '/v1/devices');
  const foreign = await service.customer();

  const one = await shop.api('GET', `/v1/devices/${body.data[0].device_uuid}`);
  const refused = await Promise.all(
    [UNKNOWN, foreign.deviceUuid].map((uuid) => shop.api('GET', `/v1/devices/${uuid}`)),
  );

  // A line that is up shows signs of life meanwhile.
  const last_health_at = expect.any(String);
  expect([one.status, one.body]).toEqual([200, { ...body.data[0], last_health_at }]);
  expect(refused.map((answer) => [answer.status, answer.body.error])).toEqual([
    [404, 'device_not_found'],
    [404, 'device_not_found'],
  ]);
});

contract('Endpoints > Devices > GET /v1/devices/{uuid}/qr', async () => {
  const official = await insertDevice(ctx, shop.account, {
    engine: 'official_cloud',
    status: 'disconnected',
  });
  const { body } = await create();

  const economy = await readyQr(body.device_uuid);
  const refused = await shop.api('GET', `/v1/devices/${official.device_uuid}/qr`);

  expect(economy.status).toBe(200);
  expect([refused.status, refused.body.error]).toEqual([422, 'qr_not_supported']);
});

contract('Endpoints > Devices > GET /v1/devices/{uuid}/qr > 202', async () => {
  const { body } = await create();

  const first = await shop.api('GET', `/v1/devices/${body.device_uuid}/qr`);

  expect([first.status, first.body]).toEqual([202, { device_uuid: body.device_uuid, status: 'provisioned' }]);
  expect((await readyQr(body.device_uuid)).status).toBe(200);
});

contract('Endpoints > Devices > GET /v1/devices/{uuid}/qr > 200', async () => {
  const { body } = await create();

  const { qr } = (await readyQr(body.device_uuid)).body;

  const shown = await tablesOf(ctx.db)
    .selectFrom('device_pairings')
    .innerJoin('devices', 'devices.id', 'device_pairings.device_id')
    .select('device_pairings.expires_at')
    .where('devices.device_uuid', '=', body.device_uuid)
    .executeTakeFirstOrThrow();
  expect(qr).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
  expect(readQr(qr).split(',').length).toBeGreaterThanOrEqual(4);
  expect(shown.expires_at.getTime()).toBeGreaterThan(Date.now());
  expect(shown.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 90_000);
});

contract('Endpoints > Devices > GET /v1/devices/{uuid}/qr > 409 already_connected', async () => {
  const { status, body } = await shop.api('GET', `/v1/devices/${shop.deviceUuid}/qr`);

  expect([status, body.error]).toEqual([409, 'already_connected']);
});

contract('Endpoints > Devices > GET /v1/devices/{uuid}/qr > The QR is never sent through', async () => {
  const receiver = await startReceiver();
  await shop.api('POST', '/v1/webhooks', {
    url: receiver.url,
    events: ['message.received', 'message.status', 'device.status'],
  });
  const { body } = await create();

  const { qr } = (await readyQr(body.device_uuid)).body;

  const ofDevice = await until(() => {
    const bodies = receiver.requests.map((request) => request.body.toString());
    const mine = bodies.filter((text) => text.includes(body.device_uuid));
    return mine.some((text) => text.includes('qr_pending')) && mine;
  });
  for (const text of ofDevice) {
    expect(text).not.toContain('data:image');
    expect(text).not.toContain(readQr(qr));
    expect(JSON.parse(text)).not.toHaveProperty('qr');
  }
});

contract('Endpoints > Devices > PATCH /v1/devices/{uuid}/official-credentials > 3', async () => {
  const { status, body } = await shop.api('PATCH', `/v1/devices/${shop.deviceUuid}/official-credentials`, {
    official_access_token: 'EAAG-baru',
  });

  expect([status, body.error]).toEqual([422, 'not_official_cloud_device']);
});

// The last one: it takes the paired device away.
contract('Endpoints > Devices > DELETE /v1/devices/{uuid}', async () => {
  const owner = (await shop.api('GET', `/v1/devices/${shop.deviceUuid}`)).body.phone_number;

  const released = await shop.api('DELETE', `/v1/devices/${shop.deviceUuid}`);

  expect([released.status, released.body]).toEqual([
    200,
    { device_uuid: shop.deviceUuid, status: 'disconnected' },
  ]);
  await until(async () => (await line.sandbox.get(`/sandbox/phones/${owner}`)).body.companions.length === 0, {
    what: 'the logout at the phone',
  });
  const listed = await shop.api('GET', '/v1/devices');
  expect(JSON.stringify(listed.body)).not.toContain(shop.deviceUuid);
});
