import { useEffect, useState } from 'react';
import { reasonKey } from '../../../devices/reason.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Spinner } from '../../../ui/states.tsx';
import type { Device } from '../queries.ts';
import { explainsWait } from '../state.ts';

const PLACE =
  'grid size-64 content-center justify-items-center gap-3 rounded-lg border border-dashed border-line p-4';

const SLOW_MS = 15_000;

/** In place of a code that is not there yet, with the reason if there is one. */
export function Waiting({ reason }: Pick<Device, 'reason'>) {
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
        {explainsWait(reason) ? why(reasonKey(reason)) : isSlow ? t('slow') : t('making')}
      </p>
    </div>
  );
}
