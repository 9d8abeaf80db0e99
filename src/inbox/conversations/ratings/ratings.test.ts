import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { runJobs } from '../../../../test/harness/jobs.ts';
import { openService } from '../../../../test/harness/service.ts';
import { namesOfTransactions, watchAllStatements } from '../../../../test/harness/statements.ts';
import { inboundHooks } from '../../../app/inbound-hooks.ts';
import { RATING_WORDS } from '../../../assistant/rating-words.ts';
import type { EngineKind } from '../../../gateway/engines/kinds.ts';
import { registerWebhook } from '../../../gateway/webhooks/webhook.ts';
import { DAY, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { ratingJob } from './asking.ts';

const ctx = await testContext({ cleanup: afterAll });
const chats = openChats(ctx, await openService(ctx));
const receive = receiver(ctx, inboundHooks(ctx));
const job = ratingJob(ctx, RATING_WORDS);
const passes = (ms: number) => ctx.clock.advance(ms);
const runs = () => runJobs(ctx, [job]);

interface Given {
  engine?: EngineKind;
  request?: object | null;
}

/** A chat in which staff has answered. */
async function shop({ engine = 'economy', request = {} }: Given = {}) {
  const chat = await chats.shop({ engine, automated: false, at: ctx.now() });
  const settings = (rating_request: object | null) =>
    chat.api('PATCH', '/v1/conversations/settings', { rating_request });
  if (request) expect((await settings(request)).status).toBe(200);
  const replies = async () => {
    expect((await chat.reply({ actor: 'Ani' })).status).toBe(202);
    await ctx.pool.query(`update messages set status = 'sent', due = false where account_id = $1 and due`, [
      chat.account.id,
    ]);
  };
  await replies();
  const says = (body: string, more: object = {}) =>
    receive(inbound(chat.device, CHAT_PHONE, { body, at: ctx.now(), ...more }));
  const asked = () => chat.messagesOf('bot');
  const resolves = async () => expect((await chat.act('resolve', { actor: 'Ani' })).status).toBe(200);
  /** Resolved, and asked after the delay. */
  const asks = async () => {
    await resolves();
    passes(5 * MINUTE);
    await runs();
  };
  const ratings = async () =>
    (
      await ctx.pool.query(
        `select score, actor, episode, asked_at is not null as is_asked, rated_id, comment_id, owes_thanks
         from conversation_ratings where account_id = $1 order by id`,
        [chat.account.id],
      )
    ).rows;
  const line = async () =>
    (await chat.timeline()).map(({ kind, body, details }) => ({ kind, body, details }));
  return { ...chat, settings, replies, says, asked, resolves, asks, ratings, line };
}

test('after the delay the customer is asked once, in their language, and the timeline tells it', async () => {
  const chat = await shop();
  await chat.says('Terima kasih ya, pesanannya sudah sampai');
  await chat.resolves();
  expect(await runs()).toBe(0);
  passes(5 * MINUTE);

  await runs();
  await runs();

  const question = RATING_WORDS.textsIn('id').question;
  expect(await chat.asked()).toMatchObject([{ type: 'text', body: question, status: 'queued' }]);
  expect(await chat.line()).toContainEqual({ kind: 'rating_asked', body: null, details: {} });
  expect(await chat.ratings()).toMatchObject([{ score: null, actor: 'Ani', is_asked: true }]);
  expect(await chat.read()).toMatchObject({ owner_state: 'closed', waiting_since: null });
});

test('a rating is stored with who resolved, opens nothing, is no wait, and gets one thanks', async () => {
  const chat = await shop();
  await registerWebhook(ctx, chat.account, { url: 'http://127.0.0.1:9/', events: ['conversation.rated'] });
  await chat.asks();
  const before = await chat.read();

  await chat.says('4');
  await chat.says('Ramah sekali');
  await runs();
  await runs();

  expect(await chat.ratings()).toMatchObject([{ score: 4, actor: 'Ani', owes_thanks: false }]);
  const { owner_state, episode, waiting_since, unread } = await chat.read();
  expect({ owner_state, episode, waiting_since }).toEqual({
    ...{ owner_state: 'closed', episode: before.episode, waiting_since: null },
  });
  // Staff should read the comment.
  expect(unread).toBe(1);
  expect((await chat.asked()).map(({ body }) => body)).toEqual([
    RATING_WORDS.textsIn('id').question,
    RATING_WORDS.textsIn('id').thanks,
  ]);
  expect((await chat.line()).slice(-2)).toEqual([
    { kind: 'rated', body: null, details: { score: 4 } },
    { kind: 'rated', body: 'Ramah sekali', details: { score: 4 } },
  ]);
  const told = (await eventsOf(ctx, 'conversation.rated')).filter(
    ({ conversation_id }) => conversation_id === chat.uuid,
  );
  expect(told).toMatchObject([
    { score: 4, comment: null, phone: CHAT_PHONE, resolved_by: 'Ani', device_uuid: chat.device.device_uuid },
    { score: 4, comment: 'Ramah sekali' },
  ]);
});

test('several messages in one batch are judged in their order; a later score replaces the first', async () => {
  const chat = await shop({ request: { says_thanks: false } });
  await chat.asks();
  const message = (body: string) => inbound(chat.device, CHAT_PHONE, { body, at: ctx.now() });

  await receive(message('⭐⭐'), message('maaf, salah'), message('5'));
  await runs();

  expect(await chat.ratings()).toMatchObject([{ score: 5 }]);
  expect((await chat.line()).filter(({ kind }) => kind === 'rated').map(({ details }) => details)).toEqual([
    { score: 2 },
    { score: 2 },
    { score: 5 },
  ]);
  expect(await chat.asked()).toHaveLength(1);
  expect((await chat.read()).owner_state).toBe('closed');
});

test.each([
  ['a question', 'Kapan barangnya dikirim?'],
  ['an order', '2 porsi lagi dong'],
  ['a word that ends broadcasts', 'STOP'],
])('%s opens the chat as without the question', async (_what, body) => {
  const chat = await shop();
  await chat.asks();
  await chat.says('5');

  await chat.says(body);

  expect(await chat.read()).toMatchObject({ owner_state: 'human_waiting', waiting_since: ctx.now() });
  expect(await chat.ratings()).toMatchObject([{ score: 5, comment_id: null }]);
});

test('a rating after "thank you" counts, although that opened the chat; after a reply it does not', async () => {
  const [chat, other] = [await shop(), await shop()];
  for (const each of [chat, other]) {
    await each.asks();
    await each.says('Terima kasih banyak');
  }
  await other.replies();

  await chat.says('5');
  await other.says('5');

  expect(await chat.ratings()).toMatchObject([{ score: 5 }]);
  expect(await other.ratings()).toMatchObject([{ score: null }]);
  expect((await other.read()).waiting_since).not.toBeNull();
});

test('neither a rating after its time nor one in a chat without a question is taken as one', async () => {
  const [late, plain] = [await shop(), await shop({ request: null })];
  await late.asks();
  await plain.resolves();
  passes(3 * DAY);

  await late.says('5');
  await plain.says('5');

  expect(await late.ratings()).toMatchObject([{ score: null }]);
  expect([await late.read(), await plain.read()].map(({ owner_state }) => owner_state)).toEqual([
    'human_waiting',
    'human_waiting',
  ]);
});

test('an undo, a message, an opt-out, and an account that does not ask any more cancel the question', async () => {
  const given = await Promise.all(Array.from({ length: 6 }, () => shop()));
  const [undone, written, out, off, suspended, unanswered] = given as [
    ...[Shop, Shop, Shop, Shop, Shop, Shop],
  ];
  await unanswered.resolves();
  await unanswered.says('Masih ada?');
  for (const each of given) await each.resolves();
  await undone.act('reopen');
  await written.says('Satu lagi, Kak');
  await out.api('POST', '/v1/opt-outs', { phone: CHAT_PHONE });
  await off.settings(null);
  await ctx.pool.query(`update accounts set status = 'suspended' where id = $1`, [suspended.account.id]);
  passes(HOUR);

  await runs();
  await runs();

  for (const each of given) {
    expect(await each.asked()).toEqual([]);
    expect(await each.ratings()).toEqual([]);
  }
});
type Shop = Awaited<ReturnType<typeof shop>>;

test('a person is not asked again within the pause', async () => {
  const chat = await shop({ request: { pause_days: 2 } });
  for (let n = 0; n < 3; n += 1) {
    await chat.asks();
    await chat.says('Halo lagi');
    await chat.replies();
    passes(DAY);
  }

  expect(await chat.ratings()).toHaveLength(2);
});

test('an official number sends a list, within the reply window only, and a tap is the rating', async () => {
  const [chat, late] = [await shop({ engine: 'official_cloud' }), await shop({ engine: 'official_cloud' })];
  await late.resolves();
  passes(DAY);
  await chat.says('Oke');
  await chat.replies();
  await chat.asks();

  await chat.says('4 - Puas', { details: { choice_id: 'rating-4' } });

  expect(await late.asked()).toEqual([]);
  const [question] = await chat.asked();
  expect(question).toMatchObject({ type: 'list' });
  expect(question?.interactive).toMatchObject({ sections: [{ rows: expect.any(Array) }] });
  expect(await chat.ratings()).toMatchObject([{ score: 4 }]);
});

test('a text of the account is sent with its values', async () => {
  const texts = { id: 'Halo {{customer.first_name|Kak}}, puas dengan {{agent.name}}?' };
  const chat = await shop({ request: { texts } });
  const wrong = await chat.settings({ texts: { id: '{{wrong}}' } });

  await chat.asks();

  expect((await chat.asked())[0]?.body).toBe('Halo Kak, puas dengan Ani?');
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['rating_request.texts.id']]);
});

test('processes that run at once, and are killed between any two steps, ask once and thank once', async () => {
  const chat = await shop();
  const run = (on = job) => on.run({ accountId: chat.account.id }, new AbortController().signal);
  /** A process that dies before each of its statements, one life after the other. */
  const diesEverywhere = async () => {
    for (let last = 0, isOver = false; !isOver; last += 1) {
      let count = 0;
      const db = watchAllStatements(ctx.db, () => {
        count += 1;
        if (count > last) throw new Error('killed');
      });
      const dying = ratingJob({ ...ctx, db }, RATING_WORDS);
      isOver = await run(dying).then(
        () => true,
        () => false,
      );
    }
  };
  await chat.resolves();
  passes(5 * MINUTE);

  await diesEverywhere();
  await Promise.all([run(), run(), run()]);
  await chat.says('5');
  await Promise.all([run(), run(), run()]);
  await diesEverywhere();

  const { question, thanks } = RATING_WORDS.textsIn('id');
  expect((await chat.asked()).map(({ body }) => body)).toEqual([question, thanks]);
  expect((await chat.line()).filter(({ kind }) => kind === 'rating_asked')).toHaveLength(1);
});

test('figures count per day and person; the list has the comments, and other accounts see none', async () => {
  const [chat, other] = [await shop({ request: { pause_days: 0 } }), await shop()];
  await chat.asks();
  await chat.says('4 ramah');
  await chat.says('Halo?');
  await chat.replies();
  await chat.asks();

  const { body: days } = await chat.api('GET', '/v1/conversations/ratings/figures');
  const { body: people } = await chat.api('GET', '/v1/conversations/ratings/figures?group=person');
  const list = async (one: Shop, query = '') =>
    (await one.api('GET', `/v1/conversations/ratings${query}`)).body;
  const { data, next_cursor } = await list(chat, `?conversation_id=${chat.uuid}`);

  const total = { asked: 2, rated: 1, average: 4, scores: [0, 0, 0, 1, 0] };
  expect(days.total).toEqual(total);
  expect(days.data).toHaveLength(7);
  expect(days.data.at(-1)).toEqual({ date: days.to, ...total });
  expect(people.data).toEqual([{ person: { id: null, name: 'Ani' }, ...total }]);
  expect(data).toMatchObject([
    { conversation_id: chat.uuid, phone: CHAT_PHONE, score: 4, comment: '4 ramah', resolved_by: 'Ani' },
  ]);
  expect(next_cursor).toBeNull();
  expect((await list(other)).data).toEqual([]);
  for (const id of [chat.uuid, 'x'])
    expect((await list(other, `?conversation_id=${id}`)).error).toBe('conversation_not_found');
});

test('while no rating is open, messages cost no statement more', async () => {
  const chat = await shop();
  const count = async (body: string) => {
    const { db, names } = namesOfTransactions(ctx.db);
    await receiver({ ...ctx, db }, inboundHooks(ctx))(inbound(chat.device, CHAT_PHONE, { body }));
    return names;
  };
  await chat.says('Halo');
  const plain = await count('5');

  await chat.asks();
  passes(3 * DAY);

  expect(await count('5')).toEqual(plain);
});
