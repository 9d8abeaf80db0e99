import { useNavigate } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import type { Schema } from '../api/schemas.ts';
import type { LiveEvent } from '../live/events.ts';
import { useLiveEvents } from '../live/live.ts';
import { nameOf } from '../people/name.ts';
import { useMe } from '../session/session.ts';
import { useTexts } from '../texts/texts.ts';

type Conversation = Schema<'Conversation'>;
type Assigned = Schema<'TimelineEntry'> & { conversation_id: string; details: { assignee?: string } };

interface Notices {
  isOn: boolean;
  hasSound: boolean;
}

const KEY = 'kurir.notices';
const MAX_BODY = 120;
const listeners = new Set<() => void>();
let notices = stored();

/** On Android, only workers show notices. */
export const canNotify = (): boolean =>
  'Notification' in globalThis && !navigator.userAgent.includes('Android');

export function useNotices(): Notices {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
}

/** Asks the browser for its permission. Without it, notices stay off. */
export async function setNotices(next: Notices): Promise<void> {
  const isAllowed = !next.isOn || (await Notification.requestPermission()) === 'granted';
  notices = { ...next, isOn: next.isOn && isAllowed };
  localStorage.setItem(KEY, JSON.stringify(notices));
  for (const listener of listeners) listener();
}

/** Tells of new messages of customers and of assignments while the page is not in front. */
export function useDesktopNotices(): void {
  const t = useTexts('common.shell');
  const { name } = useMe();
  const navigate = useNavigate();
  useLiveEvents(
    useCallback(
      (events: readonly LiveEvent[]) => {
        if (!notices.isOn || document.hasFocus() || !canNotify()) return;
        const tell = (title: string, body: string, conversationId: string) => {
          // Tabs share the tag, so that a message has one notice.
          const options = { body, tag: `kurir-${conversationId}`, silent: !notices.hasSound };
          const notice = new Notification(title, options);
          notice.onclick = () => {
            globalThis.focus();
            notice.close();
            void navigate({ to: '/inbox/$conversationId', params: { conversationId }, search: {} });
          };
        };
        for (const { name: event, data } of events) {
          if (event === 'conversation.event') {
            const { kind, actor, details, conversation_id, created_at } = data as Assigned;
            const isByOther = actor !== name && actor !== 'system' && isFresh(created_at);
            if (kind === 'assigned' && details.assignee === name && isByOther)
              tell(actor, t('assignedToYou'), conversation_id);
          }
          if (event !== 'conversation.changed' || !isNew(data as Conversation, name)) continue;
          const conversation = data as Conversation;
          const { id, last_message } = conversation;
          tell(nameOf(conversation), last_message?.body?.slice(0, MAX_BODY) ?? t('newMessage'), id);
        }
      },
      [name, navigate, t],
    ),
  );
}

/** The automation needs no reader, and groups are muted. */
const isFor = ({ owner_state, assignee, chat }: Conversation, me: string): boolean =>
  owner_state !== 'bot' && chat !== 'group' && (assignee === null || assignee === me);

/** Newest message per conversation that had a notice. */
const told = new Map<string, number>();
const MAX_TOLD = 500;
const FRESH_MS = 60_000;
const isFresh = (at: string) => Date.now() - Date.parse(at) < FRESH_MS;

function isNew(conversation: Conversation, me: string): boolean {
  const { id, unread, last_message } = conversation;
  if (unread === 0 || last_message?.direction !== 'in' || last_message.id === null) return false;
  const isKnown = (told.get(id) ?? 0) >= last_message.id;
  told.delete(id);
  told.set(id, last_message.id);
  for (const oldest of [...told.keys()].slice(0, -MAX_TOLD)) told.delete(oldest);
  return !isKnown && isFresh(last_message.created_at) && isFor(conversation, me);
}

function stored(): Notices {
  const none = { isOn: false, hasSound: false };
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Notices>) };
  } catch {
    return none;
  }
}
