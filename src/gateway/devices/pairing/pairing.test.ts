import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { readQr } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { keepFile } from '../sessions/network-files-store.ts';
import { putPairingCode, requestQr } from './pairing.ts';

const ctx = await testContext({ cleanup: afterAll });

test('the QR that is served can be read by a decoder; one that is almost expired is not served', async () => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account, { status: 'provisioned' });
  const code = `https://wa.me/settings/linked_devices#2@${'x'.repeat(150)}`;
  expect((await requestQr(ctx, account, device.device_uuid)).qr).toBeNull();

  const show = (seconds: number) => putPairingCode(ctx, device.id, { code, validMs: seconds * SECOND });
  await show(60);
  const fresh = await requestQr(ctx, account, device.device_uuid);
  await show(9);
  const stale = await requestQr(ctx, account, device.device_uuid);

  expect(readQr(fresh.qr ?? '')).toBe(code);
  expect(stale.qr).toBeNull();
});

test('asking for a QR forgets what an earlier pairing left, and leaves a connected device alone', async () => {
  const account = await insertAccount(ctx);
  const lost = await insertDevice(ctx, account, { status: 'disconnected' });
  const paired = await insertDevice(ctx, account, { status: 'connected' });
  for (const { id } of [lost, paired]) {
    await tablesOf(ctx.db)
      .insertInto('session_creds')
      .values({ device_id: id, value: Buffer.from('x') })
      .execute();
    // An upload of another number cannot be sent.
    const file = { deviceId: id, content: Buffer.from('x'), value: Buffer.from('x'), usableUntil: ctx.now() };
    await keepFile(ctx.db, file);
  }

  await requestQr(ctx, account, lost.device_uuid);
  await expect(requestQr(ctx, account, paired.device_uuid)).rejects.toMatchObject({
    code: 'already_connected',
  });

  const left = await tablesOf(ctx.db).selectFrom('session_creds').select('device_id').execute();
  const { rows: files } = await ctx.pool.query('select device_id::int from network_files');
  expect([left, files]).toEqual([[{ device_id: paired.id }], [{ device_id: paired.id }]]);
});

test('polls after the first one start no pairing again, and take no transaction', async () => {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account, { status: 'provisioned' });
  await requestQr(ctx, account, device.device_uuid);
  const refused = () => Promise.reject(new Error('a poll took a transaction'));

  const poll = requestQr({ ...ctx, db: { ...ctx.db, transaction: refused } }, account, device.device_uuid);

  expect((await poll).qr).toBeNull();
  const actions = (await auditEntries(ctx, account.id)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'device.pairing_started')).toHaveLength(1);
});
