import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { phoneText } from '../../../numbers/phone-text.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type Chat, chatsQuery, type Phone } from '../queries.ts';
import { useMessageText } from './message-text.ts';

/** The numbers to which the phone can write, the newest chat first. */
export function ChatList({ phone }: { phone: Phone }) {
  const [t, page] = [useTexts('sandbox.screen'), useTexts('sandbox.page')];
  const chats = useQuery(chatsQuery(phone.number));
  return (
    <>
      <header className="flex items-center gap-2 border-b border-line px-4 py-3">
        <Button asChild kind="quiet" size="small-icon" className="lg:hidden">
          <Link to="/sandbox" search={{}} aria-label={page('back')}>
            <ArrowLeft aria-hidden />
          </Link>
        </Button>
        <div className="grid min-w-0 flex-1">
          <h2 className="truncate font-semibold">
            <bdi title={phone.name}>{phone.name}</bdi>
          </h2>
          <p className="text-xs text-soft tabular-nums">{phoneText(phone.number)}</p>
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={chats}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={t('noChats')} lead={t('noChatsLead')} />
            ) : (
              <ul aria-label={t('chats')}>
                {list.map((chat) => (
                  <ChatRow key={chat.number} phone={phone} chat={chat} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function ChatRow({ phone, chat: { number, name, last, unread } }: { phone: Phone; chat: Chat }) {
  const [t, format, textOf] = [useTexts('sandbox.screen'), useFormat(), useMessageText()];
  return (
    <li>
      <Link
        to="/sandbox"
        search={{ phone: phone.number, chat: number }}
        className="flex items-center gap-3 border-b border-line px-4 py-3 hover:bg-hover"
      >
        <Avatar name={name} />
        <span className="grid min-w-0 flex-1">
          <bdi className="truncate font-medium" title={name}>
            {name}
          </bdi>
          <span className="truncate text-[13px] text-soft">
            {last?.from_phone && t('you')}
            {last ? <bdi>{textOf(last)}</bdi> : t('never')}
          </span>
        </span>
        <span className="grid justify-items-end gap-1 text-xs text-faint tabular-nums">
          {last && <time dateTime={last.at}>{format.short(last.at)}</time>}
          {unread > 0 && (
            <span className="rounded-full bg-accent px-1.5 font-medium text-on-accent">
              <span aria-hidden>{unread}</span>
              <span className="sr-only">{t('unread', { count: unread })}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
