import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A table that scrolls sideways on a phone. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div className="relative overflow-x-auto rounded-lg border border-line bg-card">
      <table className={clsx('w-full border-collapse text-left', className)} {...props} />
    </div>
  );
}

export function Th({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={clsx(
        'border-b border-line px-4 py-2.5 text-xs font-medium whitespace-nowrap text-soft',
        className,
      )}
      {...props}
    />
  );
}

export function Td({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      className={clsx('border-b border-line px-4 py-2.5 in-[tr:last-child]:border-b-0', className)}
      {...props}
    />
  );
}
