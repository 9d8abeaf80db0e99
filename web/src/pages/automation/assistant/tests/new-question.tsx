import { call } from '../../../../api/call.ts';
import { CreateTestQuestion } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { TextField } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { PairPicker } from '../pair-picker.tsx';

const NEW = { question: '', faq_id: null as string | null };

/** A question with what must happen to it. */
export function NewQuestion({ onClose }: { onClose: () => void }) {
  const t = useTexts('assistant.tests');
  return (
    <FormDialog
      title={t('add')}
      limits={CreateTestQuestion}
      initial={NEW}
      save={(body) => call('POST /assistant/test-questions', { body })}
      changes={['assistant', 'test-questions']}
      onClose={onClose}
    >
      <TextField name="question" label={t('question')} hint={t('questionHint')} />
      <PairPicker candidate={null} title={t('expected')} none={t('staffGetsIt')} />
    </FormDialog>
  );
}
