import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../../test/harness/rows.ts';
import { watchAllStatements } from '../../../../../test/harness/statements.ts';
import { insertWidget } from '../../../../../test/harness/widgets.ts';
import { inboundHooks } from '../../../../app/inbound-hooks.ts';
import type { InboundHook } from '../../../../gateway/messages/inbound/inbound.ts';
import { visitorPhone } from '../../../../gateway/people/identity.ts';
import { Intake } from './intake.ts';
import { MAX_STORING } from './limits.ts';
import type { ChatWidget, Visitor } from './visitor.ts';

const ctx = await testContext({ cleanup: afterAll });

/** A visitor of the live chat of a new account. */
async function newVisitor(): Promise<Visitor> {
  const device = await insertDevice(ctx, await insertAccount(ctx));
  const widget = (await insertWidget(ctx, device)) as ChatWidget; // in mode chat
  const id = randomUUID().replaceAll('-', '');
  return { id, isVerified: false, name: null, widget, phone: visitorPhone(id) };
}

const postOf = (visitor: Visitor, text = 'Halo') => ({
  ...{ visitor, post: { id: randomUUID(), text }, language: 'id' as const },
});

const openIntake = (own: Partial<TestContext> = {}, more: InboundHook[] = []) =>
  new Intake({ ...ctx, ...own }, [...inboundHooks(ctx), ...more]);

const textsOf = async ({ phone }: Visitor) =>
  (await ctx.pool.query('select body from messages where phone = $1 order by id', [phone])).rows.map(
    ({ body }) => body,
  );

test('a message that cannot be stored fails alone', async () => {
  const [ani, budi] = [await newVisitor(), await newVisitor()];
  const refuse: InboundHook = async (_tx, messages) => {
    if (messages.some(({ body }) => body === 'rusak')) throw new Error('this row is refused');
  };
  const intake = openIntake({}, [refuse]);

  const results = await Promise.allSettled(
    ['satu', 'rusak', 'dua'].map((text) => intake.take(postOf(ani, text))).concat(intake.take(postOf(budi))),
  );

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect([await textsOf(ani), await textsOf(budi)]).toEqual([['satu', 'dua'], ['Halo']]);
});

test('many visitors share a transaction', async () => {
  const [ani, budi] = [await newVisitor(), await newVisitor()];
  let inserts = 0;
  const db = watchAllStatements(ctx.db, ({ name }) => {
    if (name === 'messages.insert_inbound') inserts += 1;
  });
  const intake = openIntake({ db });

  await Promise.all([ani, budi, ani].map((visitor) => intake.take(postOf(visitor))));

  expect(inserts).toBe(1);
});

test('an account whose messages wait to be stored gets no more of them, and others are stored', async () => {
  const [busy, calm] = [await newVisitor(), await newVisitor()];
  const intake = openIntake();

  const flood = Array.from({ length: MAX_STORING + 1 }, () => intake.take(postOf(busy)));
  const other = intake.take(postOf(calm));
  const results = await Promise.allSettled(flood);
  const again = await intake.take(postOf(busy));

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_STORING);
  expect(results.at(-1)).toMatchObject({ reason: { code: 'rate_limited', retryAfter: 1 } });
  expect([(await other).isNew, again.isNew]).toEqual([true, true]);
});

test('an account that is cancelled meanwhile stores nothing', async () => {
  const ani = await newVisitor();
  await ctx.pool.query(`update accounts set status = 'cancelled', cancelled_at = now() where id = $1`, [
    ani.widget.account_id,
  ]);

  const taken = openIntake().take(postOf(ani));

  await expect(taken).rejects.toMatchObject({ code: 'chat_closed' });
  expect(await textsOf(ani)).toEqual([]);
});
