import { Plus, X } from 'lucide-react';
import { SetBusinessHours } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { endOf, nextSpan, type Span, typedEnd } from './week.ts';

interface Props {
  /** Of the day, for screen readers. */
  name: string;
  spans: readonly Span[];
  onChange: (spans: Span[]) => void;
  problem: string | undefined;
}

/** The open times of one day. */
export function SpanFields({ name, spans, onChange, problem }: Props) {
  const t = useTexts('settings.businessHours');
  const next = spans.length < SetBusinessHours['weekly.monday'].maxItems ? nextSpan(spans) : null;
  const set = (index: number, change: Partial<Span>) =>
    onChange(spans.map((span, at) => (at === index ? { ...span, ...change } : span)));
  return (
    <div className="grid gap-2">
      {spans.length === 0 && <span className="pt-1.5 text-faint">{t('closedDay')}</span>}
      {spans.map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no id, and their fields hold no state.
        <div key={index} className="flex items-center gap-1.5 sm:gap-2">
          <Input
            type="time"
            required
            className="max-w-32 min-w-0 px-2 sm:px-3"
            aria-label={t('opensAt', { day: name })}
            value={span.from}
            onChange={(event) => set(index, { from: event.target.value })}
          />
          <span aria-hidden>–</span>
          <Input
            type="time"
            required
            className="max-w-32 min-w-0 px-2 sm:px-3"
            aria-label={t('closesAt', { day: name })}
            value={typedEnd(span.to)}
            onChange={(event) => set(index, { to: endOf(event.target.value) })}
          />
          <IconButton
            small
            label={t('removeSpan', { day: name })}
            onClick={() => onChange(spans.filter((_, at) => at !== index))}
            icon={X}
          />
        </div>
      ))}
      {next && (
        <Button
          size="small"
          kind="quiet"
          className="justify-self-start"
          aria-label={t('addSpanOf', { day: name })}
          onClick={() => onChange([...spans, next])}
          icon={Plus}
        >
          {t('addSpan')}
        </Button>
      )}
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </div>
  );
}
