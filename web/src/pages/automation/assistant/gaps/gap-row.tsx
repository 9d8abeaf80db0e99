import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../../api/call.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { knowledgeChanged } from '../queries.ts';
import type { Gap } from './queries.ts';

interface Props {
  gap: Gap;
  onAnswer: () => void;
}

/** One gap: how customers asked, how often, what came near, and the two ways to settle it. */
export function GapRow({ gap, onAnswer }: Props) {
  const t = useTexts('assistant.gaps');
  const { id, status } = gap;
  const dismiss = useMutation({
    mutationFn: () => call('POST /knowledge/gaps/{id}/dismiss', { id }),
    onSuccess: () => {
      void knowledgeChanged();
      notify(t('ignored'));
    },
  });
  return (
    <li className="grid gap-2 px-4 py-3">
      <Examples examples={gap.examples} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[13px] text-faint">
        <Facts gap={gap} />
        <span className="ml-auto flex gap-2">
          {status !== 'dismissed' && (
            <Button size="small" kind="quiet" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
              {t('ignore')}
            </Button>
          )}
          <Button size="small" onClick={onAnswer}>
            {t('teach')}
          </Button>
        </span>
      </div>
      <ProblemLine problem={dismiss.error} />
    </li>
  );
}

function Examples({ examples }: Pick<Gap, 'examples'>) {
  const [t, format] = [useTexts('assistant.gaps'), useFormat()];
  return (
    <div className="grid gap-0.5">
      {examples.length === 0 && <p className="text-soft">{t('gone')}</p>}
      {examples.map(({ question, conversation_id, asked_at }, place) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: the examples of an answer do not move
          key={place}
          className={place === 0 ? 'font-medium wrap-anywhere' : 'text-soft wrap-anywhere'}
        >
          <bdi>{question}</bdi>{' '}
          <Link
            to="/inbox/$conversationId"
            params={{ conversationId: conversation_id }}
            className="text-[13px] font-normal text-accent hover:underline"
            aria-label={t('toChat', { at: format.short(asked_at) })}
          >
            {format.short(asked_at)}
          </Link>
        </p>
      ))}
    </div>
  );
}

function Facts({ gap: { status, count, asked_again, candidate, faq_id, last_asked_at } }: { gap: Gap }) {
  const [t, format] = [useTexts('assistant.gaps'), useFormat()];
  return (
    <>
      <Badge tone={status === 'open' ? 'warn' : 'neutral'}>{t('asked', { count })}</Badge>
      {asked_again > 0 && <span>{t('askedAgain', { count: asked_again })}</span>}
      <span>{t('lastAsked', { at: format.short(last_asked_at) })}</span>
      {candidate && status === 'open' && (
        <span className="min-w-0 wrap-anywhere">
          {t('nearest')}{' '}
          <PairLink id={candidate.faq_id}>
            <bdi>{candidate.question}</bdi>
          </PairLink>{' '}
          ({format.percent(candidate.score)})
        </span>
      )}
      {faq_id && <PairLink id={faq_id}>{t('toPair')}</PairLink>}
    </>
  );
}

const PairLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/automation/assistant/faqs" search={{ edit: id }} className="text-accent hover:underline">
    {children}
  </Link>
);
