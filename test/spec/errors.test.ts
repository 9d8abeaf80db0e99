import { afterAll, expect } from 'vitest';
import { testContext } from '../harness/context.ts';
import { withinOneMinute } from '../harness/minute.ts';
import { insertDevice } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import type { Answer } from '../harness/shop.ts';
import { tablesOf } from '../harness/tables.ts';
import { contract } from './contract.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();

const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const qr = (uuid: string) => shop.api('GET', `/v1/devices/${uuid}/qr`);

/** The whole body is the code and a text. */
function expectRefusals(answers: Answer[], status: number, error: string): void {
  expect(answers.map((answer) => [answer.status, answer.body])).toEqual(
    answers.map(() => [status, { error, message: expect.stringMatching(/^[A-Z].*\.$/) }]),
  );
}

contract('Errors > Uniform error body: {error: <code>, message', async () => {
  const refusals = [
    await shop.api('GET', '/v1/nothing'),
    await shop.api('POST', '/v1/devices', '{"label":'),
    await shop.api('PUT', '/v1/devices', {}),
    await shop.api('POST', '/v1/devices', 'label=Kasir', { 'content-type': 'text/plain' }),
    await shop.api('POST', '/v1/devices', { label: 'x'.repeat(300_000) }),
    await shop.api('GET', `/v1/devices/${UNKNOWN}`),
    await shop.api('GET', '/v1/messages/1'),
  ];

  for (const { status, headers, body } of refusals) {
    expect(body).toEqual({ error: expect.stringMatching(/^[a-z_]+$/), message: expect.stringMatching(/\w/) });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(status).toBeGreaterThanOrEqual(400);
  }
});

contract('Errors > invalid_api_key', async () => {
  const answers = await Promise.all(
    ['', 'Bearer kurir_00000000000_000000000000000000000000000', 'Bearer rahasia'].map((authorization) =>
      shop.api('GET', '/v1/devices', undefined, { authorization }),
    ),
  );

  expectRefusals(answers, 401, 'invalid_api_key');
});

contract('Errors > account_inactive', async () => {
  const inactive = [];

  for (const status of ['suspended', 'cancelled'] as const) {
    const customer = await service.customer();
    await tablesOf(ctx.db)
      .updateTable('accounts')
      .set({ status })
      .where('id', '=', customer.account.id)
      .execute();
    inactive.push(await customer.api('GET', '/v1/devices'), await customer.send());
  }

  expectRefusals(inactive, 403, 'account_inactive');
});

contract('Errors > device_limit_reached', async () => {
  const customer = await service.customer({ max_devices: 3 });
  const create = () => customer.api('POST', '/v1/devices', { label: 'Satu lagi' });

  const answers = await Promise.all(Array.from({ length: 10 }, create));

  // One device is there already.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expectRefusals(
    answers.filter(({ status }) => status !== 201),
    402,
    'device_limit_reached',
  );
});

contract('Errors > quota_exceeded', async () => {
  const customer = await service.customer({ monthly_quota: 3 });

  const answers = await Promise.all(Array.from({ length: 10 }, () => customer.send()));

  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  expectRefusals(
    answers.filter(({ status }) => status !== 202),
    402,
    'quota_exceeded',
  );
  expect((await customer.api('GET', '/v1/usage')).body).toMatchObject({
    messages_sent: 3,
    messages_remaining: 0,
  });
});

contract('Errors > device_not_found', async () => {
  const foreign = (await service.customer()).deviceUuid;

  const answers = await Promise.all(
    [UNKNOWN, foreign, 'kasir'].flatMap((uuid) => [
      shop.api('GET', `/v1/devices/${uuid}`),
      shop.api('DELETE', `/v1/devices/${uuid}`),
      qr(uuid),
      shop.send({ device_uuid: uuid }),
    ]),
  );

  expectRefusals(answers, 404, 'device_not_found');
});

contract('Errors > device_disconnected', async () => {
  const never = await insertDevice(ctx, shop.account, { status: 'provisioned' });
  const lost = await insertDevice(ctx, shop.account, { status: 'disconnected' });
  const released = await insertDevice(ctx, shop.account);
  await shop.api('DELETE', `/v1/devices/${released.device_uuid}`);

  const answers = await Promise.all(
    [never, lost, released].map(({ device_uuid }) => shop.send({ device_uuid })),
  );

  expectRefusals(answers, 409, 'device_disconnected');
});

contract('Errors > already_connected', async () => {
  expectRefusals([await qr(shop.deviceUuid)], 409, 'already_connected');
});

contract('Errors > idempotency_key_required', async () => {
  const body = { device_uuid: shop.deviceUuid, to: '081234567890', body: 'Halo' };

  const answers = [
    await shop.api('POST', '/v1/messages', body),
    await shop.api('POST', '/v1/messages', body, { 'idempotency-key': '' }),
    await shop.api('POST', '/v1/messages', {}),
  ];

  expectRefusals(answers, 422, 'idempotency_key_required');
});

contract('Errors > rate_limited', async () => {
  const answers = await withinOneMinute(ctx, async () => {
    const customer = await service.customer({ rate_per_minute: 3 });
    return Promise.all(Array.from({ length: 10 }, () => customer.send()));
  });

  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  expectRefusals(
    answers.filter(({ status }) => status !== 202),
    429,
    'rate_limited',
  );
});

contract('Errors > interactive_not_supported', async () => {
  const answers = await Promise.all(['button', 'list'].map((type) => shop.send({ type })));

  expectRefusals(answers, 422, 'interactive_not_supported');
});

contract('Errors > interactive_body_required', async () => {
  const { device_uuid } = await insertDevice(ctx, shop.account, { engine: 'official_cloud' });

  const answers = await Promise.all(
    ['button', 'list'].flatMap((type) =>
      [undefined, null, '', ' \n'].map((body) => shop.send({ device_uuid, type, body })),
    ),
  );

  expectRefusals(answers, 422, 'interactive_body_required');
});

contract('Errors > invalid_phone', async () => {
  const answers = await Promise.all(['1', '1234567', '+62-812', 'Budi'].map((to) => shop.send({ to })));

  expectRefusals(answers, 422, 'invalid_phone');
});

contract('Errors > not_official_cloud_device', async () => {
  const path = `/v1/devices/${shop.deviceUuid}/official-credentials`;

  const answers = [
    await shop.api('PATCH', path, { official_access_token: 'EAAG-baru' }),
    await shop.api('PATCH', path, {}),
  ];

  expectRefusals(answers, 422, 'not_official_cloud_device');
});

contract('Errors > Ordinary field validation errors (a required', async () => {
  const answers = [
    await shop.api('POST', '/v1/devices', {}),
    await shop.send({ body: undefined, to: 5 }),
    await shop.api('POST', '/v1/contacts', { phone: '081234567890', email: 'salah', tags: [''] }),
    await shop.api('POST', '/v1/webhooks', { url: 'salah', events: ['message.received'] }),
    await shop.api('GET', '/v1/contacts?per_page=banyak'),
  ];

  expect(answers.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ['label']],
    [422, ['to', 'body']],
    [422, ['email', 'tags.0']],
    [422, ['url']],
    [422, ['per_page']],
  ]);
  for (const { body } of answers) {
    expect(Object.keys(body)).toEqual(['message', 'errors']);
    expect(body.message).toMatch(/\w/);
    for (const texts of Object.values(body.errors)) expect(texts).toEqual([expect.stringMatching(/\w/)]);
  }
});
