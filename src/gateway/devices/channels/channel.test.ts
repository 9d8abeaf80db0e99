import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { until } from '../../../../test/harness/until.ts';
import { applyTrigger, releaseDevice } from '../device.ts';
import { setAutomated, speakFor } from './channel.ts';

const ctx = await testContext({ cleanup: afterAll });

/** Three devices of one number, in the order of their connections. */
async function devicesOfOneNumber() {
  const account = await insertAccount(ctx, { max_devices: 5 });
  const devices = [];
  for (const status of ['connected', 'disconnected', 'connected'] as const) {
    const device = await insertDevice(ctx, account, { status });
    await ctx.db.transaction((tx) => speakFor(tx, { ...device, channel_id: null }, '6281234567890'));
    devices.push(device);
  }
  const [connected, lost, newest] = devices;
  if (!connected || !lost || !newest) throw new Error('three devices');
  const speaker = async () =>
    Number(
      (await ctx.pool.query('select device_id from channels where account_id = $1', [account.id])).rows[0]
        .device_id,
    );
  return { account, connected, lost, newest, speaker };
}

test('another device of the number speaks for it after a release, a connected one first', async () => {
  const { account, connected, lost, newest, speaker } = await devicesOfOneNumber();
  const first = await speaker();

  await releaseDevice(ctx, account, newest.device_uuid);
  const second = await speaker();
  await releaseDevice(ctx, account, connected.device_uuid);

  expect([first, second, await speaker()]).toEqual([newest.id, connected.id, lost.id]);
});

test('the release of a device that does not speak for its number changes nothing', async () => {
  const { account, connected, newest, speaker } = await devicesOfOneNumber();

  await releaseDevice(ctx, account, connected.device_uuid);

  expect(await speaker()).toBe(newest.id);
});

test('a banned device stops to speak for its number, and the last device keeps it', async () => {
  const { account, connected, lost, newest, speaker } = await devicesOfOneNumber();

  await applyTrigger(ctx, newest.id, 'banned', { reason: 'banned' });
  const afterBan = await speaker();
  await releaseDevice(ctx, account, lost.device_uuid);
  await releaseDevice(ctx, account, connected.device_uuid);

  expect([afterBan, await speaker()]).toEqual([connected.id, connected.id]);
});

test('of two devices that are released at once, neither keeps the number of a third one', async () => {
  const { account, connected, lost, newest, speaker } = await devicesOfOneNumber();
  const holder = await ctx.pool.connect();
  await holder.query('begin');
  await holder.query('select from channels where account_id = $1 for update', [account.id]);
  const locks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const waiting = async () => (await ctx.pool.query(locks)).rowCount;

  const first = releaseDevice(ctx, account, newest.device_uuid);
  await until(async () => (await waiting()) === 1);
  let isReleased = false;
  const second = releaseDevice(ctx, account, connected.device_uuid).then(() => {
    isReleased = true;
  });
  await until(async () => isReleased || (await waiting()) === 2);
  await holder.query('rollback');
  holder.release();
  await Promise.all([first, second]);

  expect(await speaker()).toBe(lost.id);
});

test('a number that gets a device later is automated when automations cover the device', async () => {
  const account = await insertAccount(ctx, { max_devices: 5 });
  const [covered, other] = [await insertDevice(ctx, account), await insertDevice(ctx, account)];
  await ctx.pool.query(
    'insert into automation_accounts (account_id, updated_at, covered_devices) values ($1, now(), $2)',
    [account.id, [covered.id]],
  );
  const automated = async () =>
    (
      await ctx.pool.query('select automated from channels where account_id = $1 order by address', [
        account.id,
      ])
    ).rows.map((row) => row.automated);

  await ctx.db.transaction((tx) => speakFor(tx, { ...covered, channel_id: null }, '6281234567891'));
  await ctx.db.transaction((tx) => speakFor(tx, { ...other, channel_id: null }, '6281234567892'));
  const byDevice = await automated();
  const changed = await ctx.db.transaction((tx) =>
    setAutomated(tx, account.id, { all: true, deviceIds: [] }),
  );

  expect([byDevice, changed, await automated()]).toEqual([[true, false], 1, [true, true]]);
});
