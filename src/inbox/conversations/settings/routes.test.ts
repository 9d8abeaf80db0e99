import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { runTimers } from '../ownership/timers.ts';
import { renewTimers } from './renewal.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const DEFAULTS = {
  human_idle_return_minutes: 720,
  bot_idle_close_minutes: 1_440,
  queue_return_minutes: null,
  auto_assign: 'off',
  max_open_per_user: null,
  first_answer_minutes: null,
  next_answer_minutes: null,
  reject_calls_text: null,
  read_receipts: 'never',
  senders_as_contacts: true,
  rating_request: null,
};

async function shop() {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account);
  await receive(inbound(device, '6281200000010'));
  await ctx.pool.query('update channels set automated = true where account_id = $1', [customer.account.id]);
  const read = async () => {
    const [row] = await conversationsOf(ctx, customer.account);
    if (!row) throw new Error('there is no conversation');
    return row;
  };
  const { conversation_uuid: uuid } = await read();
  const act = (name: string) => customer.api('POST', `/v1/conversations/${uuid}/${name}`, {});
  const set = (body: object) => customer.api('PATCH', '/v1/conversations/settings', body);
  const get = async () => (await customer.api('GET', '/v1/conversations/settings')).body;
  /** Staff has the conversation, and the customer has an answer. */
  const answer = async () => {
    await act('takeover');
    await tablesOf(ctx.db)
      .updateTable('conversations')
      .set({ waiting_since: null })
      .where('account_id', '=', customer.account.id)
      .execute();
  };
  return { ...customer, device, read, act, set, get, answer };
}

const later = (ms: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + ms) });

test('an account begins with the usual idle times, and changes some of them', async () => {
  const { get, set, account } = await shop();
  expect(await get()).toEqual(DEFAULTS);

  const given = {
    human_idle_return_minutes: null,
    queue_return_minutes: 30,
    max_open_per_user: 20,
    first_answer_minutes: 15,
    reject_calls_text: 'Tulis saja, Kak.',
    read_receipts: 'on_open',
    senders_as_contacts: false,
  };
  const answer = await set(given);

  const changed = { ...DEFAULTS, ...given };
  expect([answer.status, answer.body]).toEqual([200, changed]);
  expect(await get()).toEqual(changed);
  await set({ queue_return_minutes: 30 });
  expect((await auditEntries(ctx, account.id)).slice(1)).toMatchObject([
    { action: 'conversation_settings.changed', detail: changed },
  ]);
});

test.each<[object, string]>([
  [{}, 'human_idle_return_minutes'],
  [{ human_idle_return_minutes: 4 }, 'human_idle_return_minutes'],
  [{ human_idle_return_minutes: 10_081 }, 'human_idle_return_minutes'],
  [{ bot_idle_close_minutes: null }, 'bot_idle_close_minutes'],
  [{ bot_idle_close_minutes: 7.5 }, 'bot_idle_close_minutes'],
  [{ queue_return_minutes: '30' }, 'queue_return_minutes'],
  [{ auto_assign: 'on' }, 'auto_assign'],
  [{ read_receipts: 'always' }, 'read_receipts'],
  [{ senders_as_contacts: 'yes' }, 'senders_as_contacts'],
  [{ max_open_per_user: 0 }, 'max_open_per_user'],
  [{ next_answer_minutes: 0 }, 'next_answer_minutes'],
  [{ reject_calls_text: ' ' }, 'reject_calls_text'],
])('the settings %j are refused', async (body, field) => {
  const { set, get } = await shop();

  const answer = await set(body);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect(await get()).toEqual(DEFAULTS);
});

test('a conversation goes back to the automation after the idle time of its account', async () => {
  const [quick, usual] = [await shop(), await shop()];
  await quick.set({ human_idle_return_minutes: 5 });
  for (const each of [quick, usual]) await each.answer();

  await runTimers(later(6 * MINUTE));

  expect((await quick.read()).owner_state).toBe('bot');
  expect((await usual.read()).owner_state).toBe('human_active');
});

test.each<[number | null, number, string]>([
  [60, 2 * HOUR, 'bot'],
  [1_440, 13 * HOUR, 'human_active'],
  [null, 1_000 * HOUR, 'human_active'],
])(
  'an idle time of %j minutes counts in open conversations too: after %i ms %s',
  async (minutes, ms, state) => {
    const { answer, set, read } = await shop();
    await answer();

    await set({ human_idle_return_minutes: minutes });
    await Promise.all([renewTimers(ctx), renewTimers(ctx)]);
    await runTimers(later(ms));

    expect((await read()).owner_state).toBe(state);
  },
);

test('an idle time that is set again counts from the last sign of staff', async () => {
  const { answer, set, read } = await shop();
  await set({ human_idle_return_minutes: null });
  await answer();
  expect((await read()).timer_at).toBeNull();

  await set({ human_idle_return_minutes: 60 });
  await renewTimers(ctx);

  const { timer_at, owner_since } = await read();
  expect(timer_at?.getTime()).toBe(owner_since.getTime() + HOUR);
});

test('a customer who waits for staff gets the automation only where the account wants this', async () => {
  const [wants, not] = [await shop(), await shop()];
  await wants.set({ queue_return_minutes: 30 });
  await renewTimers(ctx);

  await runTimers(later(29 * MINUTE));
  expect((await wants.read()).owner_state).toBe('human_waiting');
  await runTimers(later(31 * MINUTE));

  expect(await wants.read()).toMatchObject({
    ...{ owner_state: 'bot', owner_reason: 'queue_return', waiting_since: expect.any(Date) },
  });
  expect((await not.read()).owner_state).toBe('human_waiting');
});

test('a customer who gets no answer there either goes back to staff, and stays', async () => {
  const { set, read } = await shop();
  await set({ queue_return_minutes: 30, bot_idle_close_minutes: 30 });
  await renewTimers(ctx);

  for (let hour = 1; hour < 6; hour += 1) await runTimers(later(hour * HOUR));

  expect(await read()).toMatchObject({
    ...{ owner_state: 'human_waiting', owner_reason: 'queue_return_ended', timer_at: null },
    ...{ waiting_since: expect.any(Date), ownership_version: 3 },
  });
});

test('without an automation, a customer goes on waiting for staff', async () => {
  const { set, read, account } = await shop();
  await ctx.pool.query('update channels set automated = false where account_id = $1', [account.id]);
  await set({ queue_return_minutes: 5 });
  await renewTimers(ctx);

  await runTimers(later(HOUR));

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', ownership_version: 1 });
});
