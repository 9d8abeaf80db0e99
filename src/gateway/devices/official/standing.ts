import type { Context } from '../../../context.ts';
import type { NumberStanding, Quality, StandingReport } from '../../engines/standing.ts';
import { type Fence, fenceParams } from '../store.ts';
import { wholeSecond } from './business-account.ts';
import * as store from './standing-store.ts';

/** What the provider answered. */
export async function noteStanding(
  ctx: Context,
  deviceId: number,
  { quality, limit }: NumberStanding,
  fence?: Fence,
): Promise<void> {
  // A callback of the same second is not older.
  const at = wholeSecond(ctx.now());
  await noteQuality(ctx, deviceId, { quality, at }, fence);
  if (!limit) return;
  const { perDay: per_day, portfolioId: portfolio_id } = limit;
  await store.setLimit(ctx.db, { device_id: deviceId, per_day, portfolio_id, at, ...fenceParams(fence) });
}

/** What a callback said. The provider repeats callbacks for days: an older one changes nothing. */
export async function noteStandingReport(
  ctx: Context,
  deviceId: number,
  { report, at }: { report: StandingReport; at: Date },
): Promise<void> {
  const toldAt = at < ctx.now() ? at : ctx.now();
  const { quality, perDay: per_day } = report;
  if (quality !== undefined) await noteQuality(ctx, deviceId, { quality, at: toldAt });
  if (per_day === undefined) return;
  const limit = { device_id: deviceId, per_day, portfolio_id: null, at: toldAt };
  await store.setLimit(ctx.db, { ...limit, ...fenceParams(undefined) });
}

async function noteQuality(
  ctx: Context,
  deviceId: number,
  { quality, at }: { quality: Quality | null; at: Date },
  fence?: Fence,
): Promise<void> {
  const changed = await store.setQuality(ctx.db, { device_id: deviceId, quality, at, ...fenceParams(fence) });
  if (!changed) return;
  ctx.log.info(
    { deviceUuid: changed.device_uuid, quality, before: changed.before },
    'device.quality_changed',
  );
  ctx.bus.publish('devices');
}
