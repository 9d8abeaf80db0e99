import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CloudAlert, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { scanQr } from '../../../queries/sandbox.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Device, waitingDevices } from '../next-step.ts';
import { officialsQuery, type Phone, removePhone } from '../queries.ts';
import { Act } from './act.tsx';
import { LineActs } from './line-acts.tsx';
import { Part } from './part.tsx';

interface Props {
  phone: Phone;
  peer: string | undefined;
  devices: readonly Device[];
}

/** What the simulator can do to the phone, and to the device at either side of the chat. */
export function Acts({ phone, peer, devices }: Props) {
  const t = useTexts('sandbox.page');
  const device =
    devices.find(({ device_uuid }) => device_uuid === phone.device_uuid) ??
    devices.find(({ phone_number }) => phone_number === peer);
  const mayUseOfficials = useMay('admin');
  const isPaired = phone.device_uuid !== null && device?.status === 'connected';
  const waiting = isPaired ? [] : waitingDevices(devices);
  return (
    <aside
      aria-labelledby="sandbox-acts"
      className="grid w-full max-w-96 flex-1 content-start gap-4 sm:min-w-72"
    >
      <header>
        <h2 id="sandbox-acts" className="font-semibold">
          {t('acts')}
        </h2>
        <p className="text-[13px] text-soft">{t('actsLead')}</p>
        <Button asChild kind="link" size="small">
          <Link to="/inbox">{t('toInbox')}</Link>
        </Button>
      </header>
      {waiting.length > 0 && (
        <Part title={t('scan')} lead={t('scanLead')}>
          {waiting.map((each) => (
            <Scan key={each.device_uuid} phone={phone} device={each} />
          ))}
        </Part>
      )}
      {device?.engine === 'economy' && device.phone_number !== null && (
        <LineActs key={device.device_uuid} device={device} />
      )}
      {device?.engine === 'official_cloud' && mayUseOfficials && <OfficialLink device={device} />}
      {phone.device_uuid === null && <Remove phone={phone} />}
    </aside>
  );
}

function OfficialLink({ device: { device_uuid: uuid } }: { device: Device }) {
  const t = useTexts('sandbox.page');
  const officials = useQuery(officialsQuery).data;
  const official = officials?.find(({ device_uuid }) => device_uuid === uuid);
  if (!official) return null;
  return (
    <Button asChild className="h-auto justify-start py-2 text-left">
      <Link to="/sandbox" search={{ official: official.phone_number_id }}>
        <CloudAlert aria-hidden />
        <span className="grid whitespace-normal">
          {t('officialActs')}
          <span className="text-xs font-normal text-soft">{t('officialActsHint')}</span>
        </span>
      </Link>
    </Button>
  );
}

function Scan({ phone, device: { label, device_uuid } }: { phone: Phone; device: Device }) {
  const t = useTexts('sandbox.page');
  return (
    <Act
      icon={<QrCode aria-hidden />}
      name={t('scanDevice', { label })}
      run={async () => {
        await scanQr(phone.number, device_uuid);
        notify(t('scanned', { label }));
      }}
    />
  );
}

function Remove({ phone: { name, number } }: { phone: Phone }) {
  const t = useTexts('sandbox.page');
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => setAsking(true)}
        icon={Trash2}
      >
        {t('remove')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('removeTitle', { name })}
        lead={t('removeLead')}
        action={t('remove')}
        run={async () => {
          await removePhone(number);
          await navigate({ to: '/sandbox', search: {} });
        }}
      />
    </>
  );
}
