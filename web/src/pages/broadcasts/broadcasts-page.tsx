import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Megaphone, Paperclip, Plus } from 'lucide-react';
import { devicesQuery } from '../../queries/devices.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { BroadcastTabs } from './broadcast-tabs.tsx';
import { type BroadcastItem, broadcastsQuery, useLiveBroadcasts } from './queries.ts';
import { BroadcastProgress, StatusBadge, usePauseReason } from './status.tsx';

/** All broadcasts, the newest first, with their progress. */
export function BroadcastsPage() {
  const t = useTexts('broadcasts.page');
  const { page = 1 } = useSearch({ from: '/app/broadcasts/' });
  const navigate = useNavigate();
  const broadcasts = useQuery(broadcastsQuery(page));
  useLiveBroadcasts();
  return (
    <Page title={t('title')} lead={t('lead')} actions={<NewButton />} tabs={<BroadcastTabs />}>
      <Loaded query={broadcasts}>
        {(list) =>
          list.total === 0 ? (
            <Card>
              <Empty
                icon={<Megaphone aria-hidden />}
                title={t('none')}
                lead={t('noneLead')}
                action={<NewButton />}
              />
            </Card>
          ) : (
            <>
              <ul className="divide-y divide-line rounded-lg border border-line bg-card">
                {list.data.map((broadcast) => (
                  <BroadcastLine key={broadcast.id} broadcast={broadcast} />
                ))}
              </ul>
              <Pager
                page={list}
                onPage={(next) => void navigate({ to: '/broadcasts', search: { page: next } })}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function NewButton() {
  const t = useTexts('broadcasts.page');
  return (
    <Button asChild kind="primary">
      <Link to="/broadcasts/new">
        <Plus aria-hidden />
        {t('new')}
      </Link>
    </Button>
  );
}

function BroadcastLine({ broadcast }: { broadcast: BroadcastItem }) {
  const [t, format, reasonText] = [useTexts('broadcasts.page'), useFormat(), usePauseReason()];
  const devices = useQuery(devicesQuery);
  const { id, name, type, status, reason, device_uuid, scheduled_at, created_at } = broadcast;
  const device = devices.data?.data.find((each) => each.device_uuid === device_uuid);
  return (
    <li>
      <Link
        to="/broadcasts/$id"
        params={{ id: String(id) }}
        className="grid gap-x-6 gap-y-2 px-4 py-3 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_16rem]"
      >
        <div className="grid min-w-0 gap-0.5">
          <div className="flex items-center gap-2">
            <bdi className="truncate font-medium" title={name}>
              {name}
            </bdi>
            {type !== 'text' && (
              <Paperclip className="size-4 shrink-0 text-soft" aria-label={t('withFile')} />
            )}
            <StatusBadge status={status} />
          </div>
          <span className="truncate text-[13px] text-soft">
            <bdi>{device?.label ?? t('unknownDevice')}</bdi>
            {' · '}
            {status === 'scheduled' && scheduled_at
              ? t('startsAt', { time: format.full(scheduled_at) })
              : format.full(created_at)}
          </span>
          {status === 'paused' && <span className="text-[13px] text-warn">{reasonText(reason)}</span>}
        </div>
        <BroadcastProgress broadcast={broadcast} />
      </Link>
    </li>
  );
}
