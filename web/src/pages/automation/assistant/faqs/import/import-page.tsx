import { useState } from 'react';
import type { Row } from '../../../../../csv/csv.ts';
import { CsvField, type CsvFile } from '../../../../../csv/csv-field.tsx';
import { useTexts } from '../../../../../texts/texts.ts';
import { Section } from '../../../../../ui/card.tsx';
import { Head } from '../../head.tsx';
import { CheckForm, type Job } from './check-form.tsx';
import { UploadView } from './upload-view.tsx';

type Step =
  | { name: 'file' }
  | { name: 'check'; rows: readonly Row[]; file: number }
  | { name: 'upload'; job: Job };

const EXAMPLE =
  'Pertanyaan | Jawaban\nBisa COD?  | Bisa, untuk Jawa dan Bali.\nBayar di tempat? | Bisa, untuk Jawa dan Bali.';

/** Reads a file of FAQ pairs, shows what it would do, and then imports it. */
export function ImportPage() {
  const [t, all] = [useTexts('assistant.faqsImport'), useTexts('assistant.page')];
  const [step, setStep] = useState<Step>({ name: 'file' });
  const choose = (file: CsvFile | null) =>
    setStep(
      file
        ? { name: 'check', rows: file.rows, file: step.name === 'check' ? step.file + 1 : 0 }
        : { name: 'file' },
    );
  return (
    <>
      <Head title={t('title')} back={{ to: '/automation/assistant/faqs', text: all('faqs') }} />
      {step.name !== 'upload' && (
        <Section title={t('chooseTitle')} lead={t('chooseLead')}>
          <pre className="mb-4 overflow-x-auto rounded-md bg-hover px-3 py-2 font-mono text-[13px]">
            {EXAMPLE}
          </pre>
          <CsvField onFile={choose} />
        </Section>
      )}
      {step.name === 'check' && (
        <CheckForm key={step.file} rows={step.rows} onStart={(job) => setStep({ name: 'upload', job })} />
      )}
      {step.name === 'upload' && <UploadView job={step.job} onAnother={() => setStep({ name: 'file' })} />}
    </>
  );
}
