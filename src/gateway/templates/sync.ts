import type { Context } from '../../context.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';
import { within } from '../../platform/lib/deadline.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { toStorable } from '../../platform/lib/text.ts';
import type { DeviceRow } from '../devices/device.ts';
import { openCredentials, saveOfficialAccount } from '../devices/official/business-account.ts';
import type { ReadTemplates, TemplateReading } from '../engines/templates.ts';
import type { Book } from './store.ts';
import * as store from './store.ts';

/** A book that was read. */
export type ReadBook = Book & { synced_at: Date };

/** The provider counts these calls: 200 an hour for a new account. */
const FRESH_MS = 10 * MINUTE;
/** Between two readings of a business account, by any processes. */
const RETRY_MS = 30 * SECOND;
/** Old copies are better than a long wait. */
const STALE_WAIT_MS = 4 * SECOND;
const FIRST_WAIT_MS = 15 * SECOND;
const UNREACHABLE: TemplateReading = { outcome: 'unreachable' };

/** Copies of the templates of business accounts. */
export class TemplateSync {
  readonly #ctx: Context;
  readonly #read: ReadTemplates;
  /** By account and business account. */
  readonly #running = new Map<string, Promise<TemplateReading>>();

  constructor(ctx: Context, read: ReadTemplates) {
    this.#ctx = ctx;
    this.#read = read;
  }

  /**
   * The copies, of the last `maxAgeMs` if the provider answers. Without any copies: ApiError templates_unreadable,
   * service_unavailable.
   */
  async current(device: DeviceRow, maxAgeMs = FRESH_MS): Promise<ReadBook> {
    const known = await this.#findBook(device, device.official_waba_id);
    if (known && isRead(known) && this.#isFresh(known, maxAgeMs)) return known;
    const refresh = this.#refresh(device);
    const isDone = await within(known?.synced_at ? STALE_WAIT_MS : FIRST_WAIT_MS, refresh);
    const reading = isDone ? await refresh : UNREACHABLE;
    const wabaId = reading.outcome === 'read' ? reading.wabaId : device.official_waba_id;
    const book = await this.#findBook(device, wabaId);
    if (book && isRead(book)) return book;
    throw problemOf(reading.outcome === 'refused' ? reading.reason : (book?.refusal ?? null));
  }

  #isFresh({ synced_at, outdated_at }: ReadBook, maxAgeMs: number): boolean {
    return outdated_at === null && synced_at.getTime() > this.#ctx.now().getTime() - maxAgeMs;
  }

  async #findBook({ account_id }: DeviceRow, wabaId: string | null): Promise<Book | undefined> {
    return wabaId === null
      ? undefined
      : store.findBook(this.#ctx.db, { accountId: account_id, wabaId: toStorable(wabaId) });
  }

  #refresh(device: DeviceRow): Promise<TemplateReading> {
    const { id, account_id, official_waba_id } = device;
    const key = official_waba_id === null ? `device ${id}` : `${account_id} ${official_waba_id}`;
    const running = this.#running.get(key);
    if (running) return running;
    const refresh = this.#readAll(device).finally(() => this.#running.delete(key));
    this.#running.set(key, refresh);
    return refresh;
  }

  /** Unreachable also when a reading was started a moment ago. */
  async #readAll(device: DeviceRow): Promise<TemplateReading> {
    const { id, device_uuid: deviceUuid, network, official_waba_id: wabaId } = device;
    const now = this.#ctx.now();
    const claim = wabaId === null ? null : await this.#claim(device, wabaId, now, RETRY_MS);
    if (wabaId !== null && claim === null) return UNREACHABLE;
    const creds = await openCredentials(this.#ctx, id);
    const reading = creds ? await this.#read(network, { wabaId, creds }) : UNREACHABLE;
    if (reading.outcome === 'read') {
      await this.#keep(device, claim, reading, now);
      return reading;
    }
    const refusal = reading.outcome === 'refused' ? toStorable(reading.reason) : null;
    this.#ctx.log.warn({ deviceUuid, refusal }, 'templates.not_read');
    if (claim !== null) await store.setRefusal(this.#ctx.db, { id: claim, refusal });
    return reading;
  }

  #claim(
    { account_id: accountId }: DeviceRow,
    wabaId: string,
    now: Date,
    waitMs: number,
  ): Promise<number | null> {
    const before = new Date(now.getTime() - waitMs);
    return store.claimBook(this.#ctx.db, { accountId, wabaId, now, before });
  }

  async #keep(
    device: DeviceRow,
    claim: number | null,
    { wabaId, templates, isWhole }: Extract<TemplateReading, { outcome: 'read' }>,
    now: Date,
  ): Promise<void> {
    const account = toStorable(wabaId);
    if (device.official_waba_id === null) await saveOfficialAccount(this.#ctx, device.id, account);
    const book = claim ?? (await this.#claim(device, account, now, 0));
    if (book === null) return;
    await this.#ctx.db.transaction((tx) => store.replaceTemplates(tx, book, templates, now));
    const found = { deviceUuid: device.device_uuid, templates: templates.length, isWhole };
    this.#ctx.log.info(found, 'templates.read');
  }
}

const isRead = (book: Book): book is ReadBook => book.synced_at !== null;

function problemOf(refusal: string | null): ApiError {
  if (refusal === null) return new ApiError('service_unavailable', AWAY);
  return new ApiError('templates_unreadable', `The provider refused to list the templates: ${refusal}`);
}

const AWAY = 'The provider did not list the templates yet. Try again after the seconds in Retry-After.';
