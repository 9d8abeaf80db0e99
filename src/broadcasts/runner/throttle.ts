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

/** How many messages of broadcasts a device may send in any hour, null being all; and until when, null being for ever. */
export interface Limit {
  perHour: number | null;
  until: Date | null;
}

/** The limit of a device at a time, by how long it has been paired then. One that was never paired counts as new. */
export function limitAt(
  ladder: readonly ThrottleStep[],
  device: { engine: EngineKind; paired_at: Date | null },
  at: Date,
): Limit {
  if (!LANES[device.engine].throttled) return { perHour: null, until: null };
  const pairedMs = (device.paired_at ?? at).getTime();
  const step = ladder.find(({ belowDays }) => at.getTime() < pairedMs + belowDays * DAY);
  if (!step || step.belowDays === Infinity) return { perHour: step?.perHour ?? null, until: null };
  return { perHour: step.perHour, until: new Date(pairedMs + step.belowDays * DAY) };
}
