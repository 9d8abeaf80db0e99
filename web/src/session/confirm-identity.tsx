import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { gatewayPath } from '../place.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LINK_COMMAND } from './link-log-in.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { followSession, useMe } from './session.ts';

/** Asks who is there before an act that gives or takes access. `onEnd(true)`: the act may be repeated. */
export default function ConfirmIdentity({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  return useMe().has_password ? <ByPassword onEnd={onEnd} /> : <ByLogIn onEnd={onEnd} />;
}

function ByPassword({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const t = useTexts('session.proof');
  return (
    <ProofDialog
      title={t('confirmTitle')}
      lead={t('confirmLead')}
      action={t('confirm')}
      run={({ password, code }) => call('POST /session/proof', { body: { password, ...(code && { code }) } })}
      onDone={() => onEnd(true)}
      onClose={() => onEnd(false)}
    />
  );
}

/** Without a password only a new log-in proves it: in another tab, so that what was typed here stays. */
function ByLogIn({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const [t, ui] = [useTexts('session.proof'), useTexts('common.ui')];
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
