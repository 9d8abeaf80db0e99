import { afterAll, expect, test } from 'vitest';
import { automatedShop, type GivenProducers, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { insertMessage } from '../../../test/harness/rows.ts';
import { DAY, SECOND } from '../../platform/lib/clock.ts';
import type { Plan } from '../plan.ts';

const ctx = await testContext({ cleanup: afterAll });

type Shop = Awaited<ReturnType<typeof automatedShop>>;

const CHOICES = [
  { id: 'coffee', title: 'Kopi' },
  { id: 'tea', title: 'Teh' },
];

const menu = (more: Partial<Plan> = {}): Plan => {
  const [reply] = ruleText('Mau apa?\n\n1. Kopi\n2. Teh').replies;
  return ruleText('', { replies: reply ? [{ ...reply, choices: CHOICES }] : [], ...more });
};

/** A rule shows the menu, and repeats what else it reads. */
const MENU: GivenProducers = {
  rules: { choose: async (_, { text }) => (text === 'menu' ? menu() : ruleText(`Aturan: ${text}`)) },
};

async function shopWithMenu(first: GivenProducers = MENU): Promise<Shop> {
  const shop = await automatedShop(ctx);
  await shop.write('menu');
  await shop.decide(first);
  return shop;
}

async function lastOf(shop: Shop, text: string, given: GivenProducers = MENU): Promise<string | undefined> {
  await shop.write(text);
  await shop.decide(given);
  return (await shop.sent()).at(-1);
}

test.each([
  ['1', 'Aturan: Kopi'],
  ['no. 2', 'Aturan: Teh'],
  ['2. Teh', 'Aturan: Teh'],
  ['3', 'Aturan: 3'],
  ['kopi', 'Aturan: kopi'],
])('after a menu, %j is answered with %j', async (text, answer) => {
  const shop = await shopWithMenu();

  const last = await lastOf(shop, text);

  expect(last).toBe(answer);
});

test.each<[string, (shop: Shop) => Promise<unknown>]>([
  ['a day', async () => ctx.clock.advance(DAY + SECOND)],
  ['another answer', (shop) => lastOf(shop, 'halo')],
  ['a message by the API', ({ device }) => insertMessage(ctx, device, { phone: '6281200000010' })],
  [
    'a give-back by staff',
    async (shop) => {
      ctx.clock.advance(SECOND);
      await shop.own('bot', { owner_since: ctx.now(), owner_reason: 'inbox' });
    },
  ],
])('a menu ends with %s', async (_, end) => {
  const shop = await shopWithMenu();
  await end(shop);

  const last = await lastOf(shop, '1');

  expect(last).toBe('Aturan: 1');
});

test('a number that was written before the menu came is a number', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('menu', '1');

  await shop.decide(MENU);

  expect((await shop.sent()).at(-1)).toBe('Aturan: 1');
});

test('a menu of a message that failed is none, and a failed message after it ends it not', async () => {
  const [failed, shown] = [await shopWithMenu(), await shopWithMenu()];
  const fail = "update messages set status = 'failed', due = false, error_code = 'x', error_message = 'x'";
  await ctx.pool.query(`${fail} where account_id = $1 and direction = 'out'`, [failed.account.id]);
  const columns = { phone: '6281200000010', status: 'failed', error_code: 'x', error_message: 'x' } as const;
  await insertMessage(ctx, shown.device, columns);

  const last = [await lastOf(failed, '1'), await lastOf(shown, '1')];

  expect(last).toEqual(['Aturan: 1', 'Aturan: Kopi']);
});

test('a flow that waits reads the number, and the assistant reads the title', async () => {
  const nothing = { choose: async () => null };
  const flows = {
    isRunning: async () => true,
    continue: async (_: unknown, { text }: { text: string | null }) =>
      ruleText(`Alur: ${text}`, { stage: 'flow' }),
  };
  const assistant = {
    answer: async (_: unknown, [said]: readonly { text: string | null }[]) =>
      ruleText(`Asisten: ${said?.text}`, { stage: 'assistant' }),
  };
  const [inFlow, asked] = [await shopWithMenu(), await shopWithMenu()];

  const ofFlow = await lastOf(inFlow, '1', { flows, rules: nothing });
  await lastOf(asked, '1', { assistant });
  ctx.clock.advance(3 * SECOND);
  await asked.decide({ assistant });

  expect([ofFlow, (await asked.sent()).at(-1)]).toEqual(['Alur: 1', 'Asisten: Kopi']);
});

test('the choices of the assistant after a menu are its own', async () => {
  const greeting = async () => ({ replies: menu().replies });
  const answer = async (_: unknown, [said]: readonly { text: string | null }[]) =>
    ruleText(`Asisten: ${said?.text}`, { stage: 'assistant', outcome: 'clarified' });
  const given: GivenProducers = { rules: { greeting }, assistant: { answer } };
  const shop = await automatedShop(ctx, { settings: { debounce_seconds: 0 } });
  await shop.write('Bisa COD?');
  await shop.decide(given);

  const last = await lastOf(shop, '1', given);

  expect(last).toBe('Asisten: 1');
});

test('the title of a word for a person asks for one, and numbers of several menus are no loop', async () => {
  const titled = (title: string): GivenProducers => ({
    rules: { choose: async () => ({ ...menu(), replies: withTitle(title) }) },
  });
  const withTitle = (title: string) =>
    menu().replies.map((reply) => ({ ...reply, choices: [{ id: 'next', title }] }));
  const shop = await shopWithMenu(titled('Minuman'));
  for (const title of ['Kopi', 'Arabika', 'Bubuk', 'Admin']) {
    ctx.clock.advance(20 * SECOND);
    await lastOf(shop, '1', titled(title));
  }
  ctx.clock.advance(20 * SECOND);

  await lastOf(shop, '1', titled('Lagi'));

  expect(await shop.chat()).toMatchObject({
    ...{ owner_state: 'human_waiting', owner_reason: 'asked_for_person' },
  });
});
