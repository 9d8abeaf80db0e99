import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import type { Schema } from '../../../api/schemas.ts';
import { Money } from '../../../costs/money.tsx';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Card, Figure } from '../../../ui/card.tsx';
import { Empty, Loaded, Skeleton } from '../../../ui/states.tsx';
import { DaySection } from '../chart/day-section.tsx';
import { costsQuery } from '../queries.ts';
import { askedIn } from '../span.ts';
import { CapCard } from './cap-card.tsx';
import { GroupTable } from './group-table.tsx';

const route = getRouteApi('/app/reports');
const GROUPS = ['category', 'device', 'broadcast', 'automation'] as const;

/** What the provider of official numbers charges. */
export function CostsView() {
  const t = useTexts('reports.costs');
  const asked = askedIn(route.useSearch());
  const costs = useQuery(costsQuery(asked, 'day'));
  return (
    <div className="grid gap-4">
      <CapCard />
      <Loaded query={costs} loading={<Skeleton lines={8} />}>
        {({ data, total }) => {
          if (total.messages === 0) return <Nothing />;
          const dates = data.map(({ date }) => date ?? '');
          const lines = [
            { label: t('billable'), values: data.map(({ billable }) => billable) },
            { label: t('free'), values: data.map(({ messages, billable }) => messages - billable) },
          ];
          return (
            <div className="grid gap-4">
              <TotalFigures total={total} />
              <DaySection title={t('perDay')} lead={t('perDayLead')} {...{ dates, lines }} />
              {GROUPS.map((group) => (
                <GroupTable key={group} group={group} asked={asked} />
              ))}
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}

function TotalFigures({ total }: { total: Schema<'Cost'> }) {
  const [t, format] = [useTexts('reports.costs'), useFormat()];
  const { messages, billable, without_rate, amounts } = total;
  const unknown = without_rate > 0 && t('withoutRate', { count: without_rate });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <Figure label={t('messages')} value={format.number(messages)} />
      <Figure label={t('billable')} value={format.number(billable)} />
      <Figure
        label={t('amount')}
        value={amounts.length === 0 ? '–' : <Money amounts={amounts} />}
        hint={amounts.length === 0 && billable > 0 ? t('noRates') : unknown}
      />
    </div>
  );
}

function Nothing() {
  const t = useTexts('reports.costs');
  return (
    <Card>
      <Empty icon={<Coins aria-hidden />} title={t('none')} lead={t('noneLead')} />
    </Card>
  );
}
