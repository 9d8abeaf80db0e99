import type { Problem } from '../../../../api/problem.ts';
import type { Draft } from '../draft.ts';

/** What every part of the form gets. */
export interface Part {
  draft: Draft;
  problem: Problem | null;
  set: (change: Partial<Draft>) => void;
}
