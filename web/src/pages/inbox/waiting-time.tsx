import { AlarmClock, Clock, TriangleAlert } from 'lucide-react';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { LATE_MS, SOON_MS } from './answer-due.ts';
import { useNow } from './now.ts';

const MINUTE = 60_000;

/** How long the customer waits for an answer, or when the answer is due. Words say what the colour says. */
export function WaitingTime({ since, due }: { since: string; due: string | null }) {
  const [t, format, now] = [useTexts('inbox.page'), useFormat(), useNow()];
  const left = due === null ? null : Date.parse(due) - now;
  if (left !== null && left <= SOON_MS) {
    const time = format.span(Math.max(MINUTE, Math.abs(left)));
    const [Icon, tone, text] =
      left < 0
        ? ([TriangleAlert, 'bad', t('overdue', { time })] as const)
        : ([AlarmClock, 'warn', t('dueIn', { time })] as const);
    return (
      <Badge tone={tone} className="shrink-0">
        <Icon className="size-3" aria-hidden />
        <span className="tabular-nums">{text}</span>
      </Badge>
    );
  }
  const ms = Math.max(0, now - Date.parse(since));
  const tone: Tone = left !== null || ms < SOON_MS ? 'neutral' : ms < LATE_MS ? 'warn' : 'bad';
  const span = ms < MINUTE ? t('lessThanAMinute') : format.span(ms);
  return (
    <Badge tone={tone} className="shrink-0">
      <Clock className="size-3" aria-hidden />
      <span className="sr-only">{t('waits')}</span>
      <span className="tabular-nums">{span}</span>
    </Badge>
  );
}
