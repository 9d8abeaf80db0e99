import { NewTemplate } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { changeTemplate, createTemplate } from '../../queries.ts';
import { ButtonFields } from './button-fields.tsx';
import { CodeFields } from './code-fields.tsx';
import { bodyOf, type Form, formOf, type Template } from './form.ts';
import { FormPreview } from './form-preview.tsx';
import { ExampleFields, NameFields, PartFields } from './part-fields.tsx';

export interface Making {
  act: 'create' | 'edit' | 'copy';
  /** Null: a new one. */
  template: Template | null;
}

interface Props {
  deviceUuid: string;
  making: Making;
  onClose: () => void;
}

/** The form of a template beside what the customer will see. */
export function TemplateDialog({ deviceUuid, making: { act, template }, onClose }: Props) {
  const t = useTexts('devices.officialTemplates');
  const { name = '', language = '' } = template ?? {};
  return (
    <FormDialog
      firm
      width="wide"
      title={act === 'create' ? t('newTitle') : t(`${act}Title`, { name, language })}
      lead={t('lead')}
      limits={NewTemplate}
      initial={formOf(template, act === 'copy')}
      save={(form: Form) =>
        act === 'edit' && template
          ? changeTemplate(template.id, bodyOf(form))
          : createTemplate({
              device_uuid: deviceUuid,
              name: form.name,
              language: form.language,
              ...bodyOf(form),
            })
      }
      onSaved={() => {
        notify(t('sent'));
        onClose();
      }}
      action={t('send')}
      onClose={onClose}
    >
      {(form) => (
        <div className="grid gap-5 md:grid-cols-[1fr_18rem]">
          <div className="grid content-start gap-4">
            <NameFields form={form} act={act} />
            {form.category === 'authentication' ? (
              <CodeFields />
            ) : (
              <>
                <PartFields form={form} deviceUuid={deviceUuid} />
                <ButtonFields />
                <ExampleFields form={form} />
              </>
            )}
          </div>
          <div className="self-start md:sticky md:top-0">
            <FormPreview form={form} deviceUuid={deviceUuid} />
          </div>
        </div>
      )}
    </FormDialog>
  );
}
