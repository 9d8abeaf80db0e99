import { useInfiniteQuery } from '@tanstack/react-query';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { ShowMore } from '../../../../ui/show-more.tsx';
import { Empty, Loaded } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { NewQuestion } from './new-question.tsx';
import { testQuestionsQuery } from './queries.ts';
import { QuestionRow } from './question-row.tsx';
import { Runs } from './runs.tsx';

/** Questions that must keep their answers, and questions of the past, asked again. */
export function TestsPage() {
  const [t, all] = [useTexts('assistant.tests'), useTexts('assistant.page')];
  const questions = useInfiniteQuery(testQuestionsQuery);
  const [isAdding, setAdding] = useState(false);
  const hasQuestions = (questions.data?.pages[0]?.data.length ?? 0) > 0;
  const add = (
    <Button onClick={() => setAdding(true)} icon={Plus}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <Head title={all('tests')} lead={t('lead')} />
      <Runs hasQuestions={hasQuestions} />
      <Section title={t('questions')} lead={t('questionsLead')} actions={hasQuestions && add}>
        <Loaded query={questions}>
          {({ pages }) => {
            const list = pages.flatMap(({ data }) => data);
            if (list.length === 0) {
              return (
                <Empty
                  icon={<ListChecks aria-hidden />}
                  title={t('none')}
                  lead={t('noneLead')}
                  action={add}
                />
              );
            }
            return (
              <div className="grid gap-3">
                <ul className="grid divide-y divide-line">
                  {list.map((question) => (
                    <QuestionRow key={question.id} question={question} />
                  ))}
                </ul>
                <ShowMore query={questions} />
              </div>
            );
          }}
        </Loaded>
      </Section>
      {isAdding && <NewQuestion onClose={() => setAdding(false)} />}
    </>
  );
}
