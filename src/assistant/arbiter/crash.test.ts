import { afterAll, expect, test } from 'vitest';
import { answers, automatedShop, producersOf, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { watchAllStatements } from '../../../test/harness/statements.ts';
import { until } from '../../../test/harness/until.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { openDecider } from './decider.ts';
import type { Wake } from './producers.ts';

const ctx = await testContext({ cleanup: afterAll });

/** The database of a process that dies before its `step`-th statement, and the number of statements before. */
function mortal(db: Db, step: number): { db: Db; sent(): number } {
  let sent = 0;
  const watched = watchAllStatements(db, () => {
    sent += 1;
    if (sent >= step) throw Object.assign(new Error('the process is dead'), { code: '57P01' });
  });
  return { db: watched, sent: () => sent };
}

const given = {
  rules: answers('harga', 'Rp 10.000'),
  assistant: { handOffText: async () => 'Tunggu, Kak.' },
};

/** Decides until the process dies. Returns whether it has lived. */
async function dieAt(step: number): Promise<boolean> {
  const process = mortal(ctx.db, step);
  await openDecider({ ...ctx, db: process.db }, producersOf(given))
    .runOnce()
    .catch(() => {});
  return process.sent() < step;
}

test.each([
  ['an answer', 'Harga', 'Rp 10.000', 'bot'],
  ['a hand-off', 'admin', 'Tunggu, Kak.', 'human_waiting'],
])(
  'a process that dies before any statement of %s leaves it to another one, once',
  async (_name, body, text, owner) => {
    let isDone = false;
    for (let step = 1; !isDone && step < 60; step += 1) {
      const shop = await automatedShop(ctx);
      await shop.write(body);

      isDone = await dieAt(step);
      ctx.clock.advance(MINUTE + SECOND);
      await shop.decide(given);

      const [decision, ...more] = await shop.decisions();
      expect([step, await shop.sent(), more, await shop.turns()]).toEqual([step, [text], [], []]);
      expect(decision).toMatchObject({ state: 'decided' });
      expect(await shop.chat()).toMatchObject({ owner_state: owner });
    }
    expect(isDone).toBe(true);
  },
);

test('accounts whose producers hang delay no other account, even one that came later', async () => {
  const slow = await Promise.all(Array.from({ length: 8 }, () => automatedShop(ctx)));
  const slowIds = new Set(slow.map(({ account }) => account.id));
  const fast = await automatedShop(ctx);
  for (const shop of slow) {
    for (let n = 10; n < 20; n += 1) await shop.writeAs(`62812000001${n}`, 'Halo');
  }
  let [thinking, isReleased] = [0, false];
  const decider = openDecider(
    ctx,
    producersOf({
      rules: {
        async choose({ account_id }) {
          if (slowIds.has(account_id)) {
            thinking += 1;
            await until(() => isReleased);
          }
          return ruleText('Halo, Kak.');
        },
      },
    }),
  );
  const ofSlow = async (count: (shop: (typeof slow)[number]) => Promise<number>) =>
    Promise.all(slow.map(count));

  decider.start();
  await until(() => thinking === 64);
  ctx.clock.advance(SECOND);
  await fast.write('Halo');
  await until(async () => (await fast.sent()).length === 1);
  const [claimed, sent] = [
    await ofSlow((shop) => shop.claimed()),
    await ofSlow(async (shop) => (await shop.sent()).length),
  ];
  isReleased = true;
  await until(async () => (await ofSlow(async (shop) => (await shop.sent()).length)).every((n) => n === 10));
  await decider.stop();

  expect(Math.max(...claimed)).toBeLessThan(9);
  expect(sent).toEqual(slow.map(() => 0));
});

test('a process that ends leaves what it thinks about to another one', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  let isThinking = false;
  const hangs = producersOf({
    flows: {
      isRunning: async () => true,
      continue(_chat, _incoming, { signal }) {
        isThinking = true;
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    },
  });
  const decider = openDecider(ctx, hangs);
  decider.start();
  await until(() => isThinking);

  await decider.stop();
  await shop.decide(given);

  expect(await shop.sent()).toEqual(['Rp 10.000']);
});

test('a due flow is woken once, and its decision has no message', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.decide(given);
  const { id } = await shop.chat();
  const due: Wake[] = [{ account_id: shop.account.id, conversation_id: Number(id) }];
  const flows = {
    takeDueWakes: async () => due.splice(0),
    wake: async () => ruleText('Masih berminat, Kak?', { stage: 'flow', flow_id: 'f-1', node_id: 'n-2' }),
  };

  await shop.decide({ flows });
  await shop.decide({ flows });

  expect(await shop.sent()).toEqual(['Rp 10.000', 'Masih berminat, Kak?']);
  expect((await shop.decisions()).slice(1)).toMatchObject([{ stage: 'flow', outcome: 'answered' }]);
});

test('answers of an account that are ready together share their statements', async () => {
  const shop = await automatedShop(ctx, { settings: { device_budget_per_minute: null } });
  for (let n = 10; n < 30; n += 1) await shop.writeAs(`62812000002${n}`, 'Harga');
  const names: string[] = [];
  const db = watchAllStatements(ctx.db, ({ name = '' }) => names.push(name));

  await openDecider({ ...ctx, db }, producersOf(given)).runOnce();

  const count = (name: string) => names.filter((each) => each === name).length;
  expect(await shop.sent()).toHaveLength(20);
  expect(count('automation.take_first')).toBe(1);
  const shared = ['read_chat_facts', 'decide'].map((name) => count(`automation.${name}`));
  const ofSending = [
    'conversations.find_bot_chats',
    'conversations.lock_for_bot',
    'queue.insert',
    'conversations.note_bot_messages',
  ].map(count);
  for (const times of [...shared, ...ofSending]) expect([times > 0, times < 6]).toEqual([true, true]);
  expect(names.length / 20).toBeLessThan(4);
});

test('messages that staff answers cost a few statements in any number', async () => {
  const shop = await automatedShop(ctx);
  for (let n = 10; n < 30; n += 1) await shop.writeAs(`62812000003${n}`, 'Harga');
  await shop.intake();
  await shop.own('human_active');
  const names: string[] = [];
  const db = watchAllStatements(ctx.db, ({ name = '' }) => names.push(name));
  const flows = { nextWake: async () => null };

  await openDecider({ ...ctx, db }, producersOf({ ...given, flows })).runOnce();

  const ended = await shop.decisions();
  expect(ended).toHaveLength(20);
  expect(new Set(ended.map(({ reason }) => reason))).toEqual(new Set(['human_active']));
  expect(await shop.turns()).toEqual([]);
  const count = (name: string) => names.filter((each) => each === name).length;
  const rounds = count('automation.claim_turns');
  expect(rounds).toBeLessThan(6);
  expect(count('automation.decide')).toBeLessThan(rounds);
});
