import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { admit } from './admission.ts';
import { type FindCaller, StreamClient } from './client.ts';
import { LogReader } from './log-reader.ts';
import * as store from './store.ts';
import { AccountTail } from './tail.ts';
import { TailLoop } from './tail-loop.ts';
import { ViewersWatch } from './viewers.ts';

const CHECK_MS = 100;
const PING_MS = 15 * SECOND;
const RENEW_MS = 10 * SECOND;
const FAILURE_MS = 500;
const VIEWERS_MS = SECOND;

/** After a loss of the newest transactions: clients that were ahead read again. */
export const { skipPositions } = store;

export interface Streams {
  /** ApiError service_unavailable: too many streams are open. */
  open(caller: StreamCaller): Promise<Readable>;
  close(): Promise<void>;
}

export interface StreamCaller {
  account: Caller;
  /** The key or the user. */
  name: string;
  findCaller: FindCaller;
  /** Null: a new client. */
  lastId: number | null;
}

/** Idle until the first stream is open. */
export function openStreams(ctx: Context): Streams {
  const streams = new LocalStreams(ctx);
  return { open: (caller) => streams.open(caller), close: () => streams.close() };
}

/** The streams of this process. */
class LocalStreams {
  readonly #ctx: Context;
  readonly #tails = new Map<number, AccountTail>();
  readonly #reader: LogReader;
  readonly #loop: TailLoop;
  readonly #viewers: ViewersWatch;
  #unsubscribe: (() => void) | null = null;
  #timers: NodeJS.Timeout[] = [];
  #isClosed = false;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#reader = new LogReader(ctx);
    this.#viewers = new ViewersWatch(ctx, {
      watched: this.#tails,
      failure: (error) => noteFailure(ctx, error),
    });
    this.#loop = new TailLoop(ctx, {
      step: () => this.#reader.advance(this.#tails),
      failure: (error) => noteFailure(ctx, error),
    });
  }

  async open({ account, name, findCaller, lastId }: StreamCaller): Promise<StreamClient> {
    const row = { accountId: account.id, clientUuid: randomUUID(), caller: name };
    const state = await admit(this.#ctx, row);
    if (this.#isClosed) throw new ApiError('service_unavailable');
    const tail = this.#tailOf(account.id, state.last_position);
    const canResume = lastId !== null && lastId >= state.forgotten && lastId <= state.last_position;
    const position = canResume ? lastId : tail.position;
    const client = new StreamClient({ row, caller: account, findCaller, position });
    if (lastId !== null && !canResume) client.startOver(position);
    client.once('close', () => this.#remove(tail, client));
    tail.add(client);
    this.#start();
    this.#viewers.look([account.id]);
    return client;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const client of this.#clients()) client.end();
    this.#stop();
    await this.#loop.stop();
  }

  #tailOf(accountId: number, position: number): AccountTail {
    const known = this.#tails.get(accountId);
    if (known) return known;
    const tail = new AccountTail(accountId, position, {
      readPage: (id, after) => this.#reader.readPage(id, after),
      afterFailure: async (error) => {
        noteFailure(this.#ctx, error);
        await wait(FAILURE_MS);
      },
    });
    this.#tails.set(accountId, tail);
    return tail;
  }

  #remove(tail: AccountTail, client: StreamClient): void {
    tail.clients.delete(client);
    if (tail.clients.size === 0) this.#tails.delete(tail.accountId);
    if (this.#tails.size === 0) this.#stop();
    // Without the removal, the place is free after half a minute.
    store.removeClients(this.#ctx.db, [client.row]).catch((error) => noteFailure(this.#ctx, error));
  }

  #start(): void {
    this.#loop.start();
    if (this.#timers.length > 0) return;
    const renew = () => {
      const rows = [...this.#clients()].map(({ row }) => row);
      store.renewClients(this.#ctx.db, rows).catch((error) => noteFailure(this.#ctx, error));
    };
    this.#timers = [
      setInterval(() => this.#checkAll(), CHECK_MS),
      setInterval(renew, RENEW_MS),
      setInterval(() => this.#pingAll(), PING_MS),
      setInterval(() => this.#viewers.look(), VIEWERS_MS),
    ];
    this.#unsubscribe = this.#ctx.bus.subscribe('viewers', () => this.#viewers.look(this.#tails.keys()));
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    this.#unsubscribe?.();
    this.#loop.pause();
  }

  *#clients(): Iterable<StreamClient> {
    for (const { clients } of this.#tails.values()) yield* clients;
  }

  #pingAll(): void {
    for (const client of this.#clients()) if (client.isLive) client.ping();
  }

  #checkAll(): void {
    for (const client of this.#clients()) {
      if (!client.isChecking) void this.#check(client);
    }
  }

  async #check(client: StreamClient): Promise<void> {
    client.isChecking = true;
    try {
      const caller = await client.findCaller();
      if (caller) client.see(caller);
      else client.end();
    } catch (error) {
      noteFailure(this.#ctx, error);
    } finally {
      client.isChecking = false;
    }
  }
}

function noteFailure(ctx: Context, error: unknown): void {
  if (isDatabaseUnavailable(error)) ctx.log.debug({ err: error }, 'stream.database_away');
  else ctx.log.error({ err: error }, 'stream.failed');
}
