import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { AlarmClock, Bot, CircleCheck, UserRound } from 'lucide-react';
import { memo } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { nameOf } from '../../../people/name.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Marked } from '../../../ui/found-words.tsx';
import { useMessageText } from '../message-text.ts';
import { isQuietGroup } from '../owner/quiet-group.ts';
import { Ticks } from '../thread/ticks.tsx';
import { WaitingTime } from '../waiting-time.tsx';

type Conversation = Schema<'Conversation'>;

interface Props {
  conversation: Conversation;
  /** Of the number, when the user has several. */
  place: string | null;
  isOpen: boolean;
}

/** Messages of programs and broadcasts do not move a conversation, but are its newest ones. */
const timeOf = ({ last_at, last_message }: Conversation): string =>
  last_message && last_message.created_at > last_at ? last_message.created_at : last_at;

/** One conversation in the list: who, what was said last, who answers, how long it waits. */
export const ConversationRow = memo(function ConversationRow({ conversation, place, isOpen }: Props) {
  const format = useFormat();
  const at = timeOf(conversation);
  const { id, unread, waiting_since, labels, owner_state, found_message_id: found } = conversation;
  const name = nameOf(conversation);
  return (
    <Link
      to="/inbox/$conversationId"
      params={{ conversationId: id }}
      search={({ message: _, ...search }) => ({ ...search, ...(found !== undefined && { message: found }) })}
      aria-current={isOpen ? 'page' : undefined}
      className={clsx(
        'flex h-full items-start gap-3 border-b border-l-3 border-b-line px-3 py-2.5 pl-2.25 -outline-offset-2',
        isOpen ? 'border-l-accent bg-active' : 'border-l-transparent hover:bg-hover',
      )}
    >
      <Avatar name={name} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <div className="flex items-baseline gap-2">
          <span className={clsx('min-w-0 flex-1 truncate', unread > 0 && 'font-semibold')} title={name}>
            <bdi>{name}</bdi>
          </span>
          <time dateTime={at} className="shrink-0 text-xs text-soft tabular-nums">
            {format.short(at)}
          </time>
        </div>
        <div className="flex items-center gap-2">
          <Snippet conversation={conversation} />
          {unread > 0 && <Unread count={unread} />}
        </div>
        {/* Labels without room wrap out of sight. The number stays: chats of one person differ by it. */}
        <div className="flex h-5 flex-wrap items-center gap-x-1.5 gap-y-2 overflow-hidden text-xs text-soft">
          <span className="flex max-w-full min-w-0 items-center gap-1.5">
            {!isQuietGroup(conversation) && <Owner conversation={conversation} />}
            {waiting_since && owner_state !== 'closed' && <WaitingTime since={waiting_since} />}
            {place && (
              <span className="max-w-32 shrink-0 truncate" title={place}>
                <bdi>{place}</bdi>
              </span>
            )}
          </span>
          {labels.slice(0, 2).map((label) => (
            <Badge key={label} className="max-w-24 shrink-0">
              <bdi className="truncate">{label}</bdi>
            </Badge>
          ))}
        </div>
      </div>
    </Link>
  );
});

function Unread({ count }: { count: number }) {
  const t = useTexts('inbox.page');
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-xs font-medium text-on-accent tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {t('unreadMessages')}</span>
    </span>
  );
}

/** What a search has found; otherwise the last message with its author. */
function Snippet({ conversation: { last_message, unread, found_excerpt } }: { conversation: Conversation }) {
  const t = useTexts('inbox.page');
  const text = useMessageText();
  if (found_excerpt !== undefined)
    return (
      <bdi className="min-w-0 flex-1 truncate text-[13px] text-soft" title={found_excerpt}>
        <Marked text={found_excerpt} />
      </bdi>
    );
  if (!last_message) return <span className="flex-1" />;
  const { author, actor, sender } = last_message;
  const by = author === 'customer' ? (sender?.name ?? null) : (actor ?? t(`by_${author}`));
  return (
    <span
      className={clsx(
        'flex min-w-0 flex-1 items-center gap-1 text-[13px]',
        unread > 0 ? 'text-ink' : 'text-soft',
      )}
    >
      {last_message.direction === 'out' && <Ticks message={last_message} />}
      <span className="truncate">
        {by && (
          <>
            <bdi>{by}</bdi>:{' '}
          </>
        )}
        <bdi>{text(last_message)}</bdi>
      </span>
    </span>
  );
}

/** Who answers. */
function Owner({
  conversation: { owner_state, assignee, snoozed_until, standby_since },
}: {
  conversation: Conversation;
}) {
  const t = useTexts('inbox.page');
  const badge = () => {
    if (standby_since !== null) return { tone: 'accent', icon: Bot, text: t('agent') } as const;
    if (owner_state === 'closed') return { tone: 'good', icon: CircleCheck, text: t('resolved') } as const;
    if (owner_state === 'bot') return { tone: 'accent', icon: Bot, text: t('bot') } as const;
    if (assignee !== null) return { tone: 'neutral', icon: UserRound, text: assignee } as const;
    if (owner_state === 'human_active')
      return { tone: 'neutral', icon: UserRound, text: t('staff') } as const;
    return { tone: 'warn', icon: UserRound, text: t('unassigned') } as const;
  };
  const { tone, icon: Icon, text } = badge();
  return (
    <>
      {snoozed_until && <AlarmClock className="size-3.5 shrink-0" aria-label={t('snoozed')} />}
      <Badge tone={tone} className="max-w-40 min-w-10">
        <Icon className="size-3 shrink-0" aria-hidden />
        <bdi className="truncate">{text}</bdi>
      </Badge>
    </>
  );
}
