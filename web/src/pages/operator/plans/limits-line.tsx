import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { Plan } from '../queries.ts';

/** The limits of a plan in one line. */
export function LimitsLine({ plan }: { plan: Plan }) {
  const [t, format] = [useTexts('operator.plans'), useFormat()];
  const { rate_per_minute: rate, monthly_quota: quota, max_devices: devices, storage_bytes } = plan;
  const limits =
    quota === null ? t('limitsNoQuota', { rate, devices }) : t('limits', { rate, quota, devices });
  return storage_bytes === null
    ? limits
    : `${limits}, ${t('limitsStorage', { size: format.bytes(storage_bytes) })}`;
}
