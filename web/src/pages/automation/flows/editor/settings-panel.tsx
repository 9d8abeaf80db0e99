import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CreateFlow } from '../../../../api/limits.ts';
import { devicesQuery } from '../../../../queries/devices.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Checkbox, Input } from '../../../../ui/field.tsx';
import type { FormField } from '../forms/field.ts';
import { FieldView } from '../forms/field-view.tsx';
import type { FormContext } from '../forms/form.ts';
import { withValue } from '../model/definition.ts';
import { longTitleOf } from '../model/summary.ts';
import { variablesOf } from '../model/variables.ts';
import { isAt, messageWords } from './problem-words.ts';
import type { Editor } from './use-editor.ts';

/** Name and devices of the flow, and what counts for all of its nodes. */
export function SettingsPanel({ editor }: { editor: Editor }) {
  const [t, language] = [useTexts('flows.forms'), useLanguage()];
  const { draft, problems } = editor;
  const variables = useMemo(() => variablesOf(draft.definition), [draft.definition]);
  const steps = draft.definition.nodes.map(
    (node) => [node.id, { text: longTitleOf(node, language) }] as const,
  );
  const form: FormContext = {
    variables,
    deviceUuids: [],
    set: (path, value) => editor.editDefinition((now) => withValue(now, path, value), path),
    problemOf: (path) => {
      const found = problems.find((problem) => problem.node_id === null && isAt(problem, path));
      return found && messageWords(found.message, language);
    },
  };
  return (
    <div className="grid gap-4">
      <header className="grid gap-0.5">
        <h2 className="font-semibold">{t('settings')}</h2>
        <p className="text-[13px] text-soft">{t('settingsLead')}</p>
      </header>
      <Input
        label={t('flowName')}
        required
        maxLength={CreateFlow.name.maxLength}
        value={draft.name}
        onChange={({ target }) => editor.edit((now) => ({ ...now, name: target.value }), 'name')}
      />
      <Devices editor={editor} />
      {settingsFields(steps, t('nowhere')).map((field) => (
        <FieldView key={field.path} field={field} value={draft.definition} prefix="" form={form} />
      ))}
    </div>
  );
}

type Option = readonly [value: string, label: { text: string }];

const VARIABLES: FormField = {
  kind: 'list',
  path: 'variables',
  label: 'variables',
  add: 'addVariable',
  most: 100,
  fields: () => [
    { kind: 'variable', path: 'name', label: 'variable', hint: 'variableHint' },
    { kind: 'text', path: 'value', label: 'value', max: 1_000 },
  ],
  blank: () => ({ name: '', value: '' }),
};

const settingsFields = (nodes: readonly Option[], nowhere: string): readonly FormField[] => [
  {
    kind: 'text',
    path: 'settings.retry_text',
    label: 'retryText',
    hint: 'retryTextHint',
    max: 1_024,
    rows: 2,
    hasValues: true,
  },
  {
    kind: 'number',
    path: 'settings.max_retries',
    label: 'maxRetries',
    min: 0,
    max: 10,
    isInteger: true,
    usual: 2,
  },
  {
    kind: 'number',
    path: 'settings.session_hours',
    label: 'sessionHours',
    hint: 'sessionHoursHint',
    min: 1,
    max: 168,
    isInteger: true,
    usual: 24,
  },
  VARIABLES,
  {
    kind: 'list',
    path: 'commands',
    label: 'commands',
    hint: 'commandsHint',
    add: 'addCommand',
    most: 20,
    fields: () => [
      { kind: 'words', path: 'words', label: 'commandWords', hint: 'patternsHint', most: 20, max: 50 },
      {
        kind: 'select',
        path: 'next',
        label: 'commandNext',
        default: '',
        options: [['', { text: nowhere }], ...nodes],
      },
    ],
    blank: () => ({ words: [] }),
  },
];

function Devices({ editor }: { editor: Editor }) {
  const t = useTexts('flows.forms');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  if (devices.length === 0) return null;
  const chosen = editor.draft.devices ?? [];
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    editor.edit((now) => ({ ...now, devices: next.length === 0 ? null : next }));
  };
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-[13px] font-medium">{t('devices')}</legend>
      <div className="grid max-h-40 gap-2.5 overflow-y-auto">
        {devices.map(({ device_uuid, label, phone_number }) => (
          <Checkbox
            key={device_uuid}
            label={<bdi>{label}</bdi>}
            hint={phone_number}
            checked={chosen.includes(device_uuid)}
            onChange={() => toggle(device_uuid)}
          />
        ))}
      </div>
      <p className="text-[13px] text-faint">{t('devicesHint')}</p>
    </fieldset>
  );
}
