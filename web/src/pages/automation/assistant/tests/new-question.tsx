import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { PairPicker } from '../pair-picker.tsx';

const FORM = 'test-question-form';
const MAX_QUESTION = 500;

/** A question with what must happen to it. */
export function NewQuestion({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('assistant.tests'), useTexts('common.ui')];
  const [question, setQuestion] = useState('');
  const [pair, setPair] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () => ok(api.POST('/app/api/assistant/test-questions', { body: { question, faq_id: pair } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['assistant', 'test-questions'] });
      onClose();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={FORM} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t('add')} footer={footer}>
      <form id={FORM} className="grid gap-4" onSubmit={submit}>
        <Field label={t('question')} hint={t('questionHint')} problem={fieldProblem(problem, 'question')}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={MAX_QUESTION}
              value={question}
              onChange={({ target }) => setQuestion(target.value)}
            />
          )}
        </Field>
        <PairPicker
          candidate={null}
          value={pair}
          onValue={setPair}
          title={t('expected')}
          none={t('staffGetsIt')}
        />
        <ProblemLine problem={problem?.code === 'invalid_fields' ? null : problem} />
      </form>
    </Dialog>
  );
}
