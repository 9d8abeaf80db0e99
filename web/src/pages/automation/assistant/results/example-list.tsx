import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { asProblem } from '../../../../api/problem.ts';
import { queryClient } from '../../../../api/query-client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';

type Example = Schema<'AssistantExample'>;

const TONES: Record<Example['kind'], Tone> = {
  right: 'good',
  wrong: 'bad',
  unclear: 'warn',
  not_compared: 'neutral',
  clarified: 'neutral',
  handed_off: 'neutral',
};

/** Some messages of each kind, with both answers. */
export function ExampleList({ examples }: { examples: readonly Example[] }) {
  const t = useTexts('assistant.results');
  if (examples.length === 0) return null;
  return (
    <Section title={t('examples')} lead={t('examplesLead')}>
      <ul className="grid divide-y divide-line">
        {examples.map((example) => (
          <ExampleItem key={example.decision_id} example={example} />
        ))}
      </ul>
    </Section>
  );
}

function ExampleItem({ example }: { example: Example }) {
  const [t, all, format] = [useTexts('assistant.results'), useTexts('assistant.page'), useFormat()];
  const { kind, question, answer, staff_answer, action, reason, confidence, at, conversation_id } = example;
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">
          <bdi>{question}</bdi>
        </p>
        <Badge tone={TONES[kind]}>{t(`kind_${kind}`)}</Badge>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Said by={t('assistantSays')} text={answer} none={all(action)} />
        <Said by={t('staffSaid')} text={staff_answer} none={t('noStaffAnswer')} />
      </div>
      <div className="flex flex-wrap gap-x-3 text-[13px] text-faint">
        <span>
          {all(`reason_${reason}`)}
          {confidence !== null && ` ${t('sure', { share: format.percent(confidence) })}`}
        </span>
        <Link
          to="/inbox/$conversationId"
          params={{ conversationId: conversation_id }}
          className="text-accent hover:underline"
        >
          {t('toChat', { at: format.short(at) })}
        </Link>
      </div>
      <Judge example={example} />
    </li>
  );
}

function Said({ by, text, none }: { by: string; text: string | null; none: string }) {
  return (
    <div className="grid content-start gap-0.5 rounded-md bg-hover px-3 py-2">
      <span className="text-xs text-soft">{by}</span>
      {text ? (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      ) : (
        <p className="text-soft">{none}</p>
      )}
    </div>
  );
}

/** A mark of staff counts before any comparison. A wrong answer leads to the place to correct it. */
function Judge({ example: { decision_id, feedback, faq_id, question, kind } }: { example: Example }) {
  const t = useTexts('assistant.results');
  const [given, setGiven] = useState(feedback);
  const give = useMutation({
    mutationFn: (verdict: 'right' | 'wrong') =>
      mark(decision_id, verdict, verdict === 'right' ? faq_id : null),
    onSuccess: ({ verdict }) => {
      setGiven(verdict);
      void queryClient.invalidateQueries({ queryKey: ['assistant', 'report'] });
      void queryClient.invalidateQueries({ queryKey: ['assistant', 'test-questions'] });
    },
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          kind={given === 'right' ? 'primary' : 'plain'}
          aria-pressed={given === 'right'}
          disabled={give.isPending}
          onClick={() => give.mutate('right')}
          icon={ThumbsUp}
        >
          {t('isRight')}
        </Button>
        <Button
          size="small"
          kind={given === 'wrong' ? 'primary' : 'plain'}
          aria-pressed={given === 'wrong'}
          disabled={give.isPending}
          onClick={() => give.mutate('wrong')}
          icon={ThumbsDown}
        >
          {t('isWrong')}
        </Button>
        {(given === 'wrong' || kind === 'handed_off') && (
          <Button asChild kind="link" size="small">
            <Link to="/automation/assistant/try" search={{ question }}>
              {t('fix')}
            </Link>
          </Button>
        )}
      </div>
      <ProblemLine problem={give.error} />
    </div>
  );
}

/** With a pair, the question becomes a test question, as long as there is room for one. */
async function mark(id: string, verdict: 'right' | 'wrong', faqId: string | null) {
  const give = (body: Schema<'GiveFeedback'>) => call('POST /decisions/{id}/feedback', { id, body });
  if (faqId === null) return give({ verdict });
  return give({ verdict, faq_id: faqId }).catch((error: unknown) => {
    // The pair can be deleted meanwhile, and an account has a limit of test questions.
    const isAboutPair = ['faq_not_found', 'test_question_limit_reached'].includes(asProblem(error).code);
    if (!isAboutPair) throw error;
    return give({ verdict });
  });
}
