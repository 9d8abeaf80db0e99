import { Link, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

/** Pages of one subject, each with its own address. Children are TabLink. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname)
      box.current
        ?.querySelector('[aria-current=page]')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav
      ref={box}
      aria-label={label}
      className="scroll-hint -mb-px flex gap-5 overflow-x-auto border-b border-line"
    >
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
