import type { Config, ThrottleStep } from '../../config.ts';
import { ENGINE_KINDS, type EngineKind, KIND_NAMES, perSecondOf } from '../../engines/kinds.ts';
import { DAY } from '../../lib/clock.ts';

/** Broadcast messages that may wait for a device of this engine: those of one second, because other messages wait behind them. */
export function windowOf(engine: EngineKind, config: Config): number {
  return perSecondOf(engine, config);
}

/** The same of all engines. */
export function allWindows(config: Config): ReadonlyMap<EngineKind, number> {
  return new Map(KIND_NAMES.map((engine) => [engine, windowOf(engine, config)]));
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
  if (!ENGINE_KINDS[device.engine].throttled) return { perHour: null, until: null };
  const pairedMs = (device.paired_at ?? at).getTime();
  const step = ladder.find(({ belowDays }) => at.getTime() < pairedMs + belowDays * DAY);
  if (!step || step.belowDays === Infinity) return { perHour: step?.perHour ?? null, until: null };
  return { perHour: step.perHour, until: new Date(pairedMs + step.belowDays * DAY) };
}
