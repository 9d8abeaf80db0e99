import { Upload } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Field } from '../ui/field.tsx';
import { CsvProblem, type Row, readCsv, textOf } from './csv.ts';

export interface CsvFile {
  name: string;
  text: string;
  rows: readonly Row[];
}

interface Props {
  label?: string;
  hint?: string;
  /** More types of files, as of an input. */
  accept?: string;
  /** Throws CsvProblem. */
  read?: (text: string) => readonly Row[];
  /** Null: the file cannot be read, so none is chosen. */
  onFile: (file: CsvFile | null) => void;
}

/** Reads a CSV file of the user in the browser. A file that cannot be read is explained below the field. */
export function CsvField({ label, hint, accept = '', read = readCsv, onFile }: Props) {
  const t = useTexts('shared.csv');
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<CsvProblem | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    setName(file.name);
    setProblem(null);
    try {
      const text = textOf(await file.arrayBuffer());
      onFile({ name: file.name, text, rows: read(text) });
    } catch (error) {
      if (!(error instanceof CsvProblem)) throw error;
      setProblem(error);
      onFile(null);
    } finally {
      target.value = ''; // the same file counts again after a change of it
    }
  };
  return (
    <Field
      label={label ?? t('file')}
      hint={hint}
      {...(problem && { problem: t(problem.code, { line: problem.line }) })}
    >
      {(field) => (
        <div className="relative max-w-md">
          <input
            {...field}
            type="file"
            accept={`.csv,.tsv,.txt,text/csv${accept}`}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(event) => void choose(event)}
          />
          <div
            className={
              'flex items-center gap-3 rounded-md border border-dashed border-field-line bg-card px-3 py-2 ' +
              'peer-hover:bg-hover peer-focus-visible:outline-2 peer-focus-visible:outline-accent'
            }
          >
            <Upload className="size-4 shrink-0 text-soft" aria-hidden />
            <span className="shrink-0 font-medium text-accent" aria-hidden>
              {t('choose')}
            </span>
            <bdi role="status" className="min-w-0 truncate text-soft">
              {name ?? t('noFile')}
            </bdi>
          </div>
        </div>
      )}
    </Field>
  );
}
