import type { StreamClient } from './client.ts';
import type { AccountViewers } from './viewers.ts';
import type { Page } from './wire.ts';

/** Undefined: no longer in the log. */
export type ReadPage = (accountId: number, after: number) => Promise<Page | undefined>;

/** Beyond this, a client reads its lists again, which costs less. */
export const MAX_BEHIND = 2_000;

/** Makes messages once for all clients of the process. */
export class AccountTail {
  readonly accountId: number;
  readonly clients = new Set<StreamClient>();
  position: number;
  viewers: AccountViewers = new Map();
  readonly #readPage: ReadPage;
  readonly #afterFailure: (error: unknown) => Promise<void>;

  constructor(
    accountId: number,
    position: number,
    on: { readPage: ReadPage; afterFailure: (error: unknown) => Promise<void> },
  ) {
    this.accountId = accountId;
    this.position = position;
    this.#readPage = on.readPage;
    this.#afterFailure = on.afterFailure;
  }

  add(client: StreamClient): void {
    this.clients.add(client);
    void this.#follow(client);
  }

  deliver({ messages, last }: Page): void {
    this.position = Math.max(this.position, last);
    for (const client of this.clients) {
      if (!client.isLive) continue;
      client.takePage({ messages, last });
      if (client.isFull) void this.#follow(client);
    }
  }

  /** Not in the log: clients get them at its end. */
  showViewers(viewers: AccountViewers): void {
    this.viewers = viewers;
    for (const client of this.clients) {
      if (!client.isLive) continue;
      client.takeViewers(viewers);
      if (client.isFull) void this.#follow(client);
    }
  }

  /** All clients read their lists again, which is faster. */
  skipTo(position: number): void {
    this.position = position;
    for (const client of this.clients) if (client.isLive) client.startOver(position);
  }

  /** Reads the log at the client's speed, up to the tail. */
  async #follow(client: StreamClient): Promise<void> {
    client.isLive = false;
    for (;;) {
      await client.hasRoom();
      if (client.isOver) return;
      if (client.position >= this.position) break;
      try {
        const page = await this.#readFor(client);
        if (page) client.takePage(page);
        else client.startOver(this.position);
      } catch (error) {
        await this.#afterFailure(error);
      }
    }
    client.isLive = true;
    client.takeViewers(this.viewers);
  }

  async #readFor({ position }: StreamClient): Promise<Page | undefined> {
    if (this.position - position > MAX_BEHIND) return undefined;
    return this.#readPage(this.accountId, position);
  }
}
