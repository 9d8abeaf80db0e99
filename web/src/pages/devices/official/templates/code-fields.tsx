import { Plus, Trash2 } from 'lucide-react';
import { NewTemplate } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Checkbox, Field, fieldProblem, Input, Select } from '../../../../ui/field.tsx';
import { type CodeForm, NEW_APP, OTP_TYPES, type PartProps } from './form.ts';
import { Text } from './part-fields.tsx';

/** What a template of one-time passwords lets people choose: the provider writes its texts. */
export function CodeFields({ form, problem, onForm }: PartProps) {
  const t = useTexts('devices.officialTemplates');
  const { code } = form;
  const set = (change: Partial<CodeForm>) => onForm({ ...form, code: { ...code, ...change } });
  return (
    <>
      <p className="text-[13px] text-soft">{t('codeLead')}</p>
      <Field label={t('otpType')} hint={t('otpHint')}>
        {(control) => (
          <Select
            {...control}
            value={code.type}
            onChange={({ target }) =>
              set({ type: OTP_TYPES.find((each) => each === target.value) ?? code.type })
            }
          >
            {OTP_TYPES.map((type) => (
              <option key={type} value={type}>
                {t(type)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Checkbox
        label={t('advice')}
        checked={code.advice}
        onChange={({ target }) => set({ advice: target.checked })}
      />
      <Field
        label={t('minutes')}
        hint={t('minutesHint')}
        problem={fieldProblem(problem, 'authentication.code_expiration_minutes')}
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            max={90}
            value={code.minutes}
            onChange={({ target }) => set({ minutes: target.value })}
          />
        )}
      </Field>
      {code.type !== 'copy_code' && <Apps {...{ code, problem }} onCode={set} />}
      {code.type === 'zero_tap' && (
        <Checkbox
          required
          label={t('terms')}
          hint={t('termsHint')}
          checked={code.accepted}
          onChange={({ target }) => set({ accepted: target.checked })}
        />
      )}
    </>
  );
}

/** Android apps that get the code without copying. */
function Apps({
  code: { apps },
  problem,
  onCode,
}: { code: CodeForm; onCode: (change: Partial<CodeForm>) => void } & Pick<PartProps, 'problem'>) {
  const t = useTexts('devices.officialTemplates');
  const problemOf = (index: number, name: string) =>
    fieldProblem(problem, `authentication.apps.${index}.${name}`);
  const missing = apps.length === 0 ? fieldProblem(problem, 'authentication.apps') : undefined;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-[13px] font-medium">{t('apps')}</legend>
      {apps.map((app, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: apps have no id, and all their fields are in the form
        <div key={index} className="grid gap-2 rounded-md border border-line p-3">
          <Text
            label={t('packageName')}
            problem={problemOf(index, 'package_name')}
            max={200}
            value={app.package_name}
            onValue={(package_name) => onCode({ apps: apps.with(index, { ...app, package_name }) })}
          />
          <Text
            label={t('signatureHash')}
            problem={problemOf(index, 'signature_hash')}
            max={11}
            value={app.signature_hash}
            onValue={(signature_hash) => onCode({ apps: apps.with(index, { ...app, signature_hash }) })}
          />
          <IconButton
            label={t('removeApp')}
            onClick={() => onCode({ apps: apps.filter((_, each) => each !== index) })}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      {missing && <p className="text-[13px] text-bad">{missing}</p>}
      {apps.length < NewTemplate['authentication.apps'].maxItems && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onCode({ apps: [...apps, NEW_APP] })}
        >
          <Plus aria-hidden />
          {t('addApp')}
        </Button>
      )}
    </fieldset>
  );
}
