import type { Context } from '../../../context.ts';
import { hasRoom } from '../../../platform/accounts/storage/storage.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { Rounds } from '../../../platform/lib/rounds.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import { nameContacts } from '../../contacts/contact.ts';
import { APP_STATE, type CallbackReader, HISTORY } from '../../engines/callbacks.ts';
import { type ImportHooks, importMessages, openHistory } from './import.ts';
import * as store from './store.ts';

const POLL_MS = SECOND;
/** Another process then goes on: messages are stored once. */
const CLAIM_MS = 5 * MINUTE;
/** While the account stores as much as its plan allows. */
const FULL_MS = HOUR;

export interface ImporterOptions {
  reader: Pick<CallbackReader, 'readHistory' | 'readAppState'>;
  hooks: ImportHooks;
}

/** Reads histories and contacts of the Business app, one callback of each account in turn. */
export class Importer {
  readonly #ctx: Context;
  readonly #options: ImporterOptions;
  readonly #rounds: Rounds;
  #after = 0;

  constructor(ctx: Context, options: ImporterOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.#rounds = new Rounds({
      log: ctx.log,
      failed: 'import.failed',
      pauseMs: POLL_MS,
      round: () => this.runOnce(),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** False: no callback waits. */
  async runOnce(): Promise<boolean> {
    const update = await this.#claim();
    if (!update) return false;
    const { db, log } = this.#ctx;
    const { account_id, payload } = update;
    this.#after = account_id;
    if (!(await hasRoom(db, account_id, JSON.stringify(payload).length))) {
      log.warn({ accountId: account_id, deviceId: update.device_id }, 'import.storage_full');
      await store.postpone(db, { id: update.id, until: new Date(this.#ctx.now().getTime() + FULL_MS) });
      return true;
    }
    await (update.field === HISTORY ? this.#importHistory(update) : this.#nameContacts(update));
    await store.finish(db, { id: update.id });
    return true;
  }

  async #claim(): Promise<store.DueUpdate | undefined> {
    const now = this.#ctx.now();
    const claim = (after: number) =>
      store.claimUpdate(this.#ctx.db, { now, until: new Date(now.getTime() + CLAIM_MS), after });
    return (await claim(this.#after)) ?? (this.#after > 0 ? claim(0) : undefined);
  }

  async #importHistory({ account_id, device_id, payload, created_at }: store.DueUpdate): Promise<void> {
    const { messages, progress, isDeclined, broken } = this.#options.reader.readHistory(payload);
    const device = { id: device_id, account_id };
    const history = await openHistory(this.#ctx, { device, at: created_at });
    const stored = await importMessages(
      this.#ctx,
      { device, history },
      { messages, hooks: this.#options.hooks },
    );
    await store.noteHistory(this.#ctx.db, {
      ...{ block: history.block, progress: progress ?? 0, declined: isDeclined },
      ...{ messages: 0, now: this.#ctx.now() },
    });
    this.#ctx.log.info(
      { deviceId: device_id, messages: messages.length, stored, broken, progress, isDeclined },
      'import.history',
    );
  }

  async #nameContacts({ account_id, device_id, field, payload }: store.DueUpdate): Promise<void> {
    if (field !== APP_STATE) return;
    const contacts = this.#options.reader.readAppState(payload);
    const named = contacts.map(({ phone, name }) => ({ phone, name: toStorable(name) }));
    await nameContacts(this.#ctx, account_id, named);
    this.#ctx.log.info({ deviceId: device_id, contacts: named.length }, 'import.contacts');
  }
}
