import { useTexts } from '../../../texts/texts.ts';
import { TextField } from '../../../ui/form/fields.tsx';

export const NO_SECRETS = { official_access_token: '', official_app_secret: '' };

const hidden = { type: 'password', autoComplete: 'off', spellCheck: false, 'data-1p-ignore': true } as const;

/** Token and app secret, for a new device and for a new token. */
export function SecretFields() {
  const t = useTexts('devices.official');
  return (
    <>
      <TextField name="official_access_token" label={t('token')} hint={t('tokenHint')} {...hidden} />
      <TextField
        name="official_app_secret"
        label={t('appSecret')}
        hint={t('appSecretHint')}
        required={false}
        {...hidden}
      />
      <details>
        <summary className="text-[13px] text-accent">{t('where')}</summary>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-[13px] text-soft">
          <li>{t('where1')}</li>
          <li>{t('where2')}</li>
          <li>{t('where3')}</li>
        </ul>
      </details>
    </>
  );
}

/** Copied texts have blanks around them. An empty app secret is none. */
export function secretsOf({ official_access_token: token, official_app_secret: secret }: typeof NO_SECRETS) {
  return {
    official_access_token: token.trim(),
    ...(secret.trim() !== '' && { official_app_secret: secret.trim() }),
  };
}
