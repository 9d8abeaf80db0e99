import { clsx } from 'clsx';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { Device } from '../queries.ts';
import { reasonKey, toneOf } from '../state.ts';
import { devicesTexts } from '../texts.ts';
import { reasonTexts } from './texts.ts';

const LOOKS = {
  bad: 'text-bad',
  warn: 'text-warn',
  good: 'text-soft',
  accent: 'text-soft',
  neutral: 'text-soft',
};

/** Why the device is as it is, and until when; nothing without a reason. */
export function ReasonLine({ device, className }: { device: Device; className?: string }) {
  const [why, t, format] = [useTexts(reasonTexts), useTexts(devicesTexts), useFormat()];
  const { reason, restricted_until: until } = device;
  if (reason === null) return null;
  return (
    <p className={clsx('text-[13px]', LOOKS[toneOf(device)], className)}>
      {why(reasonKey(reason), { reason })}
      {until && ` ${t('until', { time: format.full(until) })}`}
    </p>
  );
}
