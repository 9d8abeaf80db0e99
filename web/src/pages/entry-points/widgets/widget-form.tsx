import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect } from 'react';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LANGUAGES } from '../../../texts/translate.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Field, fieldProblem, Input, Select, TextArea } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import type { WidgetFields } from './widget-fields.ts';

interface Props {
  fields: WidgetFields;
  setFields: (fields: WidgetFields) => void;
  problem: unknown;
  busy: boolean;
  /** The word of the button. */
  action: string;
  onSave: () => void;
}

export function WidgetForm({ fields, setFields, problem: thrown, busy, action, onSave }: Props) {
  const t = useTexts('entryPoints.page');
  const { data: devices } = useQuery(devicesQuery);
  const problem = thrown ? asProblem(thrown) : null;
  const [only, ...others] = devices?.data ?? [];
  const preset = others.length === 0 && fields.device === '' ? only?.device_uuid : undefined;
  useEffect(() => {
    if (preset !== undefined) setFields({ ...fields, device: preset });
  }, [preset, fields, setFields]);
  const set = (change: Partial<WidgetFields>) => setFields({ ...fields, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form className="grid gap-4 rounded-lg border border-line bg-card p-4" onSubmit={submit}>
      <Field label={t('widgetName')} hint={t('widgetNameHint')} problem={fieldProblem(problem, 'name')}>
        {(control) => (
          <Input
            {...control}
            required
            maxLength={100}
            value={fields.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('mode')} problem={fieldProblem(problem, 'mode')}>
          {(control) => (
            <Select
              {...control}
              value={fields.mode}
              onChange={({ target }) => set({ mode: target.value === 'chat' ? 'chat' : 'button' })}
            >
              <option value="chat">{t('modeChat')}</option>
              <option value="button">{t('modeButton')}</option>
            </Select>
          )}
        </Field>
        <Field label={t('device')} problem={fieldProblem(problem, 'device_uuid')}>
          {(control) => (
            <Select
              {...control}
              required
              value={fields.device}
              onChange={({ target }) => set({ device: target.value })}
            >
              <option value="" />
              {devices?.data.map(({ device_uuid, label, phone_number }) => (
                <option key={device_uuid} value={device_uuid}>
                  {`${label} · ${phone_number ?? t('withoutNumber')}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={t('origins')} hint={t('originsHint')} problem={fieldProblem(problem, 'allowed_origins')}>
        {(control) => (
          <TextArea
            {...control}
            required
            spellCheck={false}
            value={fields.origins}
            onChange={({ target }) => set({ origins: target.value })}
          />
        )}
      </Field>
      <WordFields {...{ fields, problem, set }} />
      <LookFields fields={fields} set={set} />
      {fields.mode === 'chat' && (
        <Checkbox
          label={t('identity')}
          hint={t('identityHint')}
          checked={fields.identity}
          onChange={({ target }) => set({ identity: target.checked })}
        />
      )}
      <Checkbox
        label={t('enabled')}
        hint={t('widgetEnabledHint')}
        checked={fields.enabled}
        onChange={({ target }) => set({ enabled: target.checked })}
      />
      <ProblemLine problem={problem} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  fields: WidgetFields;
  problem: Problem | null;
  set: (change: Partial<WidgetFields>) => void;
}

function WordFields({ fields, problem, set }: PartProps) {
  const t = useTexts('entryPoints.page');
  return (
    <>
      <Field label={t('greeting')} hint={t('greetingHint')} problem={fieldProblem(problem, 'greeting')}>
        {(control) => (
          <TextArea
            {...control}
            maxLength={500}
            value={fields.greeting}
            onChange={({ target }) => set({ greeting: target.value })}
          />
        )}
      </Field>
      <Field label={t('text')} hint={t('textWidgetHint')} problem={fieldProblem(problem, 'text')}>
        {(control) => (
          <TextArea
            {...control}
            maxLength={500}
            value={fields.text}
            onChange={({ target }) => set({ text: target.value })}
          />
        )}
      </Field>
    </>
  );
}

function LookFields({ fields, set }: { fields: WidgetFields; set: (change: Partial<WidgetFields>) => void }) {
  const t = useTexts('entryPoints.page');
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={t('colour')}>
        {(control) => (
          <Input
            {...control}
            type="color"
            className="py-1"
            value={fields.color}
            onChange={({ target }) => set({ color: target.value })}
          />
        )}
      </Field>
      <Field label={t('theme')}>
        {(control) => (
          <Select
            {...control}
            value={fields.theme}
            onChange={({ target }) => set({ theme: target.value as WidgetFields['theme'] })} // the options below
          >
            <option value="auto">{t('themeAuto')}</option>
            <option value="light">{t('themeLight')}</option>
            <option value="dark">{t('themeDark')}</option>
          </Select>
        )}
      </Field>
      <Field label={t('language')}>
        {(control) => (
          <Select
            {...control}
            value={fields.language}
            onChange={({ target }) => set({ language: target.value as WidgetFields['language'] })} // the options below
          >
            <option value="">{t('languageAuto')}</option>
            {Object.entries(LANGUAGES).map(([code, { name }]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
