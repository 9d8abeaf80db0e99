import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { asProblem, Problem } from '../api/problem.ts';
import { gatewayPath } from '../place.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Choice, Field, Input } from '../ui/field.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { CodeField } from './code-field.tsx';
import { enter } from './enter.ts';
import { SessionFrame } from './frame.tsx';
import { LINK_COMMAND, LinkLogIn } from './link-log-in.tsx';
import { useLinkToken } from './link-token.ts';
import { PasswordInput } from './password-input.tsx';

const route = getRouteApi('/log-in');

/** Log-in by a one-time link, or by password. */
export function LogInPage() {
  const { next } = route.useSearch();
  const token = useLinkToken();
  const [refused, setRefused] = useState('');
  if (token === refused) return <PasswordLogIn />;
  return <LinkLogIn key={token} token={token} next={next} onPassword={() => setRefused(token)} />;
}

/** Log-in by e-mail and password, with the second factor and the account when they are asked for. */
function PasswordLogIn() {
  const t = useTexts('session.proof');
  const { next, problem: refusal } = route.useSearch();
  const [fields, setFields] = useState({ email: '', password: '', code: '', account: '' });
  const logIn = useMutation({
    mutationFn: () => {
      const { email, password, code, account } = fields;
      const more = { ...(code && { code }), ...(account && { account_id: Number(account) }) };
      return call('POST /session', { body: { email, password, ...more } });
    },
    onSuccess: () => enter(next),
  });
  const problem = logIn.error ? asProblem(logIn.error) : null;
  // The provider of the company sent the browser back.
  const ofProvider = refusal === undefined ? null : new Problem(403, refusal, t('refused'));
  const needsCode = problem?.code === 'code_required' || fields.code !== '';
  const accounts = accountsOf(problem?.body);
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    logIn.mutate();
  };
  return (
    <SessionFrame title={t('logIn')} lead={t('lead')}>
      <form className="grid gap-4" onSubmit={submit}>
        <Input
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          value={fields.email}
          onChange={({ target }) => set('email')(target.value)}
        />
        <Field label={t('password')}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              required
              value={fields.password}
              onChange={({ target }) => set('password')(target.value)}
            />
          )}
        </Field>
        {needsCode && <CodeField value={fields.code} onValue={set('code')} />}
        <AccountField accounts={accounts} value={fields.account} onValue={set('account')} />
        <ProblemLine problem={isQuestion((problem ?? ofProvider)?.code) ? null : (problem ?? ofProvider)} />
        <Button kind="primary" type="submit" busy={logIn.isPending}>
          {t('logIn')}
        </Button>
      </form>
      <OidcButton />
      <Lost />
    </SessionFrame>
  );
}

function Lost() {
  const t = useTexts('session.proof');
  return (
    <div className="grid gap-1 text-[13px] text-faint">
      <p>{t('lost')}</p>
      <p>{t('newLink')}</p>
      <code className="font-mono break-all">{LINK_COMMAND}</code>
    </div>
  );
}

interface AccountFieldProps {
  accounts: readonly Account[];
  value: string;
  onValue: (id: string) => void;
}

function AccountField({ accounts, value, onValue }: AccountFieldProps) {
  const t = useTexts('session.proof');
  if (accounts.length === 0) return null;
  return (
    <Choice
      label={t('account')}
      hint={t('chooseAccount')}
      required
      value={value}
      options={[['', ''], ...accounts.map(({ account_id, name }) => [String(account_id), name] as const)]}
      onValue={onValue}
    />
  );
}

function OidcButton() {
  const t = useTexts('session.proof');
  const { data } = useQuery({ queryKey: ['oidc'], queryFn: () => call('GET /oidc') });
  const { next, problem } = route.useSearch();
  if (!data?.enabled) return null;
  const addressOf = (more: string) =>
    `${gatewayPath('/app/api/oidc/start')}?return_to=${encodeURIComponent(`/app${next ?? '/'}`)}${more}`;
  const accounts = problem === 'account_required' ? data.accounts : [];
  return (
    <div className="grid gap-4">
      <p className="text-center text-[13px] text-faint">{t(accounts.length > 0 ? 'chooseAccount' : 'or')}</p>
      {accounts.map(({ account_id, name, joined }) => (
        <Button asChild key={account_id}>
          <a href={addressOf(`&account_id=${account_id}`)}>{joined ? name : t('join', { name })}</a>
        </Button>
      ))}
      {accounts.length === 0 && (
        <>
          <Button asChild>
            <a href={addressOf('')}>{t('oidc', { name: data.name ?? 'OIDC' })}</a>
          </Button>
          <a className="text-center text-[13px] text-faint underline" href={addressOf('&choose=true')}>
            {t('otherAccount')}
          </a>
        </>
      )}
    </div>
  );
}

/** The next field of the form asks for it. */
const isQuestion = (code: string | undefined) => code === 'code_required' || code === 'account_required';

interface Account {
  account_id: number;
  name: string;
}

function accountsOf(body: unknown): Account[] {
  const accounts = (body as { accounts?: unknown } | null | undefined)?.accounts; // the body of account_required
  return Array.isArray(accounts) ? accounts : [];
}
