import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { AlarmClock, Bot, CircleCheck, Reply, UserRound, Users } from 'lucide-react';
import { memo } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { nameOf } from '../../../people/name.ts';
import type { useLabelColors } from '../../../queries/labels.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { Translate } from '../../../texts/translate.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Marked } from '../../../ui/found-words.tsx';
import { LabelBadge } from '../../../ui/label-badge.tsx';
import { useMessageText } from '../message-text.ts';
import { isQuietGroup } from '../owner/quiet-group.ts';
import { Ticks } from '../thread/ticks.tsx';
import { WaitingTime } from '../waiting-time.tsx';

type Conversation = Schema<'Conversation'>;
type Message = Schema<'ConversationMessage'>;

interface Props {
  conversation: Conversation;
  /** Of the number, when the user has several. */
  place: string | null;
  /** Of a reply. Empty: none. */
  draft: string;
  /** Another person assigned it to the user, or mentions the user in it. */
  isForYou: boolean;
  isOpen: boolean;
  colorOf: ReturnType<typeof useLabelColors>;
}

/** Messages of programs and broadcasts do not move a conversation, but are its newest ones. */
const timeOf = ({ last_at, last_message }: Conversation): string =>
  last_message && last_message.created_at > last_at ? last_message.created_at : last_at;

/** One conversation in the list: who, what was said last, who answers, how long it waits. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  place,
  draft,
  isForYou,
  isOpen,
  colorOf,
}: Props) {
  const format = useFormat();
  const at = timeOf(conversation);
  const {
    id,
    unread,
    waiting_since,
    answer_due_at,
    labels,
    owner_state,
    found_message_id: found,
  } = conversation;
  const name = nameOf(conversation);
  return (
    <Link
      to="/inbox/$conversationId"
      params={{ conversationId: id }}
      search={({ message: _, ...search }) => ({ ...search, ...(found !== undefined && { message: found }) })}
      aria-current={isOpen ? 'page' : undefined}
      className={clsx(
        'flex items-start gap-3 border-b border-l-3 border-b-line px-3 py-2 pl-2.25 -outline-offset-2',
        isOpen ? 'border-l-accent bg-active' : 'border-l-transparent hover:bg-hover',
      )}
    >
      <Avatar name={name} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <div className="flex items-baseline gap-2">
          <span
            className={clsx('min-w-0 flex-1 truncate', (unread > 0 || isForYou) && 'font-semibold')}
            title={name}
          >
            <bdi>{name}</bdi>
          </span>
          <time dateTime={at} className="shrink-0 text-xs text-soft tabular-nums">
            {format.short(at)}
          </time>
        </div>
        <div className="flex items-start gap-2">
          <Snippet conversation={conversation} draft={draft} />
          {unread > 0 ? <Unread count={unread} /> : isForYou && <ForYouDot />}
        </div>
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs text-soft">
          {!isQuietGroup(conversation) && <Owner conversation={conversation} />}
          {waiting_since && owner_state !== 'closed' && (
            <WaitingTime since={waiting_since} due={answer_due_at} />
          )}
          {labels.slice(0, 2).map((label) => (
            <LabelBadge key={label} name={label} color={colorOf(label)} className="max-w-24 shrink-0" />
          ))}
          {place && (
            <span className="max-w-32 truncate" title={place}>
              <bdi>{place}</bdi>
            </span>
          )}
        </div>
      </div>
    </Link>
  );
});

function ForYouDot() {
  const t = useTexts('inbox.page');
  return (
    <span className="m-1 size-2.5 shrink-0 rounded-full bg-accent">
      <span className="sr-only">{t('forYou')}</span>
    </span>
  );
}

function Unread({ count }: { count: number }) {
  const t = useTexts('inbox.page');
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-xs font-medium text-on-accent tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {t('unreadMessages')}</span>
    </span>
  );
}

const TWO_LINES = 'line-clamp-2 min-w-0 flex-1 text-[13px] leading-4.5';

/** What a search has found, a text that is not sent yet, or what the customer wrote last. */
function Snippet({ conversation, draft }: Pick<Props, 'conversation' | 'draft'>) {
  const t = useTexts('inbox.page');
  const text = useMessageText();
  const { last_message: last, last_customer_message: customers, unread, found_excerpt } = conversation;
  if (found_excerpt !== undefined)
    return (
      <bdi className={clsx(TWO_LINES, 'text-soft')} title={found_excerpt}>
        <Marked text={found_excerpt} />
      </bdi>
    );
  if (draft !== '')
    return (
      <span className={clsx(TWO_LINES, 'text-soft')}>
        <b className="font-medium text-bad">{t('draft')}</b> <bdi>{draft}</bdi>
      </span>
    );
  if (!last) return <span className="flex-1" />;
  // The words of the customer say what the chat is about. Ticks beside them would say that we wrote them.
  const shown = customers ?? last;
  const by = authorOf(shown, t);
  return (
    <span className={clsx(TWO_LINES, unread > 0 ? 'text-ink' : 'text-soft')}>
      {last.direction === 'out' && (
        <span className="mr-1 inline-block align-text-bottom" title={`${authorOf(last, t)}: ${text(last)}`}>
          {shown === last || last.status === 'failed' ? (
            <Ticks message={last} />
          ) : (
            <Reply className="size-3.5" role="img" aria-label={t('answered')} />
          )}
        </span>
      )}
      {by && (
        <>
          <bdi>{by}</bdi>:{' '}
        </>
      )}
      <bdi>{text(shown)}</bdi>
    </span>
  );
}

function authorOf({ author, actor, sender }: Message, t: Translate<'inbox.page'>): string | null {
  return author === 'customer' ? (sender?.name ?? null) : (actor ?? t(`by_${author}`));
}

/** Who answers. */
function Owner({
  conversation: { owner_state, assignee, team, waiting_since, snoozed_until, standby_since },
}: {
  conversation: Conversation;
}) {
  const t = useTexts('inbox.page');
  const badge = () => {
    if (standby_since !== null) return { tone: 'accent', icon: Bot, text: t('agent') } as const;
    if (owner_state === 'closed') return { tone: 'good', icon: CircleCheck, text: t('resolved') } as const;
    if (owner_state === 'bot') return { tone: 'accent', icon: Bot, text: t('bot') } as const;
    if (assignee !== null) return { tone: 'neutral', icon: UserRound, text: assignee } as const;
    const tone = waiting_since === null ? 'neutral' : 'warn';
    if (team !== null) return { tone, icon: Users, text: team } as const;
    return { tone, icon: UserRound, text: t('unassigned') } as const;
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
