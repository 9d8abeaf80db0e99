import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { botAnswers } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { noTemplates } from '../../../../test/harness/no-templates.ts';
import { giveLeases, insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { createSeededRandom } from '../../../gateway/broadcasts/seeded-random.ts';
import { claimDue } from '../../../gateway/messages/dispatch/claim-store.ts';
import { deferMessages, markWritten } from '../../../gateway/messages/dispatch/in-flight-store.ts';
import { failSuperseded } from '../../../gateway/messages/queue/bot-store.ts';
import { failQueued, moveStatuses } from '../../../gateway/messages/queue/settle-store.ts';
import { sendReply } from '../replies/reply.ts';
import { changeOwner, lockOwner, takeOverByReplies } from './ownership.ts';
import type { MoveName } from './states.ts';
import { runTimers } from './timers.ts';
import { runUnsentAnswers } from './unsent-answers.ts';

const MINUTE = 60_000;
const CHATS = 12;
const ACTORS = 6;
const ROUNDS = 10;
const STEPS = 6;

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_DATABASE_POOL: '12' } });

/** An account whose number has an automation, and one conversation for each customer. */
async function scene() {
  const account = await insertAccount(ctx, { monthly_quota: 1_000_000 });
  const device = await insertDevice(ctx, account);
  const nodeId = randomUUID();
  await giveLeases(ctx, nodeId, [device.id]);
  const receive = receiver({ ...ctx, now: () => new Date() });
  const phones = Array.from({ length: CHATS }, (_, n) => `62812000000${10 + n}`);
  await receive(...phones.map((phone) => inbound(device, phone)));
  await ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  const chats = await conversationsOf(ctx, account);
  return { account, device, nodeId, receive, phones, chats };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** The order in which things happened, as the callers saw it. */
class Clock {
  #tick = 0;
  next() {
    this.#tick += 1;
    return this.#tick;
  }
}

/** Random acts on random conversations. */
class Actor {
  readonly #scene: Scene;
  readonly #random: (count: number) => number;
  readonly #clock: Clock;
  /** Per conversation: when the transaction of a person's take-over had ended. */
  readonly takenOver: { id: number; version: number; at: number; underWay: number }[] = [];
  readonly marked: { rowId: number; begun: number }[] = [];
  /** Per conversation: a time after the last end by a person. */
  readonly resolved = new Map<number, number>();
  /** Per conversation: the time of the last reply on the phone, which is sent already. */
  readonly phoned = new Map<number, number>();

  constructor(scene: Scene, random: (count: number) => number, clock: Clock) {
    this.#scene = scene;
    this.#random = random;
    this.#clock = clock;
  }

  async act(): Promise<void> {
    const acts = [
      ...Array.from({ length: 5 }, () => () => this.#botSends()),
      () => this.#line(),
      () => this.#calls(),
      () => this.#changes('take_over'),
      ...Array.from({ length: 7 }, () => () => this.#changes('give_back')),
      () => this.#changes('resolve'),
      () => this.#changes('hand_off'),
      () => this.#phoneReplies(),
      ...Array.from({ length: 2 }, () => () => this.#staffReplies()),
      () => this.#staffRepliesFail(),
      ...Array.from({ length: 4 }, () => () => this.#customerWrites()),
      () => runTimers({ ...ctx, now: () => new Date(Date.now() + 2 * 24 * 60 * MINUTE) }),
      () => failSuperseded(ctx.db, new Date()),
      () => runUnsentAnswers(ctx),
    ];
    await this.#pick(acts)();
  }

  async #botSends() {
    const { chats, account } = this.#scene;
    const { id } = this.#pick(chats);
    const [chat] = (await conversationsOf(ctx, account)).filter((each) => each.id === id);
    const message = { conversation_id: id, ownership_version: Number(chat?.ownership_version) };
    const count = 1 + this.#random(3);
    await ctx.db.transaction(async (tx) => {
      for (let n = 0; n < count; n += 1)
        await botAnswers(tx, { ...message, body: `jawaban ${n}` }, new Date());
    });
  }

  #due() {
    const { device, nodeId } = this.#scene;
    return {
      ...{ nodeId, preparedTypes: [], inFlight: [], now: new Date() },
      devices: [
        { device_id: device.id, account_id: device.account_id, epoch: 1, capacity: 5, only_ready: false },
      ],
      freshIds: Array.from({ length: 5 }, () => randomUUID()),
    };
  }

  async #line() {
    const begun = this.#clock.next();
    const claimed = await claimDue(ctx.db, 'line', this.#due());
    for (const { id, maybe_written } of claimed) if (!maybe_written) this.marked.push({ rowId: id, begun });
    await this.#settle(claimed);
  }

  async #calls() {
    const { nodeId } = this.#scene;
    const claimed = await claimDue(ctx.db, 'calls', this.#due());
    const begun = this.#clock.next();
    const marks = await markWritten(ctx.db, nodeId, claimed, new Date(Date.now() + MINUTE));
    for (const id of marks) this.marked.push({ rowId: id, begun });
    await this.#settle(claimed.filter(({ id }) => marks.has(id)));
  }

  /** The line comes back with some messages unwritten, the network refuses some; the others are sent. */
  async #settle(claimed: { id: number; device_id: number; reserved_wa_id: string }[]) {
    for (const { id, device_id, reserved_wa_id } of claimed) {
      if (this.#random(10) < 3) {
        await deferMessages(ctx.db, [
          { id, not_before: new Date(), counted: false, maybe_written: false, epoch: 1 },
        ]);
        const index = this.marked.findIndex(({ rowId }) => rowId === id);
        this.marked.splice(index, 1);
      } else {
        const refused = { error_code: 'refused', error_message: '', refund: true, status: 'failed' as const };
        const sent = { error_code: null, error_message: null, refund: false, status: 'sent' as const };
        const change = this.#random(3) === 0 ? refused : sent;
        await moveStatuses(ctx.db, [{ ...change, device_id, wa_message_id: reserved_wa_id }], new Date());
      }
    }
  }

  async #changes(move: MoveName) {
    const { account, chats } = this.#scene;
    const { conversation_uuid: uuid } = this.#pick(chats);
    const changed = await ctx.db.transaction(async (tx) => {
      const owner = await lockOwner(tx, account, { uuid, version: undefined });
      const result = await changeOwner(tx, owner, { move, reason: 'api', actor: 'Ani' }, new Date());
      return result && { id: owner.id, version: result.version, underWay: result.underWay.length };
    });
    if (changed && move === 'resolve') this.resolved.set(changed.id, Date.now());
    if (changed && move === 'take_over') this.takenOver.push({ ...changed, at: this.#clock.next() });
  }

  async #phoneReplies() {
    const { id } = this.#pick(this.#scene.chats);
    const now = new Date();
    await ctx.db.transaction((tx) =>
      takeOverByReplies(tx, [{ id, at: now }], { reason: 'phone', actor: 'phone' }, now),
    );
    this.phoned.set(id, Math.max(now.getTime(), this.phoned.get(id) ?? 0));
  }

  async #staffReplies() {
    const { chats, account } = this.#scene;
    const { id, conversation_uuid: uuid } = this.#pick(chats);
    const { underWay } = await sendReply(
      { ctx: { ...ctx, now: () => new Date() }, templates: noTemplates },
      {
        ...{ account, uuid, idempotencyKey: randomUUID(), rawBody: null, problem: null, staff: null },
        input: { type: 'text', body: 'Ada, Kak.' },
      },
    );
    const [chat] = (await conversationsOf(ctx, account)).filter((each) => each.id === id);
    const version = Number(chat?.ownership_version);
    this.takenOver.push({ id, version, at: this.#clock.next(), underWay: underWay.length });
  }

  /** As a released device ends its queue. */
  async #staffRepliesFail() {
    const { account } = this.#scene;
    await ctx.db.transaction(async (tx) => {
      const open = await tablesOf(tx)
        .selectFrom('messages')
        .select('id')
        .where('account_id', '=', account.id)
        .where('source', '=', 'staff')
        .where('due', '=', true)
        .where('maybe_written', '=', false)
        .orderBy('id')
        .forUpdate()
        .execute();
      const ended = { error_code: 'device_released', error_message: '', refund: true };
      const rows = open.map(({ id }) => ({ id, ...ended }));
      await failQueued(tx, rows, new Date());
    });
  }

  async #customerWrites() {
    const { device, phones, receive } = this.#scene;
    await receive(inbound(device, this.#pick(phones)));
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[this.#random(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
}

/** Questions without a sent message after them, whose customer does not wait, and without an open answer. */
async function listForgotten({ account }: Scene, actors: readonly Actor[]) {
  const messages = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select(['id', 'phone', 'created_at', 'direction', 'conversation_id', 'due', 'status'])
    .where('account_id', '=', account.id)
    .execute();
  const chats = await conversationsOf(ctx, account);
  return messages.filter(({ id, phone, created_at, direction }) => {
    if (direction === 'out') return false;
    const chat = chats.find((each) => each.phone === phone);
    const answers = messages.filter((each) => chat && each.conversation_id === chat.id);
    const ended = Math.max(
      ...actors.flatMap(({ resolved, phoned }) =>
        [resolved, phoned].map((acts) => acts.get(chat?.id ?? 0) ?? 0),
      ),
    );
    return !(
      chat?.waiting_since ||
      answers.some((answer) => answer.due || (answer.status === 'sent' && answer.id > id)) ||
      created_at.getTime() <= ended
    );
  });
}

/** Public ids of failed replies of staff, and those that timelines name. */
async function listFailedReplies({ account }: Scene) {
  const failed = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select('public_id')
    .where('account_id', '=', account.id)
    .where('source', '=', 'staff')
    .where('status', '=', 'failed')
    .execute();
  const { rows: noted } = await ctx.pool.query<{ id: number }>(
    `select (details->>'message_id')::int as id from conversation_events
     where account_id = $1 and kind = 'reply_failed' order by 1`,
    [account.id],
  );
  const ids = failed.map(({ public_id }) => Number(public_id)).sort((a, b) => a - b);
  return { failed: ids, noted: noted.map(({ id }) => id) };
}

test.each([7, 8])('any order of owners, automation and engine keeps the promises (seed %i)', async (seed) => {
  const story = await scene();
  const { account } = story;
  const clock = new Clock();
  const actors = Array.from(
    { length: ACTORS },
    (_, n) => new Actor(story, createSeededRandom(seed, n), clock),
  );

  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(
      actors.map(async (actor) => {
        for (let step = 0; step < STEPS; step += 1) await actor.act();
      }),
    );
    await failSuperseded(ctx.db, new Date());
    await runUnsentAnswers(ctx);
    expect(await listForgotten(story, actors)).toEqual([]);
    const { failed, noted } = await listFailedReplies(story);
    expect(noted).toEqual(failed);
  }

  const sent = await tablesOf(ctx.db)
    .selectFrom('messages')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('direction', '=', 'out')
    .execute();
  const rows = sent.filter(({ source }) => source === 'bot');
  const chats = new Map((await conversationsOf(ctx, account)).map((chat) => [chat.id, chat]));
  const takenOver = actors.flatMap((actor) => actor.takenOver);
  const marks = new Map(actors.flatMap((actor) => actor.marked).map(({ rowId, begun }) => [rowId, begun]));

  expect(rows.length).toBeGreaterThan(20);
  expect(sent.length - rows.length).toBeGreaterThan(5);
  expect((await listFailedReplies(story)).failed.length).toBeGreaterThan(0);
  expect(takenOver.length).toBeGreaterThan(5);
  // Not marked after the take-over.
  const late = rows.filter(({ id, conversation_id, ownership_version }) =>
    takenOver.some(
      (each) =>
        each.id === conversation_id &&
        each.version > Number(ownership_version) &&
        (marks.get(id) ?? 0) > each.at,
    ),
  );
  expect(late).toEqual([]);
  // At most one was under way.
  expect(takenOver.filter(({ underWay }) => underWay > 1)).toEqual([]);
  // None is lost: it is open under the present owner, may be written, is sent, or has its unit back.
  const lost = rows.filter(
    ({ status, error_code, due, maybe_written, conversation_id, ownership_version }) =>
      !(status === 'sent' || error_code === 'refused') &&
      !(status === 'failed' && error_code === 'superseded' && !maybe_written) &&
      !(due && (maybe_written || chats.get(conversation_id ?? 0)?.ownership_version === ownership_version)),
  );
  expect(lost).toEqual([]);
  const { messages_sent } = await tablesOf(ctx.db)
    .selectFrom('usage_months')
    .select('messages_sent')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  expect(Number(messages_sent)).toBe(sent.filter(({ status }) => status !== 'failed').length);
  // No silent chat: a customer who waits has an owner.
  const silent = [...chats.values()].filter(
    ({ waiting_since, owner_state }) => waiting_since && owner_state === 'closed',
  );
  expect(silent).toEqual([]);
});
