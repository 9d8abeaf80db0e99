import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { listViewed, type Viewed } from '../conversations/viewers/viewer.ts';
import { type Message, message } from './wire.ts';

/** Between two looks at all accounts. */
const GAP_MS = 200;

/** The same object until they differ. */
export interface ShownViewers {
  viewers: Message;
  /** No user looks any more. */
  ended: Message;
}

/** By the id of the conversation. */
export type AccountViewers = ReadonlyMap<string, ShownViewers>;

interface Watched {
  viewers: AccountViewers;
  showViewers(viewers: AccountViewers): void;
}

/** Viewers of accounts with streams. Not kept in the log. */
export class ViewersWatch {
  readonly #ctx: Pick<Context, 'db' | 'now'>;
  readonly #watched: ReadonlyMap<number, Watched>;
  readonly #onFailure: (error: unknown) => void;
  /** Accounts of the next look. */
  readonly #asked = new Set<number>();
  #isLooking = false;

  constructor(
    ctx: Pick<Context, 'db' | 'now'>,
    on: { watched: ReadonlyMap<number, Watched>; failure: (error: unknown) => void },
  ) {
    this.#ctx = ctx;
    this.#watched = on.watched;
    this.#onFailure = on.failure;
  }

  /** Views end by time, so by default accounts with viewers. */
  look(accountIds: Iterable<number> = this.#withViewers()): void {
    for (const id of accountIds) this.#asked.add(id);
    if (!this.#isLooking) void this.#lookAll();
  }

  #withViewers(): number[] {
    return [...this.#watched].flatMap(([id, { viewers }]) => (viewers.size > 0 ? id : []));
  }

  /** One statement at a time: answers stay in order. */
  async #lookAll(): Promise<void> {
    this.#isLooking = true;
    let asked: number[] = [];
    try {
      while (this.#asked.size > 0) {
        asked = [...this.#asked];
        this.#asked.clear();
        const rows = Map.groupBy(await listViewed(this.#ctx, asked), ({ account_id }) => account_id);
        for (const id of asked) {
          const watched = this.#watched.get(id);
          watched?.showViewers(shownOf(rows.get(id) ?? [], watched.viewers));
        }
        await wait(GAP_MS, undefined, { ref: false });
      }
    } catch (error) {
      this.#onFailure(error);
      // The next call repeats it.
      for (const id of asked) this.#asked.add(id);
    } finally {
      this.#isLooking = false;
    }
  }
}

function shownOf(rows: readonly Viewed[], before: AccountViewers): AccountViewers {
  return new Map(
    rows.map((row) => {
      const next = messageOf(row, row.viewers);
      const known = before.get(row.conversation_uuid);
      const isSame = known?.viewers.deviceId === next.deviceId && known.viewers.text.equals(next.text);
      return [row.conversation_uuid, isSame ? known : { viewers: next, ended: messageOf(row, []) }];
    }),
  );
}

function messageOf({ conversation_uuid, device_id }: Viewed, viewers: Viewed['viewers']): Message {
  const data = JSON.stringify({ conversation_id: conversation_uuid, viewers });
  return message({ position: null, deviceId: device_id }, 'conversation.viewers', data);
}
