import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { GATEWAY_LANGUAGES } from '../../../../../api/languages.ts';
import { ColumnChoice, columnNames } from '../../../../../csv/column-choice.tsx';
import type { Row } from '../../../../../csv/csv.ts';
import { useFormat } from '../../../../../texts/format.ts';
import { useTexts } from '../../../../../texts/texts.ts';
import type { Language } from '../../../../../texts/translate.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Figure, Section } from '../../../../../ui/card.tsx';
import { Checkbox, Choice } from '../../../../../ui/field.tsx';
import { Loaded } from '../../../../../ui/states.tsx';
import { Table, Td } from '../../../../../ui/table.tsx';
import { BadRows } from './bad-rows.tsx';
import { csvOf, guessColumns, type Pair, type Plan, planImport } from './plan.ts';
import { importFaqs } from './send.ts';
import { namedOf } from './upload.ts';

interface Options {
  mode: 'add' | 'replace';
  language: '' | Language;
}
export interface Job extends Options {
  plan: Plan;
}

const SHOWN = 5;
/** Of the API. */
const MAX_ROWS = 20_000;

/** Which column has what, and what the import would do. Nothing is changed yet. */
export function CheckForm({ rows, onStart }: { rows: readonly Row[]; onStart: (job: Job) => void }) {
  const t = useTexts('assistant.faqsImport');
  const guess = useMemo(() => guessColumns(rows), [rows]);
  const [columns, setColumns] = useState(guess.columns);
  const [hasHeader, setHeader] = useState(guess.hasHeader);
  const [{ language, mode }, setOptions] = useState<Options>({ language: '', mode: 'add' });
  const plan = useMemo(() => planImport(rows, columns, hasHeader), [rows, columns, hasHeader]);
  const names = columnNames(rows.slice(0, 1), hasHeader, (number) => t('column', { number }));
  const job = { plan, mode, language };
  return (
    <>
      <Section title={t('columns')} lead={t('columnsLead')}>
        <div className="grid gap-4">
          <Checkbox
            label={t('hasHeader')}
            checked={hasHeader}
            onChange={({ target }) => setHeader(target.checked)}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            {(['question', 'answer'] as const).map((field) => (
              <ColumnChoice
                key={field}
                label={t(field)}
                none={t('noColumn')}
                names={names}
                value={columns[field]}
                onValue={(at) => setColumns({ ...columns, [field]: at })}
              />
            ))}
            <LanguageChoice value={language} onValue={(chosen) => setOptions({ mode, language: chosen })} />
          </div>
          <Checkbox
            label={t('replace')}
            hint={t('replaceHint')}
            checked={mode === 'replace'}
            onChange={({ target }) => setOptions({ language, mode: target.checked ? 'replace' : 'add' })}
          />
          <Preview pairs={plan.pairs.slice(0, SHOWN)} />
        </div>
      </Section>
      {plan.pairs.length > MAX_ROWS ? (
        <p role="alert" className="text-bad">
          {t('tooManyPairs')}
        </p>
      ) : (
        <Outcome job={job} onStart={() => onStart(job)} />
      )}
    </>
  );
}

interface LanguageProps {
  value: Options['language'];
  onValue: (language: Options['language']) => void;
}

function LanguageChoice(props: LanguageProps) {
  const t = useTexts('assistant.faqsImport');
  return <Choice label={t('language')} options={[['', t('anyLanguage')], ...GATEWAY_LANGUAGES]} {...props} />;
}

function Preview({ pairs }: { pairs: readonly Pair[] }) {
  const t = useTexts('assistant.faqsImport');
  if (pairs.length === 0) return null;
  return (
    <Table aria-label={t('newPairs')} head={[t('question'), t('answer')]}>
      {pairs.map(({ line, question, answer }) => (
        <tr key={line}>
          <Td className="max-w-64 truncate" title={question}>
            <bdi>{question}</bdi>
          </Td>
          <Td className="max-w-80 truncate" title={answer}>
            <bdi>{answer}</bdi>
          </Td>
        </tr>
      ))}
    </Table>
  );
}

/** What the gateway says about the file before anything is changed. */
function Outcome({ job, onStart }: { job: Job; onStart: () => void }) {
  const t = useTexts('assistant.faqsImport');
  const { number } = useFormat();
  const { plan, mode, language } = job;
  const csv = useMemo(() => csvOf(plan.pairs), [plan]);
  const check = useQuery({
    queryKey: ['assistant-import', mode, language, csv],
    gcTime: 0,
    enabled: plan.pairs.length > 0,
    queryFn: () => importFaqs(csv, { mode, language, isCheck: true }),
  });
  if (plan.pairs.length === 0) return <BadRows rows={plan.bad} total={plan.bad.length} />;
  return (
    <Loaded query={check}>
      {(report) => {
        const bad = [...plan.bad, ...namedOf(plan.pairs, report)];
        const isBlocked = mode === 'replace' && bad.length > 0;
        return (
          <>
            <Section title={t('checked')} lead={t('checkedLead')}>
              <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                <Figure label={t('newPairs')} value={number(report.added_faqs)} />
                <Figure label={t('newQuestions')} value={number(report.added_questions)} />
                <Figure label={t('known')} value={number(report.unchanged)} />
                <Figure label={t('leftOut')} value={number(plan.bad.length + report.bad_rows)} />
                {mode === 'replace' && (
                  <Figure label={t('removed')} value={number(report.removed_faqs)} hint={t('removedHint')} />
                )}
              </div>
              {isBlocked && <p className="pt-3 text-bad">{t('replaceBlocked')}</p>}
              <div className="flex justify-end pt-4">
                <Button kind="primary" disabled={isBlocked} onClick={onStart}>
                  {t('start')}
                </Button>
              </div>
            </Section>
            <BadRows rows={bad} total={plan.bad.length + report.bad_rows} />
          </>
        );
      }}
    </Loaded>
  );
}
