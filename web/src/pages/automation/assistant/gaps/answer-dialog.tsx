import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Checkbox, Field, fieldProblem, TextArea } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { PairPicker } from '../pair-picker.tsx';
import { knowledgeChanged } from '../queries.ts';
import { type Gap, gapQuery } from './queries.ts';

const FORM = 'gap-form';
const MAX_ANSWER = 4_096;
const MAX_QUESTION = 500;

/** Teaches the questions of a gap: with a new answer, or to a present pair. */
export function AnswerDialog({ gap: { id }, onClose }: { gap: Gap; onClose: () => void }) {
  const t = useTexts('assistant.gaps');
  const gap = useQuery({ ...gapQuery(id), staleTime: 0, refetchOnWindowFocus: false });
  if (gap.data) return <AnswerForm gap={gap.data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('teachTitle')}>
      {gap.isPending ? (
        <Skeleton lines={5} />
      ) : (
        <Failed problem={gap.error} retry={() => void gap.refetch()} />
      )}
    </Dialog>
  );
}

function AnswerForm({ gap, onClose }: { gap: Gap; onClose: () => void }) {
  const [t, all, ui] = [useTexts('assistant.gaps'), useTexts('assistant.page'), useTexts('common.ui')];
  const asked = [...new Set(gap.examples.map(({ question }) => question.trim().slice(0, MAX_QUESTION)))];
  const [questions, setQuestions] = useState<readonly string[]>(asked);
  const [answer, setAnswer] = useState('');
  const [pair, setPair] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () => {
      const body = { questions: [...questions], ...(pair === null ? { answer } : { faq_id: pair }) };
      return ok(api.POST('/app/api/knowledge/gaps/{id}/answer', { params: { path: { id: gap.id } }, body }));
    },
    onSuccess: () => {
      void knowledgeChanged();
      notify(all('saved'));
      onClose();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const toggle = (question: string, isOn: boolean) =>
    setQuestions(asked.filter((each) => (each === question ? isOn : questions.includes(each))));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isReady = questions.length > 0 && (pair !== null || answer.trim() !== '');
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={FORM} disabled={!isReady} busy={save.isPending}>
        {t('teach')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t('teachTitle')} footer={footer}>
      <form id={FORM} className="grid gap-4" onSubmit={submit}>
        <fieldset className="grid max-h-48 gap-2 overflow-y-auto">
          <legend className="pb-1.5 text-[13px] font-medium">{t('questions')}</legend>
          {asked.map((question) => (
            <Checkbox
              key={question}
              label={<bdi className="wrap-anywhere">{question}</bdi>}
              checked={questions.includes(question)}
              onChange={({ target }) => toggle(question, target.checked)}
            />
          ))}
        </fieldset>
        <PairPicker candidate={gap.candidate} value={pair} onValue={setPair} />
        {pair === null && (
          <Field label={t('answer')} problem={fieldProblem(problem, 'answer')}>
            {(control) => (
              <TextArea
                {...control}
                dir="auto"
                maxLength={MAX_ANSWER}
                className="min-h-28"
                value={answer}
                onChange={({ target }) => setAnswer(target.value)}
              />
            )}
          </Field>
        )}
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
