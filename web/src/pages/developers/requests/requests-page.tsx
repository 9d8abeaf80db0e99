import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeftRight, RefreshCw } from 'lucide-react';
import { gatewayUrl } from '../../../place.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { DevelopersFrame } from '../frame.tsx';
import { requestsQuery } from './queries.ts';
import { RequestDialog } from './request-dialog.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestTable } from './request-table.tsx';
import { isFiltered } from './search.ts';

const route = getRouteApi('/app/developers/requests');

/** Which calls arrived, and what Kurir answered. */
export function RequestsPage() {
  const t = useTexts('developers.requests');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const log = useInfiniteQuery(requestsQuery(search));
  const requests = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const open = requests.find(({ id }) => id === search.open);
  return (
    <DevelopersFrame>
      <div className="flex items-start justify-between gap-3">
        <p className="max-w-prose text-soft">{t('lead')}</p>
        <IconButton label={t('renew')} onClick={() => void log.refetch()}>
          <RefreshCw aria-hidden className={log.isFetching ? 'animate-spin' : ''} />
        </IconButton>
      </div>
      <RequestFilters problem={log.error} />
      <Loaded query={log}>
        {() => (requests.length > 0 ? <RequestTable requests={requests} /> : <NoRequests />)}
      </Loaded>
      <ShowMore query={log} />
      {open && (
        <RequestDialog
          request={open}
          onClose={() => void navigate({ search: ({ open: _, ...rest }) => rest, replace: true })}
        />
      )}
    </DevelopersFrame>
  );
}

function NoRequests() {
  const t = useTexts('developers.requests');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  if (isFiltered(search)) {
    const showAll = <Button onClick={() => void navigate({ search: {} })}>{t('showAll')}</Button>;
    return (
      <Card>
        <Empty title={t('nothingFound')} lead={t('refusedKeys')} action={showAll} />
      </Card>
    );
  }
  return (
    <Card>
      <Empty icon={<ArrowLeftRight aria-hidden />} title={t('none')} lead={t('noneLead')} className="pb-5" />
      <div className="mx-auto max-w-2xl px-6 pb-10">
        <CopyBox text={`curl ${gatewayUrl('/v1/usage')} -H "Authorization: Bearer $API_KEY"`} />
      </div>
    </Card>
  );
}
