import { afterAll, expect, test } from 'vitest';
import { openChats } from '../../../test/harness/assistant-chats.ts';
import { testContext } from '../../../test/harness/context.ts';
import { enqueueDue, runJobs } from '../../../test/harness/jobs.ts';
import { openService } from '../../../test/harness/service.ts';
import { DAY, HOUR, MINUTE } from '../../platform/lib/clock.ts';
import type { AccountJob } from '../../platform/lib/jobs.ts';
import { deleteOldJudgements } from './judgement.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const SHADOW = { mode: 'shadow' };

test('in shadow mode a chat goes on as if the assistant were off, and each message is judged', async () => {
  const shop = await openChats(ctx, service, SHADOW);
  const off = await openChats(ctx, service, { enabled: false });
  const questions = ['brp ongkir ke bandung ya?', 'siapa presiden pertama amerika'];

  for (const question of questions) {
    await shop.asks(question);
    await shop.judges();
  }
  await off.asks(...questions);

  const [decided, asIfOff] = [await shop.read(), await off.read()];
  const owner = ({ owner_state, ownership_version, unread }: typeof decided) => [
    ...[owner_state, ownership_version, unread],
  ];
  expect(owner(decided)).toEqual(owner(asIfOff));
  expect([await shop.sent(), await off.sent()]).toEqual([[], []]);
  expect(await shop.judgements()).toMatchObject([
    { mode: 'shadow', state: 'open', action: 'answer', reason: 'faq' },
    { mode: 'shadow', state: 'open', action: 'handoff', reason: 'unsure' },
  ]);
  const [second, first] = await shop.decisions();
  expect(first).toMatchObject({
    outcome: 'silent',
    shadow: { outcome: 'answered', texts: ['Ongkir ke Bandung Rp15.000, Kak.'] },
  });
  expect(second.shadow).toMatchObject({ outcome: 'handed_off', texts: [] });
});

test('beside a rule, a chat in shadow mode waits for staff by the same text as without the assistant', async () => {
  const RULE = {
    ...{ kind: 'keyword', name: 'Katalog', patterns: ['katalog'] },
    replies: [{ type: 'text', body: 'Ini katalog kami.' }],
  };
  const [shop, off] = [
    await openChats(ctx, service, SHADOW),
    await openChats(ctx, service, { enabled: false }),
  ];
  for (const { api } of [shop, off]) await api('POST', '/v1/auto-replies', RULE);

  for (const question of ['katalog', 'cara bayar?', 'jam buka toko?']) {
    for (const each of [shop, off]) await each.asks(question);
    await shop.judges();
  }

  const { owner_state, owner_reason } = await off.read();
  expect(await shop.read()).toMatchObject({ owner_state, owner_reason });
  expect([owner_state, owner_reason]).toEqual(['human_waiting', 'no_answer']);
  expect(await shop.sent()).toEqual(await off.sent());
  expect(await shop.judgements()).toMatchObject([
    { action: 'answer', reason: 'faq' },
    { action: 'answer', reason: 'faq' },
  ]);
});

test('messages that follow each other are judged together, also while a person has the chat', async () => {
  const shop = await openChats(ctx, service, SHADOW);
  await shop.asks('halo');
  await shop.judges();
  await shop.staffWrites('Halo Kak, ada yang bisa dibantu?');

  await shop.asks('mau tanya', 'ongkir ke bandung', 'berapa ya?');
  await shop.judges(10 * MINUTE);

  expect((await shop.read()).owner_state).toBe('human_active');
  expect(await shop.judgements()).toMatchObject([
    { action: 'answer', reason: 'small_talk', messages: 1, state: 'settled' },
    { action: 'answer', reason: 'faq', messages: 3 },
  ]);
});

test.each([
  ['Ke Bandung 15 ribu ya Kak', 'agrees'],
  ['Ke Bandung 20rb Kak', 'differs'],
  ['Sebentar ya Kak, saya cek dulu', 'unclear'],
])('the answer of staff %s is compared: %s', async (text, agreement) => {
  const shop = await openChats(ctx, service, SHADOW);
  await shop.asks('brp ongkir ke bandung ya?');
  await shop.judges();
  await shop.staffWrites(text);

  await shop.judges(10 * MINUTE);

  expect(await shop.judgements()).toMatchObject([{ state: 'settled', action: 'answer', agreement }]);
});

test('without an answer of staff, it is looked for during a day', async () => {
  const shop = await openChats(ctx, service, SHADOW);
  await shop.asks('brp ongkir ke bandung ya?');
  await shop.judges();

  const states = [];
  for (const ms of [10 * MINUTE, HOUR, 6 * HOUR, DAY]) {
    await shop.judges(ms);
    states.push((await shop.judgements())[0]?.state);
  }

  expect(states).toEqual(['open', 'open', 'open', 'settled']);
});

test('requests for a person and messages that a rule answers are not judged', async () => {
  const shop = await openChats(ctx, service, SHADOW);

  await shop.asks('admin', 'mau bicara sama CS dong kak');

  expect(await shop.judgements()).toEqual([]);
});

test('a message that its author deletes before it is judged leaves nothing', async () => {
  const shop = await openChats(ctx, service, SHADOW);
  await shop.asks('cara bayar?');
  await ctx.pool.query('update messages set body = null where account_id = $1', [shop.account.id]);

  await shop.judges();

  expect(await shop.judgements()).toEqual([]);
});

test('in live mode, a chosen question and a take-over after an answer are noted', async () => {
  const doubtful = await openChats(ctx, service, { bands: { answer: 1, clarify: 0.01 } });
  const shop = await openChats(ctx, service);
  await doubtful.asks('ongkir dong kak', '1');
  await shop.asks('cara bayar?');
  await shop.staffWrites('Bisa QRIS juga Kak');

  await doubtful.judges(10 * MINUTE);
  await shop.judges();
  await doubtful.judges(HOUR);

  expect(await doubtful.judgements()).toMatchObject([
    { mode: 'live', state: 'settled', action: 'clarify', is_picked: true, is_taken_over: false },
    { mode: 'live', state: 'settled', action: 'answer', reason: 'chosen', is_taken_over: false },
  ]);
  expect(await shop.judgements()).toMatchObject([
    { state: 'settled', action: 'answer', is_taken_over: true },
  ]);
});

test('accounts take turns: many judgements of the first account do not delay those of the next one', async () => {
  const [many, few] = [await openChats(ctx, service, SHADOW), await openChats(ctx, service, SHADOW)];
  for (const { account, device } of [...Array(9).fill(many), few]) {
    await ctx.pool.query(
      `insert into assistant_judgements (account_id, conversation_id, device_id, decision_uuid, mode, message_ids,
         state, due_at, created_at)
       values ($1, 0, $2, gen_random_uuid(), 'shadow', '{}', 'open', $3, $3)`,
      [account.id, device.id, ctx.now()],
    );
  }
  await enqueueDue(ctx, [many.judging]);
  const turns: number[] = [];
  const noting: AccountJob = {
    ...many.judging,
    async run(subject, stopping) {
      turns.push(subject.accountId);
      await many.judging.run(subject, stopping);
    },
  };

  await runJobs(ctx, [noting]);

  expect(turns).toEqual([many, few, many, many].map(({ account }) => account.id));
  expect([await many.judgements(), await few.judgements()]).toEqual([[], []]);
});

test('judgements are kept for 90 days', async () => {
  const shop = await openChats(ctx, service, SHADOW);
  await shop.asks('cara bayar?');
  ctx.clock.advance(89 * DAY);
  await deleteOldJudgements(ctx);
  const kept = await shop.judgements();

  ctx.clock.advance(2 * DAY);
  await deleteOldJudgements(ctx);

  expect([kept.length, (await shop.judgements()).length]).toEqual([1, 0]);
});
