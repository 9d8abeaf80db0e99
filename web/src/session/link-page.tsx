import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { asProblem } from '../api/problem.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Field, fieldProblem, Input } from '../ui/field.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { enter } from './enter.ts';
import { SessionFrame } from './frame.tsx';
import { forgetLinkToken, useLinkToken } from './link-token.ts';
import { PasswordInput } from './password-input.tsx';

/** An invitation, or a link for a new password: the user chooses the password and is logged in. */
export function LinkPage() {
  const t = useTexts('session.proof');
  const token = useLinkToken();
  const { data: link, error } = useQuery({
    queryKey: ['link', token],
    queryFn: () => call('POST /links/look', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOver = error !== null && asProblem(error).code === 'invalid_link';
  useEffect(() => {
    if (isOver) forgetLinkToken();
  }, [isOver]);
  if (token === '' || isOver) {
    return (
      <SessionFrame title={t('linkTitle')}>
        {isOver ? <ProblemLine problem={error} /> : <p>{t('linkMissing')}</p>}
        <Button asChild>
          <Link to="/log-in">{t('toLogIn')}</Link>
        </Button>
      </SessionFrame>
    );
  }
  return (
    <SessionFrame title={t('linkTitle')} lead={link ? t('linkOf', { account: link.account }) : t('linkLead')}>
      <LinkForm key={token} token={token} email={link?.email ?? ''} />
    </SessionFrame>
  );
}

/** `email` is empty while it is not known. */
function LinkForm({ token, email }: { token: string; email: string }) {
  const t = useTexts('session.proof');
  const [fields, setFields] = useState({ name: '', password: '', code: '' });
  const accept = useMutation({
    mutationFn: () => {
      const { name, password, code } = fields;
      const more = { ...(name.trim() && { name: name.trim() }), ...(code && { code }) };
      return call('POST /links/accept', { body: { token, password, ...more } });
    },
    onSuccess: () => {
      forgetLinkToken();
      enter();
    },
  });
  const problem = accept.error ? asProblem(accept.error) : null;
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Input label={t('email')} type="email" autoComplete="username" readOnly value={email} />
      <Input
        label={t('name')}
        hint={t('nameHint')}
        problem={fieldProblem(problem, 'name')}
        autoComplete="name"
        value={fields.name}
        onChange={set('name')}
      />
      <Field label={t('newPassword')} hint={t('passwordHint')} problem={fieldProblem(problem, 'password')}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            required
            minLength={10}
            value={fields.password}
            onChange={set('password')}
          />
        )}
      </Field>
      {(problem?.code === 'code_required' || fields.code !== '') && (
        <Input
          label={t('code')}
          hint={t('codeHint')}
          autoComplete="one-time-code"
          value={fields.code}
          onChange={set('code')}
        />
      )}
      <ProblemLine problem={problem?.code === 'code_required' ? null : problem} />
      <Button kind="primary" type="submit" busy={accept.isPending}>
        {t('save')}
      </Button>
    </form>
  );
}
