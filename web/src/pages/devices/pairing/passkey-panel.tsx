import { KeyRound } from 'lucide-react';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { Passkey } from './use-pairing.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** In place of the code: the owner of the number signs on another page. */
export function PasskeyPanel({ passkey: { url, expiresAt } }: { passkey: Passkey }) {
  const [t, why] = [useTexts('devices.pairing'), useTexts('shared.deviceReasons')];
  const left = useSecondsUntil(expiresAt);
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status">{why('passkey_required')}</p>
      <Button kind="primary" asChild>
        <a href={url} target="_blank" rel="noopener noreferrer">
          <KeyRound aria-hidden />
          {t('passkeyOpen')}
        </a>
      </Button>
      <p>{t('passkeySecret')}</p>
      <p role="timer" className="text-[13px] text-soft tabular-nums">
        {t('passkeyLeft', { seconds: left })}
      </p>
    </div>
  );
}
