import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { SetOptOutWords } from '../../api/limits.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Field } from '../../ui/field.tsx';
import { LeaveGuard, useUnsaved } from '../../ui/leave-guard.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

type Words = Schema<'OptOutWords'>;

const wordsQuery = {
  queryKey: ['opt-out-words'],
  queryFn: () => call('GET /opt-out-words'),
};

/** The words by which customers leave and return. */
export function OptOutWords() {
  const t = useTexts('broadcasts.page');
  const words = useQuery(wordsQuery);
  return (
    <Section title={t('words')} lead={t('wordsLead')}>
      <Loaded query={words}>{(data) => <WordsForm key={JSON.stringify(data)} words={data} />}</Loaded>
    </Section>
  );
}

function WordsForm({ words }: { words: Words }) {
  const [t, common] = [useTexts('broadcasts.page'), useTexts('common.ui')];
  const [stop, setStop] = useState<readonly string[]>(words.opt_out_words);
  const [start, setStart] = useState<readonly string[]>(words.opt_in_words);
  const { isUnsaved } = useUnsaved([stop, start]);
  const save = useMutation({
    mutationFn: () =>
      call('PUT /opt-out-words', { body: { opt_out_words: [...stop], opt_in_words: [...start] } }),
    onSuccess: (data) => {
      queryClient.setQueryData(wordsQuery.queryKey, data);
      notify(t('wordsSaved'));
    },
  });
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('stopWords')}>
          {(field) => (
            <Chips
              {...field}
              maxLength={SetOptOutWords['opt_out_words.*'].maxLength}
              values={stop}
              onValues={setStop}
            />
          )}
        </Field>
        <Field label={t('startWords')}>
          {(field) => (
            <Chips
              {...field}
              maxLength={SetOptOutWords['opt_out_words.*'].maxLength}
              values={start}
              onValues={setStart}
            />
          )}
        </Field>
      </div>
      <ProblemLine problem={save.error} />
      <LeaveGuard when={isUnsaved} />
      <div>
        <Button busy={save.isPending} disabled={stop.length === 0} onClick={() => save.mutate()}>
          {common('save')}
        </Button>
      </div>
    </div>
  );
}
