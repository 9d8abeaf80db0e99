import { afterAll, afterEach, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { openNumber, openReceiver } from '../../../../test/harness/evidence-scene.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { noteCallEnds } from '../dispatch/in-flight-store.ts';
import { CALL_END_MS, SILENCE_MS, UNRESOLVED_MS } from './evidence.ts';

const ctx = await testContext({ cleanup: afterAll });
const receiver = await openReceiver(ctx, afterAll);
// Each sweep settles the messages of all numbers.
afterEach(() => ctx.pool.query(`update messages set status = 'failed', due = false where due`));

const FAILED = { status: 'failed', error_code: 'outcome_unknown', wa_message_id: null };

/** A number with one message whose answer was lost, and one that was sent later. */
async function scene(unresolved: 'fail' | 'resend' = 'fail', columns: object = {}) {
  const number = await openNumber(ctx, receiver, unresolved);
  // Earlier tests of this file moved the clock.
  await receiver.watch.beat();
  const lost = await number.send(columns);
  await number.listen(SECOND);
  const later = await number.send();
  await number.answer(later);
  return { ...number, lost, later };
}

test('a message fails when the provider reports a later one, and 60 s bring nothing about it', async () => {
  const { lost, later, callBack, listen, settle, row } = await scene();
  await listen(CALL_END_MS);
  await callBack(later, 'sent');

  await listen(SILENCE_MS - SECOND);
  const early = await settle();
  await listen(SECOND);
  const inTime = await settle();

  expect([early, inTime]).toEqual([
    { resent: 0, failed: 0 },
    { resent: 0, failed: 1 },
  ]);
  expect(await row(lost)).toMatchObject(FAILED);
  expect((await row(later)).status).toBe('sent');
});

test('evidence during the call counts from its arrival, without an end of the call', async () => {
  const { later, callBack, listen, settle } = await scene();
  await callBack(later, 'delivered');

  await listen(SILENCE_MS - SECOND);
  const early = await settle();
  await listen(SECOND);

  expect([early.failed, (await settle()).failed]).toEqual([0, 1]);
});

test('after a call without an answer, the silence starts at its end', async () => {
  const { lost, later, callBack, listen, settle } = await scene();
  await callBack(later, 'delivered');
  await listen(30 * SECOND);
  await noteCallEnds(ctx.db, { ids: [lost, later], now: ctx.now() });

  await listen(SILENCE_MS - SECOND);
  const early = await settle();
  await listen(SECOND);

  expect([early.failed, (await settle()).failed]).toEqual([0, 1]);
});

test.each(['the answer of a later call', 'a callback about an earlier message', 'one of another number'])(
  '%s is no evidence: the message fails after ten minutes',
  async (kind) => {
    const number = await openNumber(ctx, receiver);
    await receiver.watch.beat();
    const earlier = await number.send();
    await number.answer(earlier);
    await number.listen(SECOND);
    const lost = await number.send();
    await number.listen(SECOND);
    await number.answer(await number.send());
    if (kind.includes('earlier')) await number.callBack(earlier, 'delivered');
    if (kind.includes('number')) {
      const other = await openNumber(ctx, receiver);
      await other.callBack(await other.send(), 'delivered');
    }

    await number.listen(UNRESOLVED_MS - 2 * SECOND);
    const early = await number.settle();
    await number.listen(SECOND);
    await number.settle();

    expect(early.failed).toBe(0);
    expect(await number.row(lost)).toMatchObject(FAILED);
  },
);

test('a status during the silence settles the message', async () => {
  const { lost, later, callBack, listen, settle, row } = await scene();
  await callBack(later, 'sent');
  await listen(MINUTE);

  await callBack(lost, 'sent');
  await listen(UNRESOLVED_MS);

  expect((await settle()).failed).toBe(0);
  expect(await row(lost)).toMatchObject({ status: 'sent', error_code: null, wa_message_id: `wamid.${lost}` });
});

test.each([
  ['soon after the mark, the silence starts again', 10 * SECOND, 30 * SECOND],
  ['long after the mark, the silence lasts as long as the message was marked', 90 * SECOND, 2 * MINUTE],
])('after a gap in listening %s', async (_name, before, gap) => {
  const { lost, later, callBack, listen, settle, row } = await scene();
  const markedAt = (await row(lost)).not_before.getTime() - UNRESOLVED_MS;
  await callBack(later, 'sent');
  await listen(before);

  ctx.clock.advance(gap);
  const deaf = await settle();
  const since = ctx.now().getTime();
  await listen(Math.max(SILENCE_MS, since - markedAt) - SECOND);
  const early = await settle();
  await listen(SECOND);

  expect([deaf.failed, early.failed, (await settle()).failed]).toEqual([0, 0, 1]);
});

test('with `resend`, a message is sent again once, under its reference', async () => {
  const { lost, later, callBack, listen, settle, take, row } = await scene('resend');
  const { reserved_wa_id } = await row(lost);
  await callBack(later, 'sent');
  await listen(CALL_END_MS + SILENCE_MS);

  const first = await settle();
  const taken = await take();
  const again = await row(lost);
  await listen(SECOND);
  await listen(CALL_END_MS + SILENCE_MS);
  const silentAlone = await settle();

  expect([first, silentAlone]).toEqual([
    { resent: 1, failed: 0 },
    { resent: 0, failed: 0 },
  ]);
  expect(taken).toEqual([lost]);
  expect(again).toMatchObject({ status: 'queued', reserved_wa_id, maybe_written: true, evidence_at: null });
});

test('a message whose answer is lost twice fails', async () => {
  const { lost, later, callBack, listen, settle, take, send, row } = await scene('resend');
  await callBack(later, 'sent');
  await listen(CALL_END_MS + SILENCE_MS);
  await settle();
  await take();
  await listen(SECOND);
  await callBack(await send(), 'sent');
  await listen(CALL_END_MS + SILENCE_MS);

  expect(await settle()).toEqual({ resent: 0, failed: 1 });
  expect(await row(lost)).toMatchObject(FAILED);
});

test('a status that comes before the second send prevents it', async () => {
  const { lost, later, callBack, listen, settle, take, row } = await scene('resend');
  await callBack(later, 'sent');
  await listen(CALL_END_MS + SILENCE_MS);
  await settle();

  await callBack(lost, 'delivered');

  expect(await take()).toEqual([]);
  expect((await row(lost)).status).toBe('delivered');
});

test('after a second send, a status of either copy settles the message, and both are logged once', async () => {
  const { lost, later, callBack, listen, settle, take, answer, row } = await scene('resend');
  await callBack(later, 'sent');
  await listen(CALL_END_MS + SILENCE_MS);
  await settle();
  await take();

  await callBack(lost, 'sent', 'wamid.first');
  await answer(lost, 'wamid.second');
  await callBack(lost, 'sent', 'wamid.second');
  await callBack(lost, 'delivered', 'wamid.second');

  expect(await row(lost)).toMatchObject({ status: 'delivered', wa_message_id: 'wamid.first' });
  expect(receiver.warnings.filter(([, id]) => id === lost)).toEqual([['message.doubled', lost]]);
});

test.each<[string, object, object]>([
  ['of a broadcast', { broadcast_id: 1, broadcast_place: 1 }, { status: 'active' }],
  ['of a cancelled account', {}, { status: 'cancelled' }],
])('a message %s is not sent again', async (_name, columns, change) => {
  const { account, lost, later, callBack, listen, settle, row } = await scene('resend', columns);
  await tablesOf(ctx.db).updateTable('accounts').set(change).where('id', '=', account.id).execute();
  await callBack(later, 'sent');
  await listen(CALL_END_MS + SILENCE_MS);

  expect(await settle()).toEqual({ resent: 0, failed: 1 });
  expect(await row(lost)).toMatchObject(FAILED);
});

test('a status after the failure is logged once and changes nothing', async () => {
  const { lost, later, callBack, listen, settle, take, row } = await scene('resend');
  await tablesOf(ctx.db)
    .updateTable('messages')
    .set({ resent_at: ctx.now() })
    .where('id', '=', lost)
    .execute();
  await callBack(later, 'sent');
  await listen(CALL_END_MS + SILENCE_MS);
  await settle();
  const failed = await row(lost);
  const announced = await ctx.pool.query('select count(*) from events');

  for (const status of ['sent', 'delivered', 'read', 'failed'] as const) await callBack(lost, status);
  await listen(HOUR);
  await settle();

  expect(await row(lost)).toEqual(failed);
  expect(await take()).toEqual([]);
  expect((await ctx.pool.query('select count(*) from events')).rows).toEqual(announced.rows);
  expect(receiver.warnings.filter(([, id]) => id === lost)).toEqual([['message.late_status', lost]]);
});

test('a refusal takes the mark back, and its evidence does not count for the next call', async () => {
  const { lost, later, callBack, listen, settle, take, row } = await scene();
  await callBack(later, 'sent');
  await listen(SECOND);
  await tablesOf(ctx.db)
    .updateTable('messages')
    .set({ maybe_written: false, not_before: ctx.now() })
    .where('id', '=', lost)
    .execute();
  await take();

  await listen(CALL_END_MS + SILENCE_MS);

  expect((await settle()).failed).toBe(0);
  expect((await row(lost)).status).toBe('queued');
});
