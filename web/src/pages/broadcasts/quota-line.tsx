import type { Schema } from '../../api/schemas.ts';
import { useTexts } from '../../texts/texts.ts';

/** How many messages of this month are left. */
export function QuotaLine({ usage }: { usage: Schema<'Usage'> | undefined }) {
  const t = useTexts('broadcasts.page');
  if (!usage) return null;
  const { messages_remaining: left } = usage;
  return <>{left === null ? t('noQuota') : t('quotaLeft', { count: left })}</>;
}
