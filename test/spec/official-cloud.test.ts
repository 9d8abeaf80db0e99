import { afterAll, expect } from 'vitest';
import { openTestCloud, TOKEN } from '../../sandbox/graph/test-cloud.ts';
import { callBack, signCallback } from '../harness/callback.ts';
import { testContext } from '../harness/context.ts';
import { eventsOf } from '../harness/events.ts';
import { openService } from '../harness/service.ts';
import type { Answer, Json } from '../harness/shop.ts';
import { tablesOf } from '../harness/tables.ts';
import { contract } from './contract.ts';

const APP_SECRET = 'secret-of-our-app';
const cloud = await openTestCloud({ onEnd: afterAll });
const ctx = await testContext({
  env: { KURIR_GRAPH_URL: cloud.current.graphUrl, KURIR_CLOUD_APP_SECRET: APP_SECRET },
  cleanup: afterAll,
});
const service = await openService(ctx);
const shop = await service.customer();
let numbers = 0;

/** A number of the shop's own business account, with its token. */
async function newNumber(): Promise<{ id: string; digits: string; name: string }> {
  numbers += 1;
  const number = { id: `40${numbers}`, digits: `62811000${1000 + numbers}`, name: `Toko ${numbers}` };
  await cloud.post('/sandbox/cloud/numbers', {
    phone_number_id: number.id,
    access_token: TOKEN,
    display_phone_number: `+${number.digits}`,
    verified_name: number.name,
  });
  return number;
}

const attach = (id: string, token = TOKEN): Promise<Answer> =>
  shop.api('POST', '/v1/devices', {
    engine: 'official_cloud',
    label: 'Resmi',
    official_phone_number_id: id,
    official_access_token: token,
  });
const rotate = (uuid: string, token: unknown) =>
  shop.api('PATCH', `/v1/devices/${uuid}/official-credentials`, { official_access_token: token });
const attached = async (): Promise<string> => (await attach((await newNumber()).id)).body.device_uuid;
const listed = async (): Promise<string[]> =>
  (await shop.api('GET', '/v1/devices')).body.data.map((device: Json) => device.device_uuid);
const announcedOf = async (uuid: string) =>
  (await eventsOf(ctx, 'device.status')).filter((event) => event.device_uuid === uuid);

contract('What the service does > 1.2', async () => {
  const device_uuid = await attached();
  const interactive = { buttons: [{ id: 'y', title: 'Ya' }] };

  const qr = await shop.api('GET', `/v1/devices/${device_uuid}/qr`);
  const buttons = await shop.send({ device_uuid, type: 'button', body: 'Pilih', interactive });
  const economy = await shop.send({ type: 'button', body: 'Pilih', interactive });

  expect((await shop.api('GET', `/v1/devices/${device_uuid}`)).body).toMatchObject({
    engine: 'official_cloud',
    status: 'connected',
  });
  expect([qr.status, buttons.status, economy.body.error]).toEqual([409, 202, 'interactive_not_supported']);
});

contract('Resources and their fields > Device > verified_name', async () => {
  const number = await newNumber();

  const { body } = await attach(number.id);

  expect(body.verified_name).toBe(number.name);
  expect((await shop.api('GET', `/v1/devices/${body.device_uuid}`)).body).not.toHaveProperty('verified_name');
});

contract('Resources and their fields > Device > The input fields for an official', async () => {
  const { id } = await newNumber();
  const first = await attach(id);

  const second = await attach(id);

  expect(first.status).toBe(201);
  expect([second.status, Object.keys(second.body.errors)]).toEqual([422, ['official_phone_number_id']]);
});

contract(
  'States and transitions > Device status > (none), POST /v1/devices, official cloud engine, Credentials verify',
  async () => {
    const number = await newNumber();

    const { body } = await attach(number.id);

    expect(body).toMatchObject({
      status: 'connected',
      phone_number: number.digits,
      verified_name: number.name,
    });
    expect(await announcedOf(body.device_uuid)).toMatchObject([
      { status: 'connected', previous_status: null },
    ]);
  },
);

contract(
  'States and transitions > Device status > (none), POST /v1/devices, official cloud engine, Credentials fail verification',
  async () => {
    const before = await listed();

    const { status, body } = await attach((await newNumber()).id, 'EAAG-wrong');

    expect([status, body.error]).toEqual([422, 'invalid_official_credentials']);
    expect(await listed()).toEqual(before);
  },
);

contract('Endpoints > Devices > POST /v1/devices > Official cloud engine', async () => {
  const number = await newNumber();

  const { status, body } = await attach(number.id);

  expect([status, body]).toEqual([
    201,
    {
      device_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'connected',
      phone_number: number.digits,
      verified_name: number.name,
    },
  ]);
});

contract('Endpoints > Devices > POST /v1/devices > 1', async () => {
  const { id } = await newNumber();
  await cloud.delete('/sandbox/cloud/requests');
  const before = await listed();

  const refused = await attach(id, 'EAAG-wrong');
  const asked = await cloud.get('/sandbox/cloud/requests');

  expect([refused.status, refused.body]).toEqual([
    422,
    { error: 'invalid_official_credentials', message: expect.any(String) },
  ]);
  expect(asked.body.data.map(({ call }: Json) => call)).toContain('phone_number');
  expect(await listed()).toEqual(before);
});

contract('Endpoints > Devices > PATCH /v1/devices/{uuid}/official-credentials', async () => {
  const { id } = await newNumber();
  const { device_uuid } = (await attach(id)).body;
  await cloud.post(`/sandbox/cloud/numbers/${id}/tokens`, { access_token: 'EAAG-next', revoke_others: true });

  const { status, body } = await rotate(device_uuid, 'EAAG-next');

  expect([status, body]).toEqual([200, { device_uuid, status: 'connected' }]);
});

contract('Endpoints > Devices > PATCH /v1/devices/{uuid}/official-credentials > 1', async () => {
  const device_uuid = await attached();

  const answers = [
    await rotate(device_uuid, undefined),
    await rotate(device_uuid, 7),
    await rotate(device_uuid, ''),
  ];

  expect(answers.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual(
    Array(3).fill([422, ['official_access_token']]),
  );
});

contract('Endpoints > Devices > PATCH /v1/devices/{uuid}/official-credentials > 2', async () => {
  const device_uuid = await attached();
  const kept = () => tablesOf(ctx.db).selectFrom('session_creds').selectAll().execute();
  const before = await kept();

  const { status, body } = await rotate(device_uuid, 'EAAG-wrong');

  expect([status, body.error]).toEqual([422, 'invalid_official_credentials']);
  expect(await kept()).toEqual(before);
});

contract('Endpoints > Devices > PATCH /v1/devices/{uuid}/official-credentials > 4', async () => {
  const device_uuid = await attached();

  const { status, body } = await rotate(device_uuid, TOKEN);

  // The contract does not show it; this is what we answer.
  expect([status, body]).toEqual([200, { device_uuid, status: 'connected' }]);
});

contract('Endpoints > Messages > POST /v1/messages > When a customer taps a choice', async () => {
  const { id } = await newNumber();
  const { device_uuid } = (await attach(id)).body;
  const tap = { type: 'button_reply', button_reply: { id: 'choice-17', title: 'Ya' } };
  const message = { from: '6281234567890', id: 'wamid.tap', timestamp: '1749416383' };
  const value = {
    metadata: { phone_number_id: id },
    messages: [{ ...message, type: 'interactive', interactive: tap }],
  };
  const payload = JSON.stringify({ entry: [{ id: 'WABA', changes: [{ field: 'messages', value }] }] });

  await callBack(service.http, payload, signCallback(payload, APP_SECRET));

  const events = (await eventsOf(ctx, 'message.received')).filter((each) => each.device_uuid === device_uuid);
  expect(events).toMatchObject([{ type: 'text', body: 'Ya', wa_message_id: 'wamid.tap' }]);
  expect(JSON.stringify(events)).not.toContain('choice-17');
  const [stored] = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select('details')
    .where('direction', '=', 'in')
    .execute();
  expect(stored?.details).toMatchObject({ choice_id: 'choice-17' });
});

contract('Errors > invalid_official_credentials', async () => {
  const device_uuid = await attached();

  const answers = [
    await attach((await newNumber()).id, 'EAAG-wrong'),
    await attach('999999'),
    await rotate(device_uuid, 'EAAG-wrong'),
  ];

  for (const { status, body } of answers) {
    expect([status, body]).toEqual([
      422,
      { error: 'invalid_official_credentials', message: expect.any(String) },
    ]);
    expect(body.message).not.toContain('EAAG-wrong');
  }
});
