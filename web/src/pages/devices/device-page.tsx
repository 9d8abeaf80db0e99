import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { toneOf } from '../../devices/reason.ts';
import { ReasonLine } from '../../devices/reason-line.tsx';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { devicesQuery } from '../../queries/devices.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge, Dot } from '../../ui/badge.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Facts } from './detail/facts.tsx';
import { Health } from './detail/health.tsx';
import { DeviceActs } from './device-acts.tsx';
import { Templates } from './official/templates/templates.tsx';
import { WebhookSetup } from './official/webhook-setup.tsx';
import type { Device } from './queries.ts';

/** One number: how it is, what waits, and its settings. */
export function DevicePage() {
  const [t, own] = [useTexts('devices.detail'), useTexts('devices.page')];
  const { deviceUuid } = useParams({ from: '/app/devices/$deviceUuid' });
  const devices = useQuery(devicesQuery);
  const device = devices.data?.data.find(({ device_uuid }) => device_uuid === deviceUuid);
  return (
    <Page
      title={device?.label ?? own('title')}
      back={<BackLink to="/devices">{t('all')}</BackLink>}
      lead={device && <State device={device} />}
      actions={device && <DeviceActs device={device} />}
    >
      <Loaded query={devices}>
        {() => (device ? <Content device={device} /> : <Empty title={t('gone')} />)}
      </Loaded>
    </Page>
  );
}

function State({ device }: { device: Device }) {
  const t = useTexts('devices.page');
  return (
    <span className="grid gap-2">
      <span className="flex flex-wrap items-center gap-2.5">
        <Badge tone={toneOf(device)}>
          <Dot tone={toneOf(device)} />
          {t(device.status)}
        </Badge>
        {device.phone_number === null ? t('noNumber') : <PhoneNumber number={device.phone_number} />}
      </span>
    </span>
  );
}

function Content({ device }: { device: Device }) {
  const official = useTexts('devices.official');
  const mayChange = useMay('admin');
  const isOfficial = device.engine === 'official_cloud';
  return (
    <>
      {device.reason !== null && (
        <Card className="px-4 py-3">
          <ReasonLine device={device} className="text-sm" />
        </Card>
      )}
      <Health device={device} />
      <Facts device={device} />
      {isOfficial && <Templates deviceUuid={device.device_uuid} />}
      {isOfficial && mayChange && (
        <Section title={official('webhook')}>
          <WebhookSetup />
        </Section>
      )}
    </>
  );
}
