import { useInfiniteQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { useState } from 'react';
import { gatewayPath } from '../../../place.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { type ReportLine, reportQuery } from '../queries.ts';

const DAY_MS = 86_400_000;
const COUNTS = ['clicks', 'chats', 'answered', 'resolved'] as const;
const KINDS = { link: 'kindLink', widget: 'kindWidget', ad: 'kindAd' } as const;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Clicks and chats of links, widgets and advertisements in a span of days. */
export function FiguresView() {
  const t = useTexts('entryPoints.page');
  const [days, setDays] = useState(() => ({
    since: dayOf(Date.now() - 29 * DAY_MS),
    until: dayOf(Date.now()),
  }));
  const report = useInfiniteQuery(reportQuery(days.since, days.until));
  // A cleared field means no limit, as in the report.
  const chosen = new URLSearchParams(Object.entries(days).filter(([, day]) => day !== ''));
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        {(['since', 'until'] as const).map((end) => (
          <Field key={end} label={t(end)}>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={days[end]}
                onChange={({ target }) => setDays({ ...days, [end]: target.value })}
              />
            )}
          </Field>
        ))}
        <Button asChild className="ml-auto">
          <a href={gatewayPath(`/app/api/entry-points/touches?${chosen}`)} download="touches.csv">
            <Download aria-hidden />
            {t('csv')}
          </a>
        </Button>
      </div>
      <Loaded query={report}>
        {({ pages }) => {
          const lines = pages.flatMap(({ data }) => data);
          return lines.length === 0 ? (
            <Card>
              <Empty icon={<ChartColumn aria-hidden />} title={t('noFigures')} lead={t('noFiguresLead')} />
            </Card>
          ) : (
            <ReportTable lines={lines} />
          );
        }}
      </Loaded>
      <ShowMore query={report} />
      <p className="text-[13px] text-faint">{t('utcDays')}</p>
    </div>
  );
}

function ReportTable({ lines }: { lines: readonly ReportLine[] }) {
  const t = useTexts('entryPoints.page');
  const format = useFormat();
  return (
    <Table aria-label={t('figures')} head={[t('name'), t('kind')]} numbers={COUNTS.map((count) => t(count))}>
      {lines.map((line) => (
        <tr key={line.id}>
          <Td className="max-w-72">
            <span className="block truncate" title={line.name}>
              <bdi>{line.name}</bdi>
            </span>
            {line.deleted && <span className="text-xs text-faint">{t('deleted')}</span>}
          </Td>
          <Td>{t(KINDS[line.kind])}</Td>
          {COUNTS.map((count) => (
            <Td key={count} className="text-right tabular-nums">
              {format.number(line[count])}
            </Td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
