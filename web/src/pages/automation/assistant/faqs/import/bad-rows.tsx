import { LeftOutRows } from '../../../../../csv/left-out-rows.tsx';
import { useTexts } from '../../../../../texts/texts.ts';
import type { BadRow } from './plan.ts';

interface Props {
  rows: readonly BadRow[];
  /** With those that are not known one by one. */
  total: number;
}

export function BadRows({ rows, total }: Props) {
  const t = useTexts('assistant.faqsImport');
  return (
    <LeftOutRows
      rows={rows}
      reasonOf={({ reason, detail }) => t(reason, { detail })}
      cellsOf={({ question, answer }) => [question, answer]}
      total={total}
      columns={[t('question'), t('answer')]}
    />
  );
}
