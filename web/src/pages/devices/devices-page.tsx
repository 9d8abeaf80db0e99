import { useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import type { Schema } from '../../api/schemas.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { devicesTexts } from './texts.ts';

type Device = Schema<'Device'>;

const TONES: Record<Device['status'], Tone> = {
  provisioned: 'neutral',
  qr_pending: 'accent',
  connected: 'good',
  disconnected: 'warn',
  banned: 'bad',
};

/** The numbers of the account with their live status. */
export function DevicesPage() {
  const t = useTexts(devicesTexts);
  const devices = useQuery(devicesQuery);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={devices}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty icon={<Smartphone aria-hidden />} title={t('none')} lead={t('noneLead')} />
            </Card>
          ) : (
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {data.map((device) => (
                <DeviceCard key={device.device_uuid} device={device} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

function DeviceCard({ device: { label, phone_number, status } }: { device: Device }) {
  const t = useTexts(devicesTexts);
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-card p-4">
      <div className="flex items-start justify-between gap-2">
        <span className="font-medium">
          <bdi>{label}</bdi>
        </span>
        <Badge tone={TONES[status]}>{t(status)}</Badge>
      </div>
      <span className="text-soft tabular-nums">{phone_number ?? ''}</span>
    </li>
  );
}
