import type { Problem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';

export interface Secrets {
  official_access_token: string;
  official_app_secret: string;
}

interface Props {
  value: Secrets;
  problem: Problem | null;
  onChange: (value: Secrets) => void;
}

const hidden = { type: 'password', autoComplete: 'off', spellCheck: false, 'data-1p-ignore': true } as const;

/** Token and app secret, for a new device and for a new token. */
export function SecretFields({ value, problem, onChange }: Props) {
  const t = useTexts('devices.official');
  return (
    <>
      <Field
        label={t('token')}
        hint={t('tokenHint')}
        problem={fieldProblem(problem, 'official_access_token')}
      >
        {(field) => (
          <Input
            {...field}
            {...hidden}
            required
            maxLength={4096}
            value={value.official_access_token}
            onChange={(event) => onChange({ ...value, official_access_token: event.target.value.trim() })}
          />
        )}
      </Field>
      <Field
        label={t('appSecret')}
        hint={t('appSecretHint')}
        problem={fieldProblem(problem, 'official_app_secret')}
      >
        {(field) => (
          <Input
            {...field}
            {...hidden}
            maxLength={200}
            value={value.official_app_secret}
            onChange={(event) => onChange({ ...value, official_app_secret: event.target.value.trim() })}
          />
        )}
      </Field>
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

/** An empty app secret is none. */
export function secretsOf({ official_access_token, official_app_secret }: Secrets) {
  return { official_access_token, ...(official_app_secret !== '' && { official_app_secret }) };
}

export const NO_SECRETS: Secrets = { official_access_token: '', official_app_secret: '' };
