import { type ChangeEvent, useState } from 'react';
import { CsvProblem, readCsv, textOf } from '../../../../csv/csv.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Field, Input } from '../../../../ui/field.tsx';
import { tableTexts } from './texts.ts';

export interface CsvFile {
  name: string;
  text: string;
  header: readonly string[];
}

/** A CSV file of the user, read in the browser. */
export function CsvField({ onFile }: { onFile: (file: CsvFile) => void }) {
  const t = useTexts(tableTexts);
  const [problem, setProblem] = useState<CsvProblem | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    setProblem(null);
    try {
      const text = textOf(await file.arrayBuffer());
      const header = (readCsv(text)[0]?.cells ?? []).map((cell) => cell.trim());
      onFile({ name: file.name.replace(/\.\w+$/, ''), text, header });
    } catch (error) {
      if (!(error instanceof CsvProblem)) throw error;
      setProblem(error);
    }
  };
  return (
    <Field
      label={t('file')}
      hint={t('fileHint')}
      {...(problem && { problem: t(problem.code, { line: problem.line }) })}
    >
      {(field) => (
        <Input
          {...field}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="py-1.5"
          onChange={(event) => void choose(event)}
        />
      )}
    </Field>
  );
}
