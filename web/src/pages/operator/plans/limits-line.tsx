import { useTexts } from '../../../texts/texts.ts';
import type { Plan } from '../queries.ts';
import { planTexts } from './texts.ts';

/** The limits of a plan in one line. */
export function LimitsLine({ plan }: { plan: Plan }) {
  const t = useTexts(planTexts);
  const { rate_per_minute: rate, monthly_quota: quota, max_devices: devices } = plan;
  return quota === null ? t('limitsNoQuota', { rate, devices }) : t('limits', { rate, quota, devices });
}
