import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { phoneText } from '../../../numbers/phone-text.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Menu, MenuCheck, MenuItem } from '../../../ui/menu.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { chatsQuery, messagesQuery, type Phone, type PhoneMessage, readOnPhone } from '../queries.ts';
import { Bubble } from './bubble.tsx';
import { Composer } from './composer.tsx';

interface Props {
  phone: Phone;
  peer: string;
}

/** One chat as its owner sees it. */
export function ChatView({ phone, peer }: Props) {
  const t = useTexts('sandbox.screen');
  const { number } = phone;
  const messages = useQuery(messagesQuery(number, peer));
  const [quoted, setQuoted] = useState<PhoneMessage | null>(null);
  const [reads, setReads] = useState(true);
  useReading(number, peer, messages.data?.data, reads);
  return (
    <>
      <Head phone={phone} peer={peer}>
        <Menu trigger={<IconButton small label={t('options')} icon={EllipsisVertical} />}>
          <MenuCheck checked={reads} onCheckedChange={setReads}>
            {t('autoRead')}
          </MenuCheck>
          <MenuItem onSelect={() => void readOnPhone(number, peer).catch(notifyProblem)}>
            {t('readNow')}
          </MenuItem>
        </Menu>
      </Head>
      {messages.data ? (
        <Messages
          phone={phone}
          peer={peer}
          messages={messages.data.data}
          isTyping={messages.data.typing}
          hint={t('empty', { name: phone.name })}
          onQuote={setQuoted}
        />
      ) : (
        <div className="min-h-0 flex-1">
          {messages.isPending ? (
            <Skeleton className="p-4" lines={6} />
          ) : (
            <Failed problem={messages.error} retry={() => void messages.refetch()} />
          )}
        </div>
      )}
      <Composer phone={phone} peer={peer} quoted={quoted} onQuote={setQuoted} />
    </>
  );
}

/** Blue ticks for the shop, as on a phone whose owner looks at the chat. */
function useReading(
  number: string,
  peer: string,
  messages: readonly PhoneMessage[] | undefined,
  reads: boolean,
): void {
  const last = messages?.findLast(({ from_phone, read }) => !from_phone && !read)?.id;
  useEffect(() => {
    if (reads && last !== undefined) readOnPhone(number, peer).catch(notifyProblem);
  }, [reads, last, number, peer]);
}

function Head({ phone, peer, children }: Props & { children: React.ReactNode }) {
  const t = useTexts('sandbox.screen');
  // The list of chats knows the name; it is asked once here.
  const chats = useQuery({ ...chatsQuery(phone.number), refetchInterval: false });
  const name = chats.data?.find((chat) => chat.number === peer)?.name ?? phoneText(peer);
  return (
    <header className="flex items-center gap-2 border-b border-line px-3 py-2.5">
      <Button asChild kind="quiet" size="small-icon">
        <Link to="/sandbox" search={{ phone: phone.number }} aria-label={t('back')}>
          <ArrowLeft aria-hidden />
        </Link>
      </Button>
      <Avatar name={name} small />
      <div className="grid min-w-0 flex-1">
        <h2 className="truncate font-semibold">
          <bdi title={name}>{name}</bdi>
        </h2>
        <p className="text-xs text-soft tabular-nums">{phoneText(peer)}</p>
      </div>
      {children}
    </header>
  );
}

interface MessagesProps extends Props {
  messages: readonly PhoneMessage[];
  isTyping: boolean;
  hint: string;
  onQuote: (message: PhoneMessage) => void;
}

function Messages({ phone, peer, messages, isTyping, hint, onQuote }: MessagesProps) {
  const t = useTexts('sandbox.screen');
  const scroller = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.id;
  useLayoutEffect(() => {
    // `last`: each new message comes into view.
    if (last !== undefined) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [last]);
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
      tabIndex={0}
      role="log"
      aria-label={t('messages')}
      className="min-h-0 flex-1 overflow-y-auto bg-paper px-3 py-3"
    >
      {messages.length === 0 && <p className="py-8 text-center text-soft">{hint}</p>}
      <div className="grid gap-1.5">
        {messages.map((message) => (
          <Bubble
            key={message.id}
            phone={phone}
            peer={peer}
            message={message}
            quote={messages.find(({ id }) => id === message.quote?.id)}
            onQuote={onQuote}
          />
        ))}
        {isTyping && <p className="px-2 text-[13px] text-soft italic">{t('typing')}</p>}
      </div>
    </div>
  );
}
