import { LeftOutRows } from '../../../csv/left-out-rows.tsx';
import { useTexts } from '../../../texts/texts.ts';
import type { BadRow } from './plan.ts';

export function BadRows({ rows }: { rows: readonly BadRow[] }) {
  const t = useTexts('contacts.import');
  return (
    <LeftOutRows
      rows={rows}
      reasonOf={({ reason, detail }) => t(reason, { detail })}
      cellsOf={({ cells }) => cells}
    />
  );
}
