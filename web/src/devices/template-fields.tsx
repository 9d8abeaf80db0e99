import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Schema } from '../api/schemas.ts';
import { StoredFileField } from '../files/stored-file-field.tsx';
import { readTemplatesAgain, sendableQuery } from '../queries/templates.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Choice, Input } from '../ui/field.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { useButtonAct } from '../ui/use-button-act.ts';
import { chosenOf, keyOf, NO_CHOICE, type TemplateChoice, type Values, valueIn } from './template-choice.ts';
import { filled, HEADER, TemplatePreview } from './template-preview.tsx';

type Template = Schema<'Template'>;

/** The sendable templates of an official number, or how to get one. */
export function Templates({
  deviceUuid,
  children,
}: {
  deviceUuid: string;
  children: (templates: readonly Template[]) => ReactNode;
}) {
  const templates = useQuery(sendableQuery(deviceUuid));
  return (
    <Loaded query={templates}>
      {(sendable) => (sendable.length === 0 ? <NoTemplates deviceUuid={deviceUuid} /> : children(sendable))}
    </Loaded>
  );
}

/** Templates are approved at the provider, often a moment ago. */
function NoTemplates({ deviceUuid }: { deviceUuid: string }) {
  const t = useTexts('shared.template');
  const again = useButtonAct(() => readTemplatesAgain(deviceUuid));
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
          <Button {...again}>{t('readAgain')}</Button>
        </>
      }
    />
  );
}

interface FieldsProps {
  templates: readonly Template[];
  choice: TemplateChoice;
  onChoice: (choice: TemplateChoice) => void;
  /** A value as a customer reads it. */
  show?: (value: string) => string;
}

/** Which template, its values, and what the customer will see. */
export function TemplateFields({ templates, choice, onChoice, show = (value) => value }: FieldsProps) {
  const t = useTexts('shared.template');
  const template = chosenOf(templates, choice);
  const { values } = choice;
  const key = template ? keyOf(template) : choice.key;
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]));
  return (
    <>
      <Choice
        label={t('templateName')}
        value={key}
        options={[
          ...(!template ? [[key, t('goneTemplate', { name: key })] as const] : []),
          ...templates.map((each) => [keyOf(each), keyOf(each)] as const),
        ]}
        onValue={(chosen) => onChoice({ ...NO_CHOICE, key: chosen })}
      />
      {template?.variables.filter(isAsked).map((variable) => (
        <Fragment key={variable.key}>
          {isFile(variable) && (
            <StoredFileField
              label={t(variable.type)}
              id={choice.file ?? null}
              onFile={(file) => onChoice({ ...choice, key, file: file?.id })}
            />
          )}
          {!(isFile(variable) && choice.file) && (
            <Value
              {...{ template, variable, values }}
              onValue={(value) => onChoice({ ...choice, key, values: { ...values, [variable.key]: value } })}
            />
          )}
        </Fragment>
      ))}
      {template && <TemplatePreview template={template} values={shown} />}
    </>
  );
}

/** The provider has a default for the others. */
const isAsked = ({ required }: Template['variables'][number]) => required;

type Variable = Template['variables'][number];
type HeaderFile = Variable & { type: 'image' | 'video' | 'document' };

const isFile = (variable: Variable): variable is HeaderFile =>
  ['image', 'video', 'document'].includes(variable.type);

interface ValueProps {
  template: Template;
  variable: Template['variables'][number];
  values: Values;
  onValue: (value: string) => void;
}

function Value({ template, variable: { key, part, type }, values, onValue }: ValueProps) {
  const t = useTexts('shared.template');
  const button = part === 'button' ? template.buttons[Number(key.split('.')[1])] : undefined;
  const value = valueIn(values, key);
  const label = () => {
    if (type === 'url') return t('linkEnd', { button: button?.text ?? '' });
    if (type === 'copy_code') return t('buttonCode', { button: button?.text ?? '' });
    if (type === 'mpm') return t('products');
    if (type === 'image' || type === 'video' || type === 'document') return t('fileAddress');
    return part === 'header' ? t('headerValue', { hole: `{{${key.slice(HEADER.length)}}}` }) : `{{${key}}}`;
  };
  return (
    <Input
      label={label()}
      hint={button?.url && <bdi>{filled(button.url, () => value || '…')}</bdi>}
      required
      value={value}
      maxLength={type === 'text' || type === 'copy_code' ? 1024 : 2048}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}
