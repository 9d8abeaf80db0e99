import { afterAll, expect, test } from 'vitest';
import { openTestCloud, PHONE_ID, TOKEN } from '../../../../sandbox/graph/test-cloud.ts';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { openOfficialProviders } from '../../../app/http/official-provider.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import type { VerifyCredentials } from '../../engines/credentials.ts';
import { releaseDevice } from '../device.ts';
import { viewCreated } from '../view.ts';
import { createOfficialDevice, rotateCredentials } from './official.ts';

let numbers = 0;

const ctx = await testContext({ cleanup: afterAll });
const cloud = await openTestCloud({ onEnd: afterAll });
const providers = openOfficialProviders(ctx.config, { url: cloud.current.url, token: '' });
const { verify } = providers;
afterAll(() => providers.close());

const input = (phoneNumberId: string, accessToken = TOKEN) => ({
  engine: 'official_cloud' as const,
  label: 'Resmi',
  official_phone_number_id: phoneNumberId,
  official_access_token: accessToken,
});

/** A number at the provider that no test has used yet. */
async function newNumber(): Promise<string> {
  numbers += 1;
  const phone_number_id = `20${numbers}`;
  await cloud.post('/sandbox/cloud/numbers', {
    phone_number_id,
    access_token: TOKEN,
    display_phone_number: `+62 812-0000-${1000 + numbers}`,
    verified_name: `Toko ${numbers}`,
  });
  return phone_number_id;
}

const shop = (plan = {}): Promise<Caller> => insertAccount(ctx, plan, 'sandbox');
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error) => (error instanceof FieldErrors ? Object.keys(error.errors).join() : error.code),
  );
const devicesOf = (account: Caller) =>
  tablesOf(ctx.db).selectFrom('devices').selectAll().where('account_id', '=', account.id).execute();

test('a device is connected from the start, answers number and name, and announces itself', async () => {
  const account = await shop();

  const device = await createOfficialDevice(ctx, account, input(PHONE_ID), verify);

  expect(viewCreated(device)).toEqual({
    device_uuid: device.device_uuid,
    status: 'connected',
    phone_number: '628110000001',
    verified_name: 'Toko Kurir',
  });
  const events = (await eventsOf(ctx, 'device.status')).filter(
    (event) => event.device_uuid === device.device_uuid,
  );
  expect(events).toMatchObject([{ status: 'connected', previous_status: null }]);
  await releaseDevice(ctx, account, device.device_uuid);
});

test('token and secret are stored encrypted only, and no event contains them', async () => {
  const [account, number] = [await shop(), await newNumber()];

  const device = await createOfficialDevice(
    ctx,
    account,
    { ...input(number), official_app_secret: 'app-secret-of-the-shop' },
    verify,
  );

  const creds = await tablesOf(ctx.db)
    .selectFrom('session_creds')
    .select('value')
    .where('device_id', '=', device.id)
    .executeTakeFirstOrThrow();
  const [row] = await devicesOf(account);
  const kept = [creds.value, row?.official_app_secret ?? Buffer.alloc(0)];
  expect(kept.map((bytes) => bytes.includes(TOKEN) || bytes.includes('app-secret'))).toEqual([false, false]);
  expect(JSON.stringify(await eventsOf(ctx, 'device.status'))).not.toContain(TOKEN);
});

test('each verification stores the end of the token and the business account of the number', async () => {
  const [account, number] = [await shop(), await newNumber()];
  const ends = (day: number) => new Date(`2099-01-0${day}T10:00:00.000Z`);
  const tokens = `/sandbox/cloud/numbers/${number}/tokens`;
  await cloud.post(tokens, { access_token: 'EAAGone', expires_at: ends(1).toISOString() });
  await cloud.post(tokens, { access_token: 'EAAGtwo', expires_at: ends(2).toISOString() });
  const expiry = async () => (await devicesOf(account))[0]?.official_token_expires_at;

  const device = await createOfficialDevice(ctx, account, input(number, 'EAAGone'), verify);
  const first = await expiry();
  await rotateCredentials(ctx, device, { official_access_token: 'EAAGtwo' }, verify);
  const second = await expiry();
  await rotateCredentials(ctx, device, { official_access_token: TOKEN }, verify);

  expect([first, second, await expiry()]).toEqual([ends(1), ends(2), null]);
  expect((await devicesOf(account))[0]?.official_waba_id).toMatch(/^\d+$/);
});

test('credentials that the provider refuses make no device', async () => {
  const [account, number] = [await shop(), await newNumber()];

  expect(await code(createOfficialDevice(ctx, account, input(number, 'EAAGwrong'), verify))).toBe(
    'invalid_official_credentials',
  );
  expect(await devicesOf(account)).toEqual([]);
});

test('an unreachable provider gets another answer than a refusal', async () => {
  const account = await shop();
  const nobody = async () => ({ outcome: 'unreachable' as const });

  const refusal = createOfficialDevice(ctx, account, input('1'), nobody);

  await expect(refusal).rejects.toMatchObject({
    code: 'invalid_official_credentials',
    message: expect.stringContaining('could not be reached'),
  });
  expect(await devicesOf(account)).toEqual([]);
});

test('a number has one device in all accounts, until it is released', async () => {
  const [first, second, number] = [await shop(), await shop(), await newNumber()];
  const device = await createOfficialDevice(ctx, first, input(number), verify);

  const taken = await code(createOfficialDevice(ctx, second, input(number), verify));
  await releaseDevice(ctx, first, device.device_uuid);
  const freed = await code(createOfficialDevice(ctx, second, input(number), verify));

  expect([taken, freed]).toEqual(['official_phone_number_id', 'fine']);
});

test('without its token, a number answers the same before and after another account attached it', async () => {
  const [owner, stranger, number] = [await shop(), await shop(), await newNumber()];
  const attach = () =>
    createOfficialDevice(ctx, stranger, input(number, 'EAAGwrong'), verify).catch((error) => error);

  const before = await attach();
  await createOfficialDevice(ctx, owner, input(number), verify);
  const after = await attach();

  expect(before).toMatchObject({ code: 'invalid_official_credentials' });
  expect(after).toEqual(before);
});

test('of concurrent requests for one number one gets it, and the device limit holds', async () => {
  const [account, small, number] = [await shop(), await shop({ max_devices: 1 }), await newNumber()];
  const others = await Promise.all([newNumber(), newNumber(), newNumber()]);

  const same = await Promise.all(
    Array.from({ length: 4 }, () => code(createOfficialDevice(ctx, account, input(number), verify))),
  );
  const slots = await Promise.all(
    others.map((each) => code(createOfficialDevice(ctx, small, input(each), verify))),
  );

  expect(same.sort()).toEqual(['fine', ...Array(3).fill('official_phone_number_id')]);
  expect(slots.sort()).toEqual(['device_limit_reached', 'device_limit_reached', 'fine']);
});

test('a new token is kept when the provider takes it, and brings a disconnected device back', async () => {
  const [account, number] = [await shop(), await newNumber()];
  const device = await createOfficialDevice(ctx, account, input(number), verify);
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ status: 'disconnected', wanted: 'idle' })
    .where('id', '=', device.id)
    .execute();
  const credsOf = () =>
    tablesOf(ctx.db)
      .selectFrom('session_creds')
      .select('value')
      .where('device_id', '=', device.id)
      .executeTakeFirst();
  const before = await credsOf();

  const refused = await code(rotateCredentials(ctx, device, { official_access_token: 'EAAGno' }, verify));
  const kept = await credsOf();
  await cloud.post(`/sandbox/cloud/numbers/${number}/tokens`, { access_token: 'EAAGsecond' });
  const rotated = await rotateCredentials(ctx, device, { official_access_token: 'EAAGsecond' }, verify);

  expect(refused).toBe('invalid_official_credentials');
  expect(kept).toEqual(before);
  expect(rotated).toMatchObject({ status: 'connected', wanted: 'connected', reason: null });
  expect(await credsOf()).not.toEqual(before);
});

test('the audit log names a new token and a new app secret, without their text', async () => {
  const [account, number] = [await shop(), await newNumber()];
  const device = await createOfficialDevice(ctx, account, input(number), verify);
  const secrets = { official_access_token: TOKEN, official_app_secret: 'rahasia' };

  await rotateCredentials(ctx, device, { official_access_token: TOKEN }, verify);
  await rotateCredentials(ctx, device, secrets, verify);
  await code(rotateCredentials(ctx, device, { official_access_token: 'EAAGno' }, verify));

  const entries = await auditEntries(ctx, account.id);
  const changed = { action: 'device.credentials_changed', target: device.device_uuid };
  expect(entries).toMatchObject([
    { action: 'device.created', target: device.device_uuid, detail: { engine: 'official_cloud' } },
    { ...changed, detail: { changed: ['access_token'] } },
    { ...changed, detail: { changed: ['access_token', 'app_secret'] } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/rahasia|EAAG/);
});

test('a device that is released while its new token is verified keeps no token', async () => {
  const [account, number] = [await shop(), await newNumber()];
  const device = await createOfficialDevice(ctx, account, input(number), verify);
  const verifyAsItGoes: VerifyCredentials = async (network, credentials) => {
    await releaseDevice(ctx, account, device.device_uuid);
    // As the sessions side does once the device is logged out.
    await tablesOf(ctx.db).deleteFrom('session_creds').where('device_id', '=', device.id).execute();
    return verify(network, credentials);
  };

  const rotated = await code(
    rotateCredentials(ctx, device, { official_access_token: TOKEN }, verifyAsItGoes),
  );

  const kept = await tablesOf(ctx.db)
    .selectFrom('session_creds')
    .select('device_id')
    .where('device_id', '=', device.id)
    .execute();
  expect([rotated, kept]).toEqual(['device_not_found', []]);
});

test('a banned number makes no device, and bans a device that gets a new token', async () => {
  const [account, number, other] = [await shop(), await newNumber(), await newNumber()];
  const device = await createOfficialDevice(ctx, account, input(number), verify);
  for (const each of [number, other]) {
    await cloud.post(`/sandbox/cloud/numbers/${each}`, { state: 'banned', announce: false });
  }
  await cloud.post(`/sandbox/cloud/numbers/${number}/tokens`, { access_token: 'EAAGlater' });

  const refused = await code(createOfficialDevice(ctx, account, input(other), verify));
  const rotated = await rotateCredentials(ctx, device, { official_access_token: 'EAAGlater' }, verify);

  expect(refused).toBe('invalid_official_credentials');
  expect(await devicesOf(account)).toHaveLength(1);
  expect(rotated).toMatchObject({ status: 'banned', wanted: 'idle', reason: 'banned' });
});
