import { createLink } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';

/** To the list that a page belongs to, above the title. */
export const BackLink = createLink(({ className, children, ...props }: ComponentProps<'a'>) => (
  <a
    className={clsx(
      'inline-flex items-center gap-1.5 justify-self-start text-soft hover:text-ink hover:underline',
      className,
    )}
    {...props}
  >
    <ArrowLeft className="size-4 shrink-0" aria-hidden />
    {children}
  </a>
));
