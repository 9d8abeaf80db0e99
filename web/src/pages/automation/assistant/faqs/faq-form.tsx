import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { GATEWAY_LANGUAGES } from '../../../../api/languages.ts';
import { asProblem } from '../../../../api/problem.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Checkbox, Field, fieldProblem, Select, TextArea } from '../../../../ui/field.tsx';
import { useUnsaved } from '../../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { DevicesField } from '../devices-field.tsx';
import { type Faq, knowledgeChanged } from '../queries.ts';
import { fieldsOf, type PairFields, pairOf, questionProblems } from './pair.ts';
import { QuestionsField } from './questions-field.tsx';
import { Warnings } from './warnings.tsx';

const FORM = 'faq-form';
const MAX_ANSWER = 4_096;

interface Props {
  faq: Faq | null;
  question: string;
  onClose: () => void;
  onOther: (id: string) => void;
}

/** The fields of a pair. A pair that is saved with warnings stays open, to show them. */
export function FaqForm({ faq, question, onClose, onOther }: Props) {
  const [t, all] = [useTexts('assistant.faqs'), useTexts('assistant.page')];
  const [fields, setFields] = useState(() => fieldsOf(faq, question));
  const { isUnsaved, settle } = useUnsaved(fields);
  const [warnings, setWarnings] = useState<Schema<'SavedFaq'>['warnings']>([]);
  const [isDeleting, setDeleting] = useState(false);
  const [saved, setSaved] = useState(faq);
  const save = useMutation({
    mutationFn: (sent: PairFields) => savePair(saved?.id, sent),
    onSuccess: (answer, sent) => {
      void knowledgeChanged();
      notify(all('saved'));
      setSaved(answer);
      settle(sent);
      setWarnings(answer.warnings);
      if (answer.warnings.length === 0 && !isUnsaved()) onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(fields);
  };
  if (isDeleting && saved)
    return <DeletePair id={saved.id} onBack={() => setDeleting(false)} onClose={onClose} />;
  return (
    <Dialog
      open
      firm
      unsaved={isUnsaved}
      onClose={onClose}
      title={faq === null ? t('newPair') : t('editPair')}
      footer={
        <Footer busy={save.isPending} onClose={onClose} onDelete={saved && (() => setDeleting(true))} />
      }
    >
      <Warnings
        warnings={warnings}
        onOther={(id) => (isUnsaved() ? save.mutate(fields, { onSuccess: () => onOther(id) }) : onOther(id))}
      />
      <form id={FORM} className="grid gap-4" onSubmit={submit}>
        <PairInputs fields={fields} setFields={setFields} problem={save.error} />
      </form>
    </Dialog>
  );
}

function savePair(id: string | undefined, fields: PairFields): Promise<Schema<'SavedFaq'>> {
  const body = pairOf(fields);
  return id === undefined
    ? ok(api.POST('/app/api/knowledge/faqs', { body }))
    : ok(api.PATCH('/app/api/knowledge/faqs/{id}', { params: { path: { id } }, body }));
}

interface InputsProps {
  fields: PairFields;
  setFields: (fields: PairFields) => void;
  problem: unknown;
}

function PairInputs({ fields, setFields, problem: thrown }: InputsProps) {
  const [t, all] = [useTexts('assistant.faqs'), useTexts('assistant.page')];
  const problem = thrown ? asProblem(thrown) : null;
  const set = (change: Partial<PairFields>) => setFields({ ...fields, ...change });
  return (
    <>
      <QuestionsField
        values={fields.questions}
        onValues={(questions) => set({ questions })}
        problems={questionProblems(fields, problem)}
      />
      <Field label={t('answer')} hint={t('answerHint')} problem={fieldProblem(problem, 'answer')}>
        {(control) => (
          <TextArea
            {...control}
            required
            dir="auto"
            maxLength={MAX_ANSWER}
            className="min-h-32"
            value={fields.answer}
            onChange={({ target }) => set({ answer: target.value })}
          />
        )}
      </Field>
      <Field label={t('language')} className="max-w-60">
        {(control) => (
          <Select
            {...control}
            value={fields.language}
            onChange={({ target }) => set({ language: target.value as PairFields['language'] })} // the options below
          >
            <option value="">{t('anyLanguage')}</option>
            {GATEWAY_LANGUAGES.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DevicesField
        value={fields.devices}
        onValue={(devices) => set({ devices })}
        problem={fieldProblem(problem, 'device_uuids')}
      />
      <Checkbox
        label={all('used')}
        hint={t('usedHint')}
        checked={fields.enabled}
        onChange={({ target }) => set({ enabled: target.checked })}
      />
      <ProblemLine problem={problem} />
    </>
  );
}

interface FooterProps {
  busy: boolean;
  onClose: () => void;
  /** Null: there is nothing to delete yet. */
  onDelete: (() => void) | null;
}

function Footer({ busy, onClose, onDelete }: FooterProps) {
  const [all, ui] = [useTexts('assistant.page'), useTexts('common.ui')];
  return (
    <>
      {onDelete && (
        <Button kind="danger" className="mr-auto" onClick={onDelete}>
          {all('delete')}
        </Button>
      )}
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={FORM} busy={busy}>
        {ui('save')}
      </Button>
    </>
  );
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
        await ok(api.DELETE('/app/api/knowledge/faqs/{id}', { params: { path: { id } } }));
        onClose();
        void knowledgeChanged();
        notify(all('deleted'));
      }}
    />
  );
}
