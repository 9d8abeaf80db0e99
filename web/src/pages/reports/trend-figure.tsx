import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Figure } from '../../ui/card.tsx';

interface Props {
  label: string;
  value: number | null;
  /** Of the days before. Undefined: not known yet, or not comparable. */
  before: number | null | undefined;
  /** Default: as a count. */
  write?: (value: number | null) => string;
  /** Of a time: less is faster. */
  isTime?: boolean;
  hint?: ReactNode;
}

/** Smaller changes are none. */
const MIN_CHANGE = 0.005;

/** A figure with what it was in as many days before, in words. */
export function TrendFigure({ label, value, before, write, isTime = false, hint }: Props) {
  const format = useFormat();
  const text = write ?? ((given) => format.number(given ?? 0));
  return (
    <Figure
      label={label}
      value={text(value)}
      hint={
        <>
          {hint && <span className="block">{hint}</span>}
          {before !== undefined && (
            <Trend {...{ value, before, isTime }} was={before === null ? '–' : text(before)} />
          )}
        </>
      }
    />
  );
}

interface TrendProps {
  value: number | null;
  before: number | null;
  was: string;
  isTime: boolean;
}

function Trend({ value, before, was, isTime }: TrendProps) {
  const [t, format] = [useTexts('reports.page'), useFormat()];
  if (value === null || before === null || before === 0)
    return <span className="block">{value || before ? t('wasBefore', { was }) : null}</span>;
  const change = (value - before) / before;
  if (Math.abs(change) < MIN_CHANGE) return <span className="block">{t('asBefore')}</span>;
  const key = isTime ? (change > 0 ? 'slower' : 'faster') : change > 0 ? 'more' : 'less';
  const share = format.percent(Math.round(Math.abs(change) * 100) / 100);
  const look = isTime ? (change > 0 ? 'text-bad' : 'text-good') : 'text-soft';
  return <span className={clsx('block', look)}>{t(key, { share, was })}</span>;
}
