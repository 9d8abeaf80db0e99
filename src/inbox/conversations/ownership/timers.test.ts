import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { HOUR } from '../../../platform/lib/clock.ts';
import { noteStaff, takeOverByReplies } from './ownership.ts';
import { runTimers } from './timers.ts';

const ctx = await testContext({ cleanup: afterAll });
const receive = receiver(ctx);
const PHONE = '6281200000010';

async function shop({ automated = true } = {}) {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  await receive(inbound(device, PHONE));
  await ctx.pool.query('update channels set automated = $2 where account_id = $1', [account.id, automated]);
  const read = async () => {
    const [row] = await conversationsOf(ctx, account);
    if (!row) throw new Error('there is no conversation');
    return row;
  };
  const { id } = await read();
  const own = (columns: object) =>
    tablesOf(ctx.db)
      .updateTable('conversations')
      .set({ timer_at: ctx.now(), owner_since: ctx.now(), ...columns })
      .where('id', '=', id)
      .execute();
  const reply = () => {
    const now = ctx.now();
    return ctx.db.transaction((tx) =>
      takeOverByReplies(tx, [{ id, at: now }], { reason: 'phone', actor: 'phone' }, now),
    );
  };
  const later = (hours: number) => new Date(ctx.now().getTime() + hours * HOUR);
  const after = (hours: number, held?: Date) =>
    runTimers({ ...ctx, now: () => later(hours) }, { heldUntil: async () => held ?? null });
  const note = (hours: number) => ctx.db.transaction((tx) => noteStaff(tx, { id, now: later(hours) }));
  const kinds = async () =>
    (
      await tablesOf(ctx.db)
        .selectFrom('conversation_events')
        .select('kind')
        .where('conversation_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ kind }) => kind);
  return { device, read, own, reply, after, later, note, kinds };
}

test('12 hours after the last reply of staff, an answered conversation goes back to the automation', async () => {
  const { reply, after, read } = await shop();
  await reply();

  await after(11.9);
  expect(await read()).toMatchObject({ owner_state: 'human_active' });
  await after(12.1);

  expect(await read()).toMatchObject({ owner_state: 'bot', owner_reason: 'timer' });
});

test('staff keeps a conversation with an open question, and the timeline says so once', async () => {
  const { reply, after, read, kinds, device } = await shop();
  await reply();
  await receive(inbound(device, PHONE, { at: new Date(Date.now() + 1) }));

  await after(13);
  await after(14);

  expect(await read()).toMatchObject({ owner_state: 'human_active', timer_at: null });
  expect(await kinds()).toEqual(['opened', 'taken_over', 'unanswered']);
  await reply();
  await after(13);
  expect(await read()).toMatchObject({ owner_state: 'bot' });
});

test('a note keeps an answered conversation with staff for 12 hours more', async () => {
  const { reply, note, after, read } = await shop();
  await reply();
  await note(11);

  await after(22.9);
  const before = await read();
  await after(23.1);

  expect([before.owner_state, (await read()).owner_state]).toEqual(['human_active', 'bot']);
});

test('a note does not postpone the word that the customer waits', async () => {
  const { own, note, after, kinds } = await shop();
  await own({ owner_state: 'human_active', waiting_since: ctx.now() });
  await note(11);

  await after(11.9);
  const before = await kinds();
  await after(12.1);

  expect([before, await kinds()]).toEqual([['opened'], ['opened', 'unanswered']]);
});

test('a customer who writes a day after an answer waits twelve hours before the timeline says so', async () => {
  const { reply, after, read, kinds, device } = await shop({ automated: false });
  await reply();
  await after(13);
  expect(await read()).toMatchObject({ timer_at: null });
  const written = ctx.now().getTime();
  await receive(inbound(device, PHONE));

  await after(11.9);
  expect(await kinds()).toEqual(['opened', 'taken_over']);
  expect((await read()).timer_at?.getTime()).toBeGreaterThanOrEqual(written + 12 * HOUR);
  await after(12.1);

  expect(await kinds()).toEqual(['opened', 'taken_over', 'unanswered']);
});

test('without an automation, staff keeps the conversation', async () => {
  const { reply, after, read, kinds } = await shop({ automated: false });
  await reply();

  await after(1_000);

  expect(await read()).toMatchObject({ owner_state: 'human_active' });
  expect(await kinds()).toEqual(['opened', 'taken_over']);
});

test('24 hours after its last message, a conversation of the automation is closed', async () => {
  const { own, after, read } = await shop();
  await own({ owner_state: 'bot', waiting_since: null });

  await after(23.9);
  expect(await read()).toMatchObject({ owner_state: 'bot' });
  await after(24.1);

  expect(await read()).toMatchObject({ owner_state: 'closed', timer_at: null });
});

test('a conversation of the automation that is held is closed after its hold', async () => {
  const { own, after, later, read } = await shop();
  const until = later(30);
  await own({ owner_state: 'bot', waiting_since: null });

  await after(25, until);
  const held = await read();
  await after(29, until);
  const early = await read();
  await after(31, until);

  expect(held).toMatchObject({ owner_state: 'bot', timer_at: until });
  expect([early.owner_state, (await read()).owner_state]).toEqual(['bot', 'closed']);
});

test('a customer without an answer of the automation waits for staff instead', async () => {
  const { own, after, read } = await shop();
  await own({ owner_state: 'bot' });

  await after(25);

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'timer' });
});

test('a customer who keeps asking a silent automation waits for staff after a day all the same', async () => {
  const { own, after, read, device } = await shop();
  const asked = new Date(ctx.now().getTime() - 23.5 * HOUR);
  await own({ owner_state: 'bot', waiting_since: asked, owner_since: asked, timer_at: ctx.now() });
  await receive(inbound(device, PHONE, { body: 'Halo?' }));

  await after(0.4);
  expect(await read()).toMatchObject({ owner_state: 'bot' });
  await after(0.6);

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'timer' });
});

test('two processes run a timer once', async () => {
  const { reply, after, read, kinds } = await shop();
  await reply();

  await Promise.all([after(13), after(13), after(13)]);

  expect(await read()).toMatchObject({ owner_state: 'bot', ownership_version: 3 });
  expect(await kinds()).toEqual(['opened', 'taken_over', 'given_back']);
});

test('a conversation whose timer fails delays no other', async () => {
  const [broken, other] = [await shop(), await shop()];
  for (const each of [broken, other]) await each.reply();
  const { id } = await broken.read();
  await ctx.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before update on conversations for each row when (old.id = ${id})
       execute function refuse()`,
  );

  await broken.after(13);

  expect(await other.read()).toMatchObject({ owner_state: 'bot' });
  expect(await broken.read()).toMatchObject({ owner_state: 'human_active' });
});

test('a timer is due only when the idle time is over', async () => {
  const { reply, read } = await shop();
  await reply();

  const { timer_at, owner_since } = await read();

  expect(timer_at?.getTime()).toBe(owner_since.getTime() + 12 * HOUR);
});
