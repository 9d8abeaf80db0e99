import type { Context } from '../../context.ts';
import { type AuditAction, record } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import type { DeviceRow } from '../devices/device.ts';
import { everyDay, type Hours, hoursFrom, type WrittenHours } from './opening.ts';
import * as schemas from './schema.ts';
import * as store from './store.ts';

export const { localTime, timezone } = schemas;

/** An account without hours is always open. */
const ALWAYS: WrittenHours = {
  timezone: 'UTC',
  weekly: everyDay([{ from: '00:00', to: '24:00' }]),
  holidays: [],
};

/** Whose hours they are. */
export type HoursSource = 'device' | 'account' | 'default';

export interface PresentHours {
  source: HoursSource;
  written: WrittenHours;
}

/** Of the device, or else of the account. Without a device: of the account. */
export async function findHours(db: Db, accountId: number, deviceId: number | null): Promise<PresentHours> {
  const kept = await store.findHours(db, { accountId, deviceId });
  if (!kept) return { source: 'default', written: ALWAYS };
  return { source: kept.device_id === null ? 'account' : 'device', written: kept.hours };
}

export const { hasHours } = store;

/** Ready for `isOpen`, `nextOpening` and `openTimeBetween`. */
export async function hoursOf(db: Db, accountId: number, deviceId: number | null): Promise<Hours> {
  return hoursFrom((await findHours(db, accountId, deviceId)).written);
}

/** Reads the hours of each device once. */
export function hoursReader(db: Db): (accountId: number, deviceId: number | null) => Promise<Hours> {
  const known = new Map<string, Promise<Hours>>();
  return (accountId, deviceId) => {
    const key = `${accountId} ${deviceId}`;
    const hours = known.get(key) ?? hoursOf(db, accountId, deviceId);
    known.set(key, hours);
    return hours;
  };
}

type Device = Pick<DeviceRow, 'id' | 'device_uuid'>;

/** Replaces all hours of the account, or of the device. */
export async function setHours(
  ctx: Context,
  accountId: number,
  device: Device | null,
  hours: WrittenHours,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await store.setHours(tx, { accountId, deviceId: device?.id ?? null }, hours))) return;
    const detail = { timezone: hours.timezone, holidays: hours.holidays.length };
    await recordChange(tx, ctx, 'business_hours.changed', { accountId, device, detail });
  });
}

/** The device has the hours of its account again. */
export async function removeHours(ctx: Context, accountId: number, device: Device): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await store.removeHours(tx, accountId, device.id))) return;
    await recordChange(tx, ctx, 'business_hours.removed', { accountId, device, detail: {} });
  });
}

function recordChange(
  tx: Tx,
  ctx: Context,
  action: AuditAction,
  {
    accountId,
    device,
    detail,
  }: { accountId: number; device: Device | null; detail: Record<string, string | number> },
): Promise<void> {
  return record(tx, ctx, [{ action, accountId, target: device?.device_uuid ?? accountId, detail }]);
}
