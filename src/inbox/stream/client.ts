import { Readable } from 'node:stream';
import type { Caller } from '../../platform/accounts/account.ts';
import type { Client } from './store.ts';
import type { AccountViewers, ShownViewers } from './viewers.ts';
import { greeting, type Message, type Page, ping, resync, sees } from './wire.ts';

/** In bytes. A slower client continues from the log. */
const MAX_BUFFERED = 256 * 1024;
const LITTLE = 64 * 1024;

/** Null: no longer admitted. */
export type FindCaller = () => Caller | null | Promise<Caller | null>;

export interface Opening {
  row: Client;
  caller: Pick<Caller, 'deviceIds' | 'isUser'>;
  findCaller: FindCaller;
  position: number;
}

/** At the speed of the client. */
export class StreamClient extends Readable {
  readonly row: Client;
  readonly findCaller: FindCaller;
  position: number;
  /** False: reads the log instead. */
  isLive = false;
  isChecking = false;
  readonly #isUser: boolean;
  #deviceIds: readonly number[] | null;
  #viewers = new Map<string, ShownViewers>();
  #isEnded = false;
  #onRoom: (() => void) | null = null;

  constructor({ row, caller, findCaller, position }: Opening) {
    super({ highWaterMark: LITTLE });
    this.row = row;
    this.findCaller = findCaller;
    this.position = position;
    this.#isUser = caller.isUser === true;
    this.#deviceIds = caller.deviceIds;
    this.push(greeting(position));
  }

  get isOver(): boolean {
    return this.#isEnded || this.destroyed;
  }

  get isFull(): boolean {
    return this.readableLength > MAX_BUFFERED;
  }

  override _read(): void {
    this.#onRoom?.();
    this.#onRoom = null;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#onRoom?.();
    done(error);
  }

  /** Stops when the buffer is full. */
  takePage({ messages, last }: Page): void {
    for (const message of messages) {
      if (this.isFull) return;
      this.#take(message);
    }
    this.position = Math.max(this.position, last);
  }

  #take(message: Message): void {
    if (message.position !== null) {
      if (message.position <= this.position) return;
      this.position = message.position;
    }
    if (!sees(this.#deviceIds, message)) return;
    this.#write((this.#isUser && message.textOfUsers) || message.text);
  }

  /** Only what differs. */
  takeViewers(viewers: AccountViewers): void {
    for (const [id, before] of this.#viewers) {
      if (this.isFull) return;
      const now = viewers.get(id);
      if (now && sees(this.#deviceIds, now.viewers)) continue;
      this.#viewers.delete(id);
      if (sees(this.#deviceIds, before.ended)) this.#write(before.ended.text);
    }
    for (const [id, now] of viewers) {
      if (this.isFull) return;
      if (this.#viewers.get(id) === now || !sees(this.#deviceIds, now.viewers)) continue;
      this.#viewers.set(id, now);
      this.#write(now.viewers.text);
    }
  }

  /** The client reads its lists, and continues here. */
  startOver(position: number): void {
    this.position = position;
    this.#write(resync(position).text);
  }

  ping(): void {
    this.#write(ping(this.position));
  }

  /** When its devices differ, the client reads its lists again. */
  see({ deviceIds }: Pick<Caller, 'deviceIds'>): void {
    if (nameOf(deviceIds) === nameOf(this.#deviceIds)) return;
    this.#deviceIds = deviceIds;
    this.#write(resync(this.position).text);
  }

  /** Until most bytes are read, or the client has gone. */
  hasRoom(): Promise<void> {
    if (this.readableLength < LITTLE || this.isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  end(): void {
    if (this.isOver) return;
    this.#isEnded = true;
    this.push(null);
    this._read();
  }

  #write(text: Buffer): void {
    if (!this.isOver) this.push(text);
  }
}

const nameOf = (deviceIds: readonly number[] | null) => deviceIds?.toSorted((a, b) => a - b).join();
