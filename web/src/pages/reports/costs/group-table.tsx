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
import { costsQuery } from '../queries.ts';
import type { Span } from '../span.ts';

type Row = Schema<'CostRow'>;
type CostGroup = 'category' | 'device' | 'broadcast' | 'automation';

/** Costs of each group; nothing without messages. */
export function GroupTable({ group, span }: { group: CostGroup; span: Span }) {
  const [t, format] = [useTexts('reports.costs'), useFormat()];
  const costs = useQuery(costsQuery(span, group));
  if (costs.data?.data.length === 0) return null;
  return (
    <Section title={t(`by_${group}`)}>
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
  const [t, nameOf] = [useTexts('reports.costs'), useCategory()];
  const devices = useQuery(devicesQuery).data?.data;
  const { category, device_uuid, broadcast_id, automation } = row;
  if (category !== undefined) return nameOf(category);
  if (device_uuid !== undefined) {
    const label = devices?.find((device) => device.device_uuid === device_uuid)?.label;
    return label === undefined ? t('gone') : <bdi>{label}</bdi>;
  }
  if (broadcast_id !== undefined) {
    const id = String(broadcast_id);
    return (
      <Link to="/broadcasts/$id" params={{ id }} className="hover:underline">
        {t('broadcastNumber', { id })}
      </Link>
    );
  }
  if (!automation) return null;
  const kind = oneOf(KINDS, automation.kind);
  const name = kind ? t(`kind_${kind}`) : automation.kind;
  return automation.id === null ? name : `${name} ${automation.id}`;
}
