import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import type { Schema } from '../../api/schemas.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Card, Section } from '../../ui/card.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Table, Td } from '../../ui/table.tsx';
import { CsvButton } from './csv-button.tsx';
import { useOnTime } from './on-time.ts';
import { figuresQuery } from './queries.ts';
import { useSeconds } from './seconds.ts';
import { askedIn } from './span.ts';

const route = getRouteApi('/app/reports');
type Row = Schema<'ConversationFiguresRow'>;
const COLUMNS = [
  ...(['assigned', 'answers', 'firstAnswer', 'nextAnswer', 'onTime', 'resolved', 'openNow'] as const),
];

/** Who answered how much, and how fast. */
export function PeopleView() {
  const t = useTexts('reports.page');
  const figures = useQuery(figuresQuery(askedIn(route.useSearch()), 'person'));
  return (
    <Loaded query={figures}>
      {({ data }) =>
        data.length === 0 ? (
          <Card>
            <Empty icon={<Users aria-hidden />} title={t('noPeople')} lead={t('noPeopleLead')} />
          </Card>
        ) : (
          <Section title={t('people')} actions={<PeopleCsv rows={data} />}>
            <Table aria-label={t('people')} head={[t('person')]} numbers={COLUMNS.map((key) => t(key))}>
              {data.map((row) => (
                <PersonRow key={`${row.person?.type} ${row.person?.id ?? row.person?.name}`} row={row} />
              ))}
            </Table>
          </Section>
        )
      }
    </Loaded>
  );
}

/** Times in seconds. */
function PeopleCsv({ rows }: { rows: readonly Row[] }) {
  const t = useTexts('reports.page');
  const onTime = useOnTime();
  const cells = rows.map((row) => {
    const { person, first_answers: first, next_answers: next } = row;
    return [
      person?.name ?? t(person?.type ?? 'user'),
      row.assigned,
      first.count + next.count + row.bot_answers,
      first.median_seconds,
      next.median_seconds,
      onTime(row),
      row.resolved,
      row.open,
    ];
  });
  return <CsvButton title={t('people')} head={[t('person'), ...COLUMNS.map((key) => t(key))]} rows={cells} />;
}

function PersonRow({ row }: { row: Row }) {
  const t = useTexts('reports.page');
  const format = useFormat();
  const seconds = useSeconds();
  const onTime = useOnTime();
  const { person, first_answers: first, next_answers: next } = row;
  const type = person?.type ?? 'user';
  const cells = [
    format.number(row.assigned),
    format.number(first.count + next.count + row.bot_answers),
    seconds(first.median_seconds),
    seconds(next.median_seconds),
    onTime(row) ?? '–',
    format.number(row.resolved),
    row.open === null ? '–' : format.number(row.open),
  ];
  return (
    <tr>
      <Td className="max-w-64">
        <span className="block truncate" title={person?.name ?? undefined}>
          <bdi>{person?.name ?? t(type)}</bdi>
        </span>
        {type !== 'user' && person?.name && <span className="text-xs text-faint">{t(type)}</span>}
      </Td>
      {cells.map((cell, index) => (
        // The cells have a fixed order.
        <Td
          key={['a', 'b', 'c', 'd', 'e', 'f', 'g'][index]}
          className="text-right whitespace-nowrap tabular-nums"
        >
          {cell}
        </Td>
      ))}
    </tr>
  );
}
