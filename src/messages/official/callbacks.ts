import type { Context } from '../../context.ts';
import {
  applyAccountState,
  findOfficialDevices,
  type OfficialDevice,
  restrictOfficialDevice,
  saveOfficialAccount,
} from '../../devices/official/business-account.ts';
import type {
  AccountUpdate,
  CallbackReader,
  NamedIds,
  NumberRestriction,
  OpenedCallback,
  Update,
  Updates,
} from '../../engines/callbacks.ts';
import type { Network } from '../../engines/engine.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { ApiError } from '../../lib/errors.ts';
import { isTooDeep } from '../../lib/http/depth.ts';
import { toStorable } from '../../lib/text.ts';
import { type InboundHook, inboundRow, storeInbound } from '../inbound/inbound.ts';
import type { InboundRow } from '../inbound/store.ts';
import * as statuses from '../queue/settle-store.ts';
import { latestOf } from '../queue/status-writer.ts';
import { againWhenLost, isRefusedForGood } from './refusals.ts';
import { changeOf, otherOf, sharingReferences } from './rows.ts';
import { createVerifier } from './signature.ts';
import * as store from './store.ts';

/** An app at the provider whose callbacks this installation takes, for the numbers of one network. */
export interface OfficialApp {
  network: Network;
  appSecret: string | null;
  verifyToken: string | null;
}

/** The apps as they are now; asked with true when what was known was of no use. */
export type OfficialApps = (anew: boolean) => Promise<readonly OfficialApp[]>;

export interface Callbacks {
  /**
   * Stores all that a callback tells of numbers we know, and resolves when it is stored. ApiError invalid_signature unless an app of ours, or
   * of the number's customer, has signed exactly these bytes with this digest; invalid_json; payload_too_large for more parts than the
   * provider ever sends. Rejects while the database cannot store it: the provider comes again.
   */
  receive(bytes: Buffer, digest: Buffer): Promise<void>;
}

export interface CallbackOptions {
  reader: CallbackReader;
  apps: OfficialApps;
  hooks: readonly InboundHook[];
}

const MAX_ROWS = 1_000;

/** Takes the provider's callbacks. What many of them tell at one moment is stored together. */
export function createCallbacks(ctx: Context, { reader, apps, hooks }: CallbackOptions): Callbacks {
  // What the database refuses costs nobody else anything; while it cannot store nothing is lost, for the provider keeps it.
  const rules = { maxItems: MAX_ROWS, divideOn: isRefusedForGood };
  const each = <Row>(write: (rows: Row[]) => Promise<unknown>) =>
    createBatcher<Row, undefined>(async (rows) => {
      await againWhenLost(() => write(rows));
      ctx.bus.publish('events');
      return rows.map(() => undefined);
    }, rules);
  const messages = each<InboundRow>((rows) =>
    ctx.db.transaction().execute((tx) => storeInbound(tx, rows, { now: ctx.now(), hooks })),
  );
  const reports = each<statuses.StatusChange>((rows) =>
    statuses.moveStatuses(ctx.db, latestOf(sharingReferences(rows)), ctx.now()),
  );
  const lookups = createBatcher<NamedIds, OfficialDevice[]>(
    async (asked) => {
      const [numbers, wabaIds] = [asked.flatMap((ask) => ask.numbers), asked.flatMap((ask) => ask.wabaIds)];
      return namedBy(asked, await findOfficialDevices(ctx, [...new Set(numbers)], [...new Set(wabaIds)]));
    },
    {
      maxItems: MAX_ROWS,
      weight: { of: ({ numbers, wabaIds }) => numbers.length + wabaIds.length, max: reader.maxParts },
    },
  );
  /** By device, the business account that is noted, or just being noted. */
  const noted = new Map<number, string>();
  const others = each<store.OtherUpdate>((rows) => store.insertUpdates(ctx.db, rows));

  async function keep(device: OfficialDevice, update: Update): Promise<undefined> {
    switch (update.kind) {
      case 'message':
        return messages.add(inboundRow(device, update.message));
      case 'status':
        return reports.add(changeOf(device, update.status));
      case 'other':
        return others.add(otherOf(device, update, ctx.now()));
      default:
        return update satisfies never;
    }
  }

  async function learn(device: OfficialDevice, wabaId: string): Promise<void> {
    if (wabaId === (noted.get(device.id) ?? device.waba_id)) return;
    noted.set(device.id, wabaId);
    await saveOfficialAccount(ctx, device.id, wabaId).finally(() => noted.delete(device.id));
  }

  /**
   * Resolves when it is done or dropped for good: what the database refuses now it refuses for days, and the provider would bring all of the
   * callback again. Whatever else is wrong with the database is the caller's matter.
   */
  async function orDrop({ device_uuid: deviceUuid }: OfficialDevice, kind: string, work: Promise<unknown>) {
    await work.catch((error: unknown) => {
      if (!isRefusedForGood(error)) throw error;
      ctx.log.error({ err: error, deviceUuid, kind }, 'official.item_refused');
    });
  }

  async function hear(device: OfficialDevice, { field, payload, at, change }: AccountUpdate): Promise<void> {
    ctx.log.info({ deviceUuid: device.device_uuid, field, change: change?.change }, 'official.account_news');
    if (change) await orDrop(device, change.change, applyAccountState(ctx, device.id, { change, at }));
    const update: Update = { kind: 'other', phoneNumberId: device.phone_number_id, field, payload };
    await orDrop(device, field, keep(device, update));
  }

  /** Opens a callback once somebody has vouched for it, and answers which of the devices that it names the signer speaks for. */
  async function open(
    bytes: Buffer,
    digest: Buffer,
  ): Promise<{ callback: OpenedCallback; ours: OfficialDevice[] }> {
    const isSigner = createVerifier(bytes, digest);
    const networks = await networksOf(apps, isSigner);
    const isOurs = ({ network, appSecret }: OfficialDevice) =>
      networks.has(network) || (appSecret !== null && isSigner(appSecret));
    if (networks.size === 0 && !(await lookups.add(storable(reader.hintsIn(bytes)))).some(isOurs)) {
      throw new ApiError('invalid_signature');
    }
    const payload = parse(bytes);
    if (payload === undefined) throw new ApiError('invalid_json');
    const callback = reader.open(payload);
    if (!callback) throw new ApiError('payload_too_large');
    const ours = (await lookups.add(storable(callback.named))).filter(isOurs);
    if (networks.size === 0 && ours.length === 0) throw new ApiError('invalid_signature');
    return { callback, ours };
  }

  /** Stores what was told of numbers, and to which accounts they belong. */
  async function keepAll(devices: ByNumber, { updates, accountOf }: Updates): Promise<void> {
    const kept = updates.flatMap((update) =>
      (devices.get(update.phoneNumberId) ?? []).map((device) =>
        orDrop(device, update.kind, keep(device, update)),
      ),
    );
    const learned = [...accountOf].flatMap(([phoneNumberId, wabaId]) =>
      (devices.get(phoneNumberId) ?? []).map((device) =>
        orDrop(device, 'account', learn(device, toStorable(wabaId))),
      ),
    );
    await Promise.all([...kept, ...learned]);
    const unknown = updates.length - kept.length;
    if (unknown > 0) ctx.log.info({ updates: unknown }, 'official.number_unknown');
  }

  /** One after the other: what was told last is how it is. */
  async function follow(ours: readonly OfficialDevice[], devices: ByNumber, told: Updates): Promise<void> {
    for (const news of told.accounts) {
      for (const device of concerned(ours, news)) await hear(device, news);
    }
    for (const [phoneNumberId, held] of latestHeld(told.restricted)) {
      for (const device of devices.get(phoneNumberId) ?? []) {
        await orDrop(device, held.reason, restrictOfficialDevice(ctx, device.id, held));
      }
    }
  }

  return {
    async receive(bytes, digest) {
      const { callback, ours } = await open(bytes, digest);
      const told = callback.read(ctx.now());
      if (told.broken > 0) ctx.log.warn({ broken: told.broken }, 'official.items_unreadable');
      const devices = Map.groupBy(ours, ({ phone_number_id }) => phone_number_id);
      await keepAll(devices, told);
      await follow(ours, devices, told);
    },
  };
}

type ByNumber = ReadonlyMap<string, readonly OfficialDevice[]>;

/** The devices of a business account that its news are about. */
function concerned(devices: readonly OfficialDevice[], news: AccountUpdate): OfficialDevice[] {
  return devices.filter(
    ({ waba_id, phone_number }) =>
      waba_id === toStorable(news.wabaId) && (news.phoneNumber === null || news.phoneNumber === phone_number),
  );
}

/** A thousand messages may tell of one restriction. */
function latestHeld(held: readonly NumberRestriction[]): Map<string, NumberRestriction> {
  const latest = new Map<string, NumberRestriction>();
  for (const each of held) {
    const known = latest.get(each.phoneNumberId);
    if (!known || known.at <= each.at) latest.set(each.phoneNumberId, each);
  }
  return latest;
}

/** Ids as the database takes them. */
const storable = ({ numbers, wabaIds }: NamedIds): NamedIds => ({
  numbers: numbers.map(toStorable),
  wabaIds: wabaIds.map(toStorable),
});

/** For each callback the devices that it names. */
function namedBy(asked: readonly NamedIds[], known: readonly OfficialDevice[]): OfficialDevice[][] {
  const byNumber = Map.groupBy(known, ({ phone_number_id }) => phone_number_id);
  const byAccount = Map.groupBy(known, ({ waba_id }) => waba_id);
  return asked.map(({ numbers, wabaIds }) => {
    const devices = [numbers.map((id) => byNumber.get(id)), wabaIds.map((id) => byAccount.get(id))].flat();
    return [...new Set(devices.flatMap((found) => found ?? []))];
  });
}

/** The networks whose app has signed; the apps are looked at again when none of them has. */
async function networksOf(apps: OfficialApps, isSigner: (secret: string) => boolean): Promise<Set<Network>> {
  for (const anew of [false, true]) {
    const signers = (await apps(anew)).filter(({ appSecret }) => appSecret !== null && isSigner(appSecret));
    if (signers.length > 0) return new Set(signers.map(({ network }) => network));
  }
  return new Set();
}

function parse(bytes: Buffer): unknown {
  if (isTooDeep(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
