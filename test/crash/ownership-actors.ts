import { changeOwner, lockOwner } from '../../src/inbox/conversations/ownership/ownership.ts';
import { runTimers } from '../../src/inbox/conversations/ownership/timers.ts';
import { botAnswers } from '../harness/chat.ts';
import type { Answer } from '../harness/shop.ts';
import type { Chat, OwnershipScene } from './ownership-scene.ts';
import type { OwnerEvent, OwnerState } from './ownership-table.ts';

/** What an actor did, and which answers it got. */
export interface Report {
  /** Texts that the automation queued, and that staff sent over the API. */
  queued: string[];
  stale: number;
  /** Acts over the API that answered 200. `actor` is unique. */
  acts: { actor: string; conversation_id: number; underWay: number[] }[];
  /** Other answers: `act error`. */
  refusals: string[];
  /** Texts of customers and of the phone. */
  written: string[];
  replied: string[];
}

type Pick = (count: number) => number;

const DAY = '25 hours';

/** Random acts on random chats, one after the other. Several actors run at once. */
export class OwnershipActor {
  readonly report: Report = { queued: [], stale: 0, acts: [], refusals: [], written: [], replied: [] };
  readonly #scene: OwnershipScene;
  readonly #chats: readonly Chat[];
  readonly #pick: Pick;
  readonly #name: string;
  /** Versions that this actor saw at some time: a slow automation or page. */
  readonly #seen = new Map<number, number>();
  #count = 0;

  constructor(scene: OwnershipScene, chats: readonly Chat[], pick: Pick, name: string) {
    this.#scene = scene;
    this.#chats = chats;
    this.#pick = pick;
    this.#name = name;
  }

  async act(): Promise<void> {
    const chat = this.#one(this.#chats);
    const acts: [weight: number, act: () => Promise<unknown>][] = [
      [24, () => this.#botSends(chat)],
      [12, () => this.cause(chat, 'customer writes')],
      [8, () => this.cause(chat, 'takeover')],
      [3, () => this.cause(chat, 'assign')],
      [3, () => this.cause(chat, 'unassign')],
      [14, () => this.cause(chat, 'give-back')],
      [4, () => this.cause(chat, 'resolve')],
      [6, () => this.cause(chat, 'phone reply')],
      [5, () => this.cause(chat, 'inbox reply')],
      [3, () => this.cause(chat, 'hand-off')],
      [4, () => this.cause(chat, 'idle, answered')],
      [1, () => this.suppress(chat, true)],
      [2, () => this.suppress(chat, false)],
    ];
    const sum = acts.reduce((total, [weight]) => total + weight, 0);
    let left = this.#pick(sum);
    const chosen = acts.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    await chosen?.[1]();
  }

  /** The conditions of an event are the caller's. */
  async cause(chat: Chat, event: OwnerEvent): Promise<void> {
    switch (event) {
      case 'customer writes':
      case 'customer writes, no automation':
        return this.#customerWrites(chat);
      case 'phone reply':
        return this.#phoneReplies(chat);
      case 'inbox reply':
        return this.#staffReplies(chat);
      case 'takeover':
      case 'resolve':
      case 'give-back':
        return this.#call(chat, event, {});
      case 'give-back, no automation':
        return this.#call(chat, 'give-back', {});
      case 'assign':
        return this.#call(chat, 'assign', { assignee: 'Ani' });
      case 'unassign':
        return this.#call(chat, 'assign', { assignee: null });
      case 'hand-off':
        return this.#handsOff(chat);
      case 'idle, answered':
      case 'idle, unanswered':
      case 'idle, no automation':
        return this.#timePasses(chat);
      default:
        return event satisfies never;
    }
  }

  /** From the automation, which a new conversation has. */
  async lead(chat: Chat, state: OwnerState): Promise<void> {
    if (state === 'human_active') await this.cause(chat, 'takeover');
    if (state === 'human_waiting') await this.cause(chat, 'hand-off');
    if (state === 'closed') await this.cause(chat, 'resolve');
  }

  /** One to three messages, decided under a version that may be old. */
  async #botSends({ id }: Chat) {
    const { ctx } = this.#scene;
    const known = this.#pick(5) === 1 ? this.#seen.get(id) : undefined;
    const ownership_version = known ?? (await this.#versionOf(id));
    const texts = Array.from({ length: 1 + this.#pick(3) }, () => this.#text('bot'));
    const results = await ctx.db.transaction(async (tx) => {
      const sent: string[] = [];
      for (const body of texts) {
        const message = { conversation_id: id, ownership_version, body };
        sent.push(await botAnswers(tx, message, ctx.now()));
      }
      return sent;
    });
    ctx.bus.publish('messages');
    this.report.queued.push(...texts.filter((_, n) => results[n] === 'queued'));
    this.report.stale += results.filter((result) => result === 'stale').length;
  }

  async #customerWrites(chat: Chat) {
    const text = this.#text('tanya');
    await chat.customerWrites(text);
    this.report.written.push(text);
  }

  async #phoneReplies(chat: Chat) {
    const text = this.#text('telepon');
    await chat.phoneReplies(text);
    this.report.replied.push(text);
  }

  /** A client that gets no answer sends the same request again. */
  async #staffReplies({ id, uuid }: Chat) {
    const [actor, body] = [this.#text('balas'), this.#text('staf')];
    const send = () => {
      const shop = this.#one(this.#scene.shops);
      const headers = { 'idempotency-key': actor.replaceAll(' ', '-') };
      return shop.api('POST', `/v1/conversations/${uuid}/messages`, { body, actor }, headers);
    };
    const answers = await Promise.all([send(), send()]);
    const ids = new Set(answers.map((answer) => answer.body.id));
    if (answers.some(({ status }) => status !== 202) || ids.size !== 1)
      throw new Error(`A reply was not accepted once: ${JSON.stringify(answers.map((each) => each.body))}`);
    this.report.queued.push(body);
    // The repetition knows messages under way too, but of which moment is not sure.
    const [first] = answers.filter(({ headers }) => !('idempotency-replayed' in headers));
    if (first) this.report.acts.push({ actor, conversation_id: id, underWay: first.body.under_way });
  }

  async #call({ id, uuid }: Chat, name: string, body: object) {
    const shop = this.#one(this.#scene.shops);
    const known = this.#pick(4) === 1 ? this.#seen.get(id) : undefined;
    const actor = this.#text(name);
    const versioned = known === undefined ? { actor } : { actor, ownership_version: known };
    const answer = await shop.api('POST', `/v1/conversations/${uuid}/${name}`, { ...body, ...versioned });
    this.#note(id, actor, answer);
  }

  #note(conversation_id: number, actor: string, { status, body }: Answer) {
    if (status !== 200) {
      this.report.refusals.push(`${actor.split(' ')[0]} ${status} ${body.error}`);
      if (body.owner) this.#seen.set(conversation_id, body.owner.ownership_version);
      return;
    }
    this.#seen.set(conversation_id, body.ownership_version);
    this.report.acts.push({ actor, conversation_id, underWay: body.under_way });
  }

  async #handsOff({ uuid }: Chat) {
    const { ctx, accountId } = this.#scene;
    await ctx.db.transaction(async (tx) => {
      const owner = await lockOwner(tx, { id: accountId, deviceIds: null }, { uuid, version: undefined });
      const change = { move: 'hand_off', reason: 'asked', actor: 'automation' } as const;
      await changeOwner(tx, owner, change, ctx.now());
    });
  }

  /** More than a day passes for one conversation, and the timers of all processes look. */
  async #timePasses({ id }: Chat) {
    const { ctx } = this.#scene;
    await ctx.pool.query(
      `update conversations set timer_at = now() - interval '1 second', owner_since = owner_since - interval '${DAY}',
         last_at = last_at - interval '${DAY}', last_human_at = last_human_at - interval '${DAY}',
         waiting_since = waiting_since - interval '${DAY}'
       where id = $1 and timer_at is not null`,
      [id],
    );
    await runTimers(ctx);
  }

  /** The customer is excluded from automations, or no longer. */
  async suppress({ id }: Chat, isSuppressed: boolean) {
    await this.#scene.ctx.pool.query('update conversations set automation_suppressed = $2 where id = $1', [
      id,
      isSuppressed,
    ]);
  }

  async #versionOf(id: number): Promise<number> {
    const { rows } = await this.#scene.ctx.pool.query<{ version: number }>(
      'select ownership_version as version from conversations where id = $1',
      [id],
    );
    const version = Number(rows[0]?.version);
    this.#seen.set(id, version);
    return version;
  }

  #text(kind: string): string {
    this.#count += 1;
    return `${kind} ${this.#name}-${this.#count}`;
  }

  #one<T>(values: readonly T[]): T {
    const value = values[this.#pick(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
}

export function joined(actors: readonly OwnershipActor[]): Report {
  const all = actors.map(({ report }) => report);
  return {
    queued: all.flatMap(({ queued }) => queued),
    stale: all.reduce((sum, { stale }) => sum + stale, 0),
    acts: all.flatMap(({ acts }) => acts),
    refusals: all.flatMap(({ refusals }) => refusals),
    written: all.flatMap(({ written }) => written),
    replied: all.flatMap(({ replied }) => replied),
  };
}
