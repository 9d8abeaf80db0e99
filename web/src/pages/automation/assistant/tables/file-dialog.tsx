import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asProblem } from '../../../../api/problem.ts';
import { fieldText } from '../../../../api/problem-text.ts';
import { CsvField, type CsvFile } from '../../../../csv/csv-field.tsx';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { knowledgeChanged } from '../queries.ts';
import type { UploadReport } from './queries.ts';
import { ReportView } from './report-view.tsx';

interface Props {
  title: string;
  lead: string;
  /** The verb of the button. */
  action: string;
  /** Sends the text of a file. `isCheck`: nothing is stored. */
  send: (text: string, isCheck: boolean) => Promise<UploadReport>;
  /** What the check depends on beside the text. */
  on?: string;
  onFile?: (file: CsvFile | null) => void;
  onStored: (report: UploadReport) => void;
  onClose: () => void;
  /** Below a chosen file. */
  children?: (file: CsvFile, problem: unknown) => ReactNode;
}

/** Shows what Kurir reads in a file before it is stored. */
export function FileDialog({ title, lead, action, onFile, children, onClose, ...props }: Props) {
  const [t, ui] = [useTexts('assistant.tables'), useTexts('common.ui')];
  const [file, setFile] = useState<CsvFile | null>(null);
  const { send, on, onStored } = props;
  const text = file?.text ?? '';
  const check = useQuery({
    queryKey: ['assistant-file-check', text, on],
    gcTime: 0,
    retry: false,
    enabled: file !== null,
    queryFn: () => send(text, true),
  });
  const save = useMutation({
    mutationFn: () => send(text, false),
    onSuccess: (report) => {
      void knowledgeChanged();
      onClose();
      onStored(report);
    },
  });
  const problem = save.error ?? check.error;
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" disabled={!check.data} busy={save.isPending} onClick={() => save.mutate()}>
        {action}
      </Button>
    </>
  );
  const choose = (chosen: CsvFile | null) => {
    setFile(chosen);
    onFile?.(chosen);
  };
  return (
    <Dialog open firm width="wide" {...{ title, lead, footer, onClose }}>
      <CsvField hint={t('fileHint')} onFile={choose} />
      {file && children?.(file, save.error)}
      {check.isLoading && <Skeleton lines={4} />}
      {check.data && <ReportView report={check.data} />}
      {problem && <FileProblem problem={problem} />}
    </Dialog>
  );
}

/** What is wrong with the whole file: the API calls it `body`. */
function FileProblem({ problem }: { problem: unknown }) {
  const language = useLanguage();
  const [text] = asProblem(problem).fields.body ?? [];
  if (text === undefined) return <ProblemLine problem={problem} />;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      {fieldText(text, language)}
    </p>
  );
}
