import type { ThrottleStep } from '../../../config.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { ENGINE_KINDS, type EngineKind } from '../../engines/kinds.ts';

/** Broadcast messages in any hour (null: any number), and the end of this limit. */
export interface Limit {
  perHour: number | null;
  until: Date | null;
}

/** By the age of the pairing. A device never paired counts as new. */
export function limitAt(
  steps: readonly ThrottleStep[],
  device: { engine: EngineKind; paired_at: Date | null },
  at: Date,
): Limit {
  if (!ENGINE_KINDS[device.engine].throttled) return { perHour: null, until: null };
  const pairedMs = (device.paired_at ?? at).getTime();
  const step = steps.find(({ belowDays }) => at.getTime() < pairedMs + belowDays * DAY);
  if (!step || step.belowDays === Infinity) return { perHour: step?.perHour ?? null, until: null };
  return { perHour: step.perHour, until: new Date(pairedMs + step.belowDays * DAY) };
}
