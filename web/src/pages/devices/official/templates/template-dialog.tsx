import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { changeTemplate, createTemplate } from '../../queries.ts';
import { ButtonFields } from './button-fields.tsx';
import { CodeFields } from './code-fields.tsx';
import { bodyOf, formOf, type Template } from './form.ts';
import { FormPreview } from './form-preview.tsx';
import { ExampleFields, NameFields, PartFields } from './part-fields.tsx';

export interface Making {
  act: 'create' | 'edit' | 'copy';
  /** Null: a new one. */
  template: Template | null;
}

/** The form of a template beside what the customer will see. */
export function TemplateDialog({
  deviceUuid,
  making: { act, template },
  onClose,
}: {
  deviceUuid: string;
  making: Making;
  onClose: () => void;
}) {
  const [t, ui] = [useTexts('devices.officialTemplates'), useTexts('common.ui')];
  const id = useId();
  const [form, setForm] = useState(() => formOf(template, act === 'copy'));
  const save = useMutation({
    mutationFn: () => {
      const body = bodyOf(form);
      const { name, language } = form;
      return act === 'edit' && template
        ? changeTemplate(template.id, body)
        : createTemplate({ device_uuid: deviceUuid, name, language, ...body });
    },
    onSuccess: () => {
      notify(t('sent'));
      onClose();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const title = act === 'create' ? t('newTitle') : t(`${act}Title`, { ...names(template) });
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={id} busy={save.isPending}>
        {t('send')}
      </Button>
    </>
  );
  const part = { form, problem, onForm: setForm };
  return (
    <Dialog open firm width="wide" onClose={onClose} title={title} lead={t('lead')} footer={footer}>
      <form id={id} className="grid gap-5 md:grid-cols-[1fr_18rem]" onSubmit={submit}>
        <div className="grid content-start gap-4">
          <NameFields {...part} act={act} />
          {form.category === 'authentication' ? (
            <CodeFields {...part} />
          ) : (
            <>
              <PartFields {...part} deviceUuid={deviceUuid} />
              <ButtonFields {...part} />
              <ExampleFields {...part} />
            </>
          )}
          <ProblemLine problem={problem} />
        </div>
        <div className="self-start md:sticky md:top-0">
          <FormPreview form={form} deviceUuid={deviceUuid} />
        </div>
      </form>
    </Dialog>
  );
}

const names = (template: Template | null) => ({
  name: template?.name ?? '',
  language: template?.language ?? '',
});
