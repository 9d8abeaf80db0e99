import { Link, type LinkProps, Outlet, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import type { Key } from '../../../texts/translate.ts';
import { AutomationFrame } from '../frame.tsx';

interface Entry {
  to: NonNullable<LinkProps['to']>;
  text: Key<'assistant.page'>;
}

const GROUPS: readonly { title: Key<'assistant.page'> | null; entries: readonly Entry[] }[] = [
  { title: null, entries: [{ to: '/automation/assistant', text: 'overview' }] },
  {
    title: 'knowledge',
    entries: [
      { to: '/automation/assistant/faqs', text: 'faqs' },
      { to: '/automation/assistant/documents', text: 'documents' },
      { to: '/automation/assistant/sites', text: 'sites' },
      { to: '/automation/assistant/tables', text: 'tables' },
    ],
  },
  {
    title: 'quality',
    entries: [
      { to: '/automation/assistant/try', text: 'try' },
      { to: '/automation/assistant/gaps', text: 'gaps' },
      { to: '/automation/assistant/results', text: 'results' },
      { to: '/automation/assistant/tests', text: 'tests' },
    ],
  },
  { title: null, entries: [{ to: '/automation/assistant/settings', text: 'settings' }] },
];

/** The pages of the assistant beside their links. On a phone the links are a row. */
export function AssistantFrame() {
  const t = useTexts('assistant.page');
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of a phone follows the page
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <AutomationFrame>
      <div className="grid min-w-0 gap-5 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
        <nav
          ref={nav}
          aria-label={t('parts')}
          className="scroll-hint flex min-w-0 gap-1 overflow-x-auto pb-1 lg:grid lg:content-start"
        >
          {GROUPS.map(({ title, entries }) => (
            <div key={entries[0]?.to} className="flex gap-1 lg:grid lg:gap-0.5 lg:pb-3">
              {title && <span className="hidden px-2.5 pb-1 text-xs text-faint lg:block">{t(title)}</span>}
              {entries.map(({ to, text }) => (
                <Link
                  key={to}
                  to={to}
                  activeOptions={{ exact: to === '/automation/assistant', includeSearch: false }}
                  className={clsx(
                    'rounded-md px-2.5 py-1.5 whitespace-nowrap text-soft hover:bg-hover hover:text-ink',
                    'aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-ink',
                  )}
                >
                  {t(text)}
                </Link>
              ))}
            </div>
          ))}
        </nav>
        <div className="grid min-w-0 content-start gap-5">
          <Outlet />
        </div>
      </div>
    </AutomationFrame>
  );
}
