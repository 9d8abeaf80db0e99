import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../../api/call.ts';
import { queryClient } from '../../../../api/query-client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';

interface Props {
  question: string;
  answer: Schema<'AssistantAnswer'>;
}

/** Keeps the question with what must happen, so that a later change cannot spoil it unseen. */
export function SaveTest({ question, answer }: Props) {
  const t = useTexts('assistant.try');
  const source = answer.sources.find(({ kind }) => kind === 'faq');
  const save = useMutation({
    mutationFn: (faq_id: string | null) =>
      call('POST /assistant/test-questions', { body: { question: question.slice(0, 500), faq_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['assistant', 'test-questions'] }),
  });
  return (
    <Section title={t('keep')} lead={t('keepLead')}>
      <div className="flex flex-wrap items-center gap-2">
        {save.isSuccess ? (
          <p role="status" className="text-good">
            {t('kept')}{' '}
            <Link to="/automation/assistant/tests" className="text-accent hover:underline">
              {t('toTests')}
            </Link>
          </p>
        ) : (
          <>
            {source && (
              <Button size="small" busy={save.isPending} onClick={() => save.mutate(source.id)}>
                {t('keepAnswer')}
              </Button>
            )}
            <Button size="small" busy={save.isPending} onClick={() => save.mutate(null)}>
              {t('keepStaff')}
            </Button>
          </>
        )}
      </div>
      <ProblemLine problem={save.error} />
    </Section>
  );
}
