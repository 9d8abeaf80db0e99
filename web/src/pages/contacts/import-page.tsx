import { Link } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { CsvProblem, type Row, readCsv, textOf } from '../../csv/csv.ts';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { MappingForm } from './import/mapping-form.tsx';
import type { Plan } from './import/plan.ts';
import { importTexts } from './import/texts.ts';
import { UploadView } from './import/upload-view.tsx';

type Step = { name: 'file' } | { name: 'columns'; rows: readonly Row[] } | { name: 'upload'; plan: Plan };

/** Reads a file in the browser, shows what is wrong with it, and then sends the contacts. */
export function ImportPage() {
  const t = useTexts(importTexts);
  const [step, setStep] = useState<Step>({ name: 'file' });
  return (
    <Page
      title={t('title')}
      lead={
        <Link to="/contacts" className="text-accent hover:underline">
          {t('back')}
        </Link>
      }
    >
      {step.name !== 'upload' && <FileField onRows={(rows) => setStep({ name: 'columns', rows })} />}
      {step.name === 'columns' && (
        <MappingForm rows={step.rows} onPlan={(plan) => setStep({ name: 'upload', plan })} />
      )}
      {step.name === 'upload' && <UploadView plan={step.plan} onAnother={() => setStep({ name: 'file' })} />}
    </Page>
  );
}

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
