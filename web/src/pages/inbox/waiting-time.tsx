import { Clock } from 'lucide-react';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { useNow } from './now.ts';

const MINUTE = 60_000;
const SOON_MS = 5 * MINUTE;
/** A customer waits too long. */
export const LATE_MS = 30 * MINUTE;

/** How long the customer waits for an answer. The colour says how urgent that is. */
export function WaitingTime({ since }: { since: string }) {
  const [t, format, now] = [useTexts('inbox.page'), useFormat(), useNow()];
  const ms = Math.max(0, now - Date.parse(since));
  const tone: Tone = ms < SOON_MS ? 'neutral' : ms < LATE_MS ? 'warn' : 'bad';
  const span = ms < MINUTE ? t('lessThanAMinute') : format.span(ms);
  return (
    <Badge tone={tone} className="shrink-0">
      <Clock className="size-3" aria-hidden />
      <span className="sr-only">{t('waits')}</span>
      <span className="tabular-nums">{span}</span>
    </Badge>
  );
}
