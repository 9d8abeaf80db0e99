import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { ChangeMe } from '../../../api/limits.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryClient } from '../../../api/query-client.ts';
import { NoticeSettings } from '../../../push/notice-settings.tsx';
import { PasswordInput } from '../../../session/password-input.tsx';
import { PresentPassword } from '../../../session/proof-fields.tsx';
import { sessionQuery, useMe } from '../../../session/session.ts';
import { setLanguage, useLanguage } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LANGUAGES, type Language } from '../../../texts/translate.ts';
import { setTheme, THEMES, useTheme } from '../../../theme/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Choice, Field, fieldProblem, Select } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { PageForm } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { SettingsFrame } from '../frame.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The user: name, password, second factor, sessions and the look of the dashboard. */
export function ProfilePage() {
  const me = useMe();
  return (
    <SettingsFrame>
      <NameForm />
      <PasswordForm key={String(me.has_password)} />
      <SecondFactor />
      <NoticeSettings />
      <Sessions />
      <Look />
    </SettingsFrame>
  );
}

function NameForm() {
  const [t, ui] = [useTexts('settings.page'), useTexts('common.ui')];
  const me = useMe();
  return (
    <Section title={t('profile')} lead={me.email}>
      <PageForm
        limits={ChangeMe}
        initial={{ name: me.name }}
        save={(body) => call('PATCH /me', { body })}
        saved={({ name }) => ({ name })} // the gateway tidies blanks
        onSaved={() => notify(t('saved'))}
        changes={sessionQuery.queryKey}
        action={ui('save')}
      >
        <div className="max-w-120">
          <TextField name="name" label={t('name')} hint={t('nameHint')} autoComplete="name" />
        </div>
      </PageForm>
    </Section>
  );
}

const NO_PASSWORDS = { current: '', next: '' };

/** A new password, or the first one of a user who came by a link or by OIDC. */
function PasswordForm() {
  const t = useTexts('settings.page');
  const { has_password } = useMe();
  const [fields, setFields] = useState(NO_PASSWORDS);
  const change = useMutation({
    mutationFn: () => {
      const proof = has_password ? { current_password: fields.current } : {};
      return call('PATCH /me', { body: { ...proof, password: fields.next } });
    },
    onSuccess: async () => {
      setFields(NO_PASSWORDS);
      notify(t('passwordChanged'));
      await queryClient.invalidateQueries();
    },
  });
  const problem = change.error ? asProblem(change.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Section title={t('password')} lead={t(has_password ? 'passwordLead' : 'noPasswordLead')}>
      <form className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
        {has_password && (
          <PresentPassword
            label={t('currentPassword')}
            problem={fieldProblem(problem, 'current_password')}
            value={fields.current}
            onValue={(current) => setFields({ ...fields, current })}
          />
        )}
        <Field label={t('newPassword')} hint={t('passwordHint')} problem={fieldProblem(problem, 'password')}>
          {(control) => (
            <PasswordInput
              {...control}
              required
              minLength={10}
              maxLength={200}
              autoComplete="new-password"
              value={fields.next}
              onChange={(event) => setFields({ ...fields, next: event.target.value })}
            />
          )}
        </Field>
        <div className="grid justify-items-start gap-3 sm:col-span-2">
          <ProblemLine problem={problem} />
          <LeaveGuard when={() => fields.next !== ''} />
          <Button type="submit" busy={change.isPending}>
            {t(has_password ? 'changePassword' : 'setPassword')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Look() {
  const t = useTexts('settings.page');
  const [theme, language] = [useTheme(), useLanguage()];
  return (
    <Section title={t('look')} lead={t('lookLead')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('language')}>
          {(control) => (
            <Select
              {...control}
              value={language}
              onChange={(event) => void setLanguage(event.target.value as Language)}
            >
              {Object.entries(LANGUAGES).map(([code, { name }]) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Choice
          label={t('theme')}
          value={theme}
          options={THEMES.map((each) => [each, t(each)])}
          onValue={setTheme}
        />
      </div>
    </Section>
  );
}
