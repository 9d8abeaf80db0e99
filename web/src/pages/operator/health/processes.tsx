import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Section } from '../../../ui/card.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import type { Health } from '../queries.ts';

export function Processes({ gateways }: { gateways: Health['gateways'] }) {
  const [t, format] = [useTexts('operator.health'), useFormat()];
  return (
    <Section title={t('processes')} lead={t('processesLead')}>
      <Table
        aria-label={t('processes')}
        head={[t('machine'), t('state'), t('version'), t('roles'), t('started'), t('seen')]}
      >
        {gateways.map(({ host, pid, version, roles, started_at, seen_at, state, is_this }) => (
          <tr key={`${host} ${pid} ${started_at}`}>
            <Td className="max-w-60">
              <span className="block truncate" title={host}>
                {host}
              </span>
              <span className="text-[13px] text-faint">
                {pid}
                {is_this && ` · ${t('thisOne')}`}
              </span>
            </Td>
            <Td>
              <Badge tone={state === 'running' ? 'good' : 'bad'}>{t(state)}</Badge>
            </Td>
            <Td className="whitespace-nowrap">{version}</Td>
            <Td>{roles.join(', ')}</Td>
            <Td className="whitespace-nowrap" title={format.full(started_at)}>
              {format.ago(started_at)}
            </Td>
            <Td className="whitespace-nowrap tabular-nums">{format.exact(seen_at)}</Td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

/** Processes that keep the connections of devices. */
export function Sessions({ nodes }: { nodes: Health['sessions'] }) {
  const [t, format] = [useTexts('operator.health'), useFormat()];
  return (
    <Section title={t('sessions')} lead={t('sessionsLead')}>
      {nodes.length === 0 ? (
        <p className="text-soft">{t('noSessions')}</p>
      ) : (
        <Table aria-label={t('sessions')} head={[t('process'), t('network')]} numbers={[t('devices')]}>
          {nodes.map(({ id, network, devices }) => (
            <tr key={id}>
              <Td className="max-w-60 truncate font-mono text-xs" title={id}>
                {id}
              </Td>
              <Td>{t(network)}</Td>
              <Td className="text-right tabular-nums">{format.number(devices)}</Td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
