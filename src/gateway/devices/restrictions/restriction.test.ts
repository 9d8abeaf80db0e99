import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { Restriction } from '../../engines/engine.ts';
import { applyTrigger } from '../device.ts';
import {
  currentRestriction,
  liftLapsedRestrictions,
  releaseRestriction,
  restrictDevice,
} from './restriction.ts';

const ctx = await testContext({ cleanup: afterAll });

async function shop(status: 'connected' | 'disconnected' = 'connected') {
  const account = await insertAccount(ctx);
  const { id, device_uuid } = await insertDevice(ctx, account, { status });
  const row = () =>
    tablesOf(ctx.db).selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const restrict = (reason: Restriction, until: Date | null = null, at = ctx.now()) =>
    restrictDevice(ctx, id, { reason, until, at });
  const events = async () =>
    (await eventsOf(ctx, 'device.status')).filter((event) => event.device_uuid === device_uuid);
  return { id, row, restrict, events };
}
const inMinutes = (minutes: number) => new Date(ctx.now().getTime() + minutes * MINUTE);

test('a restriction shows as the reason of a device that stays connected, and is no change of its status', async () => {
  const { id, row, restrict, events } = await shop();

  await restrict('spam', inMinutes(90));
  const during = await row();
  await releaseRestriction(ctx, id, ['spam', 'payment']);

  expect(during).toMatchObject({
    status: 'connected',
    reason: 'restricted:spam',
    restricted_until: inMinutes(90),
  });
  expect(await row()).toMatchObject({ status: 'connected', reason: null, restricted_until: null });
  expect(await events()).toEqual([]);
});

test('a restriction survives a lost connection, whose reason it does not hide, but no new pairing', async () => {
  const { id, row, restrict } = await shop();
  await restrict('new_chats');

  await applyTrigger(ctx, id, 'connection_lost', { reason: 'connection_timed_out' });
  const lost = (await row()).reason;
  await applyTrigger(ctx, id, 'connected');
  const back = (await row()).reason;
  await applyTrigger(ctx, id, 'connection_lost', { reason: 'connection_timed_out' });
  await applyTrigger(ctx, id, 'qr_issued');
  await applyTrigger(ctx, id, 'connected');

  expect([lost, back, (await row()).reason]).toEqual(['connection_timed_out', 'restricted:new_chats', null]);
});

test('a restriction that is reported while the device is disconnected shows after the reconnect', async () => {
  const { id, row, restrict } = await shop('disconnected');

  await restrict('account');
  const before = (await row()).reason;
  await applyTrigger(ctx, id, 'connected');

  expect([before, (await row()).reason]).toEqual([null, 'restricted:account']);
});

test('a shorter restriction does not replace a longer one, and its end does not end it', async () => {
  const { id, row, restrict } = await shop();
  await restrict('account', inMinutes(600));

  await restrict('spam');
  await releaseRestriction(ctx, id, ['spam']);
  const kept = (await row()).reason;
  await restrict('account', inMinutes(60));

  expect(kept).toBe('restricted:account');
  expect((await row()).restricted_until).toEqual(inMinutes(60));
});

test('a named end stays when the restriction is reported again without an end, or late', async () => {
  const { row, restrict } = await shop();
  await restrict('spam', inMinutes(360));

  await restrict('spam', null, inMinutes(-14));
  const late = await row();
  await restrict('spam');
  const again = await row();
  await restrict('spam', inMinutes(5));
  await restrict('spam');

  const named = { restricted_until: inMinutes(360), restriction_lapses_at: inMinutes(360) };
  expect([late, again]).toMatchObject([named, named]);
  expect(await row()).toMatchObject({ restricted_until: null, restriction_lapses_at: inMinutes(15) });
});

test('a restriction that is over when it is reported changes nothing', async () => {
  const { row, restrict } = await shop();

  await restrict('spam', null, inMinutes(-16));
  await restrict('account', inMinutes(0));

  expect(await row()).toMatchObject({ reason: null, restriction: null });
});

test.each([
  ['spam', null, 14, 16],
  ['new_chats', null, 119, 121],
  ['violation', null, 1439, 1441],
  ['account', 30, 29, 31],
] as const)(
  '%s with its end in %j minutes shows no longer when its time is over',
  async (reason, minutes, before, after) => {
    const { row, restrict } = await shop();
    await restrict(reason, minutes === null ? null : inMinutes(minutes));
    const start = ctx.now();

    ctx.clock.set(new Date(start.getTime() + before * MINUTE));
    await liftLapsedRestrictions(ctx, 'live');
    const kept = (await row()).reason;
    ctx.clock.set(new Date(start.getTime() + after * MINUTE));
    await liftLapsedRestrictions(ctx, 'sandbox');
    const ofOtherNetwork = (await row()).reason;
    await liftLapsedRestrictions(ctx, 'live');

    expect([kept, ofOtherNetwork]).toEqual([`restricted:${reason}`, `restricted:${reason}`]);
    expect(await row()).toMatchObject({ reason: null, restriction: null, restricted_until: null });
  },
);

test.each([
  ['spam', null, 10],
  ['spam', 45, 45],
  ['payment', null, 10],
  ['new_chats', 45, null],
  ['account', 45, null],
] as const)(
  '%s with its end in %j minutes blocks all messages for %j minutes, until a probe',
  async (reason, end, held) => {
    const { row, restrict } = await shop();

    await restrict(reason, end === null ? null : inMinutes(end));

    const blockedUntil = held === null ? null : inMinutes(held);
    const later = end === null ? inMinutes(14) : ctx.now();
    expect(currentRestriction(await row(), ctx.now())).toMatchObject({ reason, blockedUntil });
    expect(currentRestriction(await row(), later)).toMatchObject({ reason, blockedUntil });
  },
);
