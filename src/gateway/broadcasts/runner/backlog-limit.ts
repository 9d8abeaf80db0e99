import type { Config } from '../../../config.ts';
import { type EngineKind, KIND_NAMES, perSecondOf } from '../../engines/kinds.ts';

/** Messages of one second: other messages of the device wait behind them. */
export function backlogLimitOf(engine: EngineKind, config: Config): number {
  return perSecondOf(engine, config);
}

export function allBacklogLimits(config: Config): ReadonlyMap<EngineKind, number> {
  return new Map(KIND_NAMES.map((engine) => [engine, backlogLimitOf(engine, config)]));
}
