import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';

const NEAR = 0.8;

/** How near a limit is. */
export type Nearness = 'free' | 'near' | 'full';

export function nearnessOf(used: number, limit: number): Nearness {
  if (used >= limit) return 'full';
  return used >= NEAR * limit ? 'near' : 'free';
}

const BARS = { free: 'bg-accent', near: 'bg-warn', full: 'bg-bad' };
const WORDS = { free: 'text-soft', near: 'text-warn', full: 'text-bad' };

interface Props {
  title: string;
  used: number;
  /** Null: none. */
  limit: number | null;
  /** Shows a count. Default: as a number. */
  show?: (count: number) => string | number;
  /** All in use is no trouble. */
  isCalm?: boolean;
  /** What counts, and what happens at the limit. */
  children: ReactNode;
}

/** What is used of a limit. */
export function LimitBar({ title, used, limit, show = (count) => count, isCalm = false, children }: Props) {
  const t = useTexts('usage.page');
  if (limit === null) {
    return (
      <Section title={title} lead={t('noLimit', { used: show(used) })}>
        <div className="grid gap-1 text-[13px] text-faint">{children}</div>
      </Section>
    );
  }
  const nearness = nearnessOf(used, limit);
  const look = isCalm ? 'free' : nearness;
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const rest = show(limit - used);
  const some = typeof rest === 'number' ? t('left', { count: rest }) : t('rest', { rest });
  const left = nearness === 'full' ? t(isCalm ? 'allUsed' : 'full') : some;
  return (
    <Section
      title={title}
      lead={
        <span className={WORDS[look]}>
          {t('used', { used: show(used), limit: show(limit) })}. {look === 'near' && `${t('near')} `}
          {left}
        </span>
      }
    >
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        className="h-2.5 overflow-hidden rounded-full bg-active"
      >
        <div className={clsx('h-full rounded-full', BARS[look])} style={{ width: `${share * 100}%` }} />
      </div>
      <div className="mt-2 grid gap-1 text-[13px] text-faint">{children}</div>
    </Section>
  );
}
