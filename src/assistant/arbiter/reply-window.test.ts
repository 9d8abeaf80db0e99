import { afterAll, expect, test } from 'vitest';
import { automatedShop, type GivenProducers, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { DAY, HOUR } from '../../platform/lib/clock.ts';
import type { Plan, PlannedReply } from '../plan.ts';

const ctx = await testContext({ cleanup: afterAll });
const by = { kind: 'rule', rule_id: 'r-1' } as const;
const TEXT: PlannedReply = { type: 'text', body: 'Jawaban', by };
const TEMPLATE: PlannedReply = {
  ...{ type: 'text', body: 'Halo, Kak.', by },
  template: { name: 'halo', language: 'id', variables: [] },
};
const HAND_OFF = { to: 'human_waiting', reason: 'rule', text: null } as const;
const WINDOW = { owner_state: 'human_waiting', owner_reason: 'reply_window_closed' };

/** A question of an official number whose window is closed, answered by this plan of a rule. */
async function late(plan: Partial<Plan>, { hours = 25, handsOff = true, ...given }: LateOptions = {}) {
  const shop = await automatedShop(ctx, { engine: 'official_cloud' });
  await shop.write('Harga');
  const last_customer_at = new Date(ctx.now().getTime() - hours * HOUR);
  const { account } = shop;
  await tablesOf(ctx.db)
    .updateTable('conversations')
    .set({ last_customer_at })
    .where('account_id', '=', account.id)
    .execute();
  if (!handsOff)
    await ctx.pool.query(
      `insert into assistants (account_id, settings, updated_at) values ($1, '{"handoff":{"enabled":false}}', now())`,
      [account.id],
    );
  await shop.decide({
    rules: { choose: async () => ruleText('', plan) },
    assistant: { handOffText: async () => 'Tunggu, Kak.', declineText: async () => 'Maaf, Kak.' },
    ...given,
  });
  const [decision] = await shop.decisions();
  return { sent: await shop.sent(), decision, chat: await shop.chat(), notes: await shop.notes() };
}
type LateOptions = GivenProducers & { hours?: number; handsOff?: boolean };

test('free text is left out, and staff learns why', async () => {
  const { sent, decision, chat, notes } = await late({ replies: [TEXT] });

  expect(sent).toEqual([]);
  expect(decision).toMatchObject({ outcome: 'handed_off', reason: 'reply_window_closed', sent_ids: null });
  expect(chat).toMatchObject(WINDOW);
  expect(notes[0]).toContain('Pelanggan tidak menulis selama 24 jam');
});

test('a template is sent, also when the text beside it is left out', async () => {
  const [alone, beside] = [await late({ replies: [TEMPLATE] }), await late({ replies: [TEMPLATE, TEXT] })];

  expect([alone.sent, beside.sent]).toEqual([['Halo, Kak.'], ['Halo, Kak.']]);
  expect(alone.decision).toMatchObject({ outcome: 'answered', reason: 'keyword' });
  expect(alone.chat).toMatchObject({ owner_state: 'bot' });
  expect(beside.decision).toMatchObject({ outcome: 'handed_off', reason: 'reply_window_closed' });
  expect(beside.chat).toMatchObject(WINDOW);
});

test('a hand-off stays what it is, without its text', async () => {
  const { sent, decision, chat } = await late({ replies: [TEMPLATE], outcome: 'handed_off', end: HAND_OFF });

  expect(sent).toEqual(['Halo, Kak.']);
  expect(decision).toMatchObject({ outcome: 'handed_off', reason: 'keyword' });
  expect(chat).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'rule' });
});

test('a hand-off keeps its note; where hand-offs are off, nothing replaces its text', async () => {
  const end = { ...HAND_OFF, note: 'Pesanan 7', text: 'Tunggu' };
  const noted = await late({ replies: [TEXT], outcome: 'handed_off', end });
  const plan: Partial<Plan> = { replies: [TEMPLATE], outcome: 'handed_off', end };
  const declined = await late(plan, { handsOff: false });

  expect(noted.notes.join()).toContain('Pesanan 7');
  expect(declined.sent).toEqual(['Halo, Kak.']);
  expect(declined.decision).toMatchObject({ outcome: 'answered' });
});

test('without hand-offs the decision is silent, with the reason', async () => {
  const { sent, decision, chat } = await late({ replies: [TEXT] }, { handsOff: false });

  expect(sent).toEqual([]);
  expect(decision).toMatchObject({ outcome: 'silent', reason: 'reply_window_closed' });
  expect(chat).toMatchObject({ owner_state: 'bot' });
});

test('within the window everything is sent', async () => {
  const { sent, chat } = await late({ replies: [TEXT, TEMPLATE] }, { hours: DAY / HOUR - 1 });

  expect(sent).toEqual(['Jawaban', 'Halo, Kak.']);
  expect(chat).toMatchObject({ owner_state: 'bot' });
});
