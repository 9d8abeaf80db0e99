import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Figure } from '../../../../ui/card.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { ShowMore } from '../../../../ui/show-more.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { Table, Td } from '../../../../ui/table.tsx';
import { Head } from '../head.tsx';
import { SearchField } from '../search-field.tsx';
import { type SitePage as Found, isBusy, type Site, sitePagesQuery, siteQuery } from './queries.ts';
import { SiteMenu } from './site-menu.tsx';
import { SiteState } from './site-state.tsx';

const TONES: Record<Found['state'], Tone> = {
  waiting: 'neutral',
  read: 'good',
  unreadable: 'bad',
  skipped: 'neutral',
  removed: 'neutral',
};

/** The pages of one site, with the reasons where one could not be read. */
export function SitePage() {
  const [t, all] = [useTexts('assistant.sites'), useTexts('assistant.page')];
  const { siteId } = useParams({ from: '/app/automation/assistant/sites/$siteId' });
  const navigate = useNavigate();
  const site = useQuery(siteQuery(siteId));
  const toList = () => void navigate({ to: '/automation/assistant/sites' });
  return (
    <Loaded query={site}>
      {(found) => (
        <>
          <Head
            back={{ to: '/automation/assistant/sites', text: all('sites') }}
            title={<bdi>{found.url}</bdi>}
            lead={<SiteState site={found} />}
            actions={<SiteMenu site={found} onDeleted={toList} />}
          />
          {found.problem && <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">{t(found.problem)}</p>}
          {isBusy(found) && (
            <Progress label={t('progress')} total={found.pages.found} good={found.pages.visited} />
          )}
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Figure label={t('found')} value={found.pages.found} />
            <Figure label={t('read')} value={found.pages.read} />
            <Figure label={t('unreadable')} value={found.pages.unreadable} />
            <Figure label={t('skipped')} value={found.pages.skipped} />
          </div>
          <Pages site={found} />
        </>
      )}
    </Loaded>
  );
}

function Pages({ site }: { site: Site }) {
  const [t, all] = [useTexts('assistant.sites'), useTexts('assistant.page')];
  const { q = '' } = useSearch({ from: '/app/automation/assistant/sites/$siteId' });
  const navigate = useNavigate({ from: '/automation/assistant/sites/$siteId' });
  const pages = useInfiniteQuery(sitePagesQuery(site.id, q, isBusy(site)));
  return (
    <>
      <SearchField
        label={t('search')}
        value={q}
        onSearch={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })}
      />
      <Loaded query={pages}>
        {({ pages: lists }) => (
          <>
            <Table aria-label={t('found')} head={[t('page'), t('state'), all('problem'), t('checkedAt')]}>
              {lists
                .flatMap(({ data }) => data)
                .map((page) => (
                  <PageRow key={page.url} page={page} />
                ))}
            </Table>
            {q !== '' && lists[0]?.data.length === 0 && <p className="text-soft">{all('nothingFound')}</p>}
            <ShowMore query={pages} />
          </>
        )}
      </Loaded>
    </>
  );
}

function PageRow({ page }: { page: Found }) {
  const [t, format] = [useTexts('assistant.sites'), useFormat()];
  const { url, state, problem, status, document_id, checked_at, failing_since } = page;
  return (
    <tr>
      <Td className="max-w-72 truncate" title={url}>
        {document_id ? (
          <Link
            to="/automation/assistant/documents/$documentId"
            params={{ documentId: document_id }}
            className="text-accent hover:underline"
          >
            <bdi>{url}</bdi>
          </Link>
        ) : (
          <bdi>{url}</bdi>
        )}
      </Td>
      <Td>
        <Badge tone={TONES[state]}>{t(`page_${state}`)}</Badge>
      </Td>
      <Td className="min-w-40 text-[13px]">
        {problem && t(problem)}
        {problem === 'http_status' && status !== null && ` (${status})`}
        {failing_since && (
          <span className="block text-faint">{t('failingSince', { at: format.short(failing_since) })}</span>
        )}
      </Td>
      <Td className="whitespace-nowrap text-soft">{checked_at && format.short(checked_at)}</Td>
    </tr>
  );
}
