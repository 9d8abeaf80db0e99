import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { call } from '../../../../api/call.ts';
import { LearnAnswer } from '../../../../api/limits.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { faqQuery, knowledgeChanged } from '../queries.ts';

interface Props {
  question: string;
  candidates: readonly { faq_id: string; question: string }[];
}

/** Teaches the right answer: another question of a pair, or a new pair. */
export function FixAnswer({ question, candidates }: Props) {
  const t = useTexts('assistant.try');
  return (
    <Section title={t('fix')} lead={t('fixLead')}>
      <div className="grid gap-3">
        {candidates.map((candidate) => (
          <AddToPair key={candidate.faq_id} question={question} candidate={candidate} />
        ))}
        <Button asChild className="justify-self-start">
          <Link
            to="/automation/assistant/faqs"
            search={{ edit: 'new', question: question.slice(0, LearnAnswer.question.maxLength) }}
          >
            <Plus aria-hidden />
            {t('newPair')}
          </Link>
        </Button>
      </div>
    </Section>
  );
}

function AddToPair({ question, candidate }: { question: string; candidate: Props['candidates'][number] }) {
  const t = useTexts('assistant.try');
  const { faq_id: id } = candidate;
  const add = useMutation({
    mutationFn: async () => {
      // Others may have changed the pair meanwhile.
      const { questions } = await queryClient.fetchQuery({ ...faqQuery(id), staleTime: 0 });
      const body = { questions: [...questions, question.slice(0, LearnAnswer.question.maxLength)] };
      await call('PATCH /knowledge/faqs/{id}', { id, body });
    },
    onSuccess: () => knowledgeChanged(),
  });
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 grow basis-60 wrap-anywhere">
          <bdi>{candidate.question}</bdi>
        </span>
        {add.isSuccess ? (
          <span role="status" className="text-good">
            {t('added')}
          </span>
        ) : (
          <Button size="small" busy={add.isPending} onClick={() => add.mutate()}>
            {t('addToPair')}
          </Button>
        )}
      </div>
      <ProblemLine problem={add.error} />
    </div>
  );
}
