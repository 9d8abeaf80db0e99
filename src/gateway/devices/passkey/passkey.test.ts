import { afterAll, expect, onTestFinished, test } from 'vitest';
import { CONTROL_TOKEN } from '../../../../sandbox/test-sandbox.ts';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { openLine, startNode, statusOfDevice } from '../../../../test/harness/line.ts';
import { type Asked, openPasskeyScene } from '../../../../test/harness/passkey-scene.ts';
import { until } from '../../../../test/harness/until.ts';
import { sandboxRoutes } from '../../../app/sandbox/routes.ts';
import { createHttp } from '../../../platform/lib/http/http.ts';
import { createDevice } from '../device.ts';
import { requestCode } from '../pairing/pairing.ts';
import { findDemand, MAX_REFUSED } from './passkey.ts';

const line = await openLine({ cleanup: afterAll });
const { ctx, account, sandbox } = line;
// A second process takes half of the devices.
startNode(ctx, sandbox, { cleanup: afterAll });
const { call, demand, sign } = await openPasskeyScene(line);
const isConnected = (id: number) => until(async () => (await statusOfDevice(ctx, id)) === 'connected');
const endOf = (id: number) =>
  until(async () => {
    const { rows } = await ctx.pool.query('select status, reason from devices where id = $1', [id]);
    return rows[0].status === 'provisioned' && rows[0].reason;
  });
const rowOf = async (id: number) =>
  (
    await ctx.pool.query('select state, options, assertion, code from device_passkeys where device_id = $1', [
      id,
    ])
  ).rows[0];

async function answer(asked: Asked, number: string) {
  const { body } = await call('GET', asked);
  return call('POST', asked, { assertion: await sign(number, body.options) });
}

test('an owner who signs connects the device, and no secret stays in rows, events or the audit log', async () => {
  const number = '6281100000101';
  const asked = await demand(number);

  const before = await call('GET', asked);
  const sealed = await rowOf(asked.id);
  const sent = await answer(asked, number);
  await isConnected(asked.id);
  const after = await call('GET', asked);

  expect(before.body).toMatchObject({
    stage: 'awaiting_assertion',
    label: 'Kasir',
    status: 'qr_pending',
    code: null,
  });
  expect(before.headers['cache-control']).toBe('no-store');
  expect(sent).toMatchObject({ status: 202, body: {} });
  expect(after.body).toMatchObject({
    stage: 'ended',
    status: 'connected',
    phone_number: number,
    options: null,
  });
  expect(sealed.options.toString('latin1')).not.toContain('challenge');
  expect(await rowOf(asked.id)).toEqual({ state: 'ended', options: null, assertion: null, code: null });
  const audit = await auditEntries(ctx, account.id);
  expect(audit.filter(({ target }) => target === asked.device_uuid).map(({ action }) => action)).toContain(
    'device.passkey_answered',
  );
  const written = JSON.stringify([await eventsOf(ctx, 'device.status'), audit]);
  const { challenge } = JSON.parse(before.body.options);
  for (const secret of [asked.token, challenge]) expect(written).not.toContain(secret);
  expect(written).not.toContain('passkey_required');
});

test('a wrong token, another device and a token of an earlier demand open nothing', async () => {
  const number = '6281100000102';
  const first = await demand(number);
  const other = await demand('6281100000103');
  const wrong = { ...first, token: 'x'.repeat(43) };
  const refusals = await Promise.all([
    call('GET', wrong),
    call('POST', wrong, { assertion: await sign(number, (await call('GET', first)).body.options) }),
    call('DELETE', wrong),
    call('GET', { ...first, token: other.token }),
    call('GET', { ...first, token: '' }),
  ]);
  await call('DELETE', first);
  await endOf(first.id);

  const second = await demand(number, first);

  for (const { status, body } of refusals) expect([status, body.error]).toEqual([404, 'invalid_link']);
  expect(second.token).not.toBe(first.token);
  expect(await call('GET', first)).toMatchObject({ status: 404 });
});

test('an owner who cancels ends the pairing, and no answer counts afterwards', async () => {
  const number = '6281100000104';
  const asked = await demand(number);
  const { body } = await call('GET', asked);

  const cancelled = await call('DELETE', asked);
  const late = await call('POST', asked, { assertion: await sign(number, body.options) });

  expect(await endOf(asked.id)).toBe('passkey_cancelled');
  expect([cancelled.status, late.status, late.body.error]).toEqual([200, 404, 'invalid_link']);
  expect((await call('GET', asked)).body).toMatchObject({ stage: 'ended', reason: 'passkey_cancelled' });
});

test('answers that cannot be right are refused with the reason, and the right one still counts', async () => {
  const number = '6281100000105';
  const asked = await demand(number);
  const { options } = (await call('GET', asked)).body;
  const assertion = await sign(number, options);
  const altered = (change: object) => {
    const client = JSON.parse(Buffer.from(assertion.response.clientDataJSON, 'base64url').toString());
    const clientDataJSON = Buffer.from(JSON.stringify({ ...client, ...change })).toString('base64url');
    return { ...assertion, response: { ...assertion.response, clientDataJSON } };
  };
  const data = Buffer.from(assertion.response.authenticatorData, 'base64url');
  const withData = (bytes: Buffer) => ({
    ...assertion,
    response: { ...assertion.response, authenticatorData: bytes.toString('base64url') },
  });
  const unverified = Buffer.from(data);
  unverified[32] = 0x01;
  const wrong = [
    altered({ challenge: 'YW5vdGhlciBjaGFsbGVuZ2U' }),
    altered({ origin: 'https://whatsapp.com.example.com' }),
    withData(Buffer.concat([Buffer.alloc(32), data.subarray(32)])),
    withData(unverified),
  ];

  const refused = await Promise.all(wrong.map((each) => call('POST', asked, { assertion: each })));
  const malformed = await call('POST', asked, { assertion: { ...assertion, rawId: 'not base64!' } });
  const huge = await call('POST', asked, { assertion: { ...assertion, id: 'x'.repeat(3_000) } });
  const right = await call('POST', asked, { assertion });

  for (const { status, body } of refused)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['assertion']]);
  expect([malformed.status, huge.status, right.status]).toEqual([422, 422, 202]);
  await isConnected(asked.id);
});

test('after too many wrong answers the link is over', async () => {
  const number = '6281100000106';
  const asked = await demand(number);
  const other = JSON.stringify({ challenge: 'YW5vdGhlciBjaGFsbGVuZ2U', rpId: 'whatsapp.com' });
  const wrong = await sign(number, other);
  const { options } = (await call('GET', asked)).body;
  for (let n = 0; n < MAX_REFUSED; n += 1) await call('POST', asked, { assertion: wrong });

  const { device } = await requestCode(ctx, account, asked.device_uuid);
  const { body } = await call('GET', asked);
  const right = await call('POST', asked, { assertion: await sign(number, options) });

  expect(body).toMatchObject({ stage: 'closed', options: null });
  expect(await findDemand(ctx, device)).toBeNull();
  expect([right.status, right.body.error]).toEqual([404, 'invalid_link']);
});

test('before the link, the page names only the number of a code that counts', async () => {
  const [number, before] = ['6281100000114', '6281100000115'];
  const device = await createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });
  await ctx.pool.query('update devices set phone_number = $2 where id = $1', [device.id, before]);
  await ctx.pool.query(
    `insert into device_typed_codes (device_id, phone_number, state, asked_at, expires_at, hour_from, asks)
     values ($1, $2, 'shown', now(), now() + interval '3 minutes', now(), 1)`,
    [device.id, before],
  );

  // A new pairing: the code was of the one before.
  const asked = await demand(number, device);
  const unknown = await call('GET', asked);
  await ctx.pool.query(`update device_typed_codes set expires_at = now() + interval '3 minutes'`);
  const known = await call('GET', asked);
  await answer(asked, number);
  await isConnected(asked.id);
  const linked = await call('GET', asked);

  const named = [unknown, known, linked].map(({ body }) => body.phone_number);
  expect(named).toEqual([null, before, number]);
});

test('of two answers at the same moment one counts', async () => {
  const number = '6281100000107';
  const asked = await demand(number);
  const { options } = (await call('GET', asked)).body;
  const answers = await Promise.all([sign(number, options), sign(number, options)]);

  const sent = await Promise.all(answers.map((assertion) => call('POST', asked, { assertion })));
  await isConnected(asked.id);

  expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 404]);
});

test('an expired demand takes no answer', async () => {
  const number = '6281100000108';
  const asked = await demand(number);
  const { options } = (await call('GET', asked)).body;
  await ctx.pool.query('update device_passkeys set expires_at = now() where device_id = $1', [asked.id]);

  const late = await call('POST', asked, { assertion: await sign(number, options) });

  expect(late.status).toBe(404);
  expect((await call('GET', asked)).body).toMatchObject({ stage: 'closed', options: null });
});

test('an assertion that the network refuses ends the pairing with its reason', async () => {
  const asked = await demand('6281100000109');

  const sent = await answer(asked, '6281100000999');

  expect(sent.status).toBe(202);
  expect(await endOf(asked.id)).toBe('passkey_rejected');
});

test('a phone that asks its owner shows the code that the page shows', async () => {
  const number = '6281100000110';
  await sandbox.post('/sandbox/phones', { number });
  await sandbox.post(`/sandbox/numbers/${number}/faults`, { passkey_fault: 'asks_code' });
  const asked = await demand(number);
  await answer(asked, number);

  const code = await until(async () => (await call('GET', asked)).body.code ?? undefined);
  const accepted = await until(async () => {
    const { status } = await sandbox.post(`/sandbox/phones/${number}/passkey/code`, { code });
    return status === 200;
  });
  await isConnected(asked.id);

  expect(code).toMatch(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/);
  expect(accepted).toBe(true);
});

test('twenty devices at once are linked on two processes, each by the passkey of one phone', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => `62811000002${String(n).padStart(2, '0')}`);

  const asked = await Promise.all(numbers.map((number) => demand(number)));
  const sent = await Promise.all(asked.map((each, n) => answer(each, numbers[n] ?? '')));
  // One after the other: twenty looks at once would hold the connections that the devices need.
  for (const { id } of asked) await isConnected(id);

  expect(sent.map(({ status }) => status)).toEqual(numbers.map(() => 202));
  const { rows: owners } = await ctx.pool.query(
    'select distinct node_id from device_leases where device_id = any ($1)',
    [asked.map(({ id }) => id)],
  );
  expect(owners).toHaveLength(2);
  const { rows } = await ctx.pool.query('select phone_number from devices where id = any ($1) order by id', [
    asked.map(({ id }) => id),
  ]);
  expect(new Set(rows.map(({ phone_number }) => phone_number))).toEqual(new Set(numbers));
}, 120_000);

test('the demand is in the waiting answer only while it can be answered', async () => {
  const asked = await demand('6281100000112');
  const { device } = await requestCode(ctx, account, asked.device_uuid);

  const change = (set: string) =>
    ctx.pool.query(`update device_passkeys set ${set} where device_id = $1`, [asked.id]);

  const open = await findDemand(ctx, device);
  await change(`state = 'sent'`);
  const sent = await findDemand(ctx, device);
  await change(`state = 'asked', expires_at = now()`);

  expect(open?.path).toBe(`/passkey/#${asked.device_uuid}.${asked.token}`);
  expect([sent, await findDemand(ctx, device)]).toEqual([null, null]);
});

test('a person of the sandbox signs by one command', async () => {
  const number = '6281100000113';
  const { id, device_uuid } = await demand(number);
  const http = createHttp({ log: ctx.log, bodyLimit: 1024 });
  const config = { ...ctx.config, KURIR_SANDBOX_TOKEN: 'token' };
  sandboxRoutes(http, { ...ctx, config }, { url: sandbox.current.url, token: CONTROL_TOKEN });
  onTestFinished(() => http.close());
  const sign = () =>
    http.inject({
      method: 'POST',
      url: `/sandbox/devices/${device_uuid}/passkey`,
      headers: { 'x-sandbox-token': 'token' },
      payload: { number },
    });

  const signed = await sign();

  expect(signed.json()).toEqual({ device_uuid, number, status: 'connected' });
  expect(await statusOfDevice(ctx, id)).toBe('connected');
});
