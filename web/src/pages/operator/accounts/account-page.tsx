import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Figure } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { OperatorFrame } from '../frame.tsx';
import { type Account, accountQuery } from '../queries.ts';
import { OwnerDialog } from './owner-dialog.tsx';
import { AccountSettings } from './settings.tsx';
import { StateSection } from './state-section.tsx';
import { AccountStatus } from './status.tsx';

/** One account with what the operator sees and changes of it. */
export function AccountPage() {
  const t = useTexts('operator.accounts');
  const { accountId } = useParams({ from: '/app/operator/accounts/$accountId' });
  const account = useQuery(accountQuery(accountId));
  return (
    <OperatorFrame>
      <BackLink to="/operator">{t('back')}</BackLink>
      <Loaded query={account}>
        {(found) => (
          <>
            <Heading account={found} />
            <Figures account={found} />
            <StateSection key={found.id} account={found} />
            {found.status !== 'cancelled' && <AccountSettings key={found.plan} account={found} />}
          </>
        )}
      </Loaded>
    </OperatorFrame>
  );
}

function Heading({ account }: { account: Account }) {
  const [t, format] = [useTexts('operator.accounts'), useFormat()];
  const [isInviting, setInviting] = useState(false);
  const { id, name, kind, status, active_owners, created_at, is_own } = account;
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
          <bdi>{name}</bdi>
          <AccountStatus status={status} />
          {kind === 'sandbox' && <Badge>{t('sandbox')}</Badge>}
          {is_own && <Badge tone="accent">{t('own')}</Badge>}
        </h2>
        <p className="text-soft">
          {id} · {t('since', { time: format.day(created_at) })}
        </p>
      </div>
      {status !== 'cancelled' && active_owners === 0 && (
        <Button onClick={() => setInviting(true)} icon={UserPlus}>
          {t('inviteOwner')}
        </Button>
      )}
      {isInviting && <OwnerDialog account={account} onClose={() => setInviting(false)} />}
    </header>
  );
}

function Figures({ account }: { account: Account }) {
  const [t, format] = [useTexts('operator.accounts'), useFormat()];
  const { usage, devices, max_devices, storage_used, storage_bytes, active_owners, last_activity_at } =
    account;
  const { messages_sent: sent, messages_quota: quota } = usage;
  const all = Object.values(devices).reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-6">
      <Figure
        label={t('messages')}
        value={format.number(sent)}
        hint={quota !== null && t('ofQuota', { sent, quota })}
      />
      <Figure label={t('calls')} value={format.number(usage.api_calls)} />
      <Figure
        label={t('numbers')}
        value={t('ofQuota', { sent: all, quota: max_devices })}
        hint={all > 0 && t('connectedOf', { connected: devices.connected, all })}
      />
      <Figure
        label={t('storage')}
        value={format.bytes(storage_used)}
        hint={storage_bytes !== null && t('ofLimit', { limit: format.bytes(storage_bytes) })}
      />
      <Figure
        label={t('owners')}
        value={format.number(active_owners)}
        hint={active_owners === 0 ? <span className="text-bad">{t('noOwner')}</span> : t('ownersInvite')}
      />
      <Figure
        label={t('activity')}
        value={last_activity_at === null ? '–' : format.ago(last_activity_at)}
        hint={last_activity_at === null ? t('never') : format.full(last_activity_at)}
      />
    </div>
  );
}
