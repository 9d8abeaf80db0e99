import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Choice } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { type Evaluation, evaluationsQuery } from './queries.ts';
import { RunResult } from './run-result.tsx';

const DAYS = [7, 30, 90];

/** Starts an evaluation, and shows the newest or a chosen one. */
export function Runs({ hasQuestions }: { hasQuestions: boolean }) {
  const t = useTexts('assistant.tests');
  const runs = useQuery(evaluationsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [days, setDays] = useState(30);
  const start = useMutation({
    mutationFn: (kind: 'history' | 'test_questions') =>
      call('POST /assistant/evaluations', { body: { kind, days, max_messages: 5_000 } }),
    onSuccess: ({ id }) => {
      setChosen(id);
      return queryClient.invalidateQueries({ queryKey: evaluationsQuery.queryKey });
    },
  });
  const list = runs.data?.data ?? [];
  const shown = chosen ?? list[0]?.id;
  return (
    <Section title={t('runs')} lead={t('runsLead')}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <Button
            kind="primary"
            disabled={!hasQuestions}
            busy={start.isPending}
            onClick={() => start.mutate('test_questions')}
          >
            {t('runTests')}
          </Button>
          <Button busy={start.isPending} onClick={() => start.mutate('history')}>
            {t('runHistory')}
          </Button>
          <Days value={days} onChange={setDays} />
        </div>
        <ProblemLine problem={start.error} />
        {list.length > 1 && <Run list={list} value={shown} onChange={setChosen} />}
        {shown !== undefined && <RunResult key={shown} id={shown} />}
      </div>
    </Section>
  );
}

function Days({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const t = useTexts('assistant.tests');
  return (
    <Choice
      aria-label={t('days')}
      className="w-auto!"
      value={value}
      options={DAYS.map((count) => [count, t('lastDays', { count })])}
      onValue={onChange}
    />
  );
}

interface RunProps {
  list: readonly Pick<Evaluation, 'id' | 'kind' | 'created_at'>[];
  value: string | undefined;
  onChange: (id: string) => void;
}

function Run({ list, value, onChange }: RunProps) {
  const [t, format] = [useTexts('assistant.tests'), useFormat()];
  return (
    <Choice
      aria-label={t('shownRun')}
      className="w-auto! justify-self-start"
      value={value ?? ''}
      options={list.map(({ id, kind, created_at }) => [
        id,
        `${created_at === null ? '' : format.short(created_at)} · ${t(kind)}`,
      ])}
      onValue={onChange}
    />
  );
}
