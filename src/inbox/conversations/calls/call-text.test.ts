import { afterAll, expect, test } from 'vitest';
import { automatedShop, CUSTOMER } from '../../../../test/harness/automation.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { receiver } from '../../../../test/harness/conversations.ts';
import { inboundHooks } from '../../../app/inbound-hooks.ts';
import type { EngineKind } from '../../../gateway/engines/kinds.ts';
import { missedCall } from '../../../gateway/engines/missed-call.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const TEXT = 'Maaf, tulis saja, Kak.';
let ids = 0;

/** An account with this text for callers. */
async function shop(text: string | null = TEXT, engine: EngineKind = 'economy', plan = {}) {
  const own = await automatedShop(ctx, { engine, plan });
  const { account, device } = own;
  await ctx.pool.query('update accounts set reject_calls_text = $2 where id = $1', [account.id, text]);
  const call = (from = CUSTOMER, { minutes = 0, id = `CALL${++ids}` } = {}) => {
    const at = new Date(ctx.now().getTime() + minutes * MINUTE);
    const message = { ...missedCall(false), waMessageId: id, from, at };
    const clock = { ...ctx, now: () => new Date(Math.max(at.getTime(), ctx.now().getTime())) };
    return receiver(clock, inboundHooks(clock))({ device: { ...device, epoch: 1 }, message });
  };
  const texts = async () =>
    (
      await ctx.pool.query(
        `select phone, body, source, status from messages where account_id = $1 and direction = 'out' order by id`,
        [account.id],
      )
    ).rows;
  return { ...own, call, texts };
}

test.each(['economy', 'official_cloud'] as const)(
  'a caller of the engine %s gets the text',
  async (engine) => {
    const { call, texts } = await shop(TEXT, engine);

    await call();

    expect(await texts()).toEqual([{ phone: CUSTOMER, body: TEXT, source: 'bot', status: 'queued' }]);
  },
);

test('a customer gets one text in 10 minutes, and each other customer another one', async () => {
  const { call, texts } = await shop();

  await call();
  await call(CUSTOMER, { minutes: 9 });
  await call('6281200000077');
  await call(CUSTOMER, { minutes: 20 });

  expect((await texts()).map(({ phone }) => phone)).toEqual([CUSTOMER, '6281200000077', CUSTOMER]);
});

test('a call that is reported again gets no further text', async () => {
  const { call, texts } = await shop();

  await call(CUSTOMER, { id: 'AGAIN' });
  await call(CUSTOMER, { id: 'AGAIN' });

  expect(await texts()).toHaveLength(1);
});

test('without a text, late, after an opt-out and without quota, a call gets no answer and is kept', async () => {
  const [none, late, out, poor] = [
    await shop(null),
    await shop(),
    await shop(),
    await shop(TEXT, 'economy', { monthly_quota: 0 }),
  ];
  await out.write('STOP');

  await none.call();
  await late.call(CUSTOMER, { minutes: -11 });
  await out.call();
  await poor.call();

  for (const { texts } of [none, late, poor]) expect(await texts()).toEqual([]);
  expect((await out.texts()).filter(({ body }) => body === TEXT)).toEqual([]);
  const { rows } = await ctx.pool.query(
    `select from messages where account_id = $1 and details ->> 'kind' = 'call'`,
    [poor.account.id],
  );
  expect(rows).toHaveLength(1);
});

test('the automation adds no text to it', async () => {
  const { call, intake, decide, texts } = await shop();

  await call();
  await intake();
  await decide();

  expect((await texts()).map(({ body }) => body)).toEqual([TEXT]);
});
