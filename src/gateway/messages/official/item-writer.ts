import type { Context } from '../../../context.ts';
import { type Batcher, createBatcher } from '../../../platform/lib/batcher.ts';
import { isRefusedRow } from '../../../platform/lib/db/refused-row.ts';
import { isPermanentError, retryConflicts } from '../../../platform/lib/db/write-errors.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { KeyedSlots } from '../../../platform/lib/keyed-slots.ts';
import { type OfficialDevice, saveOfficialAccount } from '../../devices/official/business-account.ts';
import type { ChatItem } from '../../engines/callbacks.ts';
import { type ChangeRow, changeRow, storeChanges } from '../changes/change.ts';
import {
  type ConsentHook,
  type CustomerConsent,
  type CustomerMove,
  consentOf,
  type HandoverHook,
  handoverOf,
  type MoveHook,
  moveOf,
} from '../customer-changes.ts';
import { IMPORT } from '../imports/import.ts';
import {
  type InboundHook,
  type InboundRow,
  inboundRow,
  numberRows,
  storeInbound,
} from '../inbound/inbound.ts';
import { type PhoneReplyHook, type ReplyRow, replyRow, storeReplies } from '../phone-replies/phone-reply.ts';
import { LateStatuses } from '../queue/late-statuses.ts';
import { notStorable, type StatusChange, writeStatuses } from '../queue/status-writer.ts';
import type { CallbackWatch } from './callback-watch.ts';
import { otherRow, statusChange, warningRow, withReferences } from './item-rows.ts';
import { withKnownNumbers } from './known-numbers.ts';
import { insertUpdates, noteWarnings, type OtherUpdate, type WarningRow } from './store.ts';
import { withStoredReferences } from './stored-references.ts';

const MAX_ROWS = 1_000;
const STATUS_REST_MS = 5;
/** A callback can have thousands of moves: accounts take turns. */
const MOVES_AT_ONCE = { total: 4, perKey: 1 };
const NO_SIGNAL = new AbortController().signal;

type Written = { message: InboundRow } | { reply: ReplyRow } | { change: ChangeRow | null };

interface Hooks {
  hooks: readonly InboundHook[];
  replyHooks: readonly PhoneReplyHook[];
  noteConsent: ConsentHook;
  noteMoves: MoveHook;
  noteHandovers: HandoverHook;
}

export class ItemWriter {
  readonly #ctx: Context;
  /** Messages, replies and changes share batches: a deletion finds its message. */
  readonly #messages: Batcher<Written, undefined>;
  readonly #statuses: Batcher<StatusChange, undefined>;
  readonly #others: Batcher<OtherUpdate, undefined>;
  readonly #warnings: Batcher<WarningRow, undefined>;
  readonly #consents: Batcher<CustomerConsent, undefined>;
  readonly #noteMoves: MoveHook;
  readonly #noteHandovers: HandoverHook;
  readonly #moves = new KeyedSlots(MOVES_AT_ONCE);
  /** By device id: the business account in flight, so that concurrent callbacks save it once. */
  readonly #saving = new Map<number, string>();

  constructor(
    ctx: Context,
    { hooks, replyHooks, noteConsent, noteMoves, noteHandovers, watch }: Hooks & { watch: CallbackWatch },
  ) {
    this.#ctx = ctx;
    const lateStatuses = new LateStatuses(ctx.log);
    const announced = <Row>(write: (rows: Row[]) => Promise<unknown>) => batcherOf(announcing(ctx, write));
    this.#messages = announced(async (written) => {
      const arrived = written.flatMap((each) => ('message' in each ? [each.message] : []));
      const rows = await withStoredReferences(ctx.db, await withKnownNumbers(ctx.db, arrived));
      const messages = rows.length > 0 ? await numberRows(ctx, rows) : [];
      const phoneRows = written.flatMap((each) => ('reply' in each ? [each.reply] : []));
      const replies = phoneRows.length > 0 ? await numberRows(ctx, phoneRows) : [];
      const changed = written.flatMap((each) => ('change' in each && each.change ? [each.change] : []));
      const changes = await withStoredReferences(ctx.db, changed);
      // Replies lock conversations too. In the same transaction they would do so after the usage that messages can
      // lock, against the order of locks.
      if (messages.length > 0) {
        await ctx.db.transaction((tx) => storeInbound(tx, messages, { now: ctx.now(), hooks }));
        ctx.bus.publish('received');
      }
      if (replies.length + changes.length === 0) return;
      await ctx.db.transaction(async (tx) => {
        await storeReplies(tx, replies, replyHooks);
        await storeChanges(tx, changes, ctx.now());
      });
    });
    this.#statuses = batcherOf(async (rows) => {
      const changes = withReferences(rows);
      lateStatuses.note(await writeStatuses(ctx, changes));
      watch.note(changes);
    }, STATUS_REST_MS);
    this.#others = announced((rows) => storeUpdates(ctx, rows));
    this.#warnings = announced((rows) => noteWarnings(ctx.db, rows));
    this.#consents = announced(noteConsent);
    this.#noteMoves = noteMoves;
    this.#noteHandovers = noteHandovers;
  }

  write(device: OfficialDevice, item: ChatItem): Promise<void> {
    return this.dropIfRefused(device, item.kind, this.#add(device, item));
  }

  async saveAccount(device: OfficialDevice, wabaId: string): Promise<void> {
    if (wabaId === (this.#saving.get(device.id) ?? device.waba_id)) return;
    this.#saving.set(device.id, wabaId);
    const saved = saveOfficialAccount(this.#ctx, device.id, wabaId);
    await this.dropIfRefused(device, 'account', saved).finally(() => this.#saving.delete(device.id));
  }

  /**
   * Drops an item that the database will never accept: otherwise the provider repeats the callback for days. Rejects
   * with other errors.
   */
  async dropIfRefused(
    { device_uuid: deviceUuid }: OfficialDevice,
    kind: string,
    work: Promise<unknown>,
  ): Promise<void> {
    await work.catch((error: unknown) => {
      if (!isPermanentError(error)) throw error;
      this.#ctx.log.error({ err: error, deviceUuid, kind }, 'official.item_refused');
    });
  }

  async #add(device: OfficialDevice, item: ChatItem): Promise<undefined> {
    switch (item.kind) {
      case 'message':
        return this.#messages.add({ message: inboundRow(device, item.message) });
      case 'reply':
        return this.#messages.add({ reply: replyRow(device, item.reply) });
      case 'change':
        return this.#messages.add({ change: changeRow(device, item.change) });
      case 'status':
        return this.#addStatus(device, statusChange(device, item.status));
      case 'warning':
        return this.#warnings.add(warningRow(device, item.warning));
      case 'consent':
        return this.#consents.add(consentOf(device, item.consent));
      case 'moved':
        return this.#move(moveOf(device, item.move));
      case 'handover':
        return this.#inTurn(device.account_id, () =>
          this.#noteHandovers([handoverOf(device, item.handover)]),
        );
      case 'other':
        return this.#others.add(otherRow(device, item, this.#ctx.now()));
      default:
        return item satisfies never;
    }
  }

  #move(move: CustomerMove): Promise<undefined> {
    return this.#inTurn(move.account_id, () => this.#noteMoves([move]));
  }

  async #inTurn(accountId: number, note: () => Promise<void>): Promise<undefined> {
    await this.#moves.run(accountId, NO_SIGNAL, () => retryConflicts(note));
    this.#ctx.bus.publish('events');
  }

  /** A message whose status the database refuses fails. */
  #addStatus({ device_uuid: deviceUuid }: OfficialDevice, change: StatusChange): Promise<undefined> {
    return this.#statuses.add(change).catch((error: unknown) => {
      if (!isRefusedRow(error)) throw error;
      this.#ctx.log.error({ err: error, deviceUuid, status: change.status }, 'status.refused');
      return this.#statuses.add(notStorable(change));
    });
  }
}

function storeUpdates({ db }: Context, rows: readonly OtherUpdate[]): Promise<void> {
  const waiting = new Set(rows.flatMap(({ account_id, is_due }) => (is_due ? [account_id] : [])));
  return db.transaction(async (tx) => {
    await insertUpdates(tx, rows);
    // In one order, against deadlocks.
    for (const accountId of [...waiting].sort((a, b) => a - b))
      await enqueue(tx, { name: IMPORT, accountId });
  });
}

/** While no row can be stored, the provider repeats all callbacks. */
function batcherOf<Row>(write: (rows: Row[]) => Promise<unknown>, restMs = 0): Batcher<Row, undefined> {
  const store = async (rows: Row[]) => {
    await retryConflicts(() => write(rows));
    return rows.map(() => undefined);
  };
  return createBatcher(store, { maxItems: MAX_ROWS, restMs, divideOn: isPermanentError });
}

function announcing<Row>(
  { bus }: Context,
  write: (rows: Row[]) => Promise<unknown>,
): (rows: Row[]) => Promise<void> {
  return async (rows) => {
    await write(rows);
    bus.publish('events');
  };
}
