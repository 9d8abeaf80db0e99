import { clsx } from 'clsx';
import { AlarmClock, Bot, CircleCheck, Hand, PowerOff, Undo2, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useMe } from '../../../session/session.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useAct } from '../acts.ts';
import { useOpenNext } from '../list/next-chat.ts';
import { useReason } from '../reasons.ts';
import { AssignMenu } from './assign-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import { WIDE_TEXT } from './wide-text.ts';

type Conversation = Schema<'Conversation'>;

const MacroMenu = lazy(() => import('../macros/macro-menu.tsx'));

const LOOKS = {
  bot: 'bg-accent-soft text-accent',
  human_waiting: 'bg-warn-soft text-warn',
  human_active: 'bg-hover text-ink',
  closed: 'bg-good-soft text-good',
};
const ICONS = { bot: Bot, human_waiting: Hand, human_active: UserRound, closed: CircleCheck };

/** Who answers this conversation, and what changes that. */
export function OwnerBar({ conversation }: { conversation: Conversation }) {
  const t = useTexts('chat.owner');
  const openNext = useOpenNext(conversation.id);
  const act = useAct(conversation, ({ type }) => type === 'resolve' && openNext());
  const me = useMe();
  const { owner_state, assignee } = conversation;
  const isMine = owner_state === 'human_active' && assignee === me.name;
  const isClosed = owner_state === 'closed';
  const canGiveBack = owner_state === 'human_active' || owner_state === 'human_waiting';
  const takeOver = () => !isMine && act.mutate({ type: 'takeover' });
  const giveBack = () => canGiveBack && act.mutate({ type: 'give-back' });
  const finish = () => act.mutate({ type: isClosed ? 'takeover' : 'resolve' });
  const other = { disabled: act.isPending };
  useShortcut('t', t('keyTakeOver'), takeOver);
  useShortcut('b', t('keyGiveBack'), giveBack);
  useShortcut('e', t('keyResolve'), finish);
  return (
    <section
      aria-label={t('owner')}
      className={clsx('@container border-b border-line px-4 py-2 compact:py-1', LOOKS[owner_state])}
    >
      <div className="flex items-center gap-x-3 gap-y-1.5 @max-md:flex-wrap">
        <State conversation={conversation} />
        <div className="ml-auto flex shrink-0 items-center gap-1.5">
          {!isMine && !isClosed && (
            <Button
              kind={owner_state === 'human_active' ? 'plain' : 'primary'}
              size="small"
              title={t('takeOverHint')}
              busy={act.isPending}
              onClick={takeOver}
              icon={Hand}
            >
              {t('takeOver')}
            </Button>
          )}
          {canGiveBack && (
            <Button size="small" title={t('giveBackHint')} {...other} onClick={giveBack} icon={Undo2}>
              <span className={WIDE_TEXT}>{t('giveBack')}</span>
            </Button>
          )}
          <AssignMenu assignee={conversation.assignee} team={conversation.team} act={act} />
          {!isClosed && <SnoozeMenu until={conversation.snoozed_until} act={act} />}
          <Button
            size="small"
            title={t(isClosed ? 'reopen' : 'resolve')}
            {...other}
            onClick={finish}
            icon={CircleCheck}
          >
            <span className={isClosed ? '' : WIDE_TEXT}>{t(isClosed ? 'reopen' : 'resolve')}</span>
          </Button>
          <Suspense fallback={<span className="size-8" />}>
            <MacroMenu
              conversations={[conversation]}
              onDone={({ acts }) => acts.end === 'resolve' && openNext()}
            />
          </Suspense>
          <MoreMenu conversation={conversation} />
        </div>
      </div>
    </section>
  );
}

function State({ conversation }: { conversation: Conversation }) {
  const [t, format, reason, me] = [useTexts('chat.owner'), useFormat(), useReason(), useMe()];
  const { owner_state, assignee, team, owner_since, owner_reason, snoozed_until, automation_suppressed } =
    conversation;
  const Icon = ICONS[owner_state];
  const time = format.short(conversation.waiting_since ?? owner_since);
  const text = () => {
    if (owner_state === 'bot') return t('botAnswers');
    if (owner_state === 'closed') return t('closed');
    if (owner_state === 'human_waiting')
      return assignee
        ? t('waitsFor', { name: assignee, time })
        : team
          ? t('waitsForTeam', { team, time })
          : t('waits', { time });
    if (assignee === me.name) return t('youAnswer');
    return assignee ? t('personAnswers', { name: assignee }) : t('staffAnswers');
  };
  const isTold = owner_state === 'human_waiting' && owner_reason !== null && owner_reason !== 'inbound';
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="flex items-center gap-2 font-semibold" data-owner={owner_state}>
        <Icon className="size-4.5 shrink-0" aria-hidden />
        <bdi className="line-clamp-2 @max-3xl:text-[13px] @max-3xl:leading-tight">{text()}</bdi>
      </span>
      <span className="flex flex-wrap gap-x-3 text-xs">
        {team && (assignee || owner_state !== 'human_waiting') && <bdi>{t('inTeam', { team })}</bdi>}
        {isTold && <bdi>{reason(owner_reason)}</bdi>}
        {snoozed_until && (
          <span className="flex items-center gap-1">
            <AlarmClock className="size-3.5" aria-hidden />
            {t('snoozedUntil', { time: format.moment(snoozed_until) })}
          </span>
        )}
        {automation_suppressed && (
          <span className="flex items-center gap-1">
            <PowerOff className="size-3.5" aria-hidden />
            {t('automationOff')}
          </span>
        )}
      </span>
    </div>
  );
}
