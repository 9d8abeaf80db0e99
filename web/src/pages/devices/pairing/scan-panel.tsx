import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reasonKey } from '../../../devices/reason.ts';
import { scanWithSimulatedPhone } from '../../../queries/sandbox.ts';
import { useMe } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Spinner } from '../../../ui/states.tsx';
import type { Device } from '../queries.ts';
import { isUnreached } from '../state.ts';
import { PairingHelp } from './pairing-help.tsx';
import type { Code, Pairing } from './use-pairing.ts';

const PLACE =
  'grid size-64 content-center justify-items-center gap-3 rounded-lg border border-dashed border-line p-4';

const SLOW_MS = 15_000;

/** The code with what to do on the phone. */
export function ScanPanel({ pairing: { code, device } }: { pairing: Pairing }) {
  const t = useTexts('devices.pairing');
  const { account } = useMe();
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

function Waiting({ reason }: Pick<Device, 'reason'>) {
  const [t, why] = [useTexts('devices.pairing'), useTexts('shared.deviceReasons')];
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={PLACE}>
      <Spinner />
      <p role="status" className="text-center text-soft">
        {isUnreached(reason) ? why(reasonKey(reason)) : isSlow ? t('slow') : t('making')}
      </p>
    </div>
  );
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((at - now) / 1_000));
}
