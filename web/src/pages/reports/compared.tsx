import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Asked } from './span.ts';

/** With which days the figures above are compared. */
export function Compared({ before: { from, to = from } }: { before: Asked }) {
  const [t, format] = [useTexts('reports.page'), useFormat()];
  const day = (date: string) => format.day(`${date}T12:00:00`);
  return <p className="text-[13px] text-faint">{t('comparedWith', { from: day(from), to: day(to) })}</p>;
}
