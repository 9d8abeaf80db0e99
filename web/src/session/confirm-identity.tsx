import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../api/call.ts';
import { asProblem } from '../api/problem.ts';
import { gatewayPath } from '../place.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { LINK_COMMAND } from './link-log-in.tsx';
import { NO_PROOF, ProofFields } from './proof-fields.tsx';
import { followSession, useMe } from './session.ts';

/** Asks who is there before an act that gives or takes access. `onEnd(true)`: the act may be repeated. */
export default function ConfirmIdentity({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  return useMe().has_password ? <ByPassword onEnd={onEnd} /> : <ByLogIn onEnd={onEnd} />;
}

function ByPassword({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const [t, ui] = [useTexts('common.session'), useTexts('common.ui')];
  const form = useId();
  const [proof, setProof] = useState(NO_PROOF);
  const prove = useMutation({
    mutationFn: () => {
      const { password, code } = proof;
      return call('POST /session/proof', { body: { password, ...(code && { code }) } });
    },
    onSuccess: () => onEnd(true),
  });
  const problem = prove.error ? asProblem(prove.error) : null;
  const submit = (event: FormEvent) => {
    // The form below this dialog must not be sent with it.
    event.stopPropagation();
    event.preventDefault();
    prove.mutate();
  };
  const footer = (
    <>
      <Button onClick={() => onEnd(false)}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={prove.isPending}>
        {t('confirm')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      unsaved={() => false}
      onClose={() => onEnd(false)}
      width="small"
      title={t('confirmTitle')}
      lead={t('confirmLead')}
      footer={footer}
    >
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <ProofFields {...{ proof, problem }} onProof={setProof} />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}

/** Without a password only a new log-in proves it: in another tab, so that what was typed here stays. */
function ByLogIn({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const [t, ui] = [useTexts('common.session'), useTexts('common.ui')];
  const { email, has_oidc, account } = useMe();
  const { data: oidc } = useQuery({ queryKey: ['oidc'], queryFn: () => call('GET /oidc') });
  const start = `${gatewayPath('/app/api/oidc/start')}?return_to=%2Fapp%2F&account_id=${account.id}`;
  const proceed = useMutation({ mutationFn: followSession, onSuccess: () => onEnd(true) });
  const footer = (
    <>
      <Button onClick={() => onEnd(false)}>{ui('cancel')}</Button>
      <Button kind="primary" busy={proceed.isPending} onClick={() => proceed.mutate()}>
        {t('proceed')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      width="small"
      title={t('confirmTitle')}
      lead={has_oidc ? t('confirmOidc') : t('confirmLink')}
      footer={footer}
    >
      {has_oidc ? (
        <Button asChild>
          <a href={start} target="_blank" rel="noreferrer">
            {t('oidc', { name: oidc?.name ?? 'OIDC' })}
          </a>
        </Button>
      ) : (
        <code className="font-mono text-[13px] break-all">{LINK_COMMAND.replace('E-MAIL', email)}</code>
      )}
    </Dialog>
  );
}
