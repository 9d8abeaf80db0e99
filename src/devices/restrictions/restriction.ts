import type { Context } from '../../context.ts';
import type { Network, Restriction } from '../../engines/engine.ts';
import { DAY, END_OF_CALENDAR, HOUR, MINUTE } from '../../lib/clock.ts';
import type { DeviceRow, Fence } from '../store.ts';
import * as store from './store.ts';

/** A device that is held back says so with this in front of the reason. */
const PREFIX = 'restricted:';

/** After this time without sending, one more attempt shows whether a number may send again. */
const HOLD_MS = 10 * MINUTE;
/** What the attempt shows comes within this time; after that, silence counts as the end. */
export const PROOF_MS = 5 * MINUTE;
const HELD_LAPSES_MS = HOLD_MS + PROOF_MS;

/**
 * `holdsAll`: nothing goes out meanwhile; otherwise the provider, or the engine, decides message by message. `lapsesMs`: so long it is believed
 * when the provider names no end and says it no more; for no number may be shown as restricted for good because nobody dares to send.
 */
const RULES: Readonly<Record<Restriction, { holdsAll: boolean; lapsesMs: number }>> = {
  new_chats: { holdsAll: false, lapsesMs: 2 * HOUR },
  spam: { holdsAll: true, lapsesMs: HELD_LAPSES_MS },
  templates: { holdsAll: true, lapsesMs: HELD_LAPSES_MS },
  payment: { holdsAll: true, lapsesMs: HELD_LAPSES_MS },
  display_name: { holdsAll: true, lapsesMs: HELD_LAPSES_MS },
  account: { holdsAll: false, lapsesMs: DAY },
  violation: { holdsAll: false, lapsesMs: DAY },
};

/**
 * Notes that the provider holds the device back since `at`, until a time if it has named one. Said again, it holds anew; a shorter one does not
 * take the place of a longer one, unless it is the same and names its end; and what is over already changes nothing. The status stays, so
 * nothing is announced.
 */
export async function restrictDevice(
  ctx: Context,
  deviceId: number,
  told: { reason: Restriction; until: Date | null; at: Date },
  fence?: Fence,
): Promise<void> {
  const { reason } = told;
  // What is no time is not before it either.
  const until = told.until && told.until.getTime() < END_OF_CALENDAR ? told.until : null;
  // A clock that is ahead of ours makes nothing longer.
  const since = Math.min(told.at.getTime(), ctx.now().getTime());
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

/** Notes that these restrictions of the device are over; others stay. */
export async function releaseRestriction(
  ctx: Context,
  deviceId: number,
  reasons: readonly Restriction[],
  fence?: Fence,
): Promise<void> {
  const restrictions = reasons.map((reason) => PREFIX + reason);
  announceEnds(ctx, await store.clearRestrictions(ctx.db, deviceId, restrictions, fence));
}

/** Notes that the device may send again: what holds all of its messages is over, and what holds some of them stays. */
export async function releaseHold(ctx: Context, deviceId: number, fence: Fence): Promise<void> {
  const reasons = Object.keys(RULES).filter(isRestriction);
  const holding = reasons.filter((reason) => RULES[reason].holdsAll);
  await releaseRestriction(ctx, deviceId, holding, fence);
}

/** Takes off the restrictions of a network whose time is over. Any number of processes may do so. */
export async function liftLapsedRestrictions(ctx: Context, network: Network): Promise<void> {
  announceEnds(ctx, await store.clearLapsedRestrictions(ctx.db, network, ctx.now()));
}

/** What holds the device back now; null when nothing does. `heldUntil`: until then all messages are held, and after that one has to show the end. */
export function currentRestriction(
  device: Pick<DeviceRow, 'restriction' | 'restricted_until' | 'restriction_lapses_at'>,
  now: Date,
): { reason: Restriction; until: Date | null; heldUntil: Date | null } | null {
  const { restriction, restricted_until: until, restriction_lapses_at: lapsesAt } = device;
  const reason = restriction?.slice(PREFIX.length) ?? '';
  if (!lapsesAt || lapsesAt <= now || !isRestriction(reason)) return null;
  const heldUntil = RULES[reason].holdsAll ? (until ?? new Date(lapsesAt.getTime() - PROOF_MS)) : null;
  return { reason, until, heldUntil };
}

function announceEnds(ctx: Context, ended: readonly { device_uuid: string }[]): void {
  for (const { device_uuid: deviceUuid } of ended) ctx.log.info({ deviceUuid }, 'device.unrestricted');
  if (ended.length > 0) ctx.bus.publish('devices');
}

const isRestriction = (reason: string): reason is Restriction => Object.hasOwn(RULES, reason);
