import { TriangleAlert } from 'lucide-react';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { type Stage, stageOf } from './stage.ts';

type Webhook = Schema<'Webhook'>;

/** They disable a webhook. With fewer, a person has switched it off. */
const MAX_FAILURES = 10;

const TONES: Record<Exclude<Stage, 'disabled'>, Tone> = {
  good: 'good',
  counting: 'good',
  warning: 'warn',
  urgent: 'bad',
};

export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const t = useTexts('developers.page');
  const stage = stageOf(webhook);
  if (stage === 'disabled')
    return <Badge tone={webhook.failure_count < MAX_FAILURES ? 'neutral' : 'bad'}>{t('disabled')}</Badge>;
  const isFailing = webhook.last_error !== null;
  return <Badge tone={isFailing ? TONES[stage] : 'good'}>{t(isFailing ? 'failing' : 'active')}</Badge>;
}

/** Failures of ten, since when, and why. Nothing while all deliveries arrive. */
export function FailureLine({ webhook }: { webhook: Webhook }) {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  const stage = stageOf(webhook);
  const { failure_count, failures_left, failing_since, last_error, disabled_at } = webhook;
  if (stage === 'good') return null;
  const isSwitchedOff = disabled_at !== null && failure_count < MAX_FAILURES;
  const isCalm = stage === 'counting' || isSwitchedOff;
  return (
    <div
      className={
        isCalm
          ? 'text-[13px] text-soft'
          : stage === 'warning'
            ? 'flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-[13px] text-warn'
            : 'flex gap-2 rounded-md bg-bad-soft px-3 py-2 text-[13px] text-bad'
      }
    >
      {!isCalm && <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />}
      <div className="grid min-w-0 gap-1">
        <p>
          {disabled_at === null
            ? t('failures', { failures: failure_count, most: failure_count + failures_left })
            : t(isSwitchedOff ? 'switchedOffSince' : 'disabledSince', { time: format.full(disabled_at) })}
          {!isCalm && disabled_at === null && ` ${t('leftBeforeEnd', { count: failures_left })}`}
        </p>
        {last_error !== null && (
          <p className="line-clamp-3" title={last_error}>
            {failing_since !== null && `${t('failingSince', { time: format.full(failing_since) })} `}
            {last_error}
          </p>
        )}
      </div>
    </div>
  );
}
