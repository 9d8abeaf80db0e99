import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';
import { type Account, showAccount } from '../queries.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

/** Whether the account works, why not, and what changes it. */
export function StateSection({ account }: { account: Account }) {
  const [t, format] = [useTexts('operator.accounts'), useFormat()];
  const { status, suspension, is_own } = account;
  const lead =
    status === 'cancelled'
      ? t('isCancelled')
      : status === 'active'
        ? t('isActive')
        : suspension && t('isSuspended', { time: format.full(suspension.since) });
  return (
    <Section title={t('state')} lead={lead} actions={<Acts account={account} />}>
      <div className="grid gap-2">
        {status === 'suspended' && <p>{t('isSuspendedLead')}</p>}
        {suspension?.reason && (
          <p>
            <span className="text-soft">{t('reasonIs')}</span> <bdi>{suspension.reason}</bdi>
          </p>
        )}
        {is_own && <p className="text-soft">{t('isOwn')}</p>}
        <OpenWork work={account.open_work} />
      </div>
    </Section>
  );
}

function OpenWork({ work }: { work: Account['open_work'] }) {
  const t = useTexts('operator.accounts');
  return (
    <div>
      <p className="text-soft">{t('waits')}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 tabular-nums">
        <li>{t('waitDevices', { count: work.devices })}</li>
        <li>{t('waitMessages', { count: work.queued_messages })}</li>
        <li>{t('waitBroadcasts', { count: work.unfinished_broadcasts })}</li>
      </ul>
    </div>
  );
}

function Acts({ account }: { account: Account }) {
  const t = useTexts('operator.accounts');
  const [open, setOpen] = useState<'suspend' | 'cancel' | 'drop' | null>(null);
  const { id, name, status, is_own } = account;
  const activate = async (drop_queued: boolean) => {
    showAccount(await call('POST /operator/accounts/{id}/activate', { id, body: { drop_queued } }));
    notify(t('didResume', { name }));
  };
  const resume = useButtonAct(() => activate(false));
  const cancel = async () => showAccount(await call('POST /operator/accounts/{id}/cancel', { id }));
  if (is_own || status === 'cancelled') return null;
  return (
    <>
      {status === 'active' ? (
        <Button onClick={() => setOpen('suspend')}>{t('suspend')}</Button>
      ) : (
        <>
          <Button kind="primary" {...resume}>
            {t('resume')}
          </Button>
          <Button onClick={() => setOpen('drop')}>{t('drop')}</Button>
        </>
      )}
      <Button kind="danger" onClick={() => setOpen('cancel')}>
        {t('cancel')}
      </Button>
      <Confirm
        open={open === 'drop'}
        onClose={() => setOpen(null)}
        title={t('drop')}
        lead={t('dropLead')}
        action={t('drop')}
        run={() => activate(true)}
      />
      {open === 'suspend' && <SuspendDialog account={account} onClose={() => setOpen(null)} />}
      <Confirm
        open={open === 'cancel'}
        onClose={() => setOpen(null)}
        title={t('cancelTitle', { name })}
        lead={t('cancelLead')}
        action={t('cancel')}
        word={name.trim()}
        run={cancel}
      />
    </>
  );
}
