import { useEffect } from 'react';
import type { Schema } from '../../api/schemas.ts';
import { markRead } from './acts.ts';
import type { History } from './thread/history.ts';

const LOOK_MS = 400;

/** What the user looks at is read: the messages that the page shows. */
export function useMarkRead({ id, unread }: Schema<'Conversation'>, history: History | undefined): void {
  const newest = history?.messages.find((message) => message.direction === 'in' && message.id !== null)?.id;
  const look = unread === 0 || newest == null ? null : () => markRead(id, newest);
  useLook(look, `${id} ${unread} ${newest}`);
}

/** Calls `look` once the page has been in front for a moment; again for another `key`. Null: there is nothing new. */
export function useLook(look: (() => Promise<unknown>) | null, key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what `look` is about
  useEffect(() => {
    if (look === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
      // A failed look is repeated by the next one.
      timer = setTimeout(() => look().catch(() => {}), LOOK_MS);
    };
    plan();
    addEventListener('focus', plan);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', plan);
    };
  }, [key]);
}
