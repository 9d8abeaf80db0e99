import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { DAY, SECOND } from '../../../platform/lib/clock.ts';
import { createInbound } from '../inbound/inbound.ts';
import { deleteOldQuickReplies } from './automation.ts';

const ctx = await testContext({ cleanup: afterAll });
const AT = new Date('2025-01-01T10:00:00Z');
const LONG = 'Halo, ada yang bisa dibantu?';
let ids = 0;

/** A chat for each customer: one message, then the reply after some seconds. Answers whether it takes the chat over. */
async function scene() {
  const device = { ...(await insertDevice(ctx, await insertAccount(ctx))), epoch: 1 };
  const takeOvers: boolean[] = [];
  const inbound = createInbound(
    ctx,
    [],
    [async (_tx, rows) => void takeOvers.push(...rows.map((row) => row.takes_over))],
  );
  return async (customer: string, text: string | null, seconds: number): Promise<boolean | undefined> => {
    ids += 1;
    const common = { type: 'text', details: {} } as const;
    const message = { ...common, waMessageId: `in${ids}`, from: customer, body: 'Halo', at: AT };
    const at = new Date(AT.getTime() + seconds * SECOND);
    const reply = { ...common, waMessageId: `out${ids}`, to: customer, body: text, at, isLive: true };
    await ctx.db.transaction(async (tx) => {
      await inbound.storeReceived(tx, [{ device, message }]);
      await inbound.storeReplies(tx, [{ device, reply }]);
    });
    return takeOvers.at(-1);
  };
}

test('the same text within three seconds in three chats is of an automation on the phone', async () => {
  const chat = await scene();

  const first = [
    await chat('62811', 'Selamat datang di toko!', 0),
    await chat('62812', 'Selamat datang di toko!', 1),
  ];
  const third = await chat('62813', 'Selamat datang di toko!', 2);
  const known = await chat('62811', 'Selamat datang di toko!', 0);
  const marked = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select(['phone', 'details'])
    .where('body', '=', 'Selamat datang di toko!')
    .orderBy('id')
    .execute();

  expect([first, third, known]).toEqual([[true, true], false, false]);
  expect(marked.map(({ details }) => details)).toEqual([
    null,
    null,
    { phone_automation: true },
    { phone_automation: true },
  ]);
});

test.each([
  ['after three seconds', [LONG, LONG, LONG], ['1', '2', '3'], 3],
  ['of different texts', [`${LONG} A`, `${LONG} B`, `${LONG} C`], ['1', '2', '3'], 0],
  ['in two chats', [LONG, LONG, LONG], ['1', '2', '1'], 0],
  ['without a text', [null, null, null], ['1', '2', '3'], 0],
  ['shorter than an automatic text', ['ok', 'ok', 'ok'], ['1', '2', '3'], 0],
  ['before the message', [LONG, LONG, LONG], ['1', '2', '3'], -1],
])('replies %s are of a person', async (_which, texts, customers, seconds) => {
  const chat = await scene();

  const takeOvers: unknown[] = [];
  for (const [index, text] of texts.entries()) {
    takeOvers.push(await chat(`628${customers[index]}`, text, seconds));
  }

  expect(takeOvers).toEqual([true, true, true]);
});

test('a person who later writes the text of the automation takes the chat over', async () => {
  const chat = await scene();
  for (const customer of ['62811', '62812', '62813']) await chat(customer, 'Halo kak, kami segera balas', 0);

  expect(await chat('62814', 'Halo kak, kami segera balas', 60)).toBe(true);
});

test('an unused text is forgotten after 30 days', async () => {
  const chat = await scene();
  await chat('62811', LONG, 0);
  const later = (days: number) => ({ ...ctx, now: () => new Date(AT.getTime() + days * DAY + SECOND) });

  const early = await deleteOldQuickReplies(later(29));
  const late = await deleteOldQuickReplies(later(30));

  expect([early, late > 0]).toEqual([0, true]);
});
