import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Table, Td } from '../../../../ui/table.tsx';
import type { UploadReport } from './queries.ts';
import { useRowProblem } from './row-problem.ts';

const SHOWN = 20;

/** What Kurir reads in a file, and the rows that it leaves out. */
export function ReportView({ report: { columns, rows, bad_rows, problems } }: { report: UploadReport }) {
  const [t, all, problemOf] = [useTexts('assistant.tables'), useTexts('assistant.page'), useRowProblem()];
  return (
    <div className="grid gap-3">
      <p className="tabular-nums" role="status">
        {t('readRows', { count: rows - bad_rows })}
        {bad_rows > 0 && <span className="text-bad"> {t('badRows', { count: bad_rows })}</span>}
      </p>
      <ul className="flex flex-wrap gap-2">
        {columns.map(({ name, role }) => (
          <li key={name} className="flex items-center gap-1.5 text-[13px]">
            <bdi>{name}</bdi>
            <Badge tone={role === 'hidden' ? 'neutral' : 'accent'}>{t(`role_${role}`)}</Badge>
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <Table aria-label={all('problem')} head={[all('line'), all('problem')]}>
          {problems.slice(0, SHOWN).map(({ line, problem }) => (
            <tr key={`${line} ${problem}`}>
              <Td className="text-soft tabular-nums">{line}</Td>
              <Td className="wrap-anywhere">
                <bdi>{problemOf(problem)}</bdi>
              </Td>
            </tr>
          ))}
        </Table>
      )}
      {bad_rows > SHOWN && <p className="text-soft">{all('moreProblems', { count: bad_rows - SHOWN })}</p>}
    </div>
  );
}
