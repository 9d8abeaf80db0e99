import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schema } from '../../../../api/schemas.ts';
import { choiceOf, NO_CHOICE, writtenTemplate } from '../../../../devices/template-choice.ts';
import { TemplateFields, Templates } from '../../../../devices/template-fields.tsx';
import { devicesQuery } from '../../../../queries/devices.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { isRecord, textOf } from '../model/definition.ts';
import type { FormContext } from './form.ts';

interface Props {
  shown: unknown;
  set: (template: unknown) => void;
  problem: string | undefined;
  form: FormContext;
}

/** Braces would be read as values of the text. */
const EXAMPLES = { name: '{{customer.first_name|Kak}}', value: '{{var.order}}' };
/** Places of a template that publishing can refuse, beside those of its values. */
const PLACES = ['name', 'language', 'variables', 'header_media_id'].map((field) => `template.${field}`);

/** An approved template of the official number that the flow is for. */
export function ApprovedTemplate({ shown, set, problem, form }: Props) {
  const t = useTexts('flows.forms');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const number = devices.find(
    ({ device_uuid, engine }) => engine === 'official_cloud' && form.deviceUuids.includes(device_uuid),
  );
  const template = templateOf(shown);
  const ofValues = Object.keys(template?.variables ?? {}).flatMap((key) => {
    const text = form.problemOf(`template.variables.${key}`);
    return text === undefined ? [] : `{{${key}}}: ${text}`;
  });
  const wrong = [...ofValues, problem, ...PLACES.map(form.problemOf)].find((text) => text !== undefined);
  if (!number) return <p className="text-[13px] text-warn">{t('needsOfficial')}</p>;
  return (
    <Templates deviceUuid={number.device_uuid}>
      {(templates) => (
        <>
          <TemplateFields
            templates={templates}
            choice={choiceOf(template)}
            onChoice={(choice) => set(writtenTemplate(templates, choice))}
          />
          <p className="text-[13px] text-soft">{t('templateHint', EXAMPLES)}</p>
          {template === null && <First onShown={() => set(writtenTemplate(templates, NO_CHOICE))} />}
          {wrong && <p className="text-[13px] text-bad">{wrong}</p>}
        </>
      )}
    </Templates>
  );
}

/** A draft may hold anything. A list of texts fills `1`, `2` and so on. */
function templateOf(value: unknown): Schema<'SentTemplate'> | null {
  if (!isRecord(value) || textOf(value.name) === '') return null;
  const entries = Array.isArray(value.variables)
    ? value.variables.map((text, n) => [String(n + 1), text])
    : Object.entries(isRecord(value.variables) ? value.variables : {});
  const variables = Object.fromEntries(entries.map(([key, text]) => [key, textOf(text)]));
  const file = textOf(value.header_media_id);
  const named = { name: textOf(value.name), language: textOf(value.language), variables };
  return file ? { ...named, header_media_id: file } : named;
}

/** The form shows the first template until the user chooses another one. */
function First({ onShown }: { onShown: () => void }) {
  useEffect(onShown);
  return null;
}
