import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTitle } from './title.ts';

interface Props {
  title: string;
  /** BackLink. */
  back?: ReactNode;
  /** One sentence on what the page is for. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Below the title, such as TabNav. */
  tabs?: ReactNode;
  width?: 'normal' | 'wide';
  /** Nothing in it takes the focus, so the page itself does: keys scroll it. */
  isRead?: boolean;
  children: ReactNode;
}

/** The frame of every page but the inbox: title, acts, content. */
export function Page({ title, back, lead, actions, tabs, width = 'normal', isRead, children }: Props) {
  useTitle(title);
  return (
    <div className="h-full overflow-y-auto -outline-offset-2" tabIndex={isRead ? 0 : undefined}>
      <div
        className={clsx(
          'mx-auto grid gap-5 px-4 py-6 sm:px-6',
          width === 'normal' ? 'max-w-5xl' : 'max-w-7xl',
        )}
      >
        <header className="grid gap-3">
          {back}
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="grid gap-1">
              <h1 className="text-xl font-semibold">{title}</h1>
              {lead && <p className="max-w-prose text-pretty text-soft">{lead}</p>}
            </div>
            {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
          </div>
          {tabs}
        </header>
        {children}
      </div>
    </div>
  );
}
