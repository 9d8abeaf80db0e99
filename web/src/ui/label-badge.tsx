import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Schema } from '../api/schemas.ts';

export type LabelColor = Schema<'Label'>['color'];

const LOOKS: Record<LabelColor, string> = {
  gray: 'bg-[#e7e5df] text-[#3f474c] dark:bg-[#333d44] dark:text-[#d5dbde]',
  red: 'bg-[#fee2e2] text-[#991b1b] dark:bg-[#52231f] dark:text-[#fecaca]',
  orange: 'bg-[#ffedd5] text-[#9a3412] dark:bg-[#4f2b12] dark:text-[#fed7aa]',
  yellow: 'bg-[#fef3c7] text-[#854d0e] dark:bg-[#4a3a14] dark:text-[#fde68a]',
  green: 'bg-[#dcfce7] text-[#166534] dark:bg-[#1f4030] dark:text-[#bbf7d0]',
  teal: 'bg-[#cffafe] text-[#155e75] dark:bg-[#1b4450] dark:text-[#a5f3fc]',
  blue: 'bg-[#dbeafe] text-[#1e40af] dark:bg-[#1e3a5f] dark:text-[#bfdbfe]',
  purple: 'bg-[#ede9fe] text-[#5b21b6] dark:bg-[#3b3058] dark:text-[#ddd6fe]',
};

export const LABEL_COLORS = Object.keys(LOOKS) as LabelColor[]; // the keys, and no other text

/** A label of conversations in its colour. */
export function LabelBadge({
  name,
  color,
  className,
  children,
}: {
  name: string;
  color: LabelColor;
  className?: string;
  /** Behind the name. */
  children?: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex min-w-0 items-center gap-1 rounded px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
        LOOKS[color],
        className,
      )}
    >
      <bdi className="truncate" title={name}>
        {name}
      </bdi>
      {children}
    </span>
  );
}
