import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleHelp, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useMay } from '../../../session/session.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { decisionsQuery } from '../queries.ts';
import { useReason } from '../reasons.ts';
import { FixLink } from './fix-link.tsx';
import type { Message } from './history.ts';
import { TeachForm } from './teach.tsx';

type Decision = Schema<'AutomationDecision'>;

interface Props {
  conversationId: string;
  message: Message;
}

/** Why the automation answered like this, or did not answer. */
export function WhyButton({ conversationId, message }: Props) {
  const t = useTexts('chat.thread');
  // A thread has hundreds of these buttons, so the panel is made when it opens first.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const label = message.direction === 'out' ? t('why') : t('whyNone');
  const trigger = (
    <IconButton
      small
      label={label}
      {...(isOpen === null && {
        'aria-haspopup': 'dialog',
        'aria-expanded': false,
        onClick: () => setOpen(true),
      })}
      icon={CircleHelp}
    />
  );
  if (isOpen === null) return trigger;
  return (
    <Popover trigger={trigger} open={isOpen} onOpenChange={setOpen} className="w-88">
      {isOpen && <Why conversationId={conversationId} message={message} />}
    </Popover>
  );
}

function Why({ conversationId, message }: Props) {
  const t = useTexts('chat.threadWhy');
  const decisions = useQuery(decisionsQuery(conversationId));
  return (
    <Loaded query={decisions} loading={<Skeleton lines={3} />}>
      {({ data }) => {
        const decision = decisionOf(data, message);
        return decision ? (
          <DecisionView
            conversationId={conversationId}
            decision={decision}
            isAnswer={message.direction === 'out'}
          />
        ) : (
          <p className="text-soft">{t('noDecision')}</p>
        );
      }}
    </Loaded>
  );
}

/** A message that was read together with others has its answer at another decision. */
function decisionOf(decisions: readonly Decision[], { id, automation }: Message): Decision | undefined {
  const found = decisions.find((decision) =>
    automation
      ? decision.id === automation.decision_id || (id !== null && decision.message_ids.includes(id))
      : decision.message_id === id,
  );
  return found?.joined_id ? (decisions.find((decision) => decision.id === found.joined_id) ?? found) : found;
}

const STAGES = [
  ...(['gate', 'opt_out', 'person', 'owner', 'queue', 'flow', 'rule', 'assistant', 'away', 'none'] as const),
];
const OUTCOMES = [
  ...(['answered', 'ended', 'clarified', 'handed_off', 'noticed', 'declined', 'tagged', 'silent'] as const),
  ...(['joined'] as const),
];

function DecisionView({
  conversationId,
  decision,
  isAnswer,
}: {
  conversationId: string;
  decision: Decision;
  isAnswer: boolean;
}) {
  const [t, format, reason] = [useTexts('chat.threadWhy'), useFormat(), useReason()];
  const isAdmin = useMay('admin');
  const stage = STAGES.find((each) => each === decision.stage);
  const outcome = OUTCOMES.find((each) => each === decision.outcome);
  const canJudge = isAdmin && isAnswer && decision.stage === 'assistant';
  return (
    <div className="grid gap-3">
      <p className="font-medium">
        {stage ? t(`stage_${stage}`) : (decision.stage ?? t('pending'))}
        {outcome && <span className="font-normal text-soft"> · {t(`outcome_${outcome}`)}</span>}
      </p>
      {decision.reason && (
        <p>
          <bdi>{reason(decision.reason)}</bdi>
        </p>
      )}
      {decision.score !== null && (
        <p className="text-soft">{t('score', { score: format.percent(decision.score) })}</p>
      )}
      <Titles title={t('sources')} titles={decision.sources.map(({ title, kind }) => title ?? kind)} />
      <Titles
        title={t('candidates')}
        titles={decision.candidates
          .slice(0, 3)
          .map(({ question, score }) => `${question} (${format.percent(score)})`)}
      />
      {canJudge && <Feedback decision={decision} />}
      {isAdmin && <FixLink conversationId={conversationId} decision={decision} />}
      {isAdmin && <TeachForm conversationId={conversationId} decision={decision} />}
    </div>
  );
}

function Titles({ title, titles }: { title: string; titles: string[] }) {
  if (titles.length === 0) return null;
  return (
    <div className="grid gap-0.5">
      <span className="text-xs text-faint">{title}</span>
      <ul className="grid gap-0.5">
        {titles.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a decision never changes
          <li key={index} className="text-[13px]">
            <bdi>{one}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The judgement improves how sure the assistant has to be. */
function Feedback({ decision: { id } }: { decision: Decision }) {
  const t = useTexts('chat.threadWhy');
  const give = useMutation({
    mutationFn: (verdict: 'right' | 'wrong') =>
      call('POST /decisions/{id}/feedback', { id, body: { verdict } }),
  });
  if (give.data) return <p className="text-good">{t('thanks')}</p>;
  return (
    <div className="grid gap-2">
      <div className="flex gap-2">
        <Button size="small" busy={give.isPending} onClick={() => give.mutate('right')} icon={ThumbsUp}>
          {t('right')}
        </Button>
        <Button size="small" busy={give.isPending} onClick={() => give.mutate('wrong')} icon={ThumbsDown}>
          {t('wrong')}
        </Button>
      </div>
      <ProblemLine problem={give.error} />
    </div>
  );
}
