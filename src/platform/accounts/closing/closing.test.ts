import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { dyingAfter, look, openScene } from '../../../../test/harness/broadcast-scene.ts';
import { closeCancelled } from '../../../../test/harness/closing.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { noTemplates } from '../../../../test/harness/no-templates.ts';
import { insertMessage, insertMessages } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import type { Context } from '../../../context.ts';
import { createBroadcast, endBroadcasts, pauseBroadcast } from '../../../gateway/broadcasts/broadcast.ts';
import { createDevice } from '../../../gateway/devices/device.ts';
import { expiryCutoff } from '../../../gateway/messages/queue/expiry.ts';
import { BATCH, failUnresolved, failUnsendable } from '../../../gateway/messages/queue/settle-store.ts';
import { DAY, MINUTE, SECOND } from '../../lib/clock.ts';
import { setStatus } from '../account.ts';

const ctx = await testContext({ cleanup: afterAll });

/** One round of everything that ends a cancelled account, as the worker does it. */
async function round(context: Context = ctx): Promise<void> {
  await closeCancelled(context);
  await failUnsendable(context.db, expiryCutoff(ctx.now()), ctx.now());
  await failUnresolved(context.db, ['official_cloud'], ctx.now());
  await look(context);
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7);

/**
 * An account with a broadcast of ten recipients, half of them in messages, and queued messages of this month and of
 * the last one. Each message has a unit.
 */
async function busy(engine: 'economy' | 'official_cloud' = 'economy') {
  const scene = await openScene(ctx, { contacts: 10, plan: { monthly_quota: 1_000 }, engine });
  const { account, device } = scene;
  const lastMonth = new Date(ctx.now().getTime() - 32 * DAY);
  const broadcast = await scene.create({ delay_max_seconds: 0 });
  await look(ctx);
  const units = await scene.unitsUsed();
  await insertMessages(ctx, device, [{}, {}, { created_at: lastMonth }]);
  await ctx.pool.query(
    `insert into usage_months (account_id, period, messages_sent) values ($1, $2, 2), ($1, $3, 1)
     on conflict (account_id, period)
       do update set messages_sent = usage_months.messages_sent + excluded.messages_sent`,
    [account.id, monthOf(ctx.now()), monthOf(lastMonth)],
  );
  const row = () =>
    tablesOf(ctx.db)
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
  return {
    scene,
    ...{ account, device, broadcast, units },
    row,
    async state() {
      const { released_at, status, wanted } = await tablesOf(ctx.db)
        .selectFrom('devices')
        .select(['released_at', 'status', 'wanted'])
        .where('id', '=', device.id)
        .executeTakeFirstOrThrow();
      const { rows } = await ctx.pool.query<{ error_code: string; count: number }>(
        `select coalesce(error_code, status) as error_code, count(*)::int as count from messages
         where account_id = $1 group by 1 order by 1`,
        [account.id],
      );
      const isClosed = (await row()).closed_at !== null;
      return {
        isClosed,
        device: { isReleased: released_at !== null, status, wanted },
        broadcast: (await scene.read(broadcast)).status,
        messages: Object.fromEntries(rows.map(({ error_code, count }) => [error_code, count])),
        units: await scene.unitsUsed(),
      };
    },
  };
}

const CLOSED = {
  isClosed: true,
  device: { isReleased: true, status: 'disconnected', wanted: 'released' },
  broadcast: 'cancelled',
  units: 0,
};

test('a cancelled account loses its devices and broadcasts, and its queued messages return their units', async () => {
  const { account, state } = await busy();

  await setStatus(ctx, account.id, 'cancelled');
  await round();
  await round();

  expect(await state()).toEqual({ ...CLOSED, messages: { account_cancelled: 13 } });
});

test('messages of a broadcast that was paused fail with the account too', async () => {
  const { account, broadcast, state } = await busy();
  await pauseBroadcast(ctx, account, broadcast);

  await setStatus(ctx, account.id, 'suspended');
  await setStatus(ctx, account.id, 'cancelled');
  await round();
  await round();

  expect(await state()).toEqual({ ...CLOSED, messages: { account_cancelled: 13 } });
});

test('a cancellation that is interrupted after any statement is completed later, with each unit once', async () => {
  for (let statements = 0; ; statements += 1) {
    const { account, state } = await busy();
    await setStatus(ctx, account.id, 'cancelled');
    const interrupted = await round(dyingAfter(ctx, statements)).then(
      () => false,
      () => true,
    );

    await round();
    await round();

    expect(await state()).toEqual({ ...CLOSED, messages: { account_cancelled: 13 } });
    if (!interrupted) break;
  }
}, 60_000);

test('a possibly written message waits a minute for its status, and so does the release of the device', async () => {
  const { account, scene, state } = await busy();
  const [one, other] = await scene.take(2);
  await setStatus(ctx, account.id, 'cancelled');
  await round();
  const early = await state();

  if (one) await scene.report(one, 'sent');
  ctx.clock.advance(MINUTE);
  await round();
  await round();

  expect([one, other].every((message) => message !== undefined)).toBe(true);
  expect(early).toMatchObject({ isClosed: false, device: { isReleased: false } });
  expect(early.messages).toEqual({ account_cancelled: 11, queued: 2 });
  // Both were messages that an engine had, so their units stay used.
  expect(await state()).toEqual({
    ...CLOSED,
    units: 2,
    messages: { account_cancelled: 11, outcome_unknown: 1, sent: 1 },
  });
});

test('an unresolved message of the official engine waits as long as without the cancellation', async () => {
  const { account, device, state } = await busy('official_cloud');
  const not_before = new Date(ctx.now().getTime() + 10 * MINUTE);
  await insertMessage(ctx, device, { maybe_written: true, reserved_wa_id: randomUUID(), not_before });
  await setStatus(ctx, account.id, 'cancelled');

  ctx.clock.advance(10 * MINUTE - SECOND);
  await round();
  const before = await state();
  ctx.clock.advance(SECOND);
  await round();
  await round();

  expect(before).toMatchObject({ isClosed: false, messages: { account_cancelled: 13, queued: 1 } });
  expect(await state()).toMatchObject({
    isClosed: true,
    messages: { account_cancelled: 13, outcome_unknown: 1 },
  });
});

test('a long queue ends in pieces', async () => {
  const { account, device } = await busy();
  await insertMessages(
    ctx,
    device,
    Array.from({ length: BATCH + 10 }, () => ({})),
  );
  await setStatus(ctx, account.id, 'cancelled');
  await closeCancelled(ctx, [endBroadcasts]);

  const pieces = [];
  for (let n = 0; n < 3; n += 1) {
    pieces.push(await failUnsendable(ctx.db, expiryCutoff(ctx.now()), ctx.now()));
  }

  expect(pieces).toEqual([BATCH, 13, 0]);
});

test('a cancelled account stays cancelled, and a repeated cancellation changes nothing', async () => {
  const { account, row } = await busy();
  await setStatus(ctx, account.id, 'cancelled');
  const before = await row();
  ctx.clock.advance(SECOND);

  const again = await setStatus(ctx, account.id, 'cancelled');
  const refused = await Promise.allSettled([
    setStatus(ctx, account.id, 'active'),
    setStatus(ctx, account.id, 'suspended'),
  ]);

  expect(again.status).toBe('cancelled');
  expect(await row()).toEqual(before);
  for (const result of refused) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('is cancelled') },
    });
  }
});

test('with a key that was just read, a cancelled account gets no device and no broadcast', async () => {
  const { account, device } = await busy();
  await setStatus(ctx, account.id, 'cancelled');
  const input = {
    ...{ device_uuid: device.device_uuid, name: 'Promo', message_template: 'Halo', tags: ['all'] },
    ...{ delay_min_seconds: 0, delay_max_seconds: 0 },
  };

  const refused = await Promise.allSettled([
    createDevice(ctx, account, { label: 'Kasir', engine: 'economy' }),
    createBroadcast({ ctx, templates: noTemplates }, account, input),
  ]);

  for (const result of refused) expect(result).toMatchObject({ reason: { code: 'account_inactive' } });
});
