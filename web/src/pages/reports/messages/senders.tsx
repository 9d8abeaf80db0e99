import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { CsvButton } from '../csv-button.tsx';
import type { Totals } from './join.ts';

const SENDERS = ['staff', 'automation', 'broadcast', 'api', 'phone'] as const;

/** Where sent messages came from. */
export function Senders({ by, sent }: { by: Totals['sent_by']; sent: number }) {
  const [t, format] = [useTexts('reports.messages'), useFormat()];
  if (sent === 0) return null;
  const head = [t('senders'), t('sent')];
  const rows = SENDERS.map((sender) => [t(sender), by[sender]]);
  return (
    <Section title={t('senders')} actions={<CsvButton title={t('senders')} {...{ head, rows }} />}>
      <Table aria-label={t('senders')} head={[t('senders')]} numbers={[t('sent'), t('share')]}>
        {SENDERS.map((sender) => (
          <tr key={sender}>
            <Td>{t(sender)}</Td>
            <Td className="text-right tabular-nums">{format.number(by[sender])}</Td>
            <Td className="text-right tabular-nums">{format.percent(by[sender] / sent)}</Td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
