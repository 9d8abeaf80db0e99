import { LeftOutRows } from '../../../csv/left-out-rows.tsx';
import { useTexts } from '../../../texts/texts.ts';
import type { BadRow } from './plan.ts';

export function BadRows({ rows }: { rows: readonly BadRow[] }) {
  const t = useTexts('contacts.import');
  const shown = rows.map(({ reason, detail, ...row }) => ({ ...row, reason: t(reason, { detail }) }));
  return <LeftOutRows rows={shown} />;
}
