import { useEffect } from 'react';
import type { Schema } from '../../api/schemas.ts';
import { markRead } from './acts.ts';
import type { History } from './thread/history.ts';

const LOOK_MS = 400;

/** What the user looks at is read: the messages that the page shows, while it is in front. */
export function useMarkRead({ id, unread }: Schema<'Conversation'>, history: History | undefined): void {
  const newest = history?.messages.find((message) => message.direction === 'in' && message.id !== null)?.id;
  useEffect(() => {
    if (unread === 0 || newest == null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
      timer = setTimeout(() => {
        // It stays unread, and the next look tries again.
        markRead(id, newest).catch(() => {});
      }, LOOK_MS);
    };
    plan();
    addEventListener('focus', plan);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', plan);
    };
  }, [id, unread, newest]);
}
