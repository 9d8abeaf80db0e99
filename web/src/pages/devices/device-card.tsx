import { Link } from '@tanstack/react-router';
import { toneOf } from '../../devices/reason.ts';
import { ReasonLine } from '../../devices/reason-line.tsx';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, Dot } from '../../ui/badge.tsx';
import { DeviceActs } from './device-acts.tsx';
import type { Device } from './queries.ts';

/** One number: how it is, and what to do about it. The whole card leads to its page. */
export function DeviceCard({ device }: { device: Device }) {
  const [t, format] = [useTexts('devices.page'), useFormat()];
  const { device_uuid: deviceUuid, label, phone_number: number, status, last_health_at: seen } = device;
  return (
    <li className="relative grid content-start gap-2 rounded-lg border border-line bg-card p-4 hover:border-field-line">
      <div className="flex items-start justify-between gap-2">
        <Link
          to="/devices/$deviceUuid"
          params={{ deviceUuid }}
          className="min-w-0 flex-1 font-medium after:absolute after:inset-0 after:rounded-lg"
        >
          <bdi className="line-clamp-2 text-left" title={label}>
            {label}
          </bdi>
        </Link>
        <Badge tone={toneOf(device)}>
          <Dot tone={toneOf(device)} />
          {t(status)}
        </Badge>
      </div>
      <p className="text-soft">{number === null ? t('noNumber') : <PhoneNumber number={number} />}</p>
      <ReasonLine device={device} />
      <div className="mt-auto flex items-end justify-between gap-2">
        <p className="text-xs text-faint">
          {t(device.engine === 'official_cloud' ? 'official_cloud' : 'economy')}
          {' · '}
          {seen === null ? t('neverSeen') : t('seen', { time: format.ago(seen) })}
        </p>
        <div className="relative flex gap-1.5">
          <DeviceActs device={device} small />
        </div>
      </div>
    </li>
  );
}
