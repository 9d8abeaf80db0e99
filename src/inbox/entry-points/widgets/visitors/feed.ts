import type { Context } from '../../../../context.ts';
import { type Identity, identityOf } from '../../../../gateway/people/identity.ts';
import { SECOND } from '../../../../platform/lib/clock.ts';
import type { Db } from '../../../../platform/lib/db/db.ts';
import { isDatabaseUnavailable } from '../../../../platform/lib/db/unavailable.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import { networkOfCaller } from '../../../../platform/lib/networks.ts';
import { WakeSignal } from '../../../../platform/lib/wake-signal.ts';
import { placeOf } from './intake.ts';
import { MAX_STREAMS, PAGE } from './limits.ts';
import { OpeningTimes } from './opening-times.ts';
import * as store from './store.ts';
import { VisitorStream } from './stream.ts';
import { filesOf, viewMessage } from './view.ts';
import type { ChatDoor, ChatWidget, Visitor } from './visitor.ts';
import { busy } from './visitor-limits.ts';

/** Changes of this time share statements. */
const GAP_MS = 100;
/** Times a look's duration, for the database. */
const REST = 3;
/** Some changes wake no other process, or come by time. */
const POLL_MS = 2 * SECOND;
const PING_MS = 15 * SECOND;
const CHECK_MS = SECOND;
const FAILURE_MS = 500;
const MAX_TAILS = 100;

interface Chat {
  place: store.ChatPlace;
  identity: Identity;
  widget: ChatWidget;
  streams: Set<VisitorStream>;
  /** Null: nothing yet. */
  shown: string | null;
}

/** Chats of these devices with a delayed answer. */
export type ComingAnswers = (
  db: Db,
  deviceIds: readonly number[],
  now: Date,
) => Promise<{ device_id: number; phone: string }[]>;

/** The state of a chat beside its messages. */
interface Scene {
  answering: 'bot' | 'person' | 'waiting' | null;
  typing: boolean;
  is_open: boolean;
}

/** Open streams of this process. No work without streams. */
export class VisitorFeed {
  readonly #ctx: Context;
  readonly #door: ChatDoor;
  readonly #comingAnswers: ComingAnswers;
  readonly #opening: OpeningTimes;
  readonly #chats = new Map<string, Chat>();
  readonly #signal = new WakeSignal();
  #isAwake = false;
  #isClosed = false;
  #count = 0;
  #checkedAt = 0;
  #running: Promise<void> | null = null;

  constructor(ctx: Context, door: ChatDoor, comingAnswers: ComingAnswers) {
    this.#ctx = ctx;
    this.#door = door;
    this.#comingAnswers = comingAnswers;
    this.#opening = new OpeningTimes(ctx);
  }

  /** ApiError rate_limited, service_unavailable: too many streams are open. */
  open(visitor: Visitor, address: string): VisitorStream {
    const network = networkOfCaller(address);
    this.#requireRoom(visitor, network);
    const stream = new VisitorStream(visitor, network, () => this.#wake());
    const key = `${visitor.widget.chat_device_id} ${visitor.phone}`;
    const chat = this.#chats.get(key) ?? chatOf(visitor);
    this.#chats.set(key, chat);
    chat.streams.add(stream);
    this.#count += 1;
    stream.once('close', () => {
      chat.streams.delete(stream);
      this.#count -= 1;
      if (chat.streams.size === 0) this.#chats.delete(key);
    });
    this.#wake();
    this.#running ??= this.#run();
    return stream;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#signal.close();
    for (const stream of this.#streams()) stream.end();
    await this.#running;
  }

  #requireRoom({ phone, widget }: Visitor, network: string): void {
    if (this.#isClosed || this.#count >= MAX_STREAMS.all) throw new ApiError('service_unavailable');
    const open = { ofVisitor: 0, ofNetwork: 0, ofAccount: 0 };
    for (const stream of this.#streams()) {
      const other = stream.visitor;
      if (other.widget.account_id === widget.account_id) open.ofAccount += 1;
      if (other.widget.chat_device_id === widget.chat_device_id && other.phone === phone) open.ofVisitor += 1;
      if (stream.network === network) open.ofNetwork += 1;
    }
    const { ofVisitor, ofNetwork, ofAccount } = MAX_STREAMS;
    if (open.ofVisitor >= ofVisitor || open.ofNetwork >= ofNetwork || open.ofAccount >= ofAccount) {
      throw busy(PING_MS / SECOND);
    }
  }

  *#streams(): Iterable<VisitorStream> {
    for (const { streams } of this.#chats.values()) yield* streams;
  }

  #wake(): void {
    this.#isAwake = true;
    this.#signal.wake();
  }

  /** Until the last stream is closed. */
  async #run(): Promise<void> {
    const { bus } = this.#ctx;
    const topics = ['events', 'visitors'] as const;
    const unsubscribe = topics.map((topic) => bus.subscribe(topic, () => this.#wake()));
    const ping = setInterval(() => {
      for (const stream of this.#streams()) stream.ping();
    }, PING_MS);
    while (this.#count > 0 && !this.#isClosed) {
      this.#isAwake = false;
      const took = await this.#look();
      await this.#signal.wait(Math.max(GAP_MS, took * REST), { onlyForClose: true });
      if (!this.#isAwake) await this.#signal.wait(POLL_MS);
    }
    clearInterval(ping);
    for (const end of unsubscribe) end();
    this.#running = this.#count > 0 && !this.#isClosed ? this.#run() : null;
  }

  /** Returns its time in milliseconds. */
  async #look(): Promise<number> {
    const from = performance.now();
    try {
      if (from - this.#checkedAt >= CHECK_MS) {
        this.#checkedAt = from;
        await this.#endRefused();
      }
      await this.#show();
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.#ctx.log.debug({ err: error }, 'visitors.database_away');
      else this.#ctx.log.error({ err: error }, 'visitors.feed_failed');
      this.#isAwake = true;
      return FAILURE_MS / REST;
    }
    return performance.now() - from;
  }

  /** For widgets that are off, and suspended accounts. */
  async #endRefused(): Promise<void> {
    for (const { streams } of [...this.#chats.values()]) {
      for (const stream of streams) {
        if (!(await this.#door.stillAdmits(stream.visitor))) stream.end();
      }
    }
  }

  async #show(): Promise<void> {
    const chats = [...this.#chats.values()];
    if (chats.length === 0) return;
    const scenes = await this.#scenesOf(chats);
    const changed = chats.flatMap((chat, index) => {
      const scene = scenes[index];
      if (!scene) return [];
      const isNew = chat.shown !== scene.mark;
      if (!isNew && ![...chat.streams].some(({ isBehind, isFull }) => isBehind && !isFull)) return [];
      return [{ chat, isNew, ...scene }];
    });
    for (let n = 0; n < changed.length; n += MAX_TAILS) await this.#push(changed.slice(n, n + MAX_TAILS));
  }

  async #scenesOf(chats: readonly Chat[]): Promise<{ mark: string; scene: Scene }[]> {
    const { db, now } = this.#ctx;
    const deviceIds = [...new Set(chats.map(({ place }) => place.device_id))];
    const places = chats.map(({ place, identity }) => ({ ...place, identity }));
    const [states, coming, isOpen] = await Promise.all([
      store.listChatStates(db, places, PAGE),
      this.#comingAnswers(db, deviceIds, now()),
      this.#opening.read(chats.map(({ widget }) => widget)),
    ]);
    const typing = new Set(coming.map(({ device_id, phone }) => `${device_id} ${phone}`));
    const byChat = new Map(states.map((state) => [state.chat, state]));
    return chats.map(({ place, widget }, index) => {
      const { mark = null, owner_state = null, automated = false } = byChat.get(index) ?? {};
      const answering = answeringOf(owner_state);
      const scene = {
        answering,
        typing: typing.has(`${place.device_id} ${place.phone}`),
        is_open: isOpen(widget) || (automated && answering !== 'person' && answering !== 'waiting'),
      };
      return { mark: JSON.stringify([mark, scene]), scene };
    });
  }

  async #push(changed: readonly { chat: Chat; isNew: boolean; mark: string; scene: Scene }[]): Promise<void> {
    const places = changed.map(({ chat }) => ({ ...chat.place, before: null }));
    const tails = await store.pageMessages(this.#ctx.db, places, PAGE);
    const files = await filesOf(this.#ctx, [...tails.values()].flat());
    for (const [index, { chat, isNew, mark, scene }] of changed.entries()) {
      const messages = (tails.get(index) ?? []).map((row) => viewMessage(row, files));
      const state = Buffer.from(`event: chat\ndata: ${JSON.stringify({ messages, ...scene })}\n\n`);
      chat.shown = mark;
      for (const stream of chat.streams) if (isNew || stream.isBehind) stream.show(state);
    }
  }
}

function chatOf(visitor: Visitor): Chat {
  const identity = identityOf(visitor.phone);
  if (!identity) throw new Error('a visitor has no identity');
  return { place: placeOf(visitor), identity, widget: visitor.widget, streams: new Set(), shown: null };
}

function answeringOf(ownerState: string | null): Scene['answering'] {
  switch (ownerState) {
    case 'bot':
      return 'bot';
    case 'human_active':
      return 'person';
    case 'human_waiting':
      return 'waiting';
    default:
      return null;
  }
}
