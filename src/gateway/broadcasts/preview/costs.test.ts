import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { noTemplates } from '../../../../test/harness/no-templates.ts';
import { insertAccount, insertDevice, insertMessages } from '../../../../test/harness/rows.ts';
import { namesOfTransactions } from '../../../../test/harness/statements.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { HOUR } from '../../../platform/lib/clock.ts';
import { setCap } from '../../costs/cap/cap.ts';
import { saveRates } from '../../costs/rates/rates.ts';
import type { Templates } from '../../templates/template.ts';
import { previewBroadcast } from './preview.ts';

const ctx = await testContext({ cleanup: afterAll });
const RATE = { valid_from: '2026-01-01', currency: 'IDR' };
await saveRates(ctx, [
  { ...RATE, market: 'Indonesia', category: 'marketing', amount: '586.33' },
  { ...RATE, market: 'Indonesia', category: 'service', amount: '120.4' },
  { ...RATE, market: 'Rest of Africa', category: 'marketing', currency: 'USD', amount: '0.0225' },
]);
const content = { header: null, body: 'Promo', footer: null, buttons: [], unsupported: [] };
const templates = (category: string) =>
  ({
    ...noTemplates,
    approve: async () => ({ name: 'promo', language: 'id', category, content, values: {} }),
    // Parts that a preview does not read.
  }) as unknown as Templates;

/** An account with contacts in blocks of numbers, and one official number. */
async function shop(blocks: Record<string, number>, engine: 'official_cloud' | 'economy' = 'official_cloud') {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account, { engine });
  const total = Object.values(blocks).reduce((sum, each) => sum + each, 0);
  await ctx.pool.query(
    `with book as (insert into contact_books (account_id, next_place) values ($1, $2)),
     tag as (insert into tags (account_id, name, created_at) values ($1, 'all', now()))
     insert into contacts (account_id, place, phone, name, created_at, updated_at)
     select $1, row_number() over () - 1, phone, 'Kak', now(), now() from (
       select b.prefix || lpad(n::text, 8, '0') as phone
       from unnest($3::text[], $4::int[]) b (prefix, size), generate_series(1, b.size) n
     ) phones`,
    [account.id, total, Object.keys(blocks), Object.values(blocks)],
  );
  await ctx.pool.query(
    `insert into contact_tags (account_id, place, tag_id)
     select c.account_id, c.place, t.id from contacts c join tags t using (account_id) where c.account_id = $1`,
    [account.id],
  );
  const input = { device_uuid: device.device_uuid, tags: ['all'] };
  const preview = (given: { category?: string; text?: string; scheduled_at?: Date } = {}, on = ctx) => {
    const { category = 'marketing', text, ...more } = given;
    const message =
      text === undefined ? { template: { name: 'promo', language: 'id' } } : { message_template: text };
    return previewBroadcast({ ctx: on, templates: templates(category) }, account, {
      ...{ ...input, ...more },
      ...message,
    });
  };
  return { account, device, preview };
}

/** A message of this number, some hours ago. */
const wrote = (account: Caller, device: { id: number }, phone: string, hours: number, details?: object) =>
  insertMessages(ctx, { id: device.id, account_id: account.id }, [
    {
      ...{ direction: 'in', status: 'received', source: 'customer', phone, due: false },
      wa_message_id: crypto.randomUUID(),
      created_at: new Date(ctx.now().getTime() - hours * HOUR),
      ...(details && { details: JSON.stringify(details) }),
    },
  ]);
const AD = { referral: { source_type: 'ad' } };
const phoneOf = (n: number) => `628${String(n).padStart(8, '0')}`;

test('a template costs its rate in each market, by currency, and says what has no rate', async () => {
  const { preview } = await shop({ '628': 30, '254': 4, '60': 2, '44': 3 });

  const { costs } = await preview();

  expect(costs).toEqual({
    ...{ category: 'marketing', messages: 39, free: 0, without_rate: 5, exceeds_cap: false },
    amounts: [
      { currency: 'IDR', amount: '17589.90' },
      { currency: 'USD', amount: '0.09' },
    ],
    markets: [
      { market: 'Indonesia', messages: 30, free: 0, rate: { currency: 'IDR', amount: '586.33' } },
      { market: 'Rest of Africa', messages: 4, free: 0, rate: { currency: 'USD', amount: '0.0225' } },
      { market: 'United Kingdom', messages: 3, free: 0, rate: null },
      { market: 'Malaysia', messages: 2, free: 0, rate: null },
    ],
  });
});

test('free text costs a service message for each open window, and an advertisement makes both free', async () => {
  const { account, device, preview } = await shop({ '628': 10 });
  await wrote(account, device, phoneOf(1), 2);
  await wrote(account, device, phoneOf(2), 30);
  await wrote(account, device, phoneOf(3), 20, AD);
  await wrote(account, device, phoneOf(4), 40, AD);
  await wrote(account, device, phoneOf(5), 41, AD);
  const answered = {
    status: 'sent' as const,
    phone: phoneOf(5),
    created_at: new Date(ctx.now().getTime() - 40 * HOUR),
  };
  await insertMessages(ctx, { id: device.id, account_id: account.id }, [answered]);

  const [text, template, utility] = [
    await preview({ text: 'Halo' }),
    await preview(),
    await preview({ category: 'utility' }),
  ];

  expect(text.costs).toMatchObject({ category: 'service', messages: 3, free: 2 });
  expect(text.costs?.amounts).toEqual([{ currency: 'IDR', amount: '120.40' }]);
  expect(template.costs).toMatchObject({ messages: 10, free: 2 });
  expect(template.costs?.amounts).toEqual([{ currency: 'IDR', amount: '4690.64' }]);
  expect(utility.costs).toMatchObject({ messages: 10, free: 2, without_rate: 8, amounts: [] });
});

test('opt-outs and other contacts of a person cost nothing, and an economy number has no costs', async () => {
  const { account, preview } = await shop({ '628': 5, '5511987': 1, '551187': 0 });
  await ctx.pool.query(`insert into opt_outs (account_id, phone, created_at) values ($1, $2, now())`, [
    account.id,
    phoneOf(1),
  ]);
  await ctx.pool.query(
    `with people as (insert into people (account_id, created_at) values ($1, now()), ($1, now()) returning id)
     insert into person_identities (account_id, kind, value, person_id)
     select $1, 'phone', '6280000000' || (row_number() over () + 1), id from people`,
    [account.id],
  );
  await ctx.pool.query(
    `update people set merged_into = (select min(id) from people where account_id = $1)
     where account_id = $1 and id > (select min(id) from people where account_id = $1)`,
    [account.id],
  );
  const economy = await shop({ '628': 5 }, 'economy');

  const official = await preview();

  expect(official).toMatchObject({ total: 6, opted_out: 1, same_person: 1, costs: { messages: 4 } });
  expect((await economy.preview({ text: 'Halo' })).costs).toBeNull();
});

test('a broadcast that does not fit into the cap says so', async () => {
  const { account, preview } = await shop({ '628': 10 });
  const fits = async (amount: string, scheduled_at?: Date) => {
    await setCap(ctx, account, { cap: { amount, currency: 'IDR' } });
    return (await preview({ ...(scheduled_at && { scheduled_at }) })).costs?.exceeds_cap;
  };

  expect([await fits('5863.29'), await fits('5863.30')]).toEqual([true, false]);
});

test('10,000 recipients take as many statements as one', async () => {
  const [one, many] = [await shop({ '628': 1 }), await shop({ '628': 6_000, '254': 4_000 })];
  const counted = async ({ preview }: typeof one) => {
    const { db, names } = namesOfTransactions(ctx.db);
    const { costs } = await preview({}, { ...ctx, db });
    return [costs?.messages, names.length];
  };

  const [few, all] = [await counted(one), await counted(many)];

  expect([few[0], all[0]]).toEqual([1, 10_000]);
  expect(all[1]).toBe(few[1]);
});
