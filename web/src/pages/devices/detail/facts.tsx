import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Dot } from '../../../ui/badge.tsx';
import { Section } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { type Device, healthQuery, hoursQuery } from '../queries.ts';

const SOURCES = { device: 'hoursDevice', account: 'hoursAccount', default: 'hoursDefault' } as const;

/** What does not change by itself: connection, token, hours. */
export function Facts({ device }: { device: Device }) {
  const [t, own, format] = [useTexts('devices.detail'), useTexts('devices.page'), useFormat()];
  const paired = useQuery(healthQuery(device.device_uuid)).data?.paired_at;
  const isOfficial = device.engine === 'official_cloud';
  const expires = device.official_token_expires_at;
  return (
    <Section title={t('facts')}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Fact name={t('engine')}>{own(isOfficial ? 'official_cloud' : 'economy')}</Fact>
        <Fact name={t('connectedAt')}>
          {device.connected_at === null ? t('never') : format.full(device.connected_at)}
        </Fact>
        {!isOfficial && paired && <Fact name={t('pairedAt')}>{format.full(paired)}</Fact>}
        {isOfficial && <Fact name={t('tokenExpires')}>{expires ? format.full(expires) : t('noExpiry')}</Fact>}
        {isOfficial && <Standing device={device} />}
        <Fact name={t('hours')}>
          <Hours deviceUuid={device.device_uuid} />
        </Fact>
        <Fact name={t('uuid')}>
          <span className="flex items-center gap-1.5">
            <code className="font-mono text-[13px]">{device.device_uuid}</code>
            <CopyButton text={device.device_uuid} />
          </span>
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft max-sm:-mb-2.5">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const TONES = { green: 'good', yellow: 'warn', red: 'bad' } as const;

/** What the provider thinks of the number, and what it allows. */
function Standing({ device }: { device: Device }) {
  const [t, format] = [useTexts('devices.detail'), useFormat()];
  const { official_quality: quality, official_quality_before: before } = device;
  const { official_quality_changed_at: at, official_messaging_limit: limit } = device;
  const isKnown = Boolean(device.official_messaging_limit_at);
  return (
    <>
      <Fact name={t('quality')}>
        <span className="flex flex-wrap items-center gap-x-2">
          <Dot tone={quality ? TONES[quality] : 'neutral'} />
          {t(quality ?? 'qualityUnknown')}
          {at && <span className="text-faint">· {t('since', { time: format.full(at) })}</span>}
          {before && <span className="text-faint">· {t('before', { quality: t(before) })}</span>}
        </span>
      </Fact>
      <Fact name={t('limit')}>
        {isKnown ? t(limit ? 'limitOf' : 'limitNone', { limit: limit ?? 0 }) : t('limitUnknown')}
      </Fact>
    </>
  );
}

function Hours({ deviceUuid }: { deviceUuid: string }) {
  const [t, format] = [useTexts('devices.detail'), useFormat()];
  const hours = useQuery(hoursQuery(deviceUuid));
  return (
    <Loaded query={hours} loading={<Skeleton lines={1} />}>
      {({ is_open: isOpen, changes_at: at, source }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <Dot tone={isOpen ? 'good' : 'neutral'} />
          {isOpen ? t('open') : t('closed')}
          {at && <span>· {t(isOpen ? 'closesAt' : 'opensAt', { time: format.full(at) })}</span>}
          <span className="text-faint">· {t(SOURCES[source])}</span>
        </span>
      )}
    </Loaded>
  );
}
