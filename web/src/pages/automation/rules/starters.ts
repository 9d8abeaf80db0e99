import type { Translate } from '../../../texts/translate.ts';
import { type Draft, newDraft, newReply } from './draft.ts';

/** Rules that most shops begin with. */
export const STARTERS = ['hours', 'address', 'prices', 'closed'] as const;
export type Starter = (typeof STARTERS)[number];

export function starterDraft(name: Starter, t: Translate<'rules.page'>): Draft {
  return newDraft(name === 'closed' ? 'away' : 'keyword', {
    name: t(`starter_${name}`),
    patterns: name === 'closed' ? '' : t(`starter_${name}_patterns`),
    replies: [newReply(t(`starter_${name}_reply`))],
  });
}
