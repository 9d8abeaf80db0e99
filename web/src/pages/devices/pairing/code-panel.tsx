import { useQuery } from '@tanstack/react-query';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { PairByCode } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { PageForm } from '../../../ui/form/form.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { type Device, fetchPairingCode } from '../queries.ts';
import { PASSKEY_REQUIRED } from '../state.ts';
import { PairingHelp } from './pairing-help.tsx';
import { useSecondsUntil } from './use-seconds-until.ts';
import { Waiting } from './waiting.tsx';

const NEXT_MS = 1_000;

interface Props {
  device: Device;
  onQr: () => void;
}

/** For an owner who reads this page on the phone of the number, which cannot scan itself. */
export function CodePanel({ device, onQr }: Props) {
  const t = useTexts('devices.pairing');
  const [number, setNumber] = useState<string | null>(null);
  return (
    <div className="grid gap-4">
      {number === null ? (
        <NumberForm device={device} onAsked={setNumber} />
      ) : (
        <Shown device={device} number={number} />
      )}
      <Button className="justify-self-start" onClick={onQr}>
        <QrCode aria-hidden />
        {t('useQr')}
      </Button>
      <PairingHelp />
    </div>
  );
}

function NumberForm({ device, onAsked }: { device: Device; onAsked: (number: string) => void }) {
  const [t, numbers] = [useTexts('devices.pairing'), useTexts('shared.numbers')];
  return (
    <PageForm
      limits={PairByCode}
      initial={{ phone_number: device.phone_number === null ? '' : `+${device.phone_number}` }}
      save={({ phone_number }) => fetchPairingCode(device.device_uuid, phone_number)}
      onSaved={(_answer, { phone_number }) => onAsked(phone_number)}
      action={t('getCode')}
    >
      <TextField
        name="phone_number"
        label={t('codeNumber')}
        hint={t('codeNumberHint')}
        wrong={t('wrongNumber')}
        inputMode="tel"
        placeholder={numbers('example')}
      />
    </PageForm>
  );
}

function Shown({ device, number }: { device: Device; number: string }) {
  const t = useTexts('devices.pairing');
  const [attempt, setAttempt] = useState(0);
  const { data, error } = useQuery({
    queryKey: ['device-code', device.device_uuid, number, attempt],
    queryFn: async () => {
      const { code, valid_for_seconds: seconds = 0 } = await fetchPairingCode(device.device_uuid, number);
      return code === undefined ? null : { text: code, expiresAt: Date.now() + seconds * 1_000 };
    },
    // A further call after the end of the code would ask for another one: a notice on the phone.
    refetchInterval: ({ state }) => (state.data || state.error ? false : NEXT_MS),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const left = useSecondsUntil(data?.expiresAt ?? 0);
  const again = () => setAttempt(attempt + 1);
  return (
    <div className="grid gap-4">
      {data && device.reason !== PASSKEY_REQUIRED ? (
        <div className="grid justify-items-center gap-2">
          <output
            aria-label={t('typedCode')}
            className="rounded-lg border border-line px-4 py-3 font-mono text-2xl tracking-widest select-all"
          >
            {data.text}
          </output>
          <p role="timer" className="text-[13px] text-soft tabular-nums">
            {left > 0 ? t('codeLeft', { seconds: left }) : t('codeOver')}
          </p>
        </div>
      ) : (
        error === null && <Waiting reason={device.reason} />
      )}
      <ProblemLine problem={error} />
      {(error !== null || (data && left === 0)) && (
        <Button kind="primary" className="justify-self-start" onClick={again}>
          {t('getCode')}
        </Button>
      )}
      <ol className="grid list-decimal gap-2 pl-5">
        {(['step1', 'step2', 'codeStep3', 'codeStep4', 'step4'] as const).map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </div>
  );
}
