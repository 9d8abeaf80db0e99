import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CsvField, type CsvFile } from '../../../../csv/csv-field.tsx';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { knowledgeChanged } from '../queries.ts';
import { replaceRows, type Table } from './queries.ts';
import { ReportView } from './report-view.tsx';
import { FileProblem } from './upload-dialog.tsx';

/** Puts the rows of a new file in the place of all present rows. */
export function ReplaceDialog({ table: { id, rows }, onClose }: { table: Table; onClose: () => void }) {
  const [t, all, ui] = [useTexts('assistant.tables'), useTexts('assistant.page'), useTexts('common.ui')];
  const [file, setFile] = useState<CsvFile | null>(null);
  const text = file?.text ?? '';
  const check = useQuery({
    queryKey: ['assistant-rows-check', id, text],
    gcTime: 0,
    retry: false,
    enabled: file !== null,
    queryFn: () => replaceRows(id, text, true),
  });
  const save = useMutation({
    mutationFn: () => replaceRows(id, text, false),
    onSuccess: () => {
      void knowledgeChanged();
      notify(all('saved'));
      onClose();
    },
  });
  const problem = save.error ?? check.error;
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" disabled={!check.data} busy={save.isPending} onClick={() => save.mutate()}>
        {t('replaceRows', { count: rows })}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      firm
      width="wide"
      onClose={onClose}
      title={t('replace')}
      lead={t('replaceLead')}
      footer={footer}
    >
      <CsvField hint={t('fileHint')} onFile={setFile} />
      {check.isLoading && <Skeleton lines={4} />}
      {check.data && <ReportView report={check.data} />}
      {problem && <FileProblem problem={problem} />}
    </Dialog>
  );
}
