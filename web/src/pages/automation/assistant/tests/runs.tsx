import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Select } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { evaluationsQuery } from './queries.ts';
import { RunResult } from './run-result.tsx';

const DAYS = [7, 30, 90];

/** Starts an evaluation, and shows the newest or a chosen one. */
export function Runs({ hasQuestions }: { hasQuestions: boolean }) {
  const [t, format] = [useTexts('assistant.tests'), useFormat()];
  const runs = useQuery(evaluationsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [days, setDays] = useState(30);
  const start = useMutation({
    mutationFn: (kind: 'history' | 'test_questions') =>
      ok(api.POST('/app/api/assistant/evaluations', { body: { kind, days, max_messages: 5_000 } })),
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
          <Select
            aria-label={t('days')}
            className="w-auto!"
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
          >
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {t('lastDays', { count })}
              </option>
            ))}
          </Select>
        </div>
        <ProblemLine problem={start.error} />
        {list.length > 1 && (
          <Select
            aria-label={t('shownRun')}
            className="w-auto! justify-self-start"
            value={shown}
            onChange={({ target }) => setChosen(target.value)}
          >
            {list.map(({ id, kind, created_at }) => (
              <option key={id} value={id}>
                {`${created_at === null ? '' : format.short(created_at)} · ${t(kind)}`}
              </option>
            ))}
          </Select>
        )}
        {shown !== undefined && <RunResult key={shown} id={shown} />}
      </div>
    </Section>
  );
}
