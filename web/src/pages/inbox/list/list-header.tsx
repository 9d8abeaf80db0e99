import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { MessageSquarePlus, Search, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { listConversations } from '../../../api/limits.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { ForYou } from '../mentions/for-you.tsx';
import type { InboxSearch } from '../search.ts';
import { useCounts } from '../use-view.ts';
import { VIEWS, type ViewName } from '../views.ts';
import { Filters } from './filters.tsx';
import { InboxMenu } from './inbox-menu.tsx';

const NewChat = lazy(() => import('../new-chat/new-chat.tsx'));
const TYPING_MS = 300;

/** The views, the search and the filters above the list. */
export function ListHeader({
  search,
  view: present,
  onSelect,
}: {
  search: InboxSearch;
  view: ViewName | null;
  onSelect: () => void;
}) {
  const t = useTexts('inbox.page');
  const navigate = useNavigate();
  const count = useCounts();
  const isAlone = useQuery(presenceQuery).data?.data.length === 1;
  const { q: _, ...filters } = search;
  // One user needs no assignment, and many shops have no assistant.
  const hasGroups = useQuery(devicesQuery).data?.data.some(({ groups }) => groups === 'on') ?? false;
  const isUseless = (view: ViewName) =>
    view === 'groups'
      ? !hasGroups
      : view === 'bot'
        ? count(view) === 0
        : isAlone && (view === 'mine' || view === 'unassigned');
  return (
    <div className="grid gap-2 border-b border-line px-3 pt-3 pb-2">
      <div className="flex items-center gap-1.5">
        <h1 className="flex-1 text-base font-semibold">{t('title')}</h1>
        <ForYou search={search} />
        <StartChat search={search} />
        <Filters search={search} />
        <InboxMenu search={{ ...search, ...(present && { view: present }) }} onSelect={onSelect} />
      </div>
      <SearchBox search={search} />
      <nav aria-label={t('views')} className="-mx-1 flex flex-wrap gap-0.5">
        {VIEWS.filter((view) => view === present || !isUseless(view)).map((view) => (
          <button
            key={view}
            type="button"
            title={count(view) > 0 ? t('viewCount', { shown: shortCount(count(view)) }) : undefined}
            aria-pressed={view === present}
            onClick={() => void navigate({ to: '.', search: { ...filters, view } })}
            className={clsx(
              'shrink-0 rounded-md px-1.5 py-1 text-[13px] text-soft hover:bg-hover',
              view === present && 'bg-active font-medium text-ink',
            )}
          >
            {t(`view_${view}`)}
            {count(view) > 0 && (
              <span aria-hidden className="ml-1 text-xs text-soft tabular-nums">
                {shortCount(count(view))}
              </span>
            )}
          </button>
        ))}
      </nav>
    </div>
  );
}

const shortCount = (count: number) => (count > 99 ? '99+' : String(count));

/** Opens the dialog of a new chat, also for links that name a number. */
function StartChat({ search: { to, ...search } }: { search: InboxSearch }) {
  const t = useTexts('inbox.page');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  useShortcut('c', t('newChat'), () => setOpen(true));
  const close = () => {
    setOpen(false);
    if (to !== undefined) void navigate({ to: '.', search, replace: true, ignoreBlocker: true });
  };
  return (
    <>
      <IconButton small label={t('newChat')} onClick={() => setOpen(true)} icon={MessageSquarePlus} />
      {(isOpen || to !== undefined) && (
        <Suspense>
          <NewChat to={to ?? ''} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Searches while the user types, without an entry in the history for each letter. */
function SearchBox({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox.page');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => setText(search.q ?? ''), [search.q]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === (search.q ?? '')) return;
    const timer = setTimeout(() => {
      const { q: _, ...others } = search;
      void navigate({ to: '.', search: wanted === '' ? others : { ...others, q: wanted }, replace: true });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, search, navigate]);
  useShortcut('/', t('keySearch'), () => field.current?.focus());
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-faint" aria-hidden />
      <Input
        ref={field}
        type="search"
        aria-label={t('search')}
        placeholder={t('searchHint')}
        maxLength={listConversations.q.maxLength}
        value={text}
        // Chromium draws a second cross.
        className="pr-9 pl-8.5 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {text !== '' && (
        <IconButton
          small
          label={t('clearSearch')}
          className="absolute top-1 right-1"
          onClick={() => setText('')}
          icon={X}
        />
      )}
    </div>
  );
}
