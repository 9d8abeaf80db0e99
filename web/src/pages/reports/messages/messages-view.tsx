import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Empty, Loaded, Skeleton } from '../../../ui/states.tsx';
import { DaySection } from '../chart/day-section.tsx';
import { Compared } from '../compared.tsx';
import { messageFiguresQuery } from '../queries.ts';
import { type Asked, askedIn, beforeOf } from '../span.ts';
import { TrendFigure } from '../trend-figure.tsx';
import { DeviceTable } from './device-table.tsx';
import { Failures } from './failures.tsx';
import type { Totals } from './join.ts';
import { Senders } from './senders.tsx';

const route = getRouteApi('/app/reports');
const LINES = ['received', 'sent', 'failed'] as const;
const COLUMNS = ['received', 'sent', 'delivered', 'read', 'failed'] as const;

/** Every message of the devices: what came, what went, and what failed. */
export function MessagesView() {
  const t = useTexts('reports.messages');
  const asked = askedIn(route.useSearch());
  const figures = useQuery(messageFiguresQuery(asked, 'day'));
  return (
    <Loaded query={figures} loading={<Skeleton lines={8} />}>
      {({ data, total, timezone, from, to }) => {
        if (total.received + total.sent + total.failed === 0) return <Nothing />;
        const dates = data.map(({ date }) => date ?? '');
        const linesOf = (columns: readonly (typeof COLUMNS)[number][]) =>
          columns.map((key) => ({
            label: t(key),
            values: data.map((row) => row[key]),
            ...(key === 'failed' && { tone: 'bad' as const }),
          }));
        return (
          <div className="grid gap-4">
            <TotalFigures total={total} before={beforeOf({ from, to }, asked.device)} />
            <DaySection
              title={t('perDay')}
              lead={t('perDayLead', { timezone })}
              dates={dates}
              lines={linesOf(LINES)}
              columns={linesOf(COLUMNS)}
            />
            <Failures errors={total.errors} />
            <Senders by={total.sent_by} sent={total.sent} />
            {asked.device === undefined && <DeviceTable asked={asked} />}
          </div>
        );
      }}
    </Loaded>
  );
}

function TotalFigures({ total, before }: { total: Totals; before: Asked }) {
  const [t, format] = [useTexts('reports.messages'), useFormat()];
  const was = useQuery(messageFiguresQuery(before, 'day')).data?.total;
  const { received, sent, delivered, read, failed } = total;
  const ofSent = (count: number) => sent > 0 && t('ofSent', { share: format.percent(count / sent) });
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        <TrendFigure label={t('received')} value={received} before={was?.received} />
        <TrendFigure label={t('sent')} value={sent} before={was?.sent} />
        <TrendFigure
          label={t('delivered')}
          value={delivered}
          before={was?.delivered}
          hint={ofSent(delivered)}
        />
        <TrendFigure label={t('read')} value={read} before={was?.read} hint={ofSent(read)} />
        <TrendFigure
          label={t('failed')}
          value={failed}
          before={was?.failed}
          hint={failed > 0 && t('ofTried', { share: format.percent(failed / (sent + failed)) })}
        />
      </div>
      <Compared before={before} />
    </>
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
