import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../../../../api/query-client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { ShareFigure } from '../../../../knowledge/share-figure.tsx';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Figure } from '../../../../ui/card.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { evaluationQuery, testQuestionsQuery } from './queries.ts';

/** How far an evaluation is, and then its result. */
export function RunResult({ id }: { id: string }) {
  const [t, format] = [useTexts('assistant.tests'), useFormat()];
  const run = useQuery(evaluationQuery(id));
  const state = run.data?.state;
  useEffect(() => {
    // The run has written an outcome to each question.
    if (state === 'done') void queryClient.invalidateQueries({ queryKey: testQuestionsQuery.queryKey });
  }, [state]);
  return (
    <Loaded query={run}>
      {({ kind, created_at, looked_at, history, test }) => (
        <div className="grid gap-3">
          <p role="status" className="text-soft tabular-nums">
            {t(kind)} · {created_at && format.short(created_at)} · {t(`state_${state ?? 'waiting'}`)}
            {(state === 'waiting' || state === 'running') &&
              looked_at > 0 &&
              ` (${t('lookedAt', { count: looked_at })})`}
          </p>
          {test && <TestResult result={test} />}
          {history && <HistoryResult result={history} />}
        </div>
      )}
    </Loaded>
  );
}

function TestResult({ result }: { result: Schema<'TestEvaluation'> }) {
  const t = useTexts('assistant.tests');
  const { questions, right, clarified, handed_off, wrong, better, worse } = result;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <ShareFigure label={t('right')} share={right} />
        <ShareFigure label={t('clarified')} share={clarified} />
        <ShareFigure label={t('handed_off')} share={handed_off} />
        <ShareFigure label={t('wrong')} share={wrong} />
      </div>
      <p className={worse.length > 0 ? 'text-bad' : 'text-good'}>
        {t('changed', { count: questions, better, worse: worse.length })}
      </p>
      {worse.length > 0 && (
        <ul className="grid gap-1">
          {worse.map(({ test_question_id, question, earlier_outcome, outcome }) => (
            <li key={test_question_id} className="wrap-anywhere">
              <Link
                to="/automation/assistant/try"
                search={{ question }}
                className="text-accent hover:underline"
              >
                <bdi>{question}</bdi>
              </Link>{' '}
              <span className="text-soft">
                {t(earlier_outcome)} → {t(outcome)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function HistoryResult({ result }: { result: Schema<'HistoryEvaluation'> }) {
  const [t, format] = [useTexts('assistant.tests'), useFormat()];
  const { judged, answered, clarified, handed_off, right, unanswered } = result;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Figure label={t('judged')} value={format.number(judged)} />
        <ShareFigure label={t('answered')} share={answered} />
        <ShareFigure label={t('clarified')} share={clarified} />
        <ShareFigure label={t('handed_off')} share={handed_off} />
        <ShareFigure label={t('agreed')} share={right} />
      </div>
      {unanswered.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-[13px] font-medium">{t('unanswered')}</h3>
          <ul className="grid gap-1">
            {unanswered.map(({ question, count }) => (
              <li key={question} className="flex flex-wrap items-baseline gap-x-3">
                <span className="text-[13px] text-faint tabular-nums">{t('times', { count })}</span>
                <bdi className="min-w-0 wrap-anywhere">{question}</bdi>
                <Link
                  to="/automation/assistant/faqs"
                  search={{ edit: 'new', question }}
                  className="text-[13px] text-accent hover:underline"
                >
                  {t('teach')}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
