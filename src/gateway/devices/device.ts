import { z } from 'zod';
import type { Context } from '../../context.ts';
import { type Account, lockDeviceLimit, type Sight } from '../../platform/accounts/account.ts';
import { type AuditAction, type Detail, record } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { list } from '../../platform/lib/list.ts';
import { someOf } from '../../platform/lib/some-of.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { ENGINE_KINDS } from '../engines/kinds.ts';
import { speakFor, stopSpeaking } from './channels/channel.ts';
import { type ChangeDevice, type CreateEconomyDevice, DEVICE_STATUSES, type DeviceStatus } from './schema.ts';
import { dropSession } from './sessions/stored-session.ts';
import type { DeviceRow, Fence, Wanted } from './store.ts';
import * as store from './store.ts';

export type { DeviceRow, Fence, Wanted } from './store.ts';

/** Per trigger: earlier statuses, status after, and new desired state. */
const TRANSITIONS = {
  qr_issued: { from: ['provisioned', 'disconnected', 'banned', 'qr_pending'], to: 'qr_pending' },
  pairing_ended: { from: ['qr_pending', 'provisioned'], to: 'provisioned', wanted: 'idle' },
  connected: { from: DEVICE_STATUSES, to: 'connected', wanted: 'connected' },
  reinstated: { from: ['banned'], to: 'connected', wanted: 'connected' },
  connection_lost: { from: ['connected'], to: 'disconnected' },
  logged_out: { from: ['connected', 'disconnected', 'qr_pending'], to: 'disconnected', wanted: 'idle' },
  banned: {
    from: ['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned'],
    to: 'banned',
    wanted: 'idle',
  },
} as const satisfies Record<string, { from: readonly DeviceStatus[]; to: DeviceStatus; wanted?: Wanted }>;

export type DeviceTrigger = keyof typeof TRANSITIONS;

/** The reason of a device that has an imported session, and was not connected with it yet. */
export const MOVING_IN = 'moving_in';

export const isMovingIn = ({ status, wanted }: Pick<DeviceRow, 'status' | 'wanted'>) =>
  status === 'provisioned' && wanted === 'connected';

/** For pairing by QR. ApiError device_limit_reached, account_inactive. */
export async function createDevice(
  ctx: Context,
  account: Account,
  input: CreateEconomyDevice,
): Promise<DeviceRow> {
  const device = await ctx.db.transaction(async (tx) => {
    const limit = await lockDeviceLimit(tx, account.id);
    const created = await store.insertDevice(tx, {
      label: input.label,
      engine: 'economy',
      account_id: account.id,
      network: account.kind,
      at: ctx.now(),
      limit,
    });
    if (created) await recordDevice(tx, ctx, 'device.created', created, { engine: created.engine });
    return created;
  });
  if (!device) throw new ApiError('device_limit_reached');
  ctx.bus.publish('events');
  return device;
}

/** In the transaction of the change. */
export async function recordDevice(
  tx: Tx,
  ctx: Context,
  action: AuditAction,
  { account_id, device_uuid }: Pick<DeviceRow, 'account_id' | 'device_uuid'>,
  detail: Detail = {},
): Promise<void> {
  await record(tx, ctx, [{ action, accountId: account_id, target: device_uuid, detail }]);
}

/** Without released devices, oldest first. */
export async function listDevices(ctx: Pick<Context, 'db'>, account: Sight): Promise<DeviceRow[]> {
  return (await listDevicesAndChats(ctx, account)).filter(isNumber);
}

/** With live chats. */
export async function listDevicesAndChats(ctx: Pick<Context, 'db'>, account: Sight): Promise<DeviceRow[]> {
  const devices = await store.listDevices(ctx.db, { account_id: account.id });
  return devices.filter(({ id }) => seesDevice(account, id));
}

const isNumber = ({ engine }: DeviceRow) => ENGINE_KINDS[engine].isNumber;

export const seesDevice = ({ deviceIds }: Sight, id: number) => deviceIds === null || deviceIds.includes(id);

/** Includes released devices. ApiError device_not_found. */
export async function getDevice(ctx: Context, account: Sight, deviceUuid: string): Promise<DeviceRow> {
  const device = await getDeviceOrChat(ctx, account, deviceUuid);
  if (!isNumber(device)) throw new ApiError('device_not_found');
  return device;
}

/** A device, or a live chat by widget id. ApiError device_not_found. */
export async function getDeviceOrChat(
  ctx: Pick<Context, 'db'>,
  account: Sight,
  deviceUuid: string,
): Promise<DeviceRow> {
  const device = isUuid(deviceUuid)
    ? await store.findDevice(ctx.db, { account_id: account.id, device_uuid: deviceUuid })
    : undefined;
  if (!device || !seesDevice(account, device.id)) throw new ApiError('device_not_found');
  return device;
}

/** ApiError device_not_found, also for a released device. FieldErrors for groups of another engine. */
export async function changeDevice(
  ctx: Context,
  account: Sight,
  deviceUuid: string,
  change: ChangeDevice,
): Promise<DeviceRow> {
  const { label, groups, group_automation } = change;
  const device = await getDevice(ctx, account, deviceUuid);
  if (!ENGINE_KINDS[device.engine].hasGroups) {
    const problem = ['this engine has no groups'];
    if (groups !== undefined) throw new FieldErrors({ groups: problem });
    if (group_automation !== undefined) throw new FieldErrors({ group_automation: problem });
  }
  const changed = await ctx.db.transaction(async (tx) => {
    const row = await store.changeDevice(tx, {
      device_id: device.id,
      label: label ?? null,
      groups: groups ?? null,
      groupAutomation: group_automation ?? null,
    });
    const names = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (row) await recordDevice(tx, ctx, 'device.changed', row, { changed: names });
    return row;
  });
  if (!changed) throw new ApiError('device_not_found');
  if (groups !== undefined) ctx.bus.publish('devices');
  return changed;
}

/**
 * At once, outside the device limit; a session retries the logout. Messages stay readable. Safe to
 * repeat.
 */
export async function releaseDevice(ctx: Context, account: Sight, deviceUuid: string): Promise<DeviceRow> {
  const device = await getDevice(ctx, account, deviceUuid);
  // Undefined: another request has released it.
  return (await release(ctx, device)) ?? getDevice(ctx, account, deviceUuid);
}

/** Also for a live chat. Undefined: released already. */
export async function release(ctx: Context, device: DeviceRow): Promise<DeviceRow | undefined> {
  const released = await ctx.db.transaction(async (tx) => {
    const moved = await releaseRow(tx, ctx, device.id);
    if (moved && isNumber(moved)) await recordDevice(tx, ctx, 'device.released', moved);
    return moved;
  });
  if (!released) return undefined;
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
  return released;
}

/** The caller publishes `devices` and `events` after its commit. */
export async function releaseRow(tx: Tx, ctx: Context, deviceId: number): Promise<DeviceRow | undefined> {
  // A logout would end the session of the other gateway.
  if (await store.lockMovingIn(tx, { device_id: deviceId })) await dropSession(tx, deviceId);
  const moved = await store.moveStatus(tx, {
    device_id: deviceId,
    from: DEVICE_STATUSES,
    to: 'disconnected',
    reason: 'released',
    at: ctx.now(),
    set: { wanted: 'released', released: true },
  });
  if (moved) await stopSpeaking(tx, moved);
  return moved;
}

/** With released devices; null: unknown. In the order of `deviceUuids`, which must be uuids. */
export async function findDeviceIds(
  db: Db,
  account: { id: number },
  deviceUuids: readonly string[],
): Promise<(number | null)[]> {
  const found = await store.findDeviceIds(db, account.id, deviceUuids);
  return deviceUuids.map((uuid) => found.get(uuid.toLowerCase()) ?? null);
}

/** Uuids that the caller sees, with released ones, without live chats. */
export async function visibleNumbers(
  { db }: Pick<Context, 'db'>,
  account: Sight,
  deviceUuids: readonly string[],
): Promise<Set<string>> {
  const ids = await store.findDeviceIds(db, account.id, deviceUuids);
  const devices = await store.findDevicesById(db, [...ids.values()]);
  const visible = devices.filter((device) => isNumber(device) && seesDevice(account, device.id));
  return new Set(visible.map(({ device_uuid }) => device_uuid));
}

/** Null and no row ids: all devices of the account. */
export interface DeviceScope {
  device_uuids: readonly string[] | null;
  device_ids: readonly number[];
}

/**
 * Each once, in order, with released ones. Needs uuids. ApiError device_not_found names unseen
 * ones.
 */
export async function requireDevices(
  { db }: Pick<Context, 'db'>,
  account: Sight,
  deviceUuids: readonly string[] | null,
): Promise<DeviceScope> {
  if (deviceUuids === null) return { device_uuids: null, device_ids: [] };
  const wanted = [...new Set(deviceUuids.map((uuid) => uuid.toLowerCase()))];
  const found = await findDeviceIds(db, account, wanted);
  const visible = found.map((id) => (id !== null && seesDevice(account, id) ? id : null));
  const unknown = wanted.filter((_, index) => visible[index] === null);
  if (unknown.length > 0) {
    const names = someOf(unknown, (uuid) => uuid);
    const text = `No such device in this account: ${names}. List the devices: GET /v1/devices.`;
    throw new ApiError('device_not_found', text);
  }
  return { device_uuids: wanted, device_ids: visible.filter((id) => id !== null) };
}

/**
 * Undefined: the trigger does not apply, the desired state is not in `whileWanted`, or the fence is
 * outdated.
 */
export async function applyTrigger(
  ctx: Context,
  deviceId: number,
  trigger: DeviceTrigger,
  facts: { reason?: string; phoneNumber?: string; whileWanted?: readonly Wanted[]; fence?: Fence } = {},
): Promise<DeviceRow | undefined> {
  const transition: { from: readonly DeviceStatus[]; to: DeviceStatus; wanted?: Wanted } =
    TRANSITIONS[trigger];
  const { phoneNumber } = facts;
  const move = {
    device_id: deviceId,
    from: transition.from,
    to: transition.to,
    reason: facts.reason ?? null,
    at: ctx.now(),
    set: {
      ...(transition.wanted && { wanted: transition.wanted }),
      ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
    },
    ...(facts.whileWanted && { whileWanted: facts.whileWanted }),
    ...(facts.fence && { fence: facts.fence }),
  };
  const device = await ctx.db.transaction(async (tx) => {
    const moved = await store.moveStatus(tx, move);
    if (moved && phoneNumber !== undefined) await speakFor(tx, moved, phoneNumber);
    if (moved?.status === 'banned') await stopSpeaking(tx, moved);
    return moved;
  });
  if (device) ctx.bus.publish('events');
  return device;
}

/** More than the devices of most accounts. Null in place of a list means all. */
export const MAX_LISTED_DEVICES = 1_000;

/** `requireDevices` resolves them. */
export const deviceUuids = (description: string, max = MAX_LISTED_DEVICES) =>
  list(z.uuid(), { max, empty: 'must have a device; null: for all' })
    .nullable()
    .meta({ description: `${description} Null: for all. At most ${max}.`, examples: [null] });

/** In an answer. */
export const shownDeviceUuids = z
  .array(z.string())
  .nullable()
  .meta({ description: 'Null: for all devices.', examples: [null] });
