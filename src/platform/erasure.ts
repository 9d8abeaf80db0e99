import { requestsErasure } from './accounts/request-log/erasure.ts';
import type { Clock } from './lib/clock.ts';
import type { ErasureStep } from './lib/erasing.ts';

export const platformErasure = (clock: Clock): readonly ErasureStep[] => [requestsErasure(clock)];
