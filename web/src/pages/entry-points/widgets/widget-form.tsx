import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { GATEWAY_LANGUAGES } from '../../../api/languages.ts';
import { CreateWidget } from '../../../api/limits.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Card } from '../../../ui/card.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { PageForm } from '../../../ui/form/form.tsx';
import { DeviceChoice } from '../device-choice.tsx';
import { widgetsQuery } from '../queries.ts';
import { bodyOf, type WidgetFields } from './widget-fields.ts';

interface Props<Answer> {
  initial: WidgetFields;
  /** What the form holds, whenever it changes. */
  onFields?: (fields: WidgetFields) => void;
  save: (body: ReturnType<typeof bodyOf>) => Promise<Answer>;
  onSaved: (answer: Answer, fields: WidgetFields) => unknown;
  /** The word of the button. */
  action: string;
}

export function WidgetForm<Answer>({ initial, onFields, save, onSaved, action }: Props<Answer>) {
  const t = useTexts('entryPoints.page');
  const [only, ...others] = useQuery(devicesQuery).data?.data ?? [];
  const usual = others.length === 0 ? (only?.device_uuid ?? '') : '';
  return (
    <Card className="p-4">
      <PageForm
        limits={CreateWidget}
        save={(fields: WidgetFields) => save(bodyOf(fields, usual))}
        changes={widgetsQuery.queryKey}
        {...{ initial, onSaved, action }}
      >
        {(fields) => (
          <>
            <TextField name="name" label={t('widgetName')} hint={t('widgetNameHint')} />
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField
                name="mode"
                label={t('mode')}
                options={[
                  ['chat', t('modeChat')],
                  ['button', t('modeButton')],
                ]}
              />
              <DeviceChoice usual={usual} />
            </div>
            <AreaField
              name="allowed_origins"
              label={t('origins')}
              hint={t('originsHint')}
              required
              spellCheck={false}
            />
            <AreaField name="greeting" label={t('greeting')} hint={t('greetingHint')} />
            {fields.mode === 'button' && (
              <AreaField name="text" label={t('text')} hint={t('textWidgetHint')} />
            )}
            <LookFields />
            {fields.mode === 'chat' && (
              <CheckField name="identity_required" label={t('identity')} hint={t('identityHint')} />
            )}
            <CheckField name="enabled" label={t('enabled')} hint={t('widgetEnabledHint')} />
            {onFields && <Report to={onFields} />}
          </>
        )}
      </PageForm>
    </Card>
  );
}

/** Colour, theme and language. */
function LookFields() {
  const t = useTexts('entryPoints.page');
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField name="color" type="color" label={t('colour')} className="py-1" />
      <SelectField
        name="theme"
        label={t('theme')}
        options={[
          ['auto', t('themeAuto')],
          ['light', t('themeLight')],
          ['dark', t('themeDark')],
        ]}
      />
      <SelectField
        name="language"
        label={t('language')}
        options={[[null, t('languageAuto')], ...GATEWAY_LANGUAGES]}
      />
    </div>
  );
}

function Report({ to }: { to: (fields: WidgetFields) => void }) {
  const { subscribe } = useFormContext<WidgetFields>();
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => to(values) }),
    [subscribe, to],
  );
  return null;
}
