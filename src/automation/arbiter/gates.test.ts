import { afterAll, expect, test, vi } from 'vitest';
import { automatedShop, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });

type Shop = Awaited<ReturnType<typeof automatedShop>>;

const change = (table: 'devices' | 'accounts' | 'messages', columns: object) => async (shop: Shop) => {
  const key = table === 'accounts' ? 'id' : 'account_id';
  await tablesOf(ctx.db).updateTable(table).set(columns).where(key, '=', shop.account.id).execute();
};

/** A shop whose rule answers everything. */
async function decideWith(shop: Shop) {
  const choose = vi.fn(async () => ruleText('Jawaban'));
  const greeting = vi.fn(async () => null);
  await shop.decide({
    rules: { choose, greeting },
    assistant: { handOffText: async () => 'Tunggu, Kak.' },
  });
  return choose;
}

test.each<[reason: string, write: string, prevent: (shop: Shop) => Promise<unknown>]>([
  ['too_old', 'Harga', async () => ctx.clock.advance(3 * MINUTE + SECOND)],
  ['device_unavailable', 'Harga', change('devices', { status: 'banned' })],
  [
    'opted_out',
    'Harga',
    (shop) =>
      ctx.pool.query('insert into opt_outs (account_id, phone, created_at) values ($1, $2, now())', [
        shop.account.id,
        '6281200000010',
      ]),
  ],
])('%s: staff is asked, and the customer gets nothing', async (reason, body, prevent) => {
  const shop = await automatedShop(ctx);
  await shop.write(body);
  await prevent(shop);

  const choose = await decideWith(shop);

  expect([choose.mock.calls.length, await shop.sent()]).toEqual([0, []]);
  expect(await shop.decisions()).toMatchObject([{ stage: 'gate', outcome: 'handed_off', reason }]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: reason });
});

test.each<[reason: string, prevent: (shop: Shop) => Promise<unknown>]>([
  ['account_not_active', change('accounts', { status: 'suspended' })],
  ['message_gone', (shop) => ctx.pool.query('delete from messages where account_id = $1', [shop.account.id])],
  [
    'suppressed',
    (shop) =>
      ctx.pool.query('update conversations set automation_suppressed = true where account_id = $1', [
        shop.account.id,
      ]),
  ],
  [
    'no_automation',
    (shop) =>
      ctx.pool.query('update channels set automated = false where account_id = $1', [shop.account.id]),
  ],
  [
    'own_number',
    (shop) =>
      ctx.pool.query(
        `insert into channels (account_id, kind, address) values ($1, 'whatsapp', '6281200000010')`,
        [shop.account.id],
      ),
  ],
])('%s: the automation is silent', async (reason, prevent) => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.intake();
  await prevent(shop);

  const choose = await decideWith(shop);

  expect([choose.mock.calls.length, await shop.sent()]).toEqual([0, []]);
  expect(await shop.decisions()).toMatchObject([{ stage: 'gate', outcome: 'silent', reason }]);
});

test('a lost connection that comes back in time costs no answer, and otherwise staff is asked', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await change('devices', { status: 'disconnected' })(shop);

  const away = await decideWith(shop);
  const whileAway = [away.mock.calls.length, (await shop.chat()).owner_state];
  await change('devices', { status: 'connected' })(shop);
  ctx.clock.advance(5 * SECOND);
  await decideWith(shop);
  await shop.write('Ongkir');
  await change('devices', { status: 'disconnected' })(shop);
  await decideWith(shop);
  ctx.clock.advance(3 * MINUTE);
  await decideWith(shop);

  expect(whileAway).toEqual([0, 'bot']);
  expect(await shop.decisions()).toMatchObject([
    { outcome: 'answered' },
    { outcome: 'handed_off', reason: 'device_unavailable' },
  ]);
});

test('an opt-out is met with silence, and stays with the automation', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('STOP');

  const choose = await decideWith(shop);

  expect([choose.mock.calls.length, await shop.sent()]).toEqual([0, []]);
  expect(await shop.decisions()).toMatchObject([{ stage: 'opt_out', outcome: 'silent' }]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'bot' });
});

test('an edit of a message is no new question', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.edit('Harga kopi');

  const choose = await decideWith(shop);

  expect(choose).toHaveBeenCalledTimes(1);
  expect(await shop.decisions()).toMatchObject([
    { outcome: 'answered' },
    { outcome: 'silent', reason: 'edit' },
  ]);
});

test('another machine that answers at once opens the breaker at the fifth message, for an hour', async () => {
  const shop = await automatedShop(ctx);
  for (let n = 1; n <= 5; n += 1) {
    await shop.write(`Otomatis ${n}`);
    await decideWith(shop);
    ctx.clock.advance(SECOND);
  }
  const answered = await shop.sent();
  await shop.own('bot');
  ctx.clock.advance(59 * MINUTE);
  await shop.write('Masih di sana?');
  await decideWith(shop);
  await shop.own('bot');
  ctx.clock.advance(2 * MINUTE);
  await shop.write('Halo lagi');
  await decideWith(shop);

  const reasons = (await shop.decisions()).map(({ reason }) => reason);
  expect(answered).toHaveLength(4);
  expect(reasons.slice(4)).toEqual(['loop_suspected', 'breaker_open', 'keyword']);
});

test('the same text is answered three times within ten minutes', async () => {
  const shop = await automatedShop(ctx);
  for (let n = 1; n <= 4; n += 1) {
    await shop.write('Halo!');
    await decideWith(shop);
    ctx.clock.advance(70 * SECOND);
  }

  expect(await shop.sent()).toHaveLength(3);
  expect(await shop.chat()).toMatchObject({ owner_reason: 'loop_suspected' });
});

test('a device answers no more often than its budget of a minute', async () => {
  const shop = await automatedShop(ctx, { settings: { device_budget_per_minute: 2 } });
  for (const from of ['6281200000021', '6281200000022', '6281200000023']) {
    await shop.writeAs(from, 'Harga');
    await decideWith(shop);
  }

  expect(await shop.sent()).toHaveLength(2);
  expect((await shop.decisions()).at(-1)).toMatchObject({ reason: 'budget_exceeded' });
});

test('a customer who waits for staff is in the queue once, and reads an away text before it', async () => {
  const shop = await automatedShop(ctx, { settings: { queue_text: 'Mohon tunggu, Kak.' } });
  const away = vi.fn(async () => ({
    replies: [
      { type: 'text' as const, body: 'Toko tutup.', by: { kind: 'rule' as const, is_notice: true as const } },
    ],
  }));
  await shop.write('Halo');
  await shop.own('human_waiting');
  await shop.decide({ rules: { away: away.mockResolvedValueOnce(null as never) } });
  ctx.clock.advance(MINUTE);
  await shop.write('Halo?');
  await shop.decide();
  ctx.clock.advance(MINUTE);
  await shop.write('Ada orang di sana?');
  await shop.decide({ rules: { away } });

  expect(await shop.sent()).toEqual(['Mohon tunggu, Kak.', 'Toko tutup.']);
  expect(await shop.decisions()).toMatchObject([
    { stage: 'queue', outcome: 'noticed' },
    { stage: 'owner', outcome: 'silent' },
    { stage: 'away', outcome: 'noticed' },
  ]);
  expect((await shop.chat()).waiting_since).not.toBeNull();
});
