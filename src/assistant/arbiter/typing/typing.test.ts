import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { answers, automatedShop } from '../../../../test/harness/automation.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import type { EngineSession } from '../../../gateway/engines/engine.ts';
import { takeOverByReplies } from '../../../inbox/conversations/ownership/ownership.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { watchTyping } from './typing.ts';

const ctx = await testContext({ cleanup: afterAll });

type Shop = Awaited<ReturnType<typeof automatedShop>>;

/** Numbers and messages to which the device of the shop shows that it types. */
function watch(
  { device, account }: Shop,
  {
    setting = 'never',
    typingMarksRead = false,
  }: { setting?: 'never' | 'on_reply' | 'on_open'; typingMarksRead?: boolean } = {},
) {
  const typing = watchTyping(ctx);
  onTestFinished(() => typing.stop());
  const showTyping = vi.fn();
  const lease = { id: device.id, device_uuid: device.device_uuid, account_id: account.id, epoch: 1 };
  const session = { showTyping } as Partial<EngineSession> as EngineSession; // it calls nothing else
  typing.connected({ lease, session, readReceipts: () => setting, typingMarksRead });
  return {
    look: () => typing.look(),
    shown: () => showTyping.mock.calls,
    lose: () => typing.disconnected(lease),
  };
}

const messagesOf = ({ account }: Shop, direction: 'in' | 'out' = 'out') =>
  tablesOf(ctx.db)
    .selectFrom('messages')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('direction', '=', direction)
    .orderBy('id')
    .execute();

const waits = async (shop: Shop) =>
  (await messagesOf(shop)).map(({ not_before, created_at }) => not_before.getTime() - created_at.getTime());

test.each([
  ['Rp 10.000', 1_000],
  ['x'.repeat(80), 2_000],
  ['x'.repeat(1_000), 3_000],
])('an answer waits as long as a person types it, within bounds: %.9s', async (text, ms) => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');

  await shop.decide({ rules: answers('harga', text) });

  expect(await waits(shop)).toEqual([ms]);
});

test('the customer sees once that the number types, until the answer is due', async () => {
  const shop = await automatedShop(ctx);
  const { look, shown, lose } = watch(shop);
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  await look();
  await look();
  const [message] = await messagesOf(shop, 'in');
  const first = shown();
  ctx.clock.advance(SECOND);
  await shop.write('Ongkir');
  await look();
  lose();
  await shop.decide({ rules: answers('ongkir', 'Rp 9.000') });
  await look();

  expect(first).toEqual([['6281200000010', message?.wa_message_id]]);
  expect(shown()).toHaveLength(1);
});

test.each([
  ['never', 0],
  ['on_open', 0],
  ['on_reply', 1],
] as const)('typing that marks as read is shown only as the account says: %s', async (setting, times) => {
  const shop = await automatedShop(ctx);
  const { look, shown } = watch(shop, { setting, typingMarksRead: true });
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  await look();

  expect(shown()).toHaveLength(times);
});

test('without a delay or without typing the customer sees nothing', async () => {
  const settings = [{ reply_delay: { min_seconds: 0, max_seconds: 0 } }, { typing: false }];
  for (const each of settings) {
    const shop = await automatedShop(ctx, { settings: each });
    const { look, shown } = watch(shop);
    await shop.write('Harga');
    await shop.decide({ rules: answers('harga', 'Rp 10.000') });
    await look();

    expect(shown()).toEqual([]);
  }
});

test('a person who replies during the delay comes first, and the answer is never sent', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });
  const { id } = await shop.chat();

  const by = { reason: 'phone', actor: 'phone' } as const;
  await ctx.db.transaction((tx) => takeOverByReplies(tx, [{ id: Number(id), at: ctx.now() }], by, ctx.now()));

  expect(await messagesOf(shop)).toMatchObject([{ status: 'failed', error_code: 'superseded', due: false }]);
});

test('a reply of staff that has the conversation comes before an away text that waits', async () => {
  const shop = await automatedShop(ctx);
  const replies = [{ type: 'text', body: 'Toko tutup.', by: { kind: 'rule', is_notice: true } }] as const;
  await shop.write('Harga');
  await shop.own('human_active');
  await shop.decide({ rules: { away: async () => ({ replies }) } });
  const waiting = await messagesOf(shop);
  const { id } = await shop.chat();

  const by = { reason: 'phone', actor: 'phone' } as const;
  await ctx.db.transaction((tx) => takeOverByReplies(tx, [{ id: Number(id), at: ctx.now() }], by, ctx.now()));

  expect(waiting).toMatchObject([{ body: 'Toko tutup.', status: 'queued' }]);
  expect(await messagesOf(shop)).toMatchObject([{ status: 'failed', error_code: 'superseded', due: false }]);
});
