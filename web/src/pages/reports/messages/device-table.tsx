import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../../queries/devices.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { CsvButton } from '../csv-button.tsx';
import { messageFiguresQuery } from '../queries.ts';
import type { Asked } from '../span.ts';

const COLUMNS = ['received', 'sent', 'delivered', 'read', 'failed'] as const;

/** The figures of each device. */
export function DeviceTable({ asked }: { asked: Asked }) {
  const [t, format] = [useTexts('reports.messages'), useFormat()];
  const figures = useQuery(messageFiguresQuery(asked, 'device'));
  const devices = useQuery(devicesQuery).data?.data;
  const nameOf = (uuid: string | undefined) =>
    devices?.find(({ device_uuid }) => device_uuid === uuid)?.label ?? t('gone');
  const head = [t('device'), ...COLUMNS.map((column) => t(column))];
  const rows = figures.data?.data.map((row) => [
    nameOf(row.device_uuid),
    ...COLUMNS.map((column) => row[column]),
  ]);
  return (
    <Section title={t('devices')} actions={rows && <CsvButton title={t('devices')} {...{ head, rows }} />}>
      <Loaded query={figures}>
        {({ data }) => (
          <Table aria-label={t('devices')} head={[t('device')]} numbers={COLUMNS.map((column) => t(column))}>
            {data.map((row) => {
              const label = devices?.find(({ device_uuid }) => device_uuid === row.device_uuid)?.label;
              return (
                <tr key={row.device_uuid}>
                  <Td className="max-w-72 min-w-40 truncate" title={label ?? row.device_uuid}>
                    {label === undefined ? t('gone') : <bdi>{label}</bdi>}
                  </Td>
                  {COLUMNS.map((column) => (
                    <Td key={column} className="text-right tabular-nums">
                      {format.number(row[column])}
                    </Td>
                  ))}
                </tr>
              );
            })}
          </Table>
        )}
      </Loaded>
    </Section>
  );
}
