import type { Brain } from '../brain/brain.ts';
import { likenessOf } from '../brain/likeness.ts';
import { ungrounded } from '../language-model/grounding/grounding.ts';

export const AGREEMENTS = ['agrees', 'differs', 'unclear'] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/** From this likeness on, two answers say the same; below the other one they speak of different things. */
const ALIKE = 0.3;
const UNLIKE = 0.12;

/**
 * Whether staff answered as the assistant would have. Prices, times and links count before words. `unclear` where
 * it is not plain.
 */
export function agreementOf(brain: Brain, answer: string, staff: string): Agreement {
  const claims = ungrounded(staff, []);
  const missing = ungrounded(staff, [answer]);
  if (claims.length > 0 && missing.length === 0) return 'agrees';
  const isContradicted = missing.length > 0 && ungrounded(answer, [staff]).length > 0;
  const likeness = likenessOf(brain, answer, staff);
  if (isContradicted) return missing.length === claims.length || likeness < ALIKE ? 'differs' : 'unclear';
  if (likeness >= ALIKE) return 'agrees';
  return likeness <= UNLIKE ? 'differs' : 'unclear';
}
