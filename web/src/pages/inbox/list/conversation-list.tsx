import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { Inbox, SearchX, Smartphone } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { wordsOf } from '../../../../../src/platform/lib/found-words.ts';
import { nameOf } from '../../../people/name.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useLabelColors } from '../../../queries/labels.ts';
import type { ListQuery } from '../../../queries/list-query.ts';
import { useMe } from '../../../session/session.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { withTexts } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { FoundWords } from '../../../ui/found-words.tsx';
import { Empty, Loaded, Skeleton, Spinner } from '../../../ui/states.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { draftsOf } from '../composer/drafts.ts';
import type { LoadedList } from '../live-list.ts';
import { useForYou } from '../mentions/for-you.tsx';
import { usePlaces } from '../places.ts';
import { listQuery, loadMore } from '../queries.ts';
import { type InboxSearch, toListQuery } from '../search.ts';
import { useView } from '../use-view.ts';
import type { ViewName } from '../views.ts';
import { ConversationRow } from './conversation-row.tsx';
import { useKeptPlace } from './kept-place.ts';
import { ListHeader } from './list-header.tsx';

const BulkBar = lazy(withTexts('chat', () => import('./bulk-bar.tsx')));

/** Before a row is measured: one line of text, and one of marks. */
const ROW_PX = 82;
/** More take too long, one after another. */
const MAX_CHOSEN = 100;
/** Rows before the end at which the next page is read. */
const AHEAD = 15;

/** The conversations of the chosen view, live. */
export function ConversationList() {
  const me = useMe();
  const search = useSearch({ from: '/app/inbox' });
  const view = useView(search);
  const query = useMemo(
    () => toListQuery({ ...search, ...(view && { view }) }, me.name),
    [search, view, me.name],
  );
  const words = useMemo(() => wordsOf(search.q ?? ''), [search.q]);
  const list = useQuery(listQuery(query));
  const [chosen, choose] = useState<ReadonlySet<string> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  useEffect(() => choose(null), [query]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ListHeader search={search} view={view} onSelect={() => choose(new Set())} />
      {chosen && list.data && <Bulk items={list.data.items} chosen={chosen} choose={choose} />}
      <Loaded query={list} loading={<Skeleton className="p-4" lines={12} />}>
        {(loaded) =>
          loaded.items.length === 0 ? (
            <NoConversations {...{ search, view, query }} hasMore={loaded.cursor !== null} />
          ) : (
            <FoundWords value={words}>
              <Rows key={JSON.stringify(query)} list={loaded} query={query} chosen={chosen} choose={choose} />
            </FoundWords>
          )
        }
      </Loaded>
    </div>
  );
}

interface Choosing {
  /** Null: nobody chooses. */
  chosen: ReadonlySet<string> | null;
  choose: (chosen: ReadonlySet<string> | null) => void;
}

function Bulk({ items, chosen, choose }: Choosing & { items: Items; chosen: ReadonlySet<string> }) {
  const some = items.filter(({ id }) => chosen.has(id));
  const all = items.slice(0, MAX_CHOSEN);
  return (
    <Suspense>
      <BulkBar
        chosen={some}
        isAll={some.length > 0 && some.length === all.length}
        onAll={(isAll) => choose(new Set(isAll ? all.map(({ id }) => id) : []))}
        onClose={() => choose(null)}
      />
    </Suspense>
  );
}

function Rows({ list, query, chosen, choose }: Choosing & { list: LoadedList; query: ListQuery }) {
  const t = useTexts('inbox.page');
  const places = usePlaces();
  const { conversationId } = useParams({ strict: false });
  const scroller = useRef<HTMLDivElement>(null);
  const { items, cursor } = list;
  const draftOf = useDrafts(conversationId);
  const forYou = useForYou();
  const [markedId, mark] = useMarked(items, conversationId);
  const colorOf = useLabelColors();
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
  });
  useKeptPlace(scroller, JSON.stringify(query), cursor === null, rows.getTotalSize());
  const shown = rows.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= items.length - AHEAD;
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    if (!isNearEnd || cursor === null) return;
    setLoading(true);
    loadMore(query)
      .catch(notifyProblem)
      .finally(() => setLoading(false));
  }, [isNearEnd, cursor, query]);
  const move = useMoves(items, markedId, (id, index) => {
    mark(id);
    rows.scrollToIndex(index);
    // The row may be drawn after the scroll.
    requestAnimationFrame(() => document.getElementById(`row-${id}`)?.querySelector('a')?.focus());
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links in it
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto" onKeyDown={move}>
      <ul aria-label={t('conversations')} className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li
              key={key}
              id={`row-${item.id}`}
              aria-setsize={cursor === null ? items.length : -1}
              aria-posinset={index + 1}
              data-index={index}
              ref={rows.measureElement}
              className="group absolute inset-x-0"
              style={{ top: start }}
              onFocus={() => mark(item.id)}
            >
              <Chooser conversation={item} chosen={chosen} choose={choose} />
              <ConversationRow
                conversation={item}
                place={places(item.device_uuid)}
                draft={item.id === conversationId ? '' : draftOf(item.id)}
                isForYou={forYou.has(item.id)}
                isOpen={item.id === conversationId}
                colorOf={colorOf}
              />
            </li>
          );
        })}
      </ul>
      {isLoading && <Spinner className="w-full justify-center p-3" />}
    </div>
  );
}

type Items = LoadedList['items'];

/** In place of the picture, while the mouse or the focus is on the row or some are chosen. */
function Chooser({ conversation, chosen, choose }: Choosing & { conversation: Items[number] }) {
  const t = useTexts('inbox.page');
  const { id } = conversation;
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < MAX_CHOSEN) next.add(id);
    choose(next);
  };
  return (
    <label
      className={clsx(
        'absolute top-1.5 left-2 z-10 flex size-11 items-center justify-center',
        chosen === null &&
          'opacity-0 focus-within:opacity-100 group-hover:opacity-100 max-lg:hidden pointer-coarse:hidden',
      )}
    >
      <span className="flex size-9 items-center justify-center rounded-full border border-line bg-raised">
        <input
          type="checkbox"
          aria-label={t('selectChat', { name: nameOf(conversation) })}
          className="size-4 accent-accent"
          checked={chosen?.has(id) ?? false}
          onChange={toggle}
        />
      </span>
    </label>
  );
}

/** Replies that are not sent yet, as the open conversation was opened. */
function useDrafts(openId: string | undefined): (id: string) => string {
  const me = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft changes in the open conversation alone
  return useMemo(() => draftsOf(me.id), [me.id, openId]);
}

/** The row from which keys move: the open conversation, or the one with the focus. */
function useMarked(items: Items, openId: string | undefined): [string | null, (id: string) => void] {
  const [marked, mark] = useState<string | null>(null);
  useEffect(() => {
    if (openId !== undefined) mark(openId);
  }, [openId]);
  return [items.some(({ id }) => id === marked) ? marked : null, mark];
}

/** j and k anywhere, arrows in the list. Enter opens the row, which is a link. */
function useMoves(
  items: Items,
  markedId: string | null,
  mark: (id: string, index: number) => void,
): (event: React.KeyboardEvent) => void {
  const t = useTexts('inbox.page');
  const move = (step: number) => {
    const present = items.findIndex(({ id }) => id === markedId);
    const index = Math.min(items.length - 1, Math.max(0, present === -1 ? 0 : present + step));
    const item = items[index];
    if (item) mark(item.id, index);
  };
  useShortcut('j', t('keyNext'), () => move(1));
  useShortcut('k', t('keyPrevious'), () => move(-1));
  return (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(step);
  };
}

/** Says why the list is empty, and what comes next. */
function NoConversations({
  search,
  view: shown,
  hasMore,
  query,
}: {
  search: InboxSearch;
  view: ViewName | null;
  hasMore: boolean;
  query: ListQuery;
}) {
  const t = useTexts('inbox.page');
  const navigate = useNavigate();
  const devices = useQuery(devicesQuery);
  if (hasMore)
    return (
      <Empty
        title={t('nothingYet')}
        action={<Button onClick={() => void loadMore(query).catch(notifyProblem)}>{t('searchOn')}</Button>}
      />
    );
  if (devices.data?.data.length === 0)
    return (
      <Empty
        icon={<Smartphone aria-hidden />}
        title={t('noDevice')}
        lead={t('noDeviceLead')}
        action={<Button onClick={() => void navigate({ to: '/devices' })}>{t('toDevices')}</Button>}
      />
    );
  const { view: _view, to: _to, ...filters } = search;
  const view = shown ?? 'needs';
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Empty
      icon={isFiltered ? <SearchX aria-hidden /> : <Inbox aria-hidden />}
      title={isFiltered ? t('noMatch') : t(`none_${view}`)}
      action={
        isFiltered ? (
          <Button onClick={() => void navigate({ to: '.', search: { view } })}>{t('clearFilters')}</Button>
        ) : (
          view !== 'all' && (
            <Button onClick={() => void navigate({ to: '.', search: { view: 'all' } })}>
              {t('showAll')}
            </Button>
          )
        )
      }
    />
  );
}
