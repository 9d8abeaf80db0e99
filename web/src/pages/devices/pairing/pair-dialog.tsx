import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { reasonKey } from '../../../devices/reason.ts';
import { phoneText } from '../../../numbers/phone-text.ts';
import { useMe } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { type Device, releaseDevice } from '../queries.ts';
import { explainsWait, MOVING_IN } from '../state.ts';
import { PairingHelp } from './pairing-help.tsx';
import { ScanPanel } from './scan-panel.tsx';
import { type Pairing, usePairing } from './use-pairing.ts';
import { Waiting } from './waiting.tsx';

interface Props {
  device: Device;
  /** Asks at the end whether to keep a device that was never connected. */
  isNew: boolean;
  onClose: () => void;
}

const TITLES = { scanning: 'title', moving: 'movingTitle', ended: 'endedTitle' } as const;

/** Connects a device by the QR on the screen. */
export function PairDialog({ device: created, isNew, onClose }: Props) {
  const t = useTexts('devices.pairing');
  const pairing = usePairing(created);
  const { device, phase } = pairing;
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (isNew && phase !== 'connected' ? setLeaving(true) : onClose());
  if (isLeaving) return <KeepQuestion device={device} onBack={() => setLeaving(false)} onClose={onClose} />;
  if (phase === 'connected') return <Connected device={device} onClose={onClose} />;
  return (
    <Dialog open onClose={close} width="wide" title={t(TITLES[phase])} lead={<bdi>{device.label}</bdi>}>
      {phase === 'ended' && <Ended pairing={pairing} />}
      {phase === 'moving' && <Waiting reason={explainsWait(device.reason) ? device.reason : MOVING_IN} />}
      {phase === 'scanning' && <ScanPanel pairing={pairing} />}
      <ProblemLine problem={pairing.problem} />
    </Dialog>
  );
}

function Connected({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useTexts('devices.pairing');
  const isSimulated = useMe().account.kind === 'sandbox';
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={t('connected', { label: device.label })}
      lead={device.phone_number && t('connectedLead', { number: phoneText(device.phone_number) })}
      footer={
        <>
          <Button asChild>
            <Link to="/devices/$deviceUuid" params={{ deviceUuid: device.device_uuid }} onClick={onClose}>
              {t('details')}
            </Link>
          </Button>
          <Button kind={isSimulated ? 'plain' : 'primary'} onClick={onClose}>
            {t('done')}
          </Button>
          {isSimulated && (
            <Button kind="primary" asChild>
              <Link to="/sandbox" onClick={onClose}>
                {t('writeAsCustomer')}
              </Link>
            </Button>
          )}
        </>
      }
    >
      <CircleCheck className="size-12 justify-self-center text-good" aria-hidden />
    </Dialog>
  );
}

function Ended({ pairing: { device, restart } }: { pairing: Pairing }) {
  const [t, why] = [useTexts('devices.pairing'), useTexts('shared.deviceReasons')];
  return (
    <div className="grid gap-4">
      <p role="status">
        {device.reason === null
          ? t('endedUnknown')
          : why(reasonKey(device.reason), { reason: device.reason })}
      </p>
      <Button kind="primary" className="justify-self-start" onClick={restart}>
        {t('again')}
      </Button>
      <PairingHelp open />
    </div>
  );
}

function KeepQuestion({
  device,
  onBack,
  onClose,
}: {
  device: Device;
  onBack: () => void;
  onClose: () => void;
}) {
  const t = useTexts('devices.pairing');
  const release = useMutation({ mutationFn: () => releaseDevice(device.device_uuid), onSuccess: onClose });
  return (
    <Dialog
      open
      onClose={onBack}
      width="small"
      title={t('keepTitle')}
      lead={t('keepLead')}
      footer={
        <>
          <Button kind="danger" busy={release.isPending} onClick={() => release.mutate()}>
            {t('release')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('keep')}
          </Button>
        </>
      }
    >
      <ProblemLine problem={release.error} />
    </Dialog>
  );
}
