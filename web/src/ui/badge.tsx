import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const TONES = {
  neutral: 'bg-active text-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
};
export type Tone = keyof typeof TONES;

/** A word of state, such as `connected`. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const DOTS = { neutral: 'bg-faint', good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad', accent: 'bg-accent' };

/** A coloured point beside a word that says the same. */
export function Dot({ tone }: { tone: Tone }) {
  return <span aria-hidden className={clsx('inline-block size-2 shrink-0 rounded-full', DOTS[tone])} />;
}
