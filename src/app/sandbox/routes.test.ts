import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { exhaust, openScene } from '../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../test/harness/context.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { putPairingCode } from '../../gateway/devices/pairing/pairing.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { sandboxRoutes } from './routes.ts';
import { sandboxSampleRoutes } from './samples.ts';

const TOKEN = 'the-operators-own-token';
const NUMBER = '6281234567890';
const LOCAL = { host: '127.0.0.1:8080', 'x-sandbox-token': TOKEN };

const ctx = await testContext({ env: { KURIR_SANDBOX_TOKEN: TOKEN }, cleanup: afterAll });

/** A stand-in for the sandbox process that tells what it was asked. */
async function standIn(onAsked: () => Promise<void> = async () => {}) {
  const asked: { line: string; token: unknown; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    asked.push({
      line: `${request.method} ${request.url}`,
      token: request.headers['x-sandbox-control'],
      body: text === '' ? null : JSON.parse(text),
    });
    await onAsked();
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"from":"sandbox"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a TCP listener has no other kind of address
  return { asked, address: { url: `http://127.0.0.1:${port}`, token: 'control' } };
}

function gateway(address: { url: string; token: string } | null) {
  const http = createHttp({ log: silentLog, bodyLimit: 1024 });
  sandboxRoutes(http, ctx, address);
  sandboxSampleRoutes(http, address);
  onTestFinished(() => http.close());
  return http;
}

async function device(
  fields: {
    phone_number?: string;
    official_phone_number_id?: string;
    network?: 'live' | 'sandbox';
    status?: 'connected';
  } = {},
) {
  const account = await tablesOf(ctx.db)
    .insertInto('accounts')
    .values({ name: 'Toko', plan: 'pro', kind: 'sandbox' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return tablesOf(ctx.db)
    .insertInto('devices')
    .values({
      account_id: account.id,
      label: 'Toko',
      engine: 'economy',
      network: fields.network ?? 'sandbox',
      phone_number: fields.phone_number ?? null,
      official_phone_number_id: fields.official_phone_number_id ?? null,
      ...(fields.status && { status: fields.status }),
      paired_at: fields.phone_number ? new Date() : null,
    })
    .returning(['id', 'device_uuid'])
    .executeTakeFirstOrThrow();
}

test('a call is passed on with the control token, and its answer comes back as it is', async () => {
  const { asked, address } = await standIn();

  const answer = await gateway(address).inject({
    method: 'POST',
    url: `/sandbox/phones/${NUMBER}/messages?x=1`,
    headers: LOCAL,
    payload: { to: '6281', text: 'Halo 👋' },
  });

  expect([answer.statusCode, answer.json()]).toEqual([201, { from: 'sandbox' }]);
  const line = `POST /sandbox/phones/${NUMBER}/messages?x=1`;
  expect(asked).toEqual([{ line, token: 'control', body: { to: '6281', text: 'Halo 👋' } }]);
});

test('callers who may not play the outside world are refused, the operator may from anywhere', async () => {
  const { asked, address } = await standIn();
  const proxied = { host: '127.0.0.1:8080', 'x-forwarded-for': '203.0.113.9' };
  const ask = (headers: Record<string, string>) => gateway(address).inject({ url: '/sandbox', headers });

  const refused = await ask(proxied);
  const allowed = await ask({ ...proxied, 'x-sandbox-token': TOKEN });

  expect([refused.statusCode, refused.json().error]).toEqual([403, 'sandbox_forbidden']);
  expect(allowed.statusCode).toBe(201);
  expect(asked).toHaveLength(1);
});

test('with the sandbox off every caller gets a 404', async () => {
  const http = gateway(null);

  const answers = await Promise.all([
    http.inject({ url: '/sandbox', headers: LOCAL }),
    http.inject({ url: '/sandbox', headers: { host: 'elsewhere.example' } }),
  ]);

  expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404]);
});

test.each([
  ['picture.png', 'image/png', '\x89PNG'],
  ['document.pdf', 'application/pdf', '%PDF'],
])('the sample %s needs no token while the sandbox runs', async (name, type, start) => {
  const url = `/sandbox/samples/${name}`;
  const { address } = await standIn();

  const answer = await gateway(address).inject({ url, headers: { host: 'elsewhere.example' } });
  const off = await gateway(null).inject({ url });

  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
  expect(answer.rawPayload.subarray(0, 4).toString('latin1')).toBe(start);
  expect(off.statusCode).toBe(404);
});

test.each(['nothing.png', '..%2f..%2fpackage.json', 'toString'])('no file is the sample %s', async (name) => {
  const { address } = await standIn();

  const answer = await gateway(address).inject({ url: `/sandbox/samples/${name}` });

  expect([answer.statusCode, answer.json().error]).toEqual([404, 'not_found']);
});

test('a sandbox that is down is 503, to be tried again', async () => {
  const answer = await gateway({ url: 'http://127.0.0.1:1', token: 'x' }).inject({
    url: '/sandbox',
    headers: LOCAL,
  });

  expect([answer.statusCode, answer.json().error]).toEqual([503, 'service_unavailable']);
  expect(answer.headers['retry-after']).toBe('1');
});

test.each(['drop', 'restore', 'logout', 'ban'])('%s reaches the number of the device', async (action) => {
  const { asked, address } = await standIn();
  const { device_uuid } = await device({ phone_number: NUMBER });

  const answer = await gateway(address).inject({
    method: 'POST',
    url: `/sandbox/devices/${device_uuid}/${action}`,
    headers: LOCAL,
  });

  expect(answer.statusCode).toBe(201);
  expect(asked[0]?.line).toBe(`POST /sandbox/numbers/${NUMBER}/${action}`);
});

test('a reply is written on the phone of the device, and in the Business app of an official one', async () => {
  const { asked, address } = await standIn();
  const paired = await device({ phone_number: NUMBER });
  const official = await device({ phone_number: NUMBER, official_phone_number_id: '1055577' });
  const payload = { to: '6281', text: 'Siap' };
  const reply = (uuid: string) =>
    gateway(address).inject({
      method: 'POST',
      url: `/sandbox/devices/${uuid}/answer`,
      headers: LOCAL,
      payload,
    });

  const answers = [await reply(paired.device_uuid), await reply(official.device_uuid)];
  const refused = await reply((await device()).device_uuid);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(asked).toMatchObject([
    { line: `POST /sandbox/phones/${NUMBER}/messages`, body: payload },
    { line: 'POST /sandbox/cloud/numbers/1055577/echoes', body: payload },
  ]);
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'device_not_paired']);
});

test.each([
  ['an unknown device', async () => '0c1d7a52-9e0f-4a60-8a0e-2f8b7f4f0001', 'drop', 404, 'device_not_found'],
  ['no uuid at all', async () => 'nope', 'drop', 404, 'device_not_found'],
  ['a device of the live network', liveDevice, 'ban', 404, 'device_not_found'],
  [
    'a device that was never paired',
    async () => (await device()).device_uuid,
    'drop',
    409,
    'device_not_paired',
  ],
  ['an unknown action', async () => (await device()).device_uuid, 'explode', 404, 'not_found'],
])('refuses: %s', async (_name, uuid, action, status, error) => {
  const { address } = await standIn();
  const url = `/sandbox/devices/${await uuid()}/${action}`;

  const answer = await gateway(address).inject({ method: 'POST', url, headers: LOCAL });

  expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
});

test('a scan says at once that the device is connected, and a command that it does not exist', async () => {
  const { address, asked } = await standIn();
  const { device_uuid } = await device({ phone_number: NUMBER, status: 'connected' });
  const scan = (uuid: string) =>
    gateway(address).inject({
      method: 'POST',
      url: `/sandbox/devices/${uuid}/scan`,
      headers: LOCAL,
      payload: { number: NUMBER },
    });

  const [connected, unknown] = [await scan(device_uuid), await scan('nope')];

  expect([connected.statusCode, connected.json().error]).toEqual([409, 'already_connected']);
  expect(unknown.json().message).toBe(
    'The sandbox has no such device. List the devices: ./kurir device list',
  );
  expect(asked).toEqual([]);
});

async function liveDevice(): Promise<string> {
  return (await device({ network: 'live', phone_number: NUMBER })).device_uuid;
}

test('age makes the pairing as old as asked', async () => {
  const { address } = await standIn();
  const { id, device_uuid } = await device({ phone_number: NUMBER });

  const answer = await gateway(address).inject({
    method: 'POST',
    url: `/sandbox/devices/${device_uuid}/age`,
    headers: LOCAL,
    payload: { days: 40 },
  });

  const { paired_at } = await tablesOf(ctx.db)
    .selectFrom('devices')
    .select('paired_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(answer.statusCode).toBe(200);
  expect(Math.round((Date.now() - Number(paired_at)) / 86_400_000)).toBe(40);
});

test('age releases a broadcast that the throttle holds', async () => {
  const { address } = await standIn();
  const scene = await openScene(ctx, { contacts: 30, pairedDays: 1 });
  await scene.setDevice({ network: 'sandbox' });
  const id = await scene.create();
  await exhaust(ctx, scene);
  const held = await scene.counts(id);

  await gateway(address).inject({
    method: 'POST',
    url: `/sandbox/devices/${scene.device.device_uuid}/age`,
    headers: LOCAL,
    payload: { days: 40 },
  });
  await exhaust(ctx, scene);

  expect([held, await scene.counts(id)]).toMatchObject([{ sent: 20 }, { sent: 30, status: 'completed' }]);
});

test('scan shows the code of the device to the phone and answers when the device is connected', async () => {
  const { id, device_uuid } = await device();
  await putPairingCode(ctx, id, { code: 'code inside the picture', validMs: 60_000 });
  const { asked, address } = await standIn(async () => {
    await tablesOf(ctx.db).updateTable('devices').set({ status: 'connected' }).where('id', '=', id).execute();
  });

  const answer = await gateway(address).inject({
    method: 'POST',
    url: `/sandbox/devices/${device_uuid}/scan`,
    headers: LOCAL,
    payload: { number: NUMBER },
  });

  expect(answer.json()).toEqual({ device_uuid, number: NUMBER, status: 'connected' });
  expect(asked[0]).toMatchObject({
    line: `POST /sandbox/phones/${NUMBER}/scan`,
    body: { qr: 'code inside the picture' },
  });
});
