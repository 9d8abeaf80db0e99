import { useMutation } from '@tanstack/react-query';
import { FolderInput, Keyboard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { scanWithSimulatedPhone } from '../../../queries/sandbox.ts';
import { useMay, useMe } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Spinner } from '../../../ui/states.tsx';
import type { Device } from '../queries.ts';
import { CodePanel } from './code-panel.tsx';
import { PairingHelp } from './pairing-help.tsx';
import { PasskeyPanel } from './passkey-panel.tsx';
import type { Code, Pairing } from './use-pairing.ts';
import { useSecondsUntil } from './use-seconds-until.ts';
import { Waiting } from './waiting.tsx';

const ImportPanel = lazy(async () => ({ default: (await import('./import-panel.tsx')).ImportPanel }));

/** The code with what to do on the phone. */
export function ScanPanel({ pairing: { code, device, passkey, move } }: { pairing: Pairing }) {
  const t = useTexts('devices.pairing');
  const { account } = useMe();
  const [way, setWay] = useState<'scan' | 'type' | 'move'>('scan');
  const isOwner = useMay('owner');
  const scan = () => setWay('scan');
  if (passkey) return <PasskeyPanel passkey={passkey} />;
  if (way === 'type') return <CodePanel device={device} onQr={scan} />;
  if (way === 'move')
    return (
      <Suspense fallback={<Spinner />}>
        <ImportPanel device={device} onMoved={move} onQr={scan} />
      </Suspense>
    );
  return (
    <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
      <div className="grid justify-items-center gap-2">
        {code ? <Picture code={code} /> : <Waiting reason={device.reason} />}
      </div>
      <div className="grid content-start gap-4">
        <ol className="grid list-decimal gap-2 pl-5">
          {(['step1', 'step2', 'step3', 'step4'] as const).map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        <Button className="justify-self-start" onClick={() => setWay('type')}>
          <Keyboard aria-hidden />
          {t('useCode')}
        </Button>
        {isOwner && device.phone_number === null && (
          <Button className="justify-self-start" onClick={() => setWay('move')}>
            <FolderInput aria-hidden />
            {t('useSession')}
          </Button>
        )}
        {account.kind === 'sandbox' && <SimulatedScan device={device} />}
        <PairingHelp />
      </div>
    </div>
  );
}

/** One click in place of a phone in the hand. The dialog shows when the device has connected. */
function SimulatedScan({ device }: { device: Device }) {
  const t = useTexts('devices.pairing');
  const scan = useMutation({ mutationFn: () => scanWithSimulatedPhone(device) });
  return (
    <div className="grid justify-items-start gap-2 rounded-md bg-accent-soft p-3">
      <p>{t('sandboxScan')}</p>
      <Button kind="primary" busy={scan.isPending || scan.isSuccess} onClick={() => scan.mutate()}>
        {t('sandboxScanButton')}
      </Button>
      <ProblemLine problem={scan.error} />
    </div>
  );
}

/** Half the pixels of the picture, so that screens of any density draw whole modules. */
const SIDE = 256;

function Picture({ code }: { code: Code }) {
  const t = useTexts('devices.pairing');
  const left = useSecondsUntil(code.expiresAt);
  return (
    <>
      <img
        src={code.picture}
        alt={t('code')}
        width={SIDE}
        height={SIDE}
        className="rounded-lg border border-line bg-white"
        style={{ imageRendering: 'pixelated' }}
      />
      <p role="timer" className="text-[13px] text-soft tabular-nums">
        {left > 0 ? t('left', { seconds: left }) : t('renewing')}
      </p>
    </>
  );
}
