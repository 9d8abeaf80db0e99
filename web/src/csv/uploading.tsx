import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Progress } from '../ui/progress.tsx';

interface Props {
  title: string;
  done: number;
  total: number;
  /** Goes on where it stopped, until the signal aborts. */
  send: (signal: AbortSignal) => Promise<unknown>;
  onStop: () => Promise<void>;
  canPause: boolean;
  /** What was imported so far. */
  children: ReactNode;
}

/** Imports a file. A problem pauses the import where it is. */
export function Uploading({ title, done, total, send, onStop, canPause, children }: Props) {
  const t = useTexts('shared.csv');
  const stop = useRef(new AbortController());
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return send(stop.current.signal);
    },
    onSettled: onStop,
  });
  useEffect(() => {
    mutate();
    return () => stop.current.abort();
  }, [mutate]);
  const isDone = done === total;
  const pause = canPause && <Button onClick={() => stop.current.abort()}>{t('pause')}</Button>;
  const resume = (
    <Button kind="primary" onClick={() => mutate()}>
      {t('resume')}
    </Button>
  );
  return (
    <>
      <LeaveGuard when={() => !isDone} />
      <Section title={isDone ? t('done') : title} actions={!isDone && (isPending ? pause : resume)}>
        <div className="grid gap-3">
          <Progress label={t('progress')} total={total} good={done} />
          <p role="status" className="text-soft tabular-nums">
            {t('rowsDone', { done, count: total })}
          </p>
          <ProblemLine problem={error} />
          {!isDone && !isPending && <p className="text-soft">{t('paused')}</p>}
          {children}
        </div>
      </Section>
    </>
  );
}
