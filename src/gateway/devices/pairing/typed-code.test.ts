import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { OWNER, openLine, statusOfDevice } from '../../../../test/harness/line.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { until } from '../../../../test/harness/until.ts';
import { createDevice } from '../device.ts';
import { requestCode } from './pairing.ts';
import { MAX_CODES_PER_HOUR, requestTypedCode } from './typed-code.ts';

const line = await openLine({ cleanup: afterAll });
const { ctx, account, sandbox } = line;
const newDevice = () => createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });
const ask = (uuid: string, number = OWNER) => requestTypedCode(ctx, account, uuid, number);

/** As a caller who repeats the call each second. */
const codeFor = (uuid: string, number = OWNER) =>
  until(async () => (await ask(uuid, number)).code ?? undefined, { what: 'a code' });

test('a phone that types the code connects the device, and the code is in no event and no entry', async () => {
  const { id, device_uuid } = await newDevice();

  const first = await ask(device_uuid, '0811-0000-0001');
  const code = await codeFor(device_uuid);
  const again = await ask(device_uuid);
  await sandbox.post(`/sandbox/phones/${OWNER}/code`, { code: code.text });
  await until(async () => (await statusOfDevice(ctx, id)) === 'connected');

  expect(first.code).toBeNull();
  expect(code.text).toMatch(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/);
  expect(again.code?.text).toBe(code.text);
  const written = JSON.stringify([await eventsOf(ctx, 'device.status'), await auditEntries(ctx, account.id)]);
  expect(written).not.toContain(code.text);
  expect(written).not.toContain(code.text.replace('-', ''));
  const { rows } = await ctx.pool.query('select state, code from device_typed_codes where device_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ state: 'ended', code: null }]);
  await expect(ask(device_uuid)).rejects.toMatchObject({ code: 'already_connected' });
});

test('a code is asked while a QR is shown; another number gets another code, and the first one ends', async () => {
  const { device_uuid } = await newDevice();
  const qr = () =>
    until(async () => (await requestCode(ctx, account, device_uuid)).code ?? undefined, { what: 'a QR' });
  await qr();

  const first = await codeFor(device_uuid, '6281100000011');
  const second = await codeFor(device_uuid, '6281100000012');
  const late = await sandbox.post('/sandbox/phones/6281100000011/code', { code: first.text });
  const scanned = await sandbox.post('/sandbox/phones/6281100000013/scan', { qr: (await qr()).text });

  expect(second.text).not.toBe(first.text);
  expect([late.status, late.body.error]).toEqual([410, 'code_expired']);
  // The QR beside the code still works.
  expect(scanned.status).toBe(200);
});

test('a number to which the network gives no code is refused for a minute, and the QR stays', async () => {
  const { id, device_uuid } = await newDevice();
  await sandbox.post('/sandbox/faults', { code_error: '429' });

  await ask(device_uuid);
  const refused = await until(() =>
    ask(device_uuid).then(
      () => undefined,
      (error) => error,
    ),
  );
  await sandbox.post('/sandbox/faults', { code_error: null });
  const { code } = await requestCode(ctx, account, device_uuid);
  await ctx.pool.query('update device_typed_codes set expires_at = now() where device_id = $1', [id]);

  expect(refused).toMatchObject({ code: 'pairing_code_refused' });
  expect(code).not.toBeNull();
  expect((await codeFor(device_uuid)).text).toMatch(/-/);
});

test('a device gets a limited number of codes in an hour', async () => {
  // No session of this line takes a device of the live network.
  const { id, device_uuid } = await insertDevice(
    ctx,
    { ...account, kind: 'live' },
    { status: 'provisioned' },
  );
  const number = (n: number) => `628110000002${n}`;
  for (let n = 0; n < MAX_CODES_PER_HOUR; n += 1) await ask(device_uuid, number(n));

  await expect(ask(device_uuid, number(9))).rejects.toMatchObject({ code: 'too_many_pairing_codes' });
  await ctx.pool.query(`update device_typed_codes set hour_from = hour_from - interval '1 hour'`);
  await ask(device_uuid, number(9));

  const { rows } = await ctx.pool.query('select asks from device_typed_codes where device_id = $1', [id]);
  expect(rows).toEqual([{ asks: 1 }]);
});

test.each([['123'], ['1'.repeat(16)], ['120363041234567890@g.us']])(
  '%s is no number for a code',
  async (text) => {
    const { device_uuid } = await newDevice();

    await expect(ask(device_uuid, text)).rejects.toMatchObject({
      errors: { phone_number: [expect.any(String)] },
    });

    expect(
      (await ctx.pool.query('select wanted from devices where device_uuid = $1', [device_uuid])).rows,
    ).toEqual([{ wanted: 'idle' }]);
  },
);

test.each([
  ['official_cloud', 'disconnected', 'qr_not_supported'],
  ['official_cloud', 'connected', 'already_connected'],
] as const)('an %s device that is %s gets no code', async (engine, status, code) => {
  const { device_uuid } = await insertDevice(ctx, account, { engine, status });

  await expect(ask(device_uuid)).rejects.toMatchObject({ code });
});

test('a repeated call does not end a demanded passkey, and takes no code of the hour', async () => {
  const { id, device_uuid } = await newDevice();
  const number = '6281100000021';
  const asks = async () =>
    (await ctx.pool.query('select asks, asked_at from device_typed_codes where device_id = $1', [id])).rows;
  const { text: code } = await codeFor(device_uuid, number);
  await sandbox.post('/sandbox/faults', { passkey: 'required' });
  await sandbox.post(`/sandbox/phones/${number}/code`, { code });
  await until(async () => (await ask(device_uuid, number)).device.reason === 'passkey_required');
  const before = await asks();

  const again = await ask(device_uuid, number);
  await sandbox.post('/sandbox/faults', { passkey: 'none' });

  expect(again).toMatchObject({ code: null, device: { reason: 'passkey_required' } });
  expect(await asks()).toEqual(before);
});
