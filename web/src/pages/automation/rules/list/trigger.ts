import { useTexts } from '../../../../texts/texts.ts';
import type { Rule } from '../rule.ts';

const SHOWN = 4;

/** One sentence: which messages a rule answers. */
export function useTrigger(): (rule: Pick<Rule, 'kind' | 'match' | 'patterns'>) => string {
  const t = useTexts('rules.page');
  return ({ kind, match, patterns }) => {
    if (kind !== 'keyword') return t(`trigger_${kind}`);
    const list = patterns
      .slice(0, SHOWN)
      .map((pattern) => `“${pattern}”`)
      .join(t('or'));
    const more = patterns.length - SHOWN;
    return t(`trigger_${match}`, { patterns: more > 0 ? t('andMore', { list, count: more }) : list });
  };
}
