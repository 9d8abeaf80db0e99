import { afterAll, expect, test } from 'vitest';
import { botAnswers, CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound } from '../../../../test/harness/conversations.ts';
import { openService } from '../../../../test/harness/service.ts';
import { failSuperseded } from '../../../gateway/messages/queue/bot-store.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { OWNER_STATES, type OwnerState } from '../facets.ts';
import { changeOwner, lockOwner } from './ownership.ts';

const ctx = await testContext({ cleanup: afterAll });
const { shop, receive } = openChats(ctx, await openService(ctx));

/** From each state: the state after the act, or the code of its refusal. */
const TABLE: [act: string, body: object, Record<OwnerState, OwnerState | string>][] = [
  [
    'takeover',
    {},
    {
      bot: 'human_active',
      human_waiting: 'human_active',
      human_active: 'human_active',
      closed: 'human_active',
    },
  ],
  [
    'assign',
    { assignee: 'Ani' },
    {
      bot: 'human_active',
      human_waiting: 'human_active',
      human_active: 'human_active',
      closed: 'human_active',
    },
  ],
  [
    'assign',
    { assignee: null },
    { bot: 'bot', human_waiting: 'human_waiting', human_active: 'human_waiting', closed: 'closed' },
  ],
  ['give-back', {}, { bot: 'bot', human_waiting: 'bot', human_active: 'bot', closed: 'conversation_closed' }],
  ['resolve', {}, { bot: 'closed', human_waiting: 'closed', human_active: 'closed', closed: 'closed' }],
];

test.each(
  TABLE.flatMap(([act, body, to]) => OWNER_STATES.map((from) => [act, body, from, to[from]] as const)),
)('%s %j from %s leads to %s', async (name, body, from, to) => {
  const { act, own, read, timeline } = await shop();
  await own(from);
  const before = await read();

  const answer = await act(name, body);

  const after = await read();
  const isRefused = !OWNER_STATES.includes(to as OwnerState); // a code
  expect(answer.status).toBe(isRefused ? 409 : 200);
  expect(isRefused ? answer.body.error : after.owner_state).toBe(to);
  const isChanged = after.owner_state !== before.owner_state || after.assignee !== before.assignee;
  expect(after.ownership_version - before.ownership_version).toBe(isChanged ? 1 : 0);
  expect(after.episode - before.episode).toBe(isChanged && from === 'closed' ? 1 : 0);
  expect((await timeline()).length).toBe(isChanged ? 2 : 1);
});

test.each(['bot', 'human_waiting', 'human_active'] as const)(
  'an end is taken back: %s answers again, with assignee, wait, unread messages and snooze as before',
  async (state) => {
    const { act, own, read } = await shop();
    const until = new Date(ctx.now().getTime() + DAY);
    const assignee = state === 'human_active' ? 'Ani' : null;
    await own(state, { assignee, unread: 2, snoozed_until: until, answering_since: null });
    const { owner_state, waiting_since, answering_since, episode, unread, snoozed_until } = await read();
    await act('resolve');
    await act('notes', { body: 'Salah tekan' });

    const back = await act('reopen');
    const again = await act('reopen');

    expect(back.status).toBe(200);
    expect(unread).toBe(2);
    expect(await read()).toMatchObject({
      ...{ owner_state, assignee, waiting_since, answering_since, episode, unread, snoozed_until },
    });
    expect([again.status, again.body.error]).toEqual([409, 'ownership_changed']);
  },
);

test('an end is not taken back after the customer has written, or an earlier version closed the chat', async () => {
  const { act, own, read, device } = await shop();
  await act('resolve');
  await receive(inbound(device, CHAT_PHONE, { body: 'Masih ada?' }));
  const later = await read();

  const answers = [await act('reopen')];
  await own('closed');
  answers.push(await act('reopen'));

  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  expect(later.owner_state).not.toBe('closed');
});

test('a version that is not the present one changes nothing, and the answer has the present owner', async () => {
  const { act, read } = await shop();
  await act('takeover', { assignee: 'Ani', ownership_version: 1 });

  for (const [name, body] of [
    ['takeover', {}],
    ['give-back', {}],
    ['resolve', {}],
    ['assign', { assignee: 'Budi' }],
  ] as const) {
    const answer = await act(name, { ...body, ownership_version: 1 });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      error: 'ownership_changed',
      message: expect.any(String),
      owner: { owner_state: 'human_active', ownership_version: 2, assignee: 'Ani' },
    });
  }
  expect(await read()).toMatchObject({ owner_state: 'human_active', ownership_version: 2, assignee: 'Ani' });
});

test('of ten take-overs at once under one version, one gets the conversation', async () => {
  const { act, read } = await shop();
  const names = Array.from({ length: 10 }, (_, n) => `Staf ${n}`);

  const answers = await Promise.all(
    names.map((assignee) => act('takeover', { assignee, ownership_version: 1 })),
  );

  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  expect((await read()).assignee).toBe(winners[0]?.body.assignee);
});

test('a take-over ends what the automation has queued, and gives its quota back', async () => {
  const { act, own, botSends, messagesOf, sent } = await shop();
  await own('bot', { ownership_version: 5 });
  expect(await botSends('satu', 'dua', 'tiga')).toEqual(['queued', 'queued', 'queued']);
  const [first] = await messagesOf('bot');
  await ctx.pool.query(`update messages set maybe_written = true, reserved_wa_id = 'x' where id = $1`, [
    first?.id,
  ]);

  const answer = await act('takeover');

  expect(answer.body.under_way).toEqual([first?.public_id]);
  expect((await act('takeover')).body.under_way).toEqual([first?.public_id]);
  expect(await messagesOf('bot')).toMatchObject([
    { status: 'queued', due: true, maybe_written: true },
    { status: 'failed', error_code: 'superseded' },
    { status: 'failed', error_code: 'superseded' },
  ]);
  expect(Number(await sent())).toBe(1);
});

test('a customer whose answer was superseded waits again, since the first message without an answer', async () => {
  const { act, own, botSends, device, read } = await shop();
  const first = await read();
  await own('bot');
  await receive(inbound(device, CHAT_PHONE, { body: 'Halo?' }));
  await botSends('jawaban');
  const answered = await read();

  await act('takeover');

  expect(answered.waiting_since).toBeNull();
  expect((await read()).waiting_since).toEqual(first.waiting_since);
  await act('give-back');
  const { rows } = await ctx.pool.query('select body from messages where id = $1', [
    (await read()).bot_context_from,
  ]);
  expect(rows).toEqual([{ body: 'Halo' }]);
});

test('an answer that is sent counts, although later ones were superseded', async () => {
  const { act, own, botSends, messagesOf, read } = await shop();
  await own('bot');
  await botSends('satu', 'dua');
  const [first] = await messagesOf('bot');
  await ctx.pool.query(`update messages set status = 'sent', due = false where id = $1`, [first?.id]);

  await act('takeover');

  expect((await read()).waiting_since).toBeNull();
});

test('a hand-off revives no message of an earlier owner', async () => {
  const { act, account, own, botSends, messagesOf, uuid } = await shop();
  await own('bot');
  await botSends('lama');
  const written = (isWritten: boolean) =>
    ctx.pool.query(
      `update messages set maybe_written = $2, reserved_wa_id = 'r' || id where account_id = $1 and due`,
      [account.id, isWritten],
    );
  await written(true);
  await act('takeover');
  await act('give-back');
  await botSends('baru');
  await ctx.db.transaction(async (tx) => {
    const owner = await lockOwner(tx, account, { uuid, version: undefined });
    await changeOwner(tx, owner, { move: 'hand_off', reason: 'asked', actor: 'bot' }, ctx.now());
  });
  await written(false);

  await failSuperseded(ctx.db, ctx.now());

  expect(await messagesOf('bot')).toMatchObject([
    { body: 'lama', status: 'failed', error_code: 'superseded' },
    { body: 'baru', status: 'queued', due: true },
  ]);
});

test('the automation sends nothing under an old version, or while a person answers', async () => {
  const { act, own, read, messagesOf } = await shop();
  await own('bot');
  const { id, ownership_version } = await read();
  await act('takeover');
  await act('give-back');

  const message = { conversation_id: id, ownership_version, body: 'terlambat' };
  expect(await ctx.db.transaction((tx) => botAnswers(tx, message, ctx.now()))).toBe('stale');
  const present = { ...message, ownership_version: ownership_version + 1 };
  expect(await ctx.db.transaction((tx) => botAnswers(tx, present, ctx.now()))).toBe('stale');
  expect(await messagesOf('bot')).toEqual([]);
});

test('without an automation, a conversation is not given back to silence', async () => {
  const { act, read } = await shop({ automated: false });
  await act('takeover');

  expect((await act('give-back')).body.error).toBe('no_automation');

  expect((await read()).owner_state).toBe('human_active');
});

test('given back with an open question, the automation begins with that question', async () => {
  const { act, device, read } = await shop();
  await act('takeover');
  await act('resolve');
  await ctx.pool.query('update channels set automated = false');
  await receive(inbound(device, CHAT_PHONE, { body: 'Berapa harganya?' }));
  await ctx.pool.query('update channels set automated = true');

  await act('give-back');

  const { rows } = await ctx.pool.query('select body from messages where id = $1', [
    (await read()).bot_context_from,
  ]);
  expect(rows).toEqual([{ body: 'Berapa harganya?' }]);
});

test('a customer who writes while the automation has gone waits for staff', async () => {
  const { own, botSends, messagesOf, device, read } = await shop();
  await own('bot');
  await botSends('jawaban');
  await ctx.pool.query('update channels set automated = false');

  await receive(inbound(device, CHAT_PHONE));

  expect(await read()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'no_automation' });
  expect(await messagesOf('bot')).toMatchObject([{ status: 'failed', error_code: 'superseded' }]);
});

test.each([
  ['a line break', { assignee: 'Ani\nBudi' }, 'assignee'],
  ['a change of the direction of writing', { assignee: 'Ani\u202e' }, 'assignee'],
  ['the name of a kind of author', { assignee: 'Ani', actor: 'Customer' }, 'actor'],
])('a name with %s is refused', async (_name, body, field) => {
  const { act } = await shop();

  const answer = await act('assign', body);

  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test('an assignee is stored without the blanks around the name', async () => {
  const { act } = await shop();

  expect((await act('assign', { assignee: ' Ani ' })).body).toMatchObject({ assignee: 'Ani' });
});

test.each(OWNER_STATES)('the timeline tells an assignment as one, also from %s', async (from) => {
  const { act, own, timeline } = await shop();
  await own(from);

  await act('assign', { assignee: 'Budi', actor: 'Rina' });

  expect((await timeline()).at(-1)).toMatchObject({
    ...{ kind: 'assigned', actor: 'Rina', details: { assignee: 'Budi' } },
  });
});
