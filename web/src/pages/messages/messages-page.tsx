import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import type { Pages } from '../../ui/show-more.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Empty, Loaded, Skeleton } from '../../ui/states.tsx';
import { Filters } from './filters.tsx';
import { MessageTable } from './message-table.tsx';
import { exportPath, messagesQuery } from './queries.ts';

const route = getRouteApi('/app/messages');

/** Every message of the numbers that the user sees. */
export function MessagesPage() {
  const t = useTexts('messages.page');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(messagesQuery(search));
  const isFiltered = Object.keys(search).length > 0;
  const count = list.data?.pages.reduce((sum, { data }) => sum + data.length, 0) ?? 0;
  const isSearching = useSearchOn(list, { count, pages: list.data?.pages.length ?? 0 });
  const clear = isFiltered && (
    <Button onClick={() => void navigate({ search: {}, replace: true })}>{t('clear')}</Button>
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      width="wide"
      actions={
        <Button asChild>
          <a href={exportPath(search)} download>
            <Download aria-hidden />
            {t('export')}
          </a>
        </Button>
      }
    >
      <Filters />
      <Loaded query={list} loading={<Skeleton lines={8} />}>
        {({ pages }) => {
          const messages = pages.flatMap(({ data }) => data);
          if (messages.length > 0) return <MessageTable messages={messages} />;
          if (isSearching) return <Skeleton lines={8} />;
          return (
            <Card>
              <Empty
                title={t('none')}
                lead={list.hasNextPage ? t('noneSoFar') : isFiltered ? t('noneOfFilter') : t('noneLead')}
                action={clear}
              />
            </Card>
          );
        }}
      </Loaded>
      {!isSearching && <ShowMore query={list} />}
    </Page>
  );
}

const FULL = 25;
/** Then the user says whether to look further back. */
const MAX_SHORT_PAGES = 50;

/** Pages of a rare match are short: reads on until there is something to see. */
function useSearchOn(list: Pages, found: { count: number; pages: number }): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const { count, pages } = found;
  const isShort = pages > 0 && count < FULL && pages % MAX_SHORT_PAGES !== 0;
  const isSearching = isShort && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  return isSearching;
}
