import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { Schema } from '../../../api/schemas.ts';
import { useMe } from '../../../session/session.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import { AccountStatus } from './status.tsx';

type Row = Schema<'OperatorAccount'>;

export function AccountTable({ accounts }: { accounts: readonly Row[] }) {
  const t = useTexts('operator.accounts');
  return (
    <Table aria-label={t('account')}>
      <thead>
        <tr>
          <Th>{t('account')}</Th>
          <Th>{t('status')}</Th>
          <Th>{t('plan')}</Th>
          <Th>{t('numbers')}</Th>
          <Th className="text-right">{t('messages')}</Th>
          <Th className="text-right">{t('storage')}</Th>
          <Th>{t('activity')}</Th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </tbody>
    </Table>
  );
}

function AccountRow({ account }: { account: Row }) {
  const [t, format] = [useTexts('operator.accounts'), useFormat()];
  const me = useMe();
  const { id, name, kind, plan, usage, devices, storage_used, storage_bytes, last_activity_at } = account;
  const isFull = storage_bytes !== null && storage_used >= storage_bytes;
  const numbers = Object.values(devices).reduce((sum, count) => sum + count, 0);
  const { messages_sent: sent, messages_quota: quota } = usage;
  return (
    <tr className="hover:bg-hover">
      <Td className="max-w-72 min-w-48">
        <Link
          to="/operator/accounts/$accountId"
          params={{ accountId: String(id) }}
          className="block truncate font-medium hover:underline"
          title={name}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="flex items-center gap-1.5 text-[13px] text-faint tabular-nums">
          {id}
          {kind === 'sandbox' && <Badge>{t('sandbox')}</Badge>}
          {id === me.account.id && <Badge tone="accent">{t('own')}</Badge>}
        </span>
      </Td>
      <Td>
        <AccountStatus status={account.status} />
      </Td>
      <Td className="max-w-40 truncate" title={plan}>
        {plan}
      </Td>
      <Td className="whitespace-nowrap tabular-nums">
        {numbers === 0 ? (
          <span className="text-faint">{t('noNumbers')}</span>
        ) : (
          t('connectedOf', { connected: devices.connected, all: numbers })
        )}
      </Td>
      <Td className="text-right whitespace-nowrap tabular-nums">
        {quota === null ? format.number(sent) : t('ofQuota', { sent, quota })}
      </Td>
      <Td className={clsx('text-right whitespace-nowrap tabular-nums', isFull && 'text-bad')}>
        {storage_bytes === null
          ? format.bytes(storage_used)
          : t('ofQuota', { sent: format.bytes(storage_used), quota: format.bytes(storage_bytes) })}
      </Td>
      <Td className="whitespace-nowrap text-soft">
        {last_activity_at === null ? (
          <span className="text-faint">{t('never')}</span>
        ) : (
          <span title={format.full(last_activity_at)}>{format.ago(last_activity_at)}</span>
        )}
      </Td>
    </tr>
  );
}
