import { afterAll, expect, test } from 'vitest';
import { automatedShop, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { DAY, SECOND } from '../../platform/lib/clock.ts';
import type { Plan } from '../plan.ts';

const ctx = await testContext({ cleanup: afterAll });

const shopOf = () => automatedShop(ctx, { settings: { debounce_seconds: 0 } });

test('a hand-off by a rule names the rule', async () => {
  const shop = await shopOf();
  const { rows } = await ctx.pool.query<{ rule_uuid: string }>(
    `insert into auto_replies (account_id, kind, name, enabled, priority, device_ids, definition, created_at,
       updated_at)
     values ($1, 'keyword', 'Grosir', true, 100, '{}', '{}', now(), now()) returning rule_uuid`,
    [shop.account.id],
  );
  const end = { to: 'human_waiting', reason: 'rule', text: '' } as const;
  const rule_id = rows[0]?.rule_uuid ?? '';
  await shop.write('rahasia');

  await shop.decide({ rules: { choose: async () => ruleText('Sebentar', { rule_id, end }) } });

  expect(await shop.notes()).toEqual([
    'Balasan otomatis menyerahkan percakapan ini.\nBalasan otomatis: Grosir',
  ]);
});

test('who asks for a person after a question is handed off with what came nearest', async () => {
  const shop = await shopOf();
  const candidates = [
    { faq_id: 'f-1', question: 'Berapa ongkir?', score: 0.42 },
    { faq_id: 'f-2', question: 'Bisa COD?', score: 0.2 },
  ];
  const plan: Plan = { ...ruleText('Maksud Kakak?'), stage: 'assistant', outcome: 'clarified', candidates };
  await shop.write('rahasia');
  await shop.decide({ assistant: { answer: async () => plan } });
  await shop.write('admin');

  await shop.decide();

  expect(await shop.notes()).toEqual([
    'Pelanggan meminta bicara dengan orang.\nYang paling mendekati terakhir:\n' +
      '- Berapa ongkir? (42 %)\n- Bisa COD? (20 %)',
  ]);
});

test('a message without an answer and one that is too late leave a note in the language of the account', async () => {
  const [asked, late] = [await shopOf(), await shopOf()];
  await ctx.pool.query(
    `insert into assistants (account_id, enabled, mode, device_ids, settings, updated_at)
     values ($1, false, 'live', '{}', '{"languages": ["en", "id"]}', now())`,
    [late.account.id],
  );
  await asked.write('rahasia');
  await asked.decide();
  await late.write('rahasia');
  ctx.clock.advance(DAY + SECOND);

  await late.decide();

  expect([await asked.notes(), await late.notes()]).toEqual([
    ['Tidak ada balasan otomatis, alur, atau asisten yang menjawab.'],
    ['The message came too late.'],
  ]);
});
