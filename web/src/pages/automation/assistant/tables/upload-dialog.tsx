import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { uploadKnowledgeTable } from '../../../../api/limits.ts';
import { asProblem } from '../../../../api/problem.ts';
import { fieldText } from '../../../../api/problem-text.ts';
import { CsvField, type CsvFile } from '../../../../csv/csv-field.tsx';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Choice, Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { knowledgeChanged } from '../queries.ts';
import { uploadTable } from './queries.ts';
import { ReportView } from './report-view.tsx';

/** Shows what Kurir reads in a file, and stores it as a new table. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('assistant.tables'), useTexts('common.ui')];
  const navigate = useNavigate();
  const [file, setFile] = useState<CsvFile | null>(null);
  const [name, setName] = useState('');
  const [nameColumn, setNameColumn] = useState('');
  const text = file?.text ?? '';
  const given = { name: name.trim() || t('defaultName'), nameColumn };
  const check = useQuery({
    queryKey: ['assistant-table-check', text, nameColumn],
    gcTime: 0,
    retry: false,
    enabled: file !== null,
    queryFn: () => uploadTable(text, { name: 'x', nameColumn, isCheck: true }),
  });
  const save = useMutation({
    mutationFn: () => uploadTable(text, { ...given, isCheck: false }),
    onSuccess: ({ table }) => {
      void knowledgeChanged();
      onClose();
      if (table)
        void navigate({
          to: '/automation/assistant/tables/$tableId',
          params: { tableId: table.id },
          ignoreBlocker: true,
        });
    },
  });
  const choose = (chosen: CsvFile | null) => {
    setFile(chosen);
    setNameColumn('');
    if (chosen && name === '')
      setName(chosen.name.replace(/\.\w+$/, '').slice(0, uploadKnowledgeTable.name.maxLength));
  };
  const problem = save.error ?? check.error;
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" disabled={!check.data} busy={save.isPending} onClick={() => save.mutate()}>
        {t('store')}
      </Button>
    </>
  );
  return (
    <Dialog open firm width="wide" onClose={onClose} title={t('add')} lead={t('addLead')} footer={footer}>
      <CsvField hint={t('fileHint')} onFile={choose} />
      {file && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('name')} problem={fieldProblem(save.error ? asProblem(save.error) : null, 'name')}>
            {(control) => (
              <Input
                {...control}
                maxLength={uploadKnowledgeTable.name.maxLength}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Field label={t('nameColumn')} hint={t('nameColumnHint')}>
            {(control) => (
              <Choice
                {...control}
                value={nameColumn}
                options={[['', t('guessed')], ...headerOf(file).map((column) => [column, column] as const)]}
                onValue={setNameColumn}
              />
            )}
          </Field>
        </div>
      )}
      {check.isLoading && <Skeleton lines={4} />}
      {check.data && <ReportView report={check.data} />}
      {problem && <FileProblem problem={problem} />}
    </Dialog>
  );
}

const headerOf = ({ rows }: CsvFile) => [...new Set(rows[0]?.cells.map((cell) => cell.trim()))];

/** What is wrong with the whole file: the API calls it `body`. */
export function FileProblem({ problem }: { problem: unknown }) {
  const language = useLanguage();
  const { fields } = asProblem(problem);
  const [text] = fields.body ?? [];
  if (text === undefined) return <ProblemLine problem={problem} />;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      {fieldText(text, language)}
    </p>
  );
}
