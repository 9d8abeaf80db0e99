import type { ReactNode } from 'react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import type { Health } from '../queries.ts';

/** What waits, and since when. */
export function Queues({ queues }: { queues: Health['queues'] }) {
  const t = useTexts('operator.health');
  const { messages, deliveries, events, jobs } = queues;
  return (
    <Section title={t('queues')} lead={t('queuesLead')}>
      <Table aria-label={t('queues')}>
        <thead>
          <tr>
            <Th>{t('queue')}</Th>
            <Th className="text-right">{t('waiting')}</Th>
            <Th>{t('oldest')}</Th>
            <Th>
              <span className="sr-only">{t('state')}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          <Row name={t('messages')} waiting={messages.queued} oldest={messages.oldest_at}>
            {messages.over_1_hour > 0 && t('over1Hour', { count: messages.over_1_hour })}
          </Row>
          <Row name={t('deliveries')} waiting={deliveries.pending} oldest={deliveries.oldest_due_at}>
            {deliveries.due > 0 && t('due', { count: deliveries.due })}
          </Row>
          {events.map(({ consumer, waiting }) => (
            <Row key={consumer} name={t('events', { name: consumer })} waiting={waiting} />
          ))}
          <Row name={t('jobs')} waiting={jobs?.waiting ?? null}>
            {jobs === null
              ? t('noJobs')
              : jobs.failing > 0 && <span className="text-bad">{t('failing', { count: jobs.failing })}</span>}
          </Row>
        </tbody>
      </Table>
    </Section>
  );
}

interface RowProps {
  name: string;
  waiting: number | null;
  oldest?: string | null;
  children?: ReactNode;
}

function Row({ name, waiting, oldest, children }: RowProps) {
  const [t, format] = [useTexts('operator.health'), useFormat()];
  return (
    <tr>
      <Td>{name}</Td>
      <Td className="text-right tabular-nums">{waiting === null ? t('nothing') : format.number(waiting)}</Td>
      <Td className="whitespace-nowrap">
        {oldest ? <span title={format.full(oldest)}>{format.ago(oldest)}</span> : t('nothing')}
      </Td>
      <Td className="text-soft">{children}</Td>
    </tr>
  );
}
