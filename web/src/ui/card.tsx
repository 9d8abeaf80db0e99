import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A white area with a border. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <section className={clsx('rounded-lg border border-line bg-card', className)}>{children}</section>;
}

interface SectionProps {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A card with a heading, one sentence and its acts. */
export function Section({ title, lead, actions, className, children }: SectionProps) {
  return (
    <Card className={className ?? ''}>
      <header className="flex flex-wrap items-start justify-between gap-3 px-4 pt-4">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">{title}</h2>
          {lead && <p className="max-w-prose text-soft">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <div className="p-4">{children}</div>
    </Card>
  );
}

/** A figure with its name. In a grid, the figures of one row share their lines. */
export function Figure({ label, value, hint }: { label: ReactNode; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className="row-span-3 grid grid-rows-subgrid gap-y-0.5 rounded-lg border border-line bg-card px-4 py-3">
      <span className="text-[13px] text-soft">{label}</span>
      <span className="text-xl font-semibold tabular-nums">{value}</span>
      {hint && <span className="text-xs text-faint">{hint}</span>}
    </div>
  );
}
