import { expect, test } from 'vitest';
import { createSeededRandom } from '../../src/gateway/broadcasts/seeded-random.ts';
import { runUnsentAnswers } from '../../src/inbox/conversations/ownership/unsent-answers.ts';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { type Desk, openDesk } from './desk.ts';
import { joined, OwnershipActor, type Report } from './ownership-actors.ts';
import { type Chat, inTurns, openOwnershipScene } from './ownership-scene.ts';
import { CELLS, type Cell, isLegal } from './ownership-table.ts';
import { isLongSeason, seed } from './season.ts';
import { RECOVERY_MS } from './traffic.ts';

const CHATS = isLongSeason ? 1_000 : 16;
const ACTORS = isLongSeason ? 24 : 10;
const STEPS = isLongSeason ? 600 : 50;

const scene = await openOwnershipScene();
const { ctx, accountId, record } = scene;

interface BotRow {
  public_id: number;
  body: string;
  status: string;
  error_code: string | null;
}

interface Conversation {
  owner_state: string;
  ownership_version: number;
  unread: number;
  events: number;
}

test('each event leads from each state where the table says', { timeout: RECOVERY_MS }, async () => {
  const chats = await scene.openChats(CELLS.length);

  const results: unknown[] = [];
  await inTurns(
    CELLS.map((cell, n) => [cell, chats[n]] as const),
    async ([cell, chat]) => {
      if (chat) results.push(await play(cell, chat));
    },
  );

  expect(results.filter((result) => result !== null)).toEqual([]);
  expect(results).toHaveLength(CELLS.length);
});

/** Null when the chat is in the state of the table, with one version and one line of the timeline for a change. */
async function play({ event, from, to }: Cell, chat: Chat): Promise<object | null> {
  const actor = new OwnershipActor(scene, [chat], () => 0, chat.customer);
  await actor.lead(chat, from);
  if (event.endsWith('no automation')) await actor.suppress(chat, true);
  const isWaiting = event === 'idle, unanswered';
  await ctx.pool.query('update conversations set waiting_since = case when $2 then now() end where id = $1', [
    chat.id,
    isWaiting,
  ]);
  const before = await conversationOf(chat);
  await actor.cause(chat, event);
  // The network hands the message over in its own time.
  const isByNetwork = event.startsWith('customer') || event === 'phone reply';
  if (isByNetwork) await untilStored([...actor.report.written, ...actor.report.replied]);
  if (event.startsWith('idle')) await untilTimerRan(chat);

  const after = await conversationOf(chat);
  // Another assignee is a change too.
  const changes = from === to && event !== 'assign' ? 0 : 1;
  const noted = isWaiting && from === 'human_active' ? 1 : changes;
  const isRight =
    after.owner_state === to &&
    after.ownership_version - before.ownership_version === changes &&
    after.events - before.events === noted;
  return isRight ? null : { event, from, to, before, after };
}

async function conversationOf({ id }: Chat): Promise<Conversation> {
  const { rows } = await ctx.pool.query<Conversation>(
    `select owner_state, ownership_version, unread,
       (select count(*)::int from conversation_events where conversation_id = $1) as events
     from conversations where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('the conversation is gone');
  return row;
}

/** Another process may run it. */
async function untilTimerRan({ id }: Chat): Promise<void> {
  const due = 'select from conversations where id = $1 and timer_at <= now()';
  await until(async () => (await ctx.pool.query(due, [id])).rowCount === 0, { what: 'the timer' });
}

test('a person takes over at any moment, and no answer of the automation passes', {
  timeout: 5 * RECOVERY_MS,
}, async () => {
  const chats = await scene.openChats(CHATS);
  const ids = chats.map(({ id }) => id);
  const countedBefore = await countedMessages();
  const actors = Array.from(
    { length: ACTORS },
    (_, n) => new OwnershipActor(scene, chats, createSeededRandom(seed, n), String(n)),
  );

  await Promise.all(
    actors.map(async (actor) => {
      for (let step = 0; step < STEPS; step += 1) await actor.act();
    }),
  );
  const report = joined(actors);
  await untilStored([...report.written, ...report.replied]);
  const rows = await untilAllEnded(ids);
  await runUnsentAnswers(ctx);

  await expectNoneLate(chats, rows);
  await expectListed(report);
  expect.soft(rows.map(({ body }) => body).sort()).toEqual(report.queued.toSorted());
  expect
    .soft((await countedMessages()) - countedBefore)
    .toBe(rows.filter(({ status }) => status !== 'failed').length);
  expect.soft(await record.silent(ids)).toEqual([]);
  const moves = await record.moves();
  expect.soft(moves.filter((move) => !isLegal(move))).toEqual([]);
  expect.soft(moves.filter(({ from_version, version }) => version !== from_version + 1)).toEqual([]);
  expect.soft(scene.errors()).toEqual([]);
  if (isLongSeason) process.stdout.write(`${JSON.stringify(await figures(rows, report, moves.length))}\n`);
});

/** Nothing was marked after the commit of a take-over, and exactly what did not fail is on a phone, once. */
async function expectNoneLate(chats: readonly Chat[], rows: readonly BotRow[]): Promise<void> {
  expect.soft(await record.markedLate()).toEqual([]);
  const texts: string[] = [];
  await inTurns(chats, async (chat) => void texts.push(...(await chat.textsAtCustomer())));
  const copies = Map.groupBy(texts, (text) => text);
  const copiesOf = ({ body }: BotRow) => copies.get(body)?.length ?? 0;
  expect.soft(rows.filter((row) => copiesOf(row) !== (row.status === 'failed' ? 0 : 1))).toEqual([]);
  const failures = rows.filter(({ status }) => status === 'failed');
  expect.soft(failures.filter(({ error_code }) => error_code !== 'superseded')).toEqual([]);
}

/** At most one message per chat was under way, and the answer to the take-over lists it. */
async function expectListed({ acts }: Report): Promise<void> {
  const losses = await record.losses();
  expect.soft(losses.filter(({ ended_later }) => ended_later.length > 1)).toEqual([]);
  const byActor = new Map(losses.map((loss) => [loss.actor, loss]));
  const wrong = acts.filter(({ actor, underWay }) => {
    const { ended_later = [], may_be_under_way = underWay } = byActor.get(actor) ?? {};
    const isComplete = ended_later.every((id) => underWay.includes(id));
    return !isComplete || underWay.length > 1 || underWay.some((id) => !may_be_under_way.includes(id));
  });
  expect.soft(wrong).toEqual([]);
}

async function untilStored(texts: readonly string[]): Promise<void> {
  await until(
    async () => {
      const { rows } = await ctx.pool.query<{ body: string }>(
        'select body from unnest($2::text[]) as w (body) except select body from messages where account_id = $1',
        [accountId, texts],
      );
      return rows.length === 0;
    },
    { timeoutMs: RECOVERY_MS, what: 'all that people wrote' },
  );
}

/** No message of the automation or of staff is open. */
async function untilAllEnded(ids: readonly number[]): Promise<BotRow[]> {
  return until(
    async () => {
      const { rows } = await ctx.pool.query<BotRow & { due: boolean }>(
        `select public_id::int, body, status, error_code, due from messages
         where conversation_id = any ($1) and source in ('bot', 'staff') order by id`,
        [ids],
      );
      return rows.every(({ due }) => !due) && rows;
    },
    { timeoutMs: RECOVERY_MS, what: 'the end of every message' },
  );
}

async function countedMessages(): Promise<number> {
  const { rows } = await ctx.pool.query('select messages_sent from usage_months where account_id = $1', [
    accountId,
  ]);
  return Number(rows[0]?.messages_sent ?? 0);
}

async function figures(rows: readonly BotRow[], { acts, stale, refusals }: Report, moves: number) {
  const losses = await record.losses();
  return {
    ...{ chats: CHATS, seed, moves, stale, refused: refusals.length, messages: rows.length },
    superseded: rows.filter(({ status }) => status === 'failed').length,
    underWay: acts.filter(({ underWay }) => underWay.length > 0).length,
    endedAfterTheMove: losses.filter(({ ended_later }) => ended_later.length > 0).length,
  };
}

test('two users at two gateways see the customer and each other', { timeout: RECOVERY_MS }, async () => {
  const [chat] = await scene.openChats(1);
  if (!chat) throw new Error('one chat was opened');
  const [ani, budi] = await Promise.all([
    openDesk(scene, { url: scene.shops[0].url, name: 'Ani' }),
    openDesk(scene, { url: scene.shops[1].url, name: 'Budi' }),
  ]);
  const path = `/app/api/conversations/${chat.uuid}`;
  const shows = (text: string) => (shown: Json) =>
    shown.id === chat.uuid && shown.last_message?.body === text;

  await chat.customerWrites('Ada stok?');
  const [{ data: question }] = await Promise.all([
    budi.stream.get('conversation.changed', shows('Ada stok?')),
    ani.stream.get('conversation.changed', shows('Ada stok?')),
  ]);

  await ani.call('PUT', `${path}/presence`, { state: 'typing' });
  const { data: seen } = await budi.stream.get('conversation.viewers', ({ viewers }) => viewers.length > 0);
  expect(seen).toEqual({
    conversation_id: chat.uuid,
    viewers: [{ id: ani.id, name: 'Ani', state: 'typing' }],
  });

  const reply = (desk: Desk, body: string) =>
    desk.call('POST', `${path}/messages`, { body, seen_message_id: question.last_message.id });
  expect((await reply(ani, 'Ada, Kak.')).status).toBe(202);
  const { data: answered } = await budi.stream.get('conversation.changed', shows('Ada, Kak.'));
  expect(answered).toMatchObject({ owner_state: 'human_active', assignee: 'Ani' });
  await until(async () => (await chat.textsAtCustomer()).includes('Ada, Kak.'), {
    what: 'the answer of Ani',
  });

  const late = await reply(budi, 'Maaf, habis.');
  expect(late.body).toMatchObject({ error: 'answered_meanwhile', messages: [{ body: 'Ada, Kak.' }] });

  await budi.call('POST', `${path}/notes`, { body: 'Tolong cek gudang.', mentions: [ani.id] });
  const { data: note } = await ani.stream.get('conversation.event', ({ kind }) => kind === 'note');
  expect(note).toMatchObject({ actor: 'Budi', body: 'Tolong cek gudang.' });

  expect((await ani.call('PATCH', `/app/api/users/${budi.id}`, { status: 'disabled' })).status).toBe(200);
  await budi.stream.ended;
  await until(async () => (await budi.call('GET', path)).status === 401, { what: 'the end of his calls' });
  expect(await chat.textsAtCustomer()).not.toContain('Maaf, habis.');
});
