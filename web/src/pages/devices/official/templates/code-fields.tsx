import { Trash2 } from 'lucide-react';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { useField } from '../../../../ui/form/facts.ts';
import { CheckField, NumberField, SelectField, TextField } from '../../../../ui/form/fields.tsx';
import { Rows } from '../../../../ui/form/rows.tsx';
import { NEW_APP, OTP_TYPES } from './form.ts';

/** What a template of one-time passwords lets people choose: the provider writes its texts. */
export function CodeFields() {
  const t = useTexts('devices.officialTemplates');
  const { value: type } = useField<(typeof OTP_TYPES)[number]>('authentication.otp_type');
  return (
    <>
      <p className="text-[13px] text-soft">{t('codeLead')}</p>
      <SelectField
        name="authentication.otp_type"
        label={t('otpType')}
        hint={t('otpHint')}
        options={OTP_TYPES.map((each) => [each, t(each)])}
      />
      <CheckField name="authentication.security_recommendation" label={t('advice')} />
      <NumberField
        name="authentication.code_expiration_minutes"
        label={t('minutes')}
        hint={t('minutesHint')}
      />
      {type !== 'copy_code' && <Apps />}
      {type === 'zero_tap' && (
        <CheckField
          name="authentication.zero_tap_terms_accepted"
          required
          label={t('terms')}
          hint={t('termsHint')}
        />
      )}
    </>
  );
}

/** Android apps that get the code without copying. */
function Apps() {
  const t = useTexts('devices.officialTemplates');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-[13px] font-medium">{t('apps')}</legend>
      <Rows name="authentication.apps" blank={NEW_APP} add={t('addApp')}>
        {(row, remove) => (
          <div className="grid gap-2 rounded-md border border-line p-3">
            <TextField name={`${row}.package_name`} label={t('packageName')} maxLength={200} />
            <TextField name={`${row}.signature_hash`} label={t('signatureHash')} maxLength={11} />
            <IconButton label={t('removeApp')} onClick={remove} icon={Trash2} />
          </div>
        )}
      </Rows>
    </fieldset>
  );
}
