import { useState } from 'react';
import type { Row } from '../../csv/csv.ts';
import { CsvField } from '../../csv/csv-field.tsx';
import { useTexts } from '../../texts/texts.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Section } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { MappingForm } from './import/mapping-form.tsx';
import type { Plan } from './import/plan.ts';
import { UploadView } from './import/upload-view.tsx';
import { readContacts } from './import/vcard.ts';

type Step = { name: 'file' } | { name: 'columns'; rows: readonly Row[] } | { name: 'upload'; plan: Plan };

/** Reads a file in the browser, shows what is wrong with it, and then sends the contacts. */
export function ImportPage() {
  const t = useTexts('contacts.import');
  const [step, setStep] = useState<Step>({ name: 'file' });
  return (
    <Page title={t('title')} back={<BackLink to="/contacts">{t('back')}</BackLink>}>
      {step.name !== 'upload' && (
        <Section title={t('chooseTitle')} lead={t('chooseLead')}>
          <CsvField
            label={t('fileLabel')}
            accept=",.vcf,text/vcard"
            read={readContacts}
            onFile={(file) => setStep(file ? { name: 'columns', rows: file.rows } : { name: 'file' })}
          />
        </Section>
      )}
      {step.name === 'columns' && (
        <MappingForm rows={step.rows} onPlan={(plan) => setStep({ name: 'upload', plan })} />
      )}
      {step.name === 'upload' && <UploadView plan={step.plan} onAnother={() => setStep({ name: 'file' })} />}
    </Page>
  );
}
