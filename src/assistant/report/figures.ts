import type { Totals } from './schema.ts';
import { shareOf } from './share.ts';
import type { FiguresRow } from './store.ts';

/** The figures of these rows together. */
export function totalsOf(rows: readonly FiguresRow[]): Totals {
  const count = (is: (row: FiguresRow) => boolean) =>
    rows.reduce((sum, row) => sum + (is(row) ? row.count : 0), 0);
  const judged = count(() => true);
  const right = count(({ verdict }) => verdict === 'right');
  const isAnswer = ({ action, is_small_talk }: FiguresRow) => action === 'answer' && !is_small_talk;
  return {
    judged,
    answered: shareOf(
      count(({ action }) => action === 'answer'),
      judged,
    ),
    small_talk: count(({ is_small_talk }) => is_small_talk),
    clarified: shareOf(
      count(({ action }) => action === 'clarify'),
      judged,
    ),
    handed_off: shareOf(
      count(({ action }) => action === 'handoff'),
      judged,
    ),
    agrees: count(({ agreement }) => agreement === 'agrees'),
    differs: count(({ agreement }) => agreement === 'differs'),
    unclear: count(({ agreement }) => agreement === 'unclear'),
    marked_right: count(({ feedback }) => feedback === 'right'),
    marked_wrong: count(({ feedback }) => feedback === 'wrong'),
    right: shareOf(right, right + count(({ verdict }) => verdict === 'wrong')),
    picked: shareOf(
      count(({ is_picked }) => is_picked === true),
      count(({ is_picked }) => is_picked !== null),
    ),
    taken_over: shareOf(
      count((row) => isAnswer(row) && row.is_taken_over === true),
      count((row) => isAnswer(row) && row.is_taken_over !== null),
    ),
  };
}
