import { type FailureKey, failureKeyOf } from '../../../failures/codes.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { CsvButton } from '../csv-button.tsx';
import type { Totals } from './join.ts';

interface Failure {
  key: FailureKey;
  codes: string[];
  count: number;
}

/** Why messages failed, and what helps. Nothing without failures. */
export function Failures({ errors }: { errors: Totals['errors'] }) {
  const [t, format] = [useTexts('reports.messages'), useFormat()];
  const [reason, advice] = [useTexts('rare.failures'), useTexts('reports.messagesFailures')];
  if (errors.length === 0) return null;
  const head = [t('reason'), t('advice'), t('count')];
  const rows = byReason(errors).map(({ key, codes, count }) => [
    reason(key, { code: codes.join(', ') }),
    advice(`${key}Do`),
    count,
  ]);
  const csv = <CsvButton title={t('failures')} {...{ head, rows }} />;
  return (
    <Section title={t('failures')} lead={t('failuresLead')} actions={csv}>
      <Table aria-label={t('failures')} head={[t('reason'), t('advice')]} numbers={[t('count')]}>
        {byReason(errors).map(({ key, codes, count }) => (
          <tr key={codes.join()} className="align-top">
            <Td className="min-w-44" title={codes.join(', ')}>
              {reason(key, { code: codes.join(', ') })}
            </Td>
            <Td className="min-w-52 text-soft">{advice(`${key}Do`)}</Td>
            <Td className="text-right tabular-nums">{format.number(count)}</Td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

/** Codes of one meaning are one row. Unknown codes stay apart. */
function byReason(errors: Totals['errors']): Failure[] {
  const found = new Map<string, Failure>();
  for (const { code, count } of errors) {
    const key = failureKeyOf(code);
    const id = key === 'other' ? code : key;
    const known = found.get(id) ?? { key, codes: [], count: 0 };
    found.set(id, { key, codes: [...known.codes, code], count: known.count + count });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}
