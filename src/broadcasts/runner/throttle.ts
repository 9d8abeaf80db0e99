import type { Config, ThrottleStep } from '../../config.ts';
import type { EngineKind } from '../../engines/engine.ts';
import { DAY } from '../../lib/clock.ts';

interface Lane {
  /** Whether a young number gets banned for writing to many strangers. */
  throttled: boolean;
  /** Messages of broadcasts that may wait for a device of this engine: about as many as it sends in a second, for others wait behind them. */
  window(config: Config): number;
}

const LANES: Readonly<Record<EngineKind, Lane>> = {
  economy: { throttled: true, window: () => 30 },
  official_cloud: { throttled: false, window: (config) => config.KURIR_CLOUD_MESSAGES_PER_SECOND },
};

/** How many messages of its broadcasts may wait for a device of this engine. */
export function windowOf(engine: EngineKind, config: Config): number {
  return LANES[engine].window(config);
}

/** The same of all engines. */
export function allWindows(config: Config): ReadonlyMap<EngineKind, number> {
  return new Map(Object.entries(LANES).map(([engine, { window }]) => [engine as EngineKind, window(config)]));
}

/**
 * How many messages of broadcasts the device may send in any hour, by how long it has been paired; null when there is no limit. One that was
 * never paired counts as new.
 */
export function hourlyLimit(
  ladder: readonly ThrottleStep[],
  device: { engine: EngineKind; paired_at: Date | null },
  now: Date,
): number | null {
  if (!LANES[device.engine].throttled) return null;
  const days = (now.getTime() - (device.paired_at ?? now).getTime()) / DAY;
  return ladder.find(({ belowDays }) => days < belowDays)?.perHour ?? null;
}
