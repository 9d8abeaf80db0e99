import type { Context } from '../../context.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { type LogRow, readLog } from './log-store.ts';
import { render } from './render.ts';
import { resyncUnseen, sequence } from './sequence-store.ts';
import { type AccountTail, MAX_BEHIND } from './tail.ts';
import { Turns } from './turns.ts';
import type { Page } from './wire.ts';

/** Per read of an account. */
const TAIL_ROWS = 200;
const PAGE_ROWS = 50;
/** Leaves most connections to calls. */
const PARALLEL = 3;
const UNSEEING_MS = SECOND;

export class LogReader {
  readonly #ctx: Context;
  #lookedAt = 0;
  /** Of clients that catch up. */
  readonly #turns = new Turns();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** True: something was delivered, and more may follow. */
  async advance(tails: ReadonlyMap<number, AccountTail>): Promise<boolean> {
    const steps = await sequence(this.#ctx.db, { accountIds: [...tails.keys()], limit: TAIL_ROWS });
    await this.#resyncUnseen(
      steps.filter(({ has_unseeing }) => has_unseeing).map(({ account_id }) => account_id),
    );
    const behind: AccountTail[] = [];
    for (const { account_id, last_position } of steps) {
      const tail = tails.get(account_id);
      if (!tail || tail.position >= last_position) continue;
      if (last_position - tail.position > MAX_BEHIND) tail.skipTo(last_position);
      else behind.push(tail);
    }
    if (behind.length > 0) await this.#deliver(behind);
    return behind.length > 0 || steps.some(({ has_more }) => has_more);
  }

  /** Undefined: the log begins later. */
  readPage(accountId: number, after: number): Promise<Page | undefined> {
    return this.#turns.take(accountId, async () => {
      const rows = await readLog(this.#ctx.db, [{ accountId, after }], PAGE_ROWS);
      return rows[0]?.position === after + 1 ? this.#pageOf(accountId, rows) : undefined;
    });
  }

  async #deliver(behind: readonly AccountTail[]): Promise<void> {
    const places = behind.map(({ accountId, position }) => ({ accountId, after: position }));
    const rows = Map.groupBy(await readLog(this.#ctx.db, places, TAIL_ROWS), ({ account_id }) => account_id);
    for (let first = 0; first < behind.length; first += PARALLEL) {
      const some = behind.slice(first, first + PARALLEL);
      await Promise.all(some.map((tail) => this.#deliverOne(tail, rows.get(tail.accountId) ?? [])));
    }
  }

  async #deliverOne(tail: AccountTail, rows: readonly LogRow[]): Promise<void> {
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) return;
    // Retention was faster than this process.
    if (first.position !== tail.position + 1) return tail.skipTo(last.position);
    // Events need no further statement.
    const other = rows.findIndex(({ body }) => body === null);
    for (const some of other < 0 ? [rows] : [rows.slice(0, other), rows.slice(other)]) {
      if (some.length > 0) tail.deliver(await this.#pageOf(tail.accountId, some));
    }
  }

  async #pageOf(accountId: number, rows: readonly LogRow[]): Promise<Page> {
    const last = rows.at(-1)?.position ?? 0;
    return { messages: await render(this.#ctx, accountId, rows), last };
  }

  async #resyncUnseen(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0 || performance.now() - this.#lookedAt < UNSEEING_MS) return;
    this.#lookedAt = performance.now();
    await resyncUnseen(this.#ctx.db, accountIds);
  }
}
