import type { Context } from '../../../../context.ts';
import { messageIdOf } from '../../../../gateway/engines/visitor-post.ts';
import { requireStored, sentFiles } from '../../../../gateway/messages/media/media.ts';
import { writeStatuses } from '../../../../gateway/messages/queue/status-writer.ts';
import { type Batcher, createBatcher } from '../../../../platform/lib/batcher.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import { isUuid } from '../../../../platform/lib/text.ts';
import { placeOf } from './intake.ts';
import { PAGE } from './limits.ts';
import type { Seen, VisitorMessages } from './schema.ts';
import * as store from './store.ts';
import { filesOf, viewMessage } from './view.ts';
import type { Visitor } from './visitor.ts';

const MAX_READS = 50;
const MAX_SEEN = 200;
/** Older messages keep their status. */
const MAX_MARKED = 100;

interface Read {
  visitor: Visitor;
  /** Null: from the newest message on. */
  before: string | null;
}

interface SeenBy extends Seen {
  visitor: Visitor;
}

/** Many visitors share statements and connections. */
export class Reading {
  readonly #ctx: Context;
  readonly #reads: Batcher<Read, VisitorMessages>;
  readonly #seen: Batcher<SeenBy, undefined>;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#reads = createBatcher((reads) => this.#read(reads), { maxItems: MAX_READS });
    this.#seen = createBatcher((seen) => this.#note(seen), { maxItems: MAX_SEEN });
  }

  /** A foreign id has no messages before it. */
  page(read: Read): Promise<VisitorMessages> {
    return this.#reads.add(read);
  }

  /** Delivered or read up to this message. A foreign id changes nothing. */
  async note(seen: SeenBy): Promise<void> {
    await this.#seen.add(seen);
  }

  async idle(): Promise<void> {
    await Promise.all([this.#reads.idle(), this.#seen.idle()]);
  }

  async #read(reads: readonly Read[]): Promise<VisitorMessages[]> {
    const { db } = this.#ctx;
    const ids = await rowIdsOf(
      db,
      reads.map(({ visitor, before }) => ({ visitor, id: before })),
    );
    const known = reads.flatMap(({ visitor, before }, index) => {
      const id = ids.get(index) ?? null;
      return before !== null && id === null ? [] : [{ ...placeOf(visitor), before: id, index }];
    });
    const pages = await store.pageMessages(db, known, PAGE + 1);
    const files = await filesOf(this.#ctx, [...pages.values()].flat());
    const byRead = new Map(known.map(({ index }, n) => [index, pages.get(n) ?? []]));
    return reads.map((_, index) => {
      const rows = byRead.get(index) ?? [];
      const messages = rows.slice(-PAGE).map((row) => viewMessage(row, files));
      return { messages, has_more: rows.length > PAGE };
    });
  }

  async #note(seen: readonly SeenBy[]): Promise<undefined[]> {
    const { db } = this.#ctx;
    const ids = await rowIdsOf(
      db,
      seen.map(({ visitor, up_to }) => ({ visitor, id: up_to })),
    );
    const known = seen.flatMap(({ visitor, status }, index) => {
      const id = ids.get(index);
      return id === undefined ? [] : [{ ...placeOf(visitor), up_to: id, status }];
    });
    const unseen = known.length > 0 ? await store.listUnseen(db, known, MAX_MARKED) : [];
    const changes = unseen.flatMap(({ index, device_id, wa_message_id }) => {
      const status = known[index]?.status;
      const plain = { error_code: null, error_message: null, refund: false };
      return status ? [{ device_id, wa_message_id, status, ...plain }] : [];
    });
    if (changes.length > 0) await writeStatuses(this.#ctx, changes);
    return seen.map(() => undefined);
  }
}

/** An uploaded file of a message in the chat of this visitor. ApiError not_found, media_removed. */
export async function getFile({ db }: Pick<Context, 'db'>, visitor: Visitor, id: string) {
  const asked = { ...placeOf(visitor), wa_message_id: waMessageIdOf(visitor, id) };
  const message = (await store.findMessages(db, [asked])).get(0);
  const [file] = message ? await sentFiles(db, [message]) : [];
  if (!file) throw new ApiError('not_found');
  return requireStored(file);
}

/** Row ids by index. Messages of other chats are missing. */
async function rowIdsOf(
  db: Context['db'],
  named: readonly { visitor: Visitor; id: string | null }[],
): Promise<Map<number, number>> {
  const asked = named.flatMap(({ visitor, id }, index) =>
    id === null ? [] : [{ ...placeOf(visitor), wa_message_id: waMessageIdOf(visitor, id), index }],
  );
  const found = await store.findMessages(db, asked);
  return new Map([...found].flatMap(([n, { id }]) => (asked[n] ? [[asked[n].index, id] as const] : [])));
}

/** Own messages have the page's id. */
const waMessageIdOf = (visitor: Visitor, id: string) =>
  isUuid(id) ? messageIdOf(visitor.id, id.toLowerCase()) : id;
