import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarX } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { readTemplatesAgain, templatesQuery } from '../queries.ts';
import type { Reply } from './outbox.ts';
import { composerTexts } from './texts.ts';

type Template = Schema<'Template'>;

interface Props {
  conversation: Schema<'Conversation'>;
  onSend: (reply: Reply) => void;
}

/** After the reply window of an official number: only templates reach the customer. */
export function TemplateClosed({ conversation, onSend }: Props) {
  const t = useTexts(composerTexts);
  const [isChoosing, setChoosing] = useState(false);
  const { device_uuid } = conversation;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2.5 text-warn">
      <CalendarX className="size-4.5 shrink-0" aria-hidden />
      <span className="min-w-48 flex-1">{t('windowClosed')}</span>
      <Button kind="primary" size="small" disabled={device_uuid === null} onClick={() => setChoosing(true)}>
        {t('template')}
      </Button>
      {isChoosing && device_uuid !== null && (
        <TemplateDialog deviceUuid={device_uuid} onClose={() => setChoosing(false)} onSend={onSend} />
      )}
    </div>
  );
}

function TemplateDialog({
  deviceUuid,
  onClose,
  onSend,
}: {
  deviceUuid: string;
  onClose: () => void;
  onSend: (reply: Reply) => void;
}) {
  const t = useTexts(composerTexts);
  const templates = useQuery(templatesQuery(deviceUuid));
  return (
    <Dialog open firm onClose={onClose} title={t('template')} lead={t('templateLead')}>
      <Loaded query={templates}>
        {({ data }) => {
          const sendable = data.filter((template) => template.sendable);
          return sendable.length === 0 ? (
            <NoTemplates deviceUuid={deviceUuid} />
          ) : (
            <TemplateForm
              templates={sendable}
              onSend={(reply) => {
                onSend(reply);
                onClose();
              }}
            />
          );
        }}
      </Loaded>
    </Dialog>
  );
}

/** Templates are approved at the provider, often a moment ago. */
function NoTemplates({ deviceUuid }: { deviceUuid: string }) {
  const t = useTexts(composerTexts);
  const again = useMutation({ mutationFn: () => readTemplatesAgain(deviceUuid), onError: notifyProblem });
  return (
    <Empty
      title={t('noTemplates')}
      lead={t('noTemplatesLead')}
      action={
        <>
          <Button asChild>
            <Link to="/devices/$deviceUuid" params={{ deviceUuid }}>
              {t('allTemplates')}
            </Link>
          </Button>
          <Button busy={again.isPending} onClick={() => again.mutate()}>
            {t('readAgain')}
          </Button>
        </>
      }
    />
  );
}

const keyOf = ({ name, language }: Template) => `${name} (${language})`;

function TemplateForm({ templates, onSend }: { templates: Template[]; onSend: (reply: Reply) => void }) {
  const t = useTexts(composerTexts);
  const [chosen, choose] = useState('');
  const [values, setValues] = useState<Record<string, string>>({});
  const template = templates.find((each) => keyOf(each) === chosen) ?? templates[0];
  if (!template) return null;
  const { name, language, variables, body, footer } = template;
  const isComplete = variables.every(({ key }) => (values[key] ?? '').trim() !== '');
  const send = () => {
    const given = Object.fromEntries(variables.map(({ key }) => [key, values[key] ?? '']));
    onSend({
      type: 'template',
      template: { name, language, ...(variables.length > 0 && { variables: given }) },
    });
  };
  return (
    <div className="grid gap-3">
      <Field label={t('template')}>
        {(field) => (
          <Select
            {...field}
            value={keyOf(template)}
            onChange={(event) => {
              choose(event.target.value);
              setValues({});
            }}
          >
            {templates.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {keyOf(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {variables.map(({ key, type }) => (
        <Field key={key} label={type === 'text' ? `{{${key}}}` : t('fileAddress', { type })}>
          {(field) => (
            <Input
              {...field}
              value={values[key] ?? ''}
              maxLength={1024}
              onChange={(event) => setValues({ ...values, [key]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <div dir="auto" className="grid gap-1 rounded-lg bg-bubble-own px-3 py-2 whitespace-pre-wrap">
        {body.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (hole, key: string) => values[key] || hole)}
        {footer && <span className="text-[13px] text-soft">{footer}</span>}
      </div>
      <Button kind="primary" disabled={!isComplete} onClick={send}>
        {t('send')}
      </Button>
    </div>
  );
}
