import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { LearnAnswer } from '../../../api/limits.ts';
import type { Problem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { bodyOf } from '../own-text.ts';
import { historyQuery } from '../queries.ts';

interface Props {
  conversationId: string;
  decision: Schema<'AutomationDecision'>;
}

/** Teaches the assistant what staff answered to the question. */
export function TeachForm({ conversationId, decision }: Props) {
  const t = useTexts('chat.threadWhy');
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button kind="link" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('teach')}
      </Button>
    );
  return <Teach conversationId={conversationId} decision={decision} />;
}

function Teach({ conversationId, decision: { message_id } }: Props) {
  const t = useTexts('chat.threadWhy');
  const messages = useQuery(historyQuery(conversationId)).data?.messages ?? [];
  const asked = messages.find(({ id }) => id === message_id);
  const answer = messages.find(
    ({ id, author, body }) => author === 'staff' && body && id !== null && id > (message_id ?? 0),
  );
  const [question, setQuestion] = useState((asked && bodyOf(asked)) ?? '');
  const learn = useMutation<unknown, Problem>({
    mutationFn: () =>
      call('POST /knowledge/conversations/{id}/messages/{message_id}/faq', {
        id: conversationId,
        message_id: answer?.id ?? 0,
        body: question.trim() === '' ? {} : { question: question.trim() },
      }),
  });
  if (learn.isSuccess) return <p className="text-good">{t('learned')}</p>;
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="text-[13px] text-soft">{answer ? t('teachLead') : t('noReply')}</p>
      {answer && (
        <>
          <Input
            label={t('question')}
            problem={fieldProblem(learn.error, 'question')}
            value={question}
            maxLength={LearnAnswer.question.maxLength}
            onChange={(event) => setQuestion(event.target.value)}
          />
          <p dir="auto" className="line-clamp-4 rounded-md bg-bubble-own px-2.5 py-1.5 text-[13px]">
            {answer.body}
          </p>
          <ProblemLine problem={learn.error} />
          <Button kind="primary" size="small" busy={learn.isPending} onClick={() => learn.mutate()}>
            {t('learn')}
          </Button>
        </>
      )}
    </div>
  );
}
