import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Figure, Section } from '../../../ui/card.tsx';
import { Empty, Loaded, Skeleton } from '../../../ui/states.tsx';
import { DayTable } from '../day-table.tsx';
import { messageFiguresQuery } from '../queries.ts';
import { DeviceTable } from './device-table.tsx';
import { Failures } from './failures.tsx';
import type { Totals } from './join.ts';
import { Senders } from './senders.tsx';

const DayChart = lazy(() => import('../day-chart.tsx'));
const route = getRouteApi('/app/reports');
const LINES = ['received', 'sent', 'failed'] as const;
const COLUMNS = ['received', 'sent', 'delivered', 'read', 'failed'] as const;

/** Every message of the devices: what came, what went, and what failed. */
export function MessagesView() {
  const t = useTexts('reports.messages');
  const span = route.useSearch();
  const figures = useQuery(messageFiguresQuery(span, 'day'));
  return (
    <Loaded query={figures} loading={<Skeleton lines={8} />}>
      {({ data, total, timezone }) => {
        if (total.received + total.sent + total.failed === 0) return <Nothing />;
        const dates = data.map(({ date }) => date ?? '');
        const linesOf = (columns: readonly (typeof COLUMNS)[number][]) =>
          columns.map((key) => ({ label: t(key), values: data.map((row) => row[key]) }));
        return (
          <div className="grid gap-4">
            <TotalFigures total={total} />
            <Section title={t('perDay')} lead={t('perDayLead', { timezone })}>
              <Suspense fallback={<Skeleton lines={6} />}>
                <DayChart label={t('perDay')} dates={dates} lines={linesOf(LINES)} />
              </Suspense>
              <DayTable title={t('perDay')} dates={dates} lines={linesOf(COLUMNS)} />
            </Section>
            <Failures errors={total.errors} />
            <Senders by={total.sent_by} sent={total.sent} />
            {span.device === undefined && <DeviceTable span={span} />}
          </div>
        );
      }}
    </Loaded>
  );
}

function TotalFigures({ total }: { total: Totals }) {
  const [t, format] = [useTexts('reports.messages'), useFormat()];
  const { received, sent, delivered, read, failed } = total;
  const ofSent = (count: number) => sent > 0 && t('ofSent', { share: format.percent(count / sent) });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <Figure label={t('received')} value={format.number(received)} />
      <Figure label={t('sent')} value={format.number(sent)} />
      <Figure label={t('delivered')} value={format.number(delivered)} hint={ofSent(delivered)} />
      <Figure label={t('read')} value={format.number(read)} hint={ofSent(read)} />
      <Figure
        label={t('failed')}
        value={format.number(failed)}
        hint={failed > 0 && t('ofTried', { share: format.percent(failed / (sent + failed)) })}
      />
    </div>
  );
}

function Nothing() {
  const t = useTexts('reports.messages');
  return (
    <Card>
      <Empty
        icon={<MessagesSquare aria-hidden />}
        title={t('none')}
        lead={t('noneLead')}
        action={
          <Button asChild>
            <Link to="/devices">{t('toDevices')}</Link>
          </Button>
        }
      />
    </Card>
  );
}
