import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { devicesQuery } from '../../../queries/devices.ts';
import { AddressWarning } from '../../../session/address-warning.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type Link, linksQuery } from '../queries.ts';
import { LinkDialog } from './link-dialog.tsx';
import { LinkRow } from './link-row.tsx';

/** The chat links of the account. */
export function LinksView() {
  const t = useTexts('entryPoints.page');
  const links = useInfiniteQuery(linksQuery);
  const [edited, setEdited] = useState<Link | 'new' | null>(null);
  return (
    <>
      <Loaded query={links}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <NoLinks onNew={() => setEdited('new')} />;
          return (
            <div className="grid gap-3">
              <div className="flex justify-end">
                <Button kind="primary" onClick={() => setEdited('new')} icon={Plus}>
                  {t('newLink')}
                </Button>
              </div>
              <AddressWarning />
              <ul className="grid gap-2">
                {all.map((link) => (
                  <LinkRow key={link.id} link={link} onEdit={() => setEdited(link)} />
                ))}
              </ul>
              <ShowMore query={links} />
            </div>
          );
        }}
      </Loaded>
      {edited !== null && (
        <LinkDialog link={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function NoLinks({ onNew }: { onNew: () => void }) {
  const t = useTexts('entryPoints.page');
  const { data: devices } = useQuery(devicesQuery);
  const hasDevice = devices === undefined || devices.data.length > 0;
  return (
    <Card>
      <Empty
        icon={<Link2 aria-hidden />}
        title={t('noLinks')}
        lead={hasDevice ? t('noLinksLead') : t('noDevice')}
        action={
          hasDevice ? (
            <Button kind="primary" onClick={onNew} icon={Plus}>
              {t('newLink')}
            </Button>
          ) : (
            <Button kind="primary" asChild>
              <RouterLink to="/devices">{t('toDevices')}</RouterLink>
            </Button>
          )
        }
      />
    </Card>
  );
}
