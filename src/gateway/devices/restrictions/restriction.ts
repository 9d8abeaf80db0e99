import type { Context } from '../../../context.ts';
import { DAY, END_OF_CALENDAR, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import type { Network, Restriction } from '../../engines/engine.ts';
import type { DeviceRow, Fence } from '../store.ts';
import * as store from './store.ts';

const PREFIX = 'restricted:';

/** Without a known end, one message probes after this time. */
const BLOCK_MS = 10 * MINUTE;
/** A probe without an error in this time ends the restriction. */
export const PROBE_MS = 5 * MINUTE;
const BLOCK_LAPSES_MS = BLOCK_MS + PROBE_MS;

/**
 * `blocksAll` stops all messages; otherwise provider or engine decide per message. `lapsesMs`: end
 * for idle devices, which learn of none.
 */
const RULES: Readonly<Record<Restriction, { blocksAll: boolean; lapsesMs: number }>> = {
  new_chats: { blocksAll: false, lapsesMs: 2 * HOUR },
  spam: { blocksAll: true, lapsesMs: BLOCK_LAPSES_MS },
  templates: { blocksAll: true, lapsesMs: BLOCK_LAPSES_MS },
  payment: { blocksAll: true, lapsesMs: BLOCK_LAPSES_MS },
  display_name: { blocksAll: true, lapsesMs: BLOCK_LAPSES_MS },
  account: { blocksAll: false, lapsesMs: DAY },
  violation: { blocksAll: false, lapsesMs: DAY },
};

/**
 * Repeated reports extend; shorter ones do not replace longer ones, except to give the end. The
 * status stays: no event.
 */
export async function restrictDevice(
  ctx: Context,
  deviceId: number,
  report: { reason: Restriction; until: Date | null; at: Date },
  fence?: Fence,
): Promise<void> {
  const { reason } = report;
  const until = report.until && report.until.getTime() < END_OF_CALENDAR ? report.until : null;
  // A fast provider clock must not extend it.
  const since = Math.min(report.at.getTime(), ctx.now().getTime());
  const lapsesAt = until ?? new Date(since + RULES[reason].lapsesMs);
  if (lapsesAt <= ctx.now()) return;
  const restriction = PREFIX + reason;
  const changed = await store.setRestriction(
    ctx.db,
    { device_id: deviceId, restriction, until, lapses_at: lapsesAt },
    fence,
  );
  if (!changed) return;
  ctx.bus.publish('devices');
  if (changed.previous === restriction) return;
  ctx.log.warn({ deviceUuid: changed.device_uuid, reason: restriction, until }, 'device.restricted');
}

export async function releaseRestriction(
  ctx: Context,
  deviceId: number,
  reasons: readonly Restriction[],
  fence?: Fence,
): Promise<void> {
  const restrictions = reasons.map((reason) => PREFIX + reason);
  announceEnds(ctx, await store.clearRestrictions(ctx.db, deviceId, restrictions, fence));
}

/** After a probe. Other restrictions stay. */
export async function endBlockingRestriction(ctx: Context, deviceId: number, fence: Fence): Promise<void> {
  const reasons = Object.keys(RULES).filter(isRestriction);
  const blocking = reasons.filter((reason) => RULES[reason].blocksAll);
  await releaseRestriction(ctx, deviceId, blocking, fence);
}

export async function liftLapsedRestrictions(ctx: Context, network: Network): Promise<void> {
  announceEnds(ctx, await store.clearLapsedRestrictions(ctx.db, { network, at: ctx.now() }));
}

/** `blockedUntil`: no message before it, then a probe; null: not blocking. */
export function currentRestriction(
  device: Pick<DeviceRow, 'restriction' | 'restricted_until' | 'restriction_lapses_at'>,
  now: Date,
): { reason: Restriction; until: Date | null; blockedUntil: Date | null } | null {
  const { restriction, restricted_until: until, restriction_lapses_at: lapsesAt } = device;
  const reason = restriction?.slice(PREFIX.length) ?? '';
  if (!lapsesAt || lapsesAt <= now || !isRestriction(reason)) return null;
  const blockedUntil = RULES[reason].blocksAll ? (until ?? new Date(lapsesAt.getTime() - PROBE_MS)) : null;
  return { reason, until, blockedUntil };
}

function announceEnds(ctx: Context, ended: readonly { device_uuid: string }[]): void {
  for (const { device_uuid: deviceUuid } of ended) ctx.log.info({ deviceUuid }, 'device.unrestricted');
  if (ended.length > 0) ctx.bus.publish('devices');
}

const isRestriction = (reason: string): reason is Restriction => Object.hasOwn(RULES, reason);
