import { clsx } from 'clsx';
import type { Schema } from '../api/schemas.ts';
import { useFormat } from '../texts/format.ts';
import { useTexts } from '../texts/texts.ts';
import { reasonKey, toneOf } from './reason.ts';

const LOOKS = {
  bad: 'text-bad',
  warn: 'text-warn',
  good: 'text-soft',
  accent: 'text-soft',
  neutral: 'text-soft',
};

/** Why the device is as it is, and until when; nothing without a reason. */
export function ReasonLine({ device, className }: { device: Schema<'Device'>; className?: string }) {
  const [t, format] = [useTexts('shared.deviceReasons'), useFormat()];
  const { reason, restricted_until: until } = device;
  if (reason === null) return null;
  return (
    <p className={clsx('text-[13px]', LOOKS[toneOf(device)], className)}>
      {t(reasonKey(reason), { reason })}
      {until && ` ${t('until', { time: format.full(until) })}`}
    </p>
  );
}
