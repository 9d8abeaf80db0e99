import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { openNumber, openReceiver } from '../../../../test/harness/evidence-scene.ts';
import { until } from '../../../../test/harness/until.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { CALL_END_MS, SILENCE_MS } from '../queue/evidence.ts';
import { CallbackWatch } from './callback-watch.ts';

const ctx = await testContext({ cleanup: afterAll });
const receiver = await openReceiver(ctx, afterAll);

const listening = async () =>
  (await ctx.pool.query<{ seen_at: Date; since: Date }>('select seen_at, since from official_listening'))
    .rows[0];

test('a server that listens gives signs of life', async () => {
  await receiver.http.listen({ host: '127.0.0.1', port: 0 });

  const sign = await until(async () => (await listening()) ?? null);
  expect(sign).toEqual({ seen_at: ctx.now(), since: ctx.now() });
});

test('the silence starts again with each process', async () => {
  ctx.clock.advance(SECOND);

  await new CallbackWatch(ctx).beat();

  expect(await listening()).toEqual({ seen_at: ctx.now(), since: ctx.now() });
});

test('the silence starts again after an error of the database', async () => {
  let isBroken = false;
  const query: typeof ctx.db.query = (...given) =>
    isBroken ? Promise.reject(new Error('broken')) : ctx.db.query(...given);
  const watch = new CallbackWatch({ ...ctx, db: { ...ctx.db, query } });
  await watch.beat();
  const start = ctx.now();
  ctx.clock.advance(SECOND);
  await watch.beat();
  const before = await listening();
  isBroken = true;
  ctx.clock.advance(SECOND);
  await watch.beat();
  isBroken = false;
  ctx.clock.advance(SECOND);

  await watch.beat();

  expect(before?.since).toEqual(start);
  expect((await listening())?.since).toEqual(ctx.now());
});

test('of a flood of statuses between two signs, the newest are evidence', async () => {
  const number = await openNumber(ctx, receiver);
  await receiver.watch.beat();
  const lost = await number.send();
  await number.listen(SECOND);
  const later = await number.send();
  const { reserved_wa_id } = await number.row(later);
  const change = { device_id: number.device.id, status: 'delivered' as const, refund: false };
  const none = { error_code: null, error_message: null };
  const flood = Array.from({ length: 1_000 }, (_, n) => ({ ...change, ...none, wa_message_id: `old-${n}` }));

  receiver.watch.note([...flood, { ...change, ...none, wa_message_id: reserved_wa_id }]);
  await number.listen(CALL_END_MS + SILENCE_MS);
  await number.settle();

  expect(await number.row(lost)).toMatchObject({ status: 'failed', error_code: 'outcome_unknown' });
});
