import { clsx } from 'clsx';
import { Bot, Code, Forward, History, Megaphone, Smartphone } from 'lucide-react';
import { memo, useState } from 'react';
import { phoneText } from '../../../numbers/phone-text.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ownTextOf } from '../own-text.ts';
import { MessageActs } from './acts/message-acts.tsx';
import { useLongPress } from './acts/use-long-press.ts';
import { FailedLine } from './failed-line.tsx';
import type { Message } from './history.ts';
import { LongText } from './long-text.tsx';
import { MessageMedia } from './media/message-media.tsx';
import { MessageParts } from './message-parts.tsx';
import { Ticks } from './ticks.tsx';
import { WhyButton } from './why.tsx';

const ACTS =
  'flex items-center px-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 ' +
  'max-md:opacity-100';

interface Props {
  conversationId: string;
  message: Message;
  /** The first one of its author. */
  isFirst: boolean;
  isFound: boolean;
  onQuote: (message: Message) => void;
  onJump: (waMessageId: string) => void;
}

const ICONS = { bot: Bot, phone: Smartphone, broadcast: Megaphone, api: Code } as const;

/** One message as the customer sees it, with who wrote it and how far it came. */
export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { conversationId, message, isFirst, isFound, onQuote, onJump } = props;
  const [isOpen, setOpen] = useState(false);
  const longPress = useLongPress(() => setOpen(true));
  const isOwn = message.direction === 'out';
  return (
    <div className={clsx('group flex px-4', isOwn && 'flex-row-reverse', isFirst ? 'pt-2' : 'pt-0.5')}>
      <div className={clsx('grid max-w-[min(80%,36rem)] gap-0.5', isOwn && 'justify-items-end')}>
        {isFirst && isOwn && <Author message={message} />}
        {isFirst && message.sender && (
          <bdi className="truncate px-1 text-xs font-medium text-soft">
            {message.sender.name ?? phoneText(message.sender.phone)}
          </bdi>
        )}
        <div
          {...longPress}
          className={clsx(
            'grid max-w-full min-w-0 gap-1.5 rounded-xl pointer-coarse:select-none border px-3 py-1.5 text-[14px]',
            isOwn ? 'border-transparent bg-bubble-own' : 'border-line bg-bubble',
            isFound && 'outline-2 outline-accent',
          )}
        >
          <Quote message={message} onJump={onJump} />
          <Content conversationId={conversationId} message={message} />
        </div>
        <Reactions message={message} />
        {message.status === 'failed' && <FailedLine conversationId={conversationId} message={message} />}
      </div>
      <div className={ACTS}>
        <MessageActs {...{ conversationId, message, onQuote, isOpen }} onOpen={setOpen} />
        {(message.author === 'bot' || message.author === 'customer') &&
          message.id !== null &&
          !message.imported && <WhyButton conversationId={conversationId} message={message} />}
      </div>
    </div>
  );
});

function Author({ message: { author, actor, automation, standby } }: { message: Message }) {
  const t = useTexts('chat.thread');
  const kind = automation?.kind;
  const name = standby
    ? t('author_agent')
    : (actor ?? t(author === 'bot' && kind && kind !== 'assistant' ? `author_${kind}` : `author_${author}`));
  const Icon = standby ? Bot : author in ICONS ? ICONS[author as keyof typeof ICONS] : null;
  return (
    <span className="flex items-center gap-1 px-1 text-xs text-soft">
      {Icon && <Icon className="size-3.5" aria-hidden />}
      <bdi>{name}</bdi>
    </span>
  );
}

function Content({ conversationId, message }: { conversationId: string; message: Message }) {
  const [t, format] = [useTexts('chat.thread'), useFormat()];
  const body = ownTextOf(message);
  const isDeleted = message.deleted_at !== undefined;
  return (
    <>
      {message.forwarded && (
        <span className="flex items-center gap-1 text-xs text-faint">
          <Forward className="size-3.5" aria-hidden />
          {t('forwarded')}
        </span>
      )}
      {isDeleted && <em className="text-soft">{t('deleted')}</em>}
      {!(isDeleted && message.direction === 'in') && (
        <>
          <MessageMedia conversationId={conversationId} message={message} />
          {body && <LongText text={body} className={isDeleted && 'line-through'} />}
          <MessageParts message={message} />
        </>
      )}
      <span className="flex items-center justify-end gap-1 text-[11px] text-soft tabular-nums">
        {message.imported && <History className="size-3" aria-label={t('importedMessage')} />}
        {message.edits && <span title={message.body ?? ''}>{t('edited')}</span>}
        <time dateTime={message.created_at} title={format.full(message.created_at)}>
          {format.clock(message.created_at)}
        </time>
        {message.direction === 'out' && <Ticks message={message} />}
      </span>
    </>
  );
}

function Quote({ message: { quote }, onJump }: { message: Message; onJump: (waMessageId: string) => void }) {
  const t = useTexts('chat.thread');
  if (!quote) return null;
  return (
    <button
      type="button"
      disabled={!quote.known}
      onClick={() => onJump(quote.wa_message_id)}
      className="grid gap-0.5 rounded-md border-l-2 border-accent bg-hover px-2 py-1 text-left text-[13px]"
    >
      <span className={clsx('text-xs font-medium', quote.known ? 'text-accent' : 'text-warn')}>
        {quote.known ? t(quote.author === 'us' ? 'quotedUs' : 'quotedThem') : t('quotedUnknown')}
        {quote.edited && ` · ${t('edited')}`}
      </span>
      <bdi className="line-clamp-2 text-soft">
        {quote.excerpt ?? t(quote.deleted ? 'deleted' : quote.known ? 'quotedFile' : 'quoteGone')}
      </bdi>
    </button>
  );
}

function Reactions({ message: { reactions } }: { message: Message }) {
  if (!reactions) return null;
  return (
    <div className="-mt-1 flex gap-1 px-2">
      {reactions.map(({ emoji, author }) => (
        <span
          key={`${author} ${emoji}`}
          className="rounded-full border border-line bg-card px-1.5 text-[13px]"
        >
          {emoji}
        </span>
      ))}
    </div>
  );
}
