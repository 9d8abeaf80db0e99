import { Outlet, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import { useMe } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { Empty } from '../../ui/states.tsx';
import { useTitle } from '../../ui/title.ts';
import { Attention } from './attention/attention.tsx';
import { openOutbox } from './composer/outbox.ts';
import { ConversationList } from './list/conversation-list.tsx';
import { useLiveInbox } from './use-live-inbox.ts';

/** The conversations of all devices: the list, the thread, and who the customer is. On a phone one at a time. */
export function InboxPage() {
  const t = useTexts('inbox.page');
  const me = useMe();
  const { conversationId } = useParams({ strict: false });
  openOutbox(me.id);
  useTitle(t('title'));
  useLiveInbox();
  return (
    <div className="flex h-full min-h-0 flex-col">
      {/* A phone shows a chat without the list, whose heading this is. */}
      {conversationId !== undefined && <h1 className="sr-only lg:hidden">{t('title')}</h1>}
      {/* A phone has no room for both in a chat, whose own number is told at the reply. */}
      <div className={clsx(conversationId !== undefined && 'max-lg:hidden')}>
        <Attention />
      </div>
      <div className="flex min-h-0 flex-1">
        <div
          className={clsx(
            'min-h-0 flex-col border-line bg-card max-lg:flex-1 lg:flex lg:w-84 lg:shrink-0 lg:border-r',
            conversationId === undefined ? 'flex' : 'hidden',
          )}
        >
          <ConversationList />
        </div>
        <div
          className={clsx(
            'min-h-0 min-w-0 flex-1 flex-col lg:flex',
            conversationId === undefined ? 'hidden' : 'flex',
          )}
        >
          <Outlet />
        </div>
      </div>
    </div>
  );
}

/** In place of a thread. */
export function NoConversation() {
  const t = useTexts('inbox.page');
  return (
    <div className="grid flex-1 place-content-center">
      <Empty icon={<MessagesSquare aria-hidden />} title={t('choose')} lead={t('chooseLead')} />
    </div>
  );
}
