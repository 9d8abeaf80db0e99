import { afterAll, expect, test } from 'vitest';
import { automatedShop, type GivenProducers, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';
import type { Plan } from '../plan.ts';

const ctx = await testContext({ cleanup: afterAll });

const assistant = {
  handOffText: async () => 'Admin segera membalas.',
  declineText: async (_: unknown, { reason }: { reason: string }) => `Tanpa staf: ${reason}`,
};

/** An account that has switched hand-offs off. */
async function numberWithoutStaff() {
  const shop = await automatedShop(ctx, { settings: { debounce_seconds: 0 } });
  await ctx.pool.query(
    `insert into assistants (account_id, enabled, mode, device_ids, settings, updated_at)
     values ($1, false, 'live', '{}', '{"handoff": {"enabled": false}}', now())`,
    [shop.account.id],
  );
  return shop;
}

const ending = (plan: Partial<Plan>) => ({
  choose: async () => ruleText('Baik, Kak.', { outcome: 'handed_off', ...plan }),
});
const toStaff = (text: string | null) => ({ to: 'human_waiting', reason: 'rule', text }) as const;

test.each<[string, string, GivenProducers, string[], object]>([
  ['who asks for a person', 'admin', {}, ['Tanpa staf: asked_for_person'], { stage: 'person' }],
  ['a question without an answer', 'Bisa COD?', {}, ['Tanpa staf: no_answer'], { stage: 'none' }],
  [
    'a flow that hands off',
    'lanjut',
    { rules: ending({ replies: [], end: toStaff('Saya sambungkan ke admin.') }) },
    ['Tanpa staf: rule'],
    { stage: 'rule', reason: 'keyword' },
  ],
  [
    'a producer that fails',
    'Halo',
    { rules: { choose: () => Promise.reject(new Error('broken')) } },
    ['Tanpa staf: failed'],
    { stage: 'none', reason: 'failed' },
  ],
])(
  '%s reads that no person comes, and the automation keeps the chat',
  async (_, text, given, sent, decision) => {
    const shop = await numberWithoutStaff();
    await shop.write(text);

    await shop.decide({ ...given, assistant });

    expect(await shop.sent()).toEqual(sent);
    expect(await shop.decisions()).toMatchObject([{ ...decision, outcome: 'declined' }]);
    expect(await shop.chat()).toMatchObject({ owner_state: 'bot', waiting_since: null });
  },
);

test('the messages of a rule that hands off are its answer', async () => {
  const shop = await numberWithoutStaff();
  await shop.write('Harga');

  await shop.decide({ rules: ending({ end: toStaff('') }), assistant });

  expect(await shop.sent()).toEqual(['Baik, Kak.']);
  expect(await shop.decisions()).toMatchObject([{ stage: 'rule', outcome: 'answered' }]);
});

test('what is silent stays silent, the customer counts as waiting, and the next message is answered', async () => {
  const shop = await numberWithoutStaff();
  await ctx.pool.query("update devices set status = 'disconnected' where id = $1", [shop.device.id]);
  await shop.write('Harga');
  ctx.clock.advance(3 * MINUTE + SECOND);
  await shop.decide({ assistant });
  const waiting = await shop.chat();
  await ctx.pool.query("update devices set status = 'connected' where id = $1", [shop.device.id]);
  await shop.write('Harga');

  await shop.decide({ rules: ending({ outcome: 'answered' }), assistant });

  expect(waiting).toMatchObject({ owner_state: 'bot', waiting_since: expect.any(Date) });
  expect(await shop.decisions()).toMatchObject([
    { stage: 'gate', outcome: 'silent', reason: 'device_unavailable' },
    { outcome: 'answered' },
  ]);
});

test('a breaker is silent, and ends by itself', async () => {
  const shop = await numberWithoutStaff();
  const given = { rules: ending({ outcome: 'answered' }), assistant };
  for (let count = 0; count < 4; count += 1) {
    ctx.clock.advance(30 * SECOND);
    await shop.write('ping');
    await shop.decide(given);
  }
  const loop = (await shop.decisions()).at(-1);
  ctx.clock.advance(61 * MINUTE);
  await shop.write('Halo');

  await shop.decide(given);

  expect(loop).toMatchObject({ outcome: 'silent', reason: 'loop_suspected' });
  expect((await shop.decisions()).at(-1)).toMatchObject({ outcome: 'answered' });
  expect(await shop.sent()).toEqual(Array(4).fill('Baik, Kak.'));
});
