import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { AnswerKnowledgeGap } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Checks } from '../../../../ui/checks.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useField } from '../../../../ui/form/facts.ts';
import { AreaField } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { PairPicker } from '../pair-picker.tsx';
import { knowledgeChanged } from '../queries.ts';
import { type Gap, gapQuery } from './queries.ts';

const { maxLength } = AnswerKnowledgeGap['questions.*'];

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
  const [t, all] = [useTexts('assistant.gaps'), useTexts('assistant.page')];
  const asked = [...new Set(gap.examples.map(({ question }) => question.trim().slice(0, maxLength)))];
  return (
    <FormDialog
      title={t('teachTitle')}
      firm
      limits={AnswerKnowledgeGap}
      initial={{ questions: asked, faq_id: null as string | null, answer: '' }}
      save={({ questions, faq_id, answer }) => {
        const body = { questions, ...(faq_id === null ? { answer } : { faq_id }) };
        return call('POST /knowledge/gaps/{id}/answer', { id: gap.id, body });
      }}
      onSaved={() => {
        void knowledgeChanged();
        notify(all('saved'));
        onClose();
      }}
      action={t('teach')}
      onClose={onClose}
    >
      {({ faq_id }) => (
        <>
          <QuestionsField asked={asked} />
          <PairPicker candidate={gap.candidate} />
          {faq_id === null && <AreaField name="answer" label={t('answer')} dir="auto" className="min-h-28" />}
        </>
      )}
    </FormDialog>
  );
}

function QuestionsField({ asked }: { asked: readonly string[] }) {
  const t = useTexts('assistant.gaps');
  const { value, setValue, problem } = useField<readonly string[]>('questions');
  return (
    <Checks
      legend={t('questions')}
      className="max-h-48 overflow-y-auto"
      items={asked.map((question) => ({ id: question, label: question }))}
      chosen={value}
      onChange={(chosen) => setValue(asked.filter((question) => chosen.includes(question)))}
      problem={problem}
    />
  );
}
