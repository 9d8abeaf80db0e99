import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { asProblem } from '../api/problem.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Spinner } from '../ui/states.tsx';
import { CodeField } from './code-field.tsx';
import { enter } from './enter.ts';
import { SessionFrame } from './frame.tsx';
import { forgetLinkToken } from './link-token.ts';

export const LINK_COMMAND = './kurir user log-in-link E-MAIL';

interface Props {
  token: string;
  next: string | undefined;
  /** Shows the form for e-mail and password. */
  onPassword: () => void;
}

/** Logs in with a one-time link, which `npm start` and `./kurir user log-in-link` print. */
export function LinkLogIn({ token, next, onPassword }: Props) {
  const t = useTexts('session.proof');
  const [code, setCode] = useState('');
  const { mutate, error, isError, isPending } = useMutation({
    mutationFn: (given: string) =>
      call('POST /links/log-in', { body: { token, ...(given && { code: given }) } }),
    onSuccess: () => {
      forgetLinkToken();
      enter(next);
    },
    onError: (error) => asProblem(error).code === 'invalid_link' && forgetLinkToken(),
  });
  useEffect(() => mutate(''), [mutate]);
  const problem = error ? asProblem(error) : null;
  if (!isError) {
    return (
      <SessionFrame title={t('entering')}>
        <Spinner />
      </SessionFrame>
    );
  }
  if (problem?.code === 'code_required' || code !== '') {
    const submit = (event: FormEvent) => {
      event.preventDefault();
      mutate(code);
    };
    return (
      <SessionFrame title={t('logIn')}>
        <form className="grid gap-4" onSubmit={submit}>
          <CodeField value={code} onValue={setCode} />
          <ProblemLine problem={problem?.code === 'code_required' ? null : problem} />
          <Button kind="primary" type="submit" busy={isPending}>
            {t('logIn')}
          </Button>
        </form>
      </SessionFrame>
    );
  }
  return (
    <SessionFrame title={t('linkUsed')} lead={t('linkUsedLead')}>
      <div className="grid gap-1 text-[13px] text-soft">
        <p>{t('newLink')}</p>
        <code className="font-mono break-all">{LINK_COMMAND}</code>
      </div>
      <ProblemLine problem={problem?.code === 'invalid_link' ? null : problem} />
      <Button kind="primary" onClick={onPassword}>
        {t('toLogIn')}
      </Button>
    </SessionFrame>
  );
}
