import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { Empty, Loaded } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { isBusy, type Site, sitesQuery } from './queries.ts';
import { SiteDialog } from './site-dialog.tsx';
import { SiteMenu } from './site-menu.tsx';
import { SiteState } from './site-state.tsx';

/** Web sites that the assistant reads. */
export function SitesPage() {
  const [t, all] = [useTexts('assistant.sites'), useTexts('assistant.page')];
  const sites = useQuery(sitesQuery);
  const [isAdding, setAdding] = useState(false);
  const add = (kind: 'primary' | 'plain') => (
    <Button kind={kind} onClick={() => setAdding(true)} icon={Plus}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <Head title={all('sites')} lead={t('lead')} actions={add('primary')} />
      <Loaded query={sites}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty
                icon={<Globe aria-hidden />}
                title={t('none')}
                lead={t('noneLead')}
                action={add('plain')}
              />
            </Card>
          ) : (
            <ul className="grid divide-y divide-line rounded-lg border border-line bg-card">
              {data.map((site) => (
                <SiteRow key={site.id} site={site} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <SiteDialog site={null} onClose={() => setAdding(false)} />}
    </>
  );
}

function SiteRow({ site }: { site: Site }) {
  const [t, format] = [useTexts('assistant.sites'), useFormat()];
  const { id, url, pages, problem, read_at, next_read_at } = site;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to="/automation/assistant/sites/$siteId"
            params={{ siteId: id }}
            className="min-w-0 truncate font-medium hover:underline"
            title={url}
          >
            <bdi>{url}</bdi>
          </Link>
          <SiteState site={site} />
        </div>
        <p className="text-[13px] text-faint">
          {t('pagesRead', { count: pages.read })}
          {pages.unreadable > 0 && ` · ${t('pagesFailed', { count: pages.unreadable })}`}
          {pages.skipped > 0 && ` · ${t('pagesSkipped', { count: pages.skipped })}`}
          {read_at && ` · ${t('readAt', { at: format.short(read_at) })}`}
          {next_read_at && ` · ${t('nextAt', { at: format.short(next_read_at) })}`}
        </p>
        {isBusy(site) && <Progress label={t('progress')} total={pages.found} good={pages.visited} />}
        {problem && <p className="text-[13px] text-bad">{t(problem)}</p>}
      </div>
      <SiteMenu site={site} />
    </li>
  );
}
