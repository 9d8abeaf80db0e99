import type { Context } from '../../context.ts';
import { type Batcher, createBatcher } from '../../platform/lib/batcher.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { commitAll, type ToCommit } from './commit.ts';

/** More conversations would hold the locks of an account for too long. */
const MAX_BATCH = 32;

interface Queue {
  batcher: Batcher<ToCommit, undefined>;
  users: number;
}

/**
 * Commits what turns have decided. Answers of one account need the same row of its quota, so those that are ready
 * while a transaction runs share the next one. A refused batch is halved, until what is refused is alone.
 */
export class Committer {
  readonly #ctx: Context;
  readonly #queues = new Map<number, Queue>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Rejects as `commitAll` does, for this decision alone. */
  async commit(given: ToCommit): Promise<void> {
    const { account_id: account } = given.chat;
    const queue = this.#queues.get(account) ?? { batcher: this.#open(), users: 0 };
    this.#queues.set(account, queue);
    queue.users += 1;
    try {
      await queue.batcher.add(given);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) this.#queues.delete(account);
    }
  }

  #open(): Batcher<ToCommit, undefined> {
    const flush = async (given: ToCommit[]) => {
      if (new Set(given.map(({ chat }) => chat.conversation_id)).size < given.length) throw new SameChat();
      await commitAll(this.#ctx, given);
      return given.map(() => undefined);
    };
    return createBatcher(flush, {
      maxItems: MAX_BATCH,
      divideOn: (error) => !isDatabaseUnavailable(error),
    });
  }
}

/** A turn whose claim has ended may still run beside its successor. */
class SameChat extends Error {
  override name = 'SameChat';
}
