import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { BroadcastItem } from './queries.ts';

const TONES: Record<BroadcastItem['status'], Tone> = {
  draft: 'accent',
  scheduled: 'neutral',
  running: 'accent',
  paused: 'warn',
  completed: 'good',
  cancelled: 'neutral',
};

export function StatusBadge({ status }: { status: BroadcastItem['status'] }) {
  const t = useTexts('broadcasts.page');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

/** The bar of a broadcast with its counts in words. */
export function BroadcastProgress({ broadcast }: { broadcast: BroadcastItem }) {
  const [t, format] = [useTexts('broadcasts.page'), useFormat()];
  const { total_recipients, sent_count, failed_count } = broadcast;
  return (
    <div className="grid content-start gap-1">
      <Progress label={t('progress')} total={total_recipients} good={sent_count} bad={failed_count} />
      <span className="text-[13px] text-soft tabular-nums">
        {t('sentOf', { sent: sent_count, count: total_recipients })}
        {failed_count > 0 && <span className="text-bad"> · {t('failedCount', { count: failed_count })}</span>}
        {broadcast.finish_expected_at && broadcast.status !== 'scheduled' && (
          <> · {t('readyAt', { time: format.short(broadcast.finish_expected_at) })}</>
        )}
      </span>
    </div>
  );
}

const REASONS = {
  paused_by_user: 'reasonUser',
  device_disconnected: 'reasonDisconnected',
  device_banned: 'reasonBanned',
  device_released: 'reasonReleased',
  quota_exhausted: 'reasonQuota',
  cost_cap_reached: 'reasonCap',
  restricted: 'reasonRestricted',
  quality_red: 'reasonQuality',
  account_inactive: 'reasonAccount',
} as const;

/** Why a broadcast is paused, and when to resume it. */
export function usePauseReason(): (reason: string | null) => string {
  const t = useTexts('broadcasts.page');
  return (reason) => {
    const key = reason !== null && reason in REASONS ? REASONS[reason as keyof typeof REASONS] : null;
    return key ? t(key) : t('reasonOther', { reason: reason ?? '' });
  };
}
