import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '../../../api/schemas.ts';
import { useCategory } from '../../../costs/category.ts';
import { Money } from '../../../costs/money.tsx';
import { devicesQuery } from '../../../queries/devices.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { CsvButton } from '../csv-button.tsx';
import { costsQuery } from '../queries.ts';
import type { Asked } from '../span.ts';

type Row = Schema<'CostRow'>;
type CostGroup = 'category' | 'device' | 'broadcast' | 'automation';

/** Costs of each group; nothing without messages. */
export function GroupTable({ group, asked }: { group: CostGroup; asked: Asked }) {
  const [t, format] = [useTexts('reports.costs'), useFormat()];
  const costs = useQuery(costsQuery(asked, group));
  const nameOf = useNameOf();
  if (costs.data?.data.length === 0) return null;
  const head = [t(group), t('messages'), t('billable'), t('amount')];
  const rows = costs.data?.data.map((row) => [
    nameOf(row),
    row.messages,
    row.billable,
    row.amounts.map(({ amount, currency }) => `${currency} ${amount}`).join(' + '),
  ]);
  const csv = rows && <CsvButton title={t(`by_${group}`)} {...{ head, rows }} />;
  return (
    <Section title={t(`by_${group}`)} actions={csv}>
      <Loaded query={costs}>
        {({ data }) => (
          <Table
            aria-label={t(`by_${group}`)}
            head={[t(group)]}
            numbers={[t('messages'), t('billable'), t('amount')]}
          >
            {data.map((row) => (
              <tr key={keyOf(row)}>
                <Td className="max-w-72 min-w-40 truncate">
                  <Name row={row} />
                </Td>
                <Td className="text-right tabular-nums">{format.number(row.messages)}</Td>
                <Td className="text-right tabular-nums">{format.number(row.billable)}</Td>
                <Td className="text-right tabular-nums">
                  {row.amounts.length === 0 ? '–' : <Money amounts={row.amounts} />}
                </Td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </Section>
  );
}

const keyOf = ({ category, device_uuid, broadcast_id, automation }: Row) =>
  category ?? device_uuid ?? broadcast_id ?? `${automation?.kind} ${automation?.id}`;

const KINDS = ['rule', 'flow', 'assistant', 'notice'] as const;
const oneOf = <Name extends string>(names: readonly Name[], text: string) =>
  names.find((name) => name === text);

function Name({ row }: { row: Row }) {
  const nameOf = useNameOf();
  const { broadcast_id: id } = row;
  if (id === undefined) return <bdi>{nameOf(row)}</bdi>;
  return (
    <Link to="/broadcasts/$id" params={{ id: String(id) }} className="hover:underline">
      {nameOf(row)}
    </Link>
  );
}

function useNameOf(): (row: Row) => string {
  const [t, categoryOf] = [useTexts('reports.costs'), useCategory()];
  const devices = useQuery(devicesQuery).data?.data;
  return ({ category, device_uuid, broadcast_id, automation }) => {
    if (category !== undefined) return categoryOf(category);
    if (device_uuid !== undefined)
      return devices?.find((device) => device.device_uuid === device_uuid)?.label ?? t('gone');
    if (broadcast_id !== undefined) return t('broadcastNumber', { id: String(broadcast_id) });
    if (!automation) return '';
    const kind = oneOf(KINDS, automation.kind);
    const name = kind ? t(`kind_${kind}`) : automation.kind;
    return automation.id === null ? name : `${name} ${automation.id}`;
  };
}
