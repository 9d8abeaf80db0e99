import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { registerWebhook } from '../../webhooks/webhook.ts';
import { addOptOut, consentHook, moveOptOuts, optOutHook, removeOptOut } from './opt-out.ts';

const ctx = await testContext({ cleanup: afterAll });
const ANI = '6281200000001';
const BUDI = '6281200000002';

async function shop(isWanted = true) {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const events = isWanted
    ? (['contact.opted_out', 'contact.opted_in'] as const)
    : ['message.status' as const];
  await registerWebhook(ctx, account, { url: 'http://127.0.0.1:9/', events: [...events] });
  const receive = receiver(ctx, [optOutHook(ctx)]);
  return {
    account,
    say: (body: string, from = ANI) => receive(inbound(device, from, { body })),
    async told() {
      const { rows } = await ctx.pool.query(
        `select e.body from events e join event_backlog b on b.event_id = e.id
         where e.account_id = $1 and e.type like 'contact.%' order by e.id`,
        [account.id],
      );
      return rows.map(({ body }) => JSON.parse(body));
    },
  };
}

test('an opt-out and its end are events: of a word, of the provider, of a call', async () => {
  const { account, say, told } = await shop();
  const report = (marketing: 'stop' | 'resume') =>
    consentHook(ctx)([{ account_id: account.id, phone: BUDI, marketing, reason: 'preference' }]);

  await say('STOP');
  await say('stop');
  await say('MULAI');
  await report('stop');
  await report('resume');
  await addOptOut(ctx, account, { phone: ANI });
  await removeOptOut(ctx, account, ANI);

  const at = ctx.now().toISOString();
  const common = { event_id: expect.any(String), device_uuid: null, timestamp: at };
  const [out, back] = ['contact.opted_out', 'contact.opted_in'].map((event) => ({ event, ...common }));
  expect(await told()).toEqual([
    { ...out, phone: ANI, reason: 'keyword', word: 'STOP' },
    { ...back, phone: ANI },
    { ...out, phone: BUDI, reason: 'preference', word: null },
    { ...back, phone: BUDI },
    { ...out, phone: ANI, reason: 'account', word: null },
    { ...back, phone: ANI },
  ]);
});

test('a customer with a new number is opted out under it too', async () => {
  const { account, say, told } = await shop();
  await say('STOP');

  await moveOptOuts(ctx, [{ account_id: account.id, from: [ANI], to: [BUDI] }]);

  expect((await told()).map(({ phone, reason }) => [phone, reason])).toEqual([
    [ANI, 'keyword'],
    [BUDI, 'keyword'],
  ]);
});

test('accounts without such a webhook get no event', async () => {
  const [plain, other] = [await shop(false), await shop()];

  await plain.say('STOP');
  await plain.say('MULAI');

  expect([await plain.told(), await other.told()]).toEqual([[], []]);
});
