import { afterAll, expect, test } from 'vitest';
import { answers, automatedShop, producersOf, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { watchAllStatements } from '../../../test/harness/statements.ts';
import { until } from '../../../test/harness/until.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import type { Db } from '../../lib/db/db.ts';
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

test('an account whose producer hangs delays no other account', async () => {
  const [slow, fast] = [await automatedShop(ctx), await automatedShop(ctx)];
  for (let n = 10; n < 40; n += 1) await slow.writeAs(`62812000001${n}`, 'Halo');
  let isReleased = false;
  const decider = openDecider(
    ctx,
    producersOf({
      rules: {
        async choose({ account_id }) {
          if (account_id === slow.account.id) await until(() => isReleased);
          return ruleText('Halo, Kak.');
        },
      },
    }),
  );

  decider.start();
  await until(async () => (await slow.claimed()) > 0);
  await fast.write('Halo');
  await until(async () => (await fast.sent()).length === 1);
  const [claimed, sent] = [await slow.claimed(), await slow.sent()];
  isReleased = true;
  await until(async () => (await slow.sent()).length === 30);
  await decider.stop();

  expect([claimed, sent]).toEqual([8, []]);
});

test('a process that ends leaves what it thinks about to another one', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  let isThinking = false;
  const hangs = producersOf({
    rules: {
      choose(_chat, _incoming, { signal }) {
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

test('an answer costs few statements beside those of the batch', async () => {
  const shop = await automatedShop(ctx, { settings: { device_budget_per_minute: null } });
  for (let n = 10; n < 30; n += 1) await shop.writeAs(`62812000002${n}`, 'Harga');
  const names: string[] = [];
  const db = watchAllStatements(ctx.db, ({ name = '' }) => names.push(name));

  await openDecider({ ...ctx, db }, producersOf(given)).runOnce();

  const count = (name: string) => names.filter((each) => each === name).length;
  expect(await shop.sent()).toHaveLength(20);
  expect(count('automation.take_first')).toBe(1);
  expect(count('automation.read_chats')).toBeLessThan(6);
  const ofEach = ['conversations.lock_for_bot', 'queue.insert', 'conversations.note_bot_message'];
  expect([...ofEach, 'automation.decide', 'automation.end_turn'].map(count)).toEqual([20, 20, 20, 20, 20]);
  expect(names.length / 20).toBeLessThan(8);
});
