import type { Context } from '../../../../context.ts';
import {
  messageIdOf,
  type OfferedChoice,
  receivedFrom,
  type VisitorPost,
} from '../../../../gateway/engines/visitor-post.ts';
import {
  type InboundHook,
  type InboundRow,
  inboundRow,
  numberRows,
  storeInbound,
} from '../../../../gateway/messages/inbound/inbound.ts';
import { type Batcher, createBatcher } from '../../../../platform/lib/batcher.ts';
import { isPermanentError, retryConflicts } from '../../../../platform/lib/db/write-errors.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import { MAX_STORING } from './limits.ts';
import type { Post, VisitorMessage } from './schema.ts';
import * as store from './store.ts';
import { choicesOf, viewMessage } from './view.ts';
import type { Visitor } from './visitor.ts';
import { busy } from './visitor-limits.ts';

/** Short transactions delay other accounts little. */
const MAX_ROWS = 200;

interface Posted {
  visitor: Visitor;
  post: Post;
  language: VisitorPost['language'];
}

export interface StoredPost {
  message: VisitorMessage;
  /** False: it was stored before. */
  isNew: boolean;
}

/** Posts of many visitors share a transaction. */
export class Intake {
  readonly #ctx: Context;
  readonly #hooks: readonly InboundHook[];
  readonly #batcher: Batcher<Posted, StoredPost | null>;
  /** Posts in work, by account. */
  readonly #storing = new Map<number, number>();

  constructor(ctx: Context, hooks: readonly InboundHook[]) {
    this.#ctx = ctx;
    this.#hooks = hooks;
    this.#batcher = createBatcher((batch) => this.#store(batch), {
      maxItems: MAX_ROWS,
      divideOn: isPermanentError,
    });
  }

  /** Resolves after the commit. ApiError rate_limited, chat_closed. */
  async take(posted: Posted): Promise<StoredPost> {
    const { account_id } = posted.visitor.widget;
    const storing = this.#storing.get(account_id) ?? 0;
    if (storing >= MAX_STORING) throw busy(1);
    this.#storing.set(account_id, storing + 1);
    try {
      const stored = await this.#batcher.add(posted);
      // The account was cancelled meanwhile.
      if (!stored) throw new ApiError('chat_closed');
      return stored;
    } finally {
      const left = (this.#storing.get(account_id) ?? 1) - 1;
      if (left === 0) this.#storing.delete(account_id);
      else this.#storing.set(account_id, left);
    }
  }

  idle(): Promise<void> {
    return this.#batcher.idle();
  }

  async #store(batch: readonly Posted[]): Promise<(StoredPost | null)[]> {
    const ctx = this.#ctx;
    const choices = await findChoices(ctx, batch);
    const rows = batch.map(({ visitor, post, language }, index) => {
      const { widget } = visitor;
      const { id, text, contact = null } = post;
      const written = { id, text, contact, choice: choices.get(index) ?? null, language };
      const device = { id: widget.chat_device_id, account_id: widget.account_id };
      return inboundRow(device, receivedFrom(visitor, written, ctx.now()));
    });
    const numbered = await numberRows(ctx, rows);
    const stored = await retryConflicts(() => this.#commit(numbered));
    ctx.bus.publish('events');
    ctx.bus.publish('received');
    return this.#answers(batch, stored);
  }

  /** Returns the stored messages by the engine's id. */
  async #commit(rows: readonly InboundRow[]): Promise<Map<string, store.MessageRow>> {
    const stored = new Map<string, store.MessageRow>();
    const note: InboundHook = async (_tx, messages) => {
      for (const { device_id, wa_message_id, at, id, type, body } of messages) {
        const row = { id, type, body, wa_message_id, created_at: at };
        stored.set(`${device_id} ${wa_message_id}`, { ...row, ...RECEIVED });
      }
    };
    const hooks = [...this.#hooks, note];
    await this.#ctx.db.transaction((tx) => storeInbound(tx, rows, { now: this.#ctx.now(), hooks }));
    return stored;
  }

  /** Null: not stored. The first of a batch is new. */
  async #answers(
    batch: readonly Posted[],
    stored: Map<string, store.MessageRow>,
  ): Promise<(StoredPost | null)[]> {
    const asked = batch.map(({ visitor, post }) => {
      const place = { ...placeOf(visitor), wa_message_id: messageIdOf(visitor.id, post.id) };
      const key = `${place.device_id} ${place.wa_message_id}`;
      const row = stored.get(key);
      stored.delete(key);
      return { place, row };
    });
    const repeated = asked.filter(({ row }) => row === undefined);
    const places = repeated.map(({ place }) => place);
    const found = await store.findMessages(this.#ctx.db, places);
    return asked.map((one) => {
      const row = one.row ?? found.get(repeated.indexOf(one));
      return row ? { message: viewMessage(row), isNew: one.row !== undefined } : null;
    });
  }
}

const RECEIVED = {
  direction: 'in',
  source: 'customer',
  status: 'received',
  media_url: null,
  interactive: null,
} as const;

export const placeOf = ({ widget, phone }: Visitor): store.ChatPlace => ({
  account_id: widget.account_id,
  device_id: widget.chat_device_id,
  phone,
});

/** By index: choices offered to these visitors. Other taps are text. */
async function findChoices(
  { db }: Pick<Context, 'db'>,
  batch: readonly Posted[],
): Promise<Map<number, OfferedChoice>> {
  const taps = batch.flatMap(({ visitor, post: { choice } }, index) =>
    choice ? [{ ...placeOf(visitor), wa_message_id: choice.message, id: choice.id, index }] : [],
  );
  const messages = await store.findMessages(db, taps);
  const offered = taps.flatMap(({ id, index }, tap) => {
    const message = messages.get(tap);
    if (message?.direction !== 'out' || (message.type !== 'button' && message.type !== 'list')) return [];
    const chosen = choicesOf(message.interactive).find((choice) => choice.id === id);
    return chosen ? [[index, { ...chosen, type: message.type, message }] as const] : [];
  });
  return new Map(offered);
}
