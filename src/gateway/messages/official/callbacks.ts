import type { Context } from '../../../context.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import {
  applyAccountState,
  type OfficialDevice,
  restrictOfficialDevice,
} from '../../devices/official/business-account.ts';
import { noteStandingReport } from '../../devices/official/standing.ts';
import type {
  AccountUpdate,
  CallbackItem,
  CallbackItems,
  CallbackReader,
  RestrictedNumber,
} from '../../engines/callbacks.ts';
import { noteTemplateReport } from '../../templates/template.ts';
import type { ConsentHook, HandoverHook, MoveHook } from '../customer-changes.ts';
import type { InboundHook } from '../inbound/inbound.ts';
import type { PhoneReplyHook } from '../phone-replies/phone-reply.ts';
import type { OfficialApps } from './apps.ts';
import { CallbackOpener } from './callback-opener.ts';
import type { CallbackWatch } from './callback-watch.ts';
import { GroupItems } from './group-items.ts';
import { ItemWriter } from './item-writer.ts';

export interface CallbackOptions {
  reader: CallbackReader;
  apps: OfficialApps;
  hooks: readonly InboundHook[];
  replyHooks?: readonly PhoneReplyHook[];
  noteConsent?: ConsentHook;
  noteMoves?: MoveHook;
  noteHandovers?: HandoverHook;
}

const NO_HOOKS = { noteConsent: async () => {}, noteMoves: async () => {}, noteHandovers: async () => {} };

type ByNumber = ReadonlyMap<string, readonly OfficialDevice[]>;

export class Callbacks {
  readonly #ctx: Context;
  readonly #opener: CallbackOpener;
  readonly #writer: ItemWriter;
  readonly #groups: GroupItems;

  constructor(ctx: Context, options: CallbackOptions & { watch: CallbackWatch }) {
    this.#ctx = ctx;
    this.#opener = new CallbackOpener(ctx, options);
    this.#writer = new ItemWriter(ctx, { replyHooks: [], ...NO_HOOKS, ...options });
    this.#groups = new GroupItems(ctx, this.#writer);
  }

  /**
   * After the commit. ApiError invalid_signature, invalid_json or payload_too_large. Rejects without the database: the
   * provider repeats the callback.
   */
  async receive(bytes: Buffer, digest: Buffer): Promise<void> {
    const { items, devices } = await this.#opener.open(bytes, digest);
    if (items.broken > 0) this.#ctx.log.warn({ broken: items.broken }, 'official.items_unreadable');
    const byNumber = Map.groupBy(devices, ({ phone_number_id }) => phone_number_id);
    await this.#storeItems(byNumber, items);
    await this.#applyAccountUpdates(devices, items.accounts);
    await this.#applyRestrictions(byNumber, items.restrictions);
    await this.#noteGroups(byNumber, items.items);
  }

  async #storeItems(byNumber: ByNumber, { items, accountOf }: CallbackItems): Promise<void> {
    const stored = items.flatMap((item) =>
      (byNumber.get(item.phoneNumberId) ?? []).map((device) =>
        item.kind === 'in_group' ? this.#groups.write(device, item) : this.#writer.write(device, item),
      ),
    );
    const accounts = [...accountOf].flatMap(([phoneNumberId, wabaId]) =>
      (byNumber.get(phoneNumberId) ?? []).map((device) =>
        this.#writer.saveAccount(device, toStorable(wabaId)),
      ),
    );
    await Promise.all([...stored, ...accounts]);
    const unknown = items.length - stored.length;
    if (unknown > 0) this.#ctx.log.info({ updates: unknown }, 'official.number_unknown');
  }

  /** The last update decides. */
  async #applyAccountUpdates(
    devices: readonly OfficialDevice[],
    updates: readonly AccountUpdate[],
  ): Promise<void> {
    for (const update of updates) {
      for (const device of devices.filter((each) => concerns(update, each))) {
        await this.#applyAccountUpdate(device, update);
      }
    }
  }

  async #applyAccountUpdate(device: OfficialDevice, update: AccountUpdate): Promise<void> {
    const { field, payload, at, change, template, standing } = update;
    const { log } = this.#ctx;
    log.info({ deviceUuid: device.device_uuid, field, change: change?.change }, 'official.account_news');
    if (change) {
      const applied = applyAccountState(this.#ctx, device.id, { change, at });
      await this.#writer.dropIfRefused(device, change.change, applied);
    }
    if (template) {
      const noted = noteTemplateReport(this.#ctx, device, { report: template, at });
      await this.#writer.dropIfRefused(device, field, noted);
    }
    if (standing) {
      const noted = noteStandingReport(this.#ctx, device.id, { report: standing, at });
      await this.#writer.dropIfRefused(device, field, noted);
    }
    await this.#writer.write(device, {
      kind: 'other',
      phoneNumberId: device.phone_number_id,
      field,
      payload,
    });
  }

  async #applyRestrictions(byNumber: ByNumber, restrictions: readonly RestrictedNumber[]): Promise<void> {
    for (const [phoneNumberId, restriction] of latestRestrictions(restrictions)) {
      for (const device of byNumber.get(phoneNumberId) ?? []) {
        const applied = restrictOfficialDevice(this.#ctx, device.id, restriction);
        await this.#writer.dropIfRefused(device, restriction.reason, applied);
      }
    }
  }

  async #noteGroups(byNumber: ByNumber, items: readonly CallbackItem[]): Promise<void> {
    const inGroups = items.flatMap((item) => (item.kind === 'in_group' ? [item] : []));
    for (const [phoneNumberId, ofNumber] of Map.groupBy(inGroups, (item) => item.phoneNumberId)) {
      for (const device of (byNumber.get(phoneNumberId) ?? []).filter(({ groups }) => groups === 'off')) {
        await this.#writer.dropIfRefused(device, 'group', this.#groups.note(device.id, ofNumber));
      }
    }
  }
}

function concerns(update: AccountUpdate, { waba_id, phone_number }: OfficialDevice): boolean {
  if (waba_id !== toStorable(update.wabaId)) return false;
  return update.phoneNumber === null || update.phoneNumber === phone_number;
}

/** A thousand failed messages may show the same restriction. */
function latestRestrictions(restrictions: readonly RestrictedNumber[]): Map<string, RestrictedNumber> {
  const latest = new Map<string, RestrictedNumber>();
  for (const each of restrictions) {
    const known = latest.get(each.phoneNumberId);
    if (!known || known.at <= each.at) latest.set(each.phoneNumberId, each);
  }
  return latest;
}
