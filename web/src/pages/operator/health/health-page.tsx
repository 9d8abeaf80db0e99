import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Figure, Section } from '../../../ui/card.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { OperatorFrame } from '../frame.tsx';
import { type Health, healthQuery } from '../queries.ts';
import { AttentionTable } from './attention.tsx';
import { Processes, Sessions } from './processes.tsx';
import { Queues } from './queues.tsx';
import { Verdict } from './verdict.tsx';

/** Whether the installation works, and what to do when it does not. */
export function HealthPage() {
  const t = useTexts('operator.health');
  const health = useQuery(healthQuery);
  const refresh = (
    <Button busy={health.isFetching} onClick={() => void health.refetch()}>
      {!health.isFetching && <RefreshCw aria-hidden />}
      {t('refresh')}
    </Button>
  );
  return (
    <OperatorFrame actions={refresh}>
      <Loaded query={health} loading={<Skeleton lines={8} />}>
        {(found) => (
          <>
            <Verdict health={found} />
            <Facts health={found} />
            <AttentionTable accounts={found.attention} />
            <Queues queues={found.queues} />
            <Processes gateways={found.gateways} />
            <Sessions nodes={found.sessions} />
            <Database health={found} />
          </>
        )}
      </Loaded>
    </OperatorFrame>
  );
}

function Facts({ health }: { health: Health }) {
  const [t, format] = [useTexts('operator.health'), useFormat()];
  const { accounts, devices, webhooks, last_backup } = health;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        label={t('accounts')}
        value={format.number(accounts.active)}
        hint={t('accountsHint', accounts)}
      />
      <Figure
        label={t('connected')}
        value={format.number(devices.connected)}
        hint={t('connectedHint', devices)}
      />
      <Figure
        label={t('webhooks')}
        value={format.number(webhooks.enabled)}
        hint={t('webhooksHint', webhooks)}
      />
      <Figure
        label={t('backup')}
        value={last_backup ? format.ago(last_backup.made_at) : t('none')}
        hint={last_backup && format.full(last_backup.made_at)}
      />
    </div>
  );
}

function Database({ health: { database, disk, migration } }: { health: Health }) {
  const [t, format] = [useTexts('operator.health'), useFormat()];
  const { kind, version, size_bytes, answer_ms, connections, max_connections: max } = database;
  return (
    <Section title={t('database')} lead={t(kind, { version })}>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label={t('size')} value={format.bytes(size_bytes)} />
        <Figure label={t('answer')} value={t('ms', { count: answer_ms })} />
        <Figure label={t('connections')} value={t('ofMax', { count: connections, max })} />
        <Figure
          label={t('disk')}
          value={disk ? format.bytes(disk.free_bytes) : '–'}
          hint={disk ? t('diskOf', { total: format.bytes(disk.total_bytes) }) : t('noDisk')}
        />
      </div>
      <p className="mt-3 text-[13px] text-faint">{t('migration', { name: migration })}</p>
    </Section>
  );
}
