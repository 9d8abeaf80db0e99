import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { call } from '../../../../api/call.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { useButtonAct } from '../../../../ui/use-button-act.ts';
import type { Outcome, TestQuestion } from './queries.ts';

const TONES: Record<Outcome, Tone> = { right: 'good', clarified: 'warn', handed_off: 'warn', wrong: 'bad' };

/** One test question, with what happened when it was asked last. */
export function QuestionRow({
  question: { id, question, faq_id, outcome, earlier_outcome, checked_at },
}: {
  question: TestQuestion;
}) {
  const [t, format] = [useTexts('assistant.tests'), useFormat()];
  const remove = useButtonAct(async () => {
    await call('DELETE /assistant/test-questions/{id}', { id });
    await queryClient.invalidateQueries({ queryKey: ['assistant', 'test-questions'] });
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 py-2.5">
      <div className="grid gap-0.5">
        <Link
          to="/automation/assistant/try"
          search={{ question }}
          className="wrap-anywhere hover:underline"
          title={t('askNow')}
        >
          <bdi>{question}</bdi>
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-faint">
          {outcome ? <Badge tone={TONES[outcome]}>{t(outcome)}</Badge> : <Badge>{t('notAsked')}</Badge>}
          {earlier_outcome && earlier_outcome !== outcome && (
            <span>{t('before', { outcome: t(earlier_outcome) })}</span>
          )}
          {checked_at && <span>{format.short(checked_at)}</span>}
          {faq_id ? (
            <Link
              to="/automation/assistant/faqs"
              search={{ edit: faq_id }}
              className="text-accent hover:underline"
            >
              {t('expectsPair')}
            </Link>
          ) : (
            <span>{t('expectsStaff')}</span>
          )}
        </span>
      </div>
      <IconButton small label={t('removeQuestion', { question })} {...remove} icon={Trash2} />
    </li>
  );
}
