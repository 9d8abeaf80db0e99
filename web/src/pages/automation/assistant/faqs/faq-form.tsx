import { useContext, useRef, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { GATEWAY_LANGUAGES } from '../../../../api/languages.ts';
import { CreateFaq } from '../../../../api/limits.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { FormFacts } from '../../../../ui/form/facts.ts';
import { AreaField, CheckField, SelectField } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { DevicesField } from '../devices-field.tsx';
import { type Faq, knowledgeChanged } from '../queries.ts';
import { fieldsOf, type PairFields, pairOf } from './pair.ts';
import { QuestionsField } from './questions-field.tsx';
import { Warnings } from './warnings.tsx';

interface Props {
  faq: Faq | null;
  question: string;
  onClose: () => void;
  onOther: (id: string) => void;
}

/** The fields of a pair. A pair that is saved with warnings stays open, to show them. */
export function FaqForm({ faq, question, onClose, onOther }: Props) {
  const [t, all] = [useTexts('assistant.faqs'), useTexts('assistant.page')];
  const [initial] = useState(() => fieldsOf(faq, question));
  const [warnings, setWarnings] = useState<Schema<'SavedFaq'>['warnings']>([]);
  const [isDeleting, setDeleting] = useState(false);
  const [saved, setSaved] = useState(faq);
  const next = useRef<string | null>(null);
  const onSaved = (answer: Schema<'SavedFaq'>, _: PairFields, hasMore: boolean) => {
    void knowledgeChanged();
    notify(all('saved'));
    setSaved(answer);
    setWarnings(answer.warnings);
    if (next.current !== null) onOther(next.current);
    else if (answer.warnings.length === 0 && !hasMore) onClose();
  };
  const remove = (
    <Button kind="danger" onClick={() => setDeleting(true)}>
      {all('delete')}
    </Button>
  );
  return (
    <>
      <FormDialog
        title={faq === null ? t('newPair') : t('editPair')}
        firm
        limits={CreateFaq}
        initial={initial}
        save={(fields) =>
          savePair(saved?.id, fields).catch((error: unknown) => {
            next.current = null;
            throw error;
          })
        }
        onSaved={onSaved}
        aside={saved && remove}
        onClose={onClose}
      >
        <PairWarnings warnings={warnings} next={next} onOther={onOther} />
        <QuestionsField />
        <AreaField name="answer" label={t('answer')} hint={t('answerHint')} dir="auto" className="min-h-32" />
        <SelectField
          name="language"
          label={t('language')}
          className="max-w-60"
          options={[[null, t('anyLanguage')], ...GATEWAY_LANGUAGES]}
        />
        <DevicesField />
        <CheckField name="enabled" label={all('used')} hint={t('usedHint')} />
      </FormDialog>
      {isDeleting && saved && (
        <DeletePair id={saved.id} onBack={() => setDeleting(false)} onClose={onClose} />
      )}
    </>
  );
}

function savePair(id: string | undefined, fields: PairFields): Promise<Schema<'SavedFaq'>> {
  const body = pairOf(fields);
  return id === undefined
    ? call('POST /knowledge/faqs', { body })
    : call('PATCH /knowledge/faqs/{id}', { id, body });
}

interface WarningsProps {
  warnings: Schema<'SavedFaq'>['warnings'];
  /** The pair that opens after this one is saved. */
  next: { current: string | null };
  onOther: (id: string) => void;
}

function PairWarnings({ warnings, next, onOther }: WarningsProps) {
  const { submit, isUnsaved } = useContext(FormFacts);
  const open = (id: string) => {
    if (!isUnsaved()) return onOther(id);
    next.current = id;
    submit();
  };
  return <Warnings warnings={warnings} onOther={open} />;
}

function DeletePair({ id, onBack, onClose }: { id: string; onBack: () => void; onClose: () => void }) {
  const [t, all] = [useTexts('assistant.faqs'), useTexts('assistant.page')];
  return (
    <Confirm
      open
      onClose={onBack}
      title={t('deletePair')}
      lead={t('deletePairLead')}
      action={all('delete')}
      run={async () => {
        await call('DELETE /knowledge/faqs/{id}', { id });
        onClose();
        void knowledgeChanged();
        notify(all('deleted'));
      }}
    />
  );
}
