import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { FilePreview } from '../../files/file-preview.tsx';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { devicesQuery } from '../../queries/devices.ts';
import { mediaQuery } from '../../queries/media.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Section } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { BroadcastActs } from './acts.tsx';
import { FunnelBars } from './funnel.tsx';
import { PlannedRecipients } from './planned-recipients.tsx';
import { type Broadcast, broadcastQuery, useLiveBroadcasts } from './queries.ts';
import { StageRecipients } from './stage-recipients.tsx';
import { BroadcastProgress, StatusBadge, usePauseReason } from './status.tsx';

/** One broadcast while it sends, and afterwards. */
export function BroadcastPage() {
  const t = useTexts('broadcasts.page');
  const { id } = useParams({ from: '/app/broadcasts/$id' });
  const broadcast = useQuery(broadcastQuery(id));
  useLiveBroadcasts();
  const shown = broadcast.data;
  return (
    <Page
      title={shown?.name ?? t('broadcast')}
      back={<BackLink to="/broadcasts">{t('allBroadcasts')}</BackLink>}
      actions={shown && <BroadcastActs broadcast={shown} />}
    >
      <Loaded query={broadcast}>{(data) => <Details broadcast={data} />}</Loaded>
    </Page>
  );
}

function Details({ broadcast }: { broadcast: Broadcast }) {
  const [t, format, reasonText] = [useTexts('broadcasts.page'), useFormat(), usePauseReason()];
  const { stage } = useSearch({ from: '/app/broadcasts/$id' });
  return (
    <>
      <div className="grid gap-2" aria-live="polite">
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={broadcast.status} />
          {broadcast.status === 'paused' && <span className="text-warn">{reasonText(broadcast.reason)}</span>}
        </div>
        <BroadcastProgress broadcast={broadcast} />
        {broadcast.continues_at && (
          <p className="text-warn">{t('waitsForMorning', { time: format.moment(broadcast.continues_at) })}</p>
        )}
        {broadcast.waits_for === 'messaging_limit' && <p className="text-warn">{t('waitsForLimit')}</p>}
        {broadcast.kept_count > 0 && (
          <p className="text-soft">{t('keptCount', { count: broadcast.kept_count })}</p>
        )}
      </div>
      {broadcast.started_at !== null && <FunnelBars broadcast={broadcast} stage={stage} />}
      {isPlanned(broadcast) && <PlannedRecipients id={broadcast.id} />}
      {stage && <StageRecipients id={broadcast.id} stage={stage} />}
      <Section title={t('message')}>
        <div className="grid justify-items-start gap-2">
          {broadcast.media_id !== null && <SentFile broadcast={broadcast} />}
          <p className="whitespace-pre-wrap">
            <bdi>{broadcast.message_template}</bdi>
          </p>
        </div>
      </Section>
      <Facts broadcast={broadcast} />
    </>
  );
}

const isPlanned = ({ status, started_at }: Broadcast) =>
  started_at === null && (status === 'scheduled' || status === 'paused');

function SentFile({ broadcast }: { broadcast: Broadcast }) {
  const t = useTexts('broadcasts.page');
  const { data: file } = useQuery(mediaQuery(broadcast.media_id));
  if (file === null) return <p className="text-soft">{t('fileForgotten')}</p>;
  // A picture may go out as a document.
  return file ? (
    <FilePreview file={{ ...file, type: broadcast.type === 'document' ? 'document' : file.type }} />
  ) : null;
}

function Facts({ broadcast }: { broadcast: Broadcast }) {
  const [t, format] = [useTexts('broadcasts.page'), useFormat()];
  const devices = useQuery(devicesQuery);
  const device = devices.data?.data.find((each) => each.device_uuid === broadcast.device_uuid);
  const { delay_min_seconds: min, delay_max_seconds: max, retry_of, quiet_hours: quiet } = broadcast;
  const times = [
    ['created', broadcast.created_at],
    ['scheduledFor', broadcast.scheduled_at],
    ['started', broadcast.started_at],
    ['completedAt', broadcast.completed_at],
    ['finishExpected', broadcast.finish_expected_at],
  ] as const;
  return (
    <Section title={t('details')}>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[12rem_1fr]">
        <dt className="text-soft">{t('device')}</dt>
        <dd>
          <bdi>{device?.label ?? t('unknownDevice')}</bdi>{' '}
          {device?.phone_number && <PhoneNumber number={device.phone_number} />}
        </dd>
        <dt className="text-soft">{t('pace')}</dt>
        <dd>{max === 0 ? t('noPause') : t('paceOf', { min, max })}</dd>
        {times.map(
          ([key, time]) =>
            time && (
              <div key={key} className="contents">
                <dt className="text-soft">{t(key)}</dt>
                <dd className="tabular-nums">{format.full(time)}</dd>
              </div>
            ),
        )}
        {quiet && (
          <>
            <dt className="text-soft">{t('quietHours')}</dt>
            <dd>{t('quietSpan', { ...quiet })}</dd>
          </>
        )}
        {retry_of !== null && (
          <>
            <dt className="text-soft">{t('retryOf')}</dt>
            <dd>
              <Link to="/broadcasts/$id" params={{ id: String(retry_of) }} className="text-accent underline">
                {t('firstBroadcast')}
              </Link>
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}
