import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Uploading } from '../../../../../csv/uploading.tsx';
import { useFormat } from '../../../../../texts/format.ts';
import { useTexts } from '../../../../../texts/texts.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Figure } from '../../../../../ui/card.tsx';
import { assistantQuery, knowledgeChanged } from '../../queries.ts';
import { BadRows } from './bad-rows.tsx';
import type { Job } from './check-form.tsx';
import { csvOf } from './plan.ts';
import { importFaqs } from './send.ts';
import { NOTHING, type Upload, upload } from './upload.ts';

interface Props {
  job: Job;
  onAnother: () => void;
}

/** Imports the pairs, and reports what was refused. A problem pauses the import where it is. */
export function UploadView({ job, onAnother }: Props) {
  const [t, csv] = [useTexts('assistant.faqsImport'), useTexts('shared.csv')];
  const { number } = useFormat();
  const [now, setNow] = useState(NOTHING);
  const total = job.plan.pairs.length;
  const isDone = now.done === total;
  const left = job.plan.bad.length + now.refused.length;
  return (
    <>
      <Uploading
        title={t('running')}
        done={now.done}
        total={total}
        send={(signal) => runJob(job, now, signal, setNow)}
        onStop={knowledgeChanged}
        canPause={job.mode === 'add'}
      >
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Figure label={t('newPairs')} value={number(now.addedFaqs)} />
          <Figure label={t('newQuestions')} value={number(now.addedQuestions)} />
          <Figure label={t('known')} value={number(now.unchanged)} />
          <Figure label={t('leftOut')} value={number(left)} />
        </div>
        {isDone && <Learning />}
      </Uploading>
      {isDone && (
        <>
          <BadRows rows={[...job.plan.bad, ...now.refused]} total={left} />
          <div className="flex flex-wrap gap-2">
            <Button asChild kind="primary">
              <Link to="/automation/assistant/faqs">{t('show')}</Link>
            </Button>
            <Button onClick={onAnother}>{csv('another')}</Button>
          </div>
        </>
      )}
    </>
  );
}

/** A replacement is one call: pairs that the file does not have can be told from it alone. */
async function runJob(
  { plan, mode, language }: Job,
  now: Upload,
  signal: AbortSignal,
  onProgress: (now: Upload) => void,
): Promise<Upload> {
  const send = (csv: string, isCheck: boolean) => importFaqs(csv, { mode, language, isCheck });
  if (mode === 'add') return upload(plan.pairs, now, { signal, onProgress, send });
  const report = await send(csvOf(plan.pairs), false);
  const end = {
    done: plan.pairs.length,
    addedFaqs: report.added_faqs,
    addedQuestions: report.added_questions,
    unchanged: report.unchanged,
    refused: [],
  };
  onProgress(end);
  return end;
}

/** Thousands of questions take a while to learn. */
function Learning() {
  const t = useTexts('assistant.faqsImport');
  const { data } = useQuery(assistantQuery);
  if (!data) return null;
  return <p className="text-soft">{t(data.model.state === 'ready' ? 'learned' : 'learning')}</p>;
}
