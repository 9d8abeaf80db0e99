import type { Schema } from '../../api/schemas.ts';
import { useFormat } from '../../texts/format.ts';

type Figures = Pick<Schema<'ConversationTotals'>, 'first_answers' | 'next_answers'>;

/** Writes the share of answers within their target. Null: no answer has one. */
export function useOnTime(): (figures: Figures) => string | null {
  const format = useFormat();
  return ({ first_answers, next_answers }) => {
    const aimed = [first_answers, next_answers].filter(({ on_time }) => on_time !== null);
    const all = aimed.reduce((sum, { count }) => sum + count, 0);
    const kept = aimed.reduce((sum, { on_time }) => sum + (on_time ?? 0), 0);
    return all === 0 ? null : format.percent(kept / all);
  };
}
