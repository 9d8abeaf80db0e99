import { type ChangeEvent, useState } from 'react';
import { CsvProblem, type Row, readCsv, textOf } from '../../../../../csv/csv.ts';
import { useTexts } from '../../../../../texts/texts.ts';
import { Section } from '../../../../../ui/card.tsx';
import { Field, Input } from '../../../../../ui/field.tsx';
import { Head } from '../../head.tsx';
import { assistantTexts } from '../../texts.ts';
import { CheckForm, type Job } from './check-form.tsx';
import { importTexts } from './texts.ts';
import { UploadView } from './upload-view.tsx';

type Step =
  | { name: 'file' }
  | { name: 'check'; rows: readonly Row[]; file: number }
  | { name: 'upload'; job: Job };

/** Reads a file of FAQ pairs, shows what it would do, and then imports it. */
export function ImportPage() {
  const [t, all] = [useTexts(importTexts), useTexts(assistantTexts)];
  const [step, setStep] = useState<Step>({ name: 'file' });
  const choose = (rows: readonly Row[]) =>
    setStep({ name: 'check', rows, file: step.name === 'check' ? step.file + 1 : 0 });
  return (
    <>
      <Head title={t('title')} back={{ to: '/automation/assistant/faqs', text: all('faqs') }} />
      {step.name !== 'upload' && <FileField onRows={choose} />}
      {step.name === 'check' && (
        <CheckForm key={step.file} rows={step.rows} onStart={(job) => setStep({ name: 'upload', job })} />
      )}
      {step.name === 'upload' && <UploadView job={step.job} onAnother={() => setStep({ name: 'file' })} />}
    </>
  );
}

const EXAMPLE =
  'Pertanyaan | Jawaban\nBisa COD?  | Bisa, untuk Jawa dan Bali.\nBayar di tempat? | Bisa, untuk Jawa dan Bali.';

function FileField({ onRows }: { onRows: (rows: readonly Row[]) => void }) {
  const t = useTexts(importTexts);
  const [problem, setProblem] = useState<CsvProblem | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    setProblem(null);
    try {
      onRows(readCsv(textOf(await file.arrayBuffer())));
    } catch (error) {
      if (!(error instanceof CsvProblem)) throw error;
      setProblem(error);
    }
  };
  return (
    <Section title={t('chooseTitle')} lead={t('chooseLead')}>
      <pre className="mb-4 overflow-x-auto rounded-md bg-hover px-3 py-2 font-mono text-[13px]">
        {EXAMPLE}
      </pre>
      <Field label={t('file')} {...(problem && { problem: t(problem.code, { line: problem.line }) })}>
        {(field) => (
          <Input
            {...field}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="max-w-md py-1.5"
            onChange={(event) => void choose(event)}
          />
        )}
      </Field>
    </Section>
  );
}
