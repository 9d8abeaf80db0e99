import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** Pages of one subject, each with its own address. Children are TabLink. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="-mb-px flex gap-5 overflow-x-auto border-b border-line">
      {children}
    </nav>
  );
}

export function TabLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className={clsx(
        'border-b-2 border-transparent py-2.5 whitespace-nowrap text-soft hover:text-ink',
        'aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink',
        className,
      )}
    />
  );
}
