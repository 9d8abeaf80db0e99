import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { AccountChange } from '../../engines/callbacks.ts';
import type { Network, Restriction } from '../../engines/engine.ts';
import { applyTrigger } from '../device.ts';
import { releaseRestriction, restrictDevice } from '../restrictions/restriction.ts';
import { credsAad } from '../sessions/session-aad.ts';
import { type DeviceRow, findDevicesById } from '../store.ts';
import { openAppSecret } from './app-secret.ts';
import * as store from './store.ts';

export const { findMessagingLimit } = store;

export interface OfficialDevice extends Pick<DeviceRow, 'groups' | 'status'> {
  id: number;
  device_uuid: string;
  account_id: number;
  network: Network;
  phone_number_id: string;
  /** Digits only. */
  phone_number: string;
  /** Null: not known yet. */
  waba_id: string | null;
  /** Null: the customer has no own app. */
  appSecret: string | null;
}

/**
 * In all accounts and networks: the caller checks by signature which ones a callback may change.
 */
export async function findOfficialDevices(
  ctx: Context,
  phoneNumberIds: readonly string[],
  wabaIds: readonly string[],
): Promise<OfficialDevice[]> {
  if (phoneNumberIds.length + wabaIds.length === 0) return [];
  const rows = await store.listNamedByProvider(ctx.db, {
    phone_number_ids: phoneNumberIds,
    waba_ids: wabaIds,
  });
  return rows.map((row) => ({
    id: row.id,
    device_uuid: row.device_uuid,
    account_id: row.account_id,
    network: row.network,
    phone_number_id: row.official_phone_number_id ?? '',
    phone_number: row.phone_number ?? '',
    waba_id: row.official_waba_id,
    appSecret: openAppSecret(ctx, row),
    groups: row.groups,
    status: row.status,
  }));
}

/** For calls outside of the session. Null after a release. */
export async function openCredentials(ctx: Context, deviceId: number): Promise<Uint8Array | null> {
  const sealed = await store.findCreds(ctx.db, deviceId);
  return sealed && ctx.box.open(sealed, credsAad(deviceId));
}

export async function saveOfficialAccount(ctx: Context, deviceId: number, wabaId: string): Promise<void> {
  await store.setWabaId(ctx.db, { device_id: deviceId, waba_id: wabaId });
}

/** Ignores older changes: callbacks are repeated for days. */
export async function applyAccountState(
  ctx: Context,
  deviceId: number,
  { change, at }: { change: AccountChange; at: Date },
): Promise<void> {
  // A fast provider clock must not make later updates look old.
  const reportedAt = wholeSecond(at < ctx.now() ? at : ctx.now());
  await ctx.db.transaction(async (tx) => {
    const inTransaction = { ...ctx, db: tx };
    if (change.change === 'restricted') {
      await restrictSince(inTransaction, deviceId, { ...change, at: reportedAt });
    } else if (await store.recordAccountUpdate(tx, deviceId, reportedAt)) {
      await applyState(inTransaction, deviceId, change);
    }
  });
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
}

export async function restrictOfficialDevice(
  ctx: Context,
  deviceId: number,
  report: { reason: Restriction; at: Date },
): Promise<void> {
  await restrictDevice(ctx, deviceId, { ...report, until: null });
}

/** The provider's times are whole seconds. */
export const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / SECOND) * SECOND);

/** A later ban or reinstatement cancels a restriction, not the reverse. */
async function restrictSince(
  ctx: Context,
  deviceId: number,
  report: { reason: Restriction; until: Date | null; at: Date },
): Promise<void> {
  const [device] = await findDevicesById(ctx.db, [deviceId]);
  const outdatedAt = device?.official_account_told_at;
  if (outdatedAt && outdatedAt > report.at) return;
  await restrictDevice(ctx, deviceId, report);
}

async function applyState(
  ctx: Context,
  deviceId: number,
  { change }: Exclude<AccountChange, { change: 'restricted' }>,
): Promise<void> {
  switch (change) {
    case 'disabled':
      await applyTrigger(ctx, deviceId, 'banned', { reason: 'account_disabled' });
      break;
    case 'removed':
      await applyTrigger(ctx, deviceId, 'logged_out', { reason: 'account_removed' });
      break;
    case 'reinstated':
      await releaseRestriction(ctx, deviceId, ['account', 'violation']);
      await applyTrigger(ctx, deviceId, 'reinstated');
      break;
    default:
      change satisfies never;
  }
}
