import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { notifyProblem } from '../../../../ui/toast.tsx';
import { loadOlder } from '../../queries.ts';
import { type History, keyOf, type Message } from '../history.ts';
import { isViewed } from './file.ts';
import { Lightbox } from './lightbox.tsx';

type Open = (message: Message, opener: HTMLElement) => void;

const OpenMedia = createContext<Open>(() => {});

/** Shows the file of a message large. The opener gets the focus back. */
export const useOpenMedia = (): Open => useContext(OpenMedia);

/** Pages that are read in search of the picture before. */
const MAX_PAGES = 20;

interface Props {
  conversationId: string;
  history: History | undefined;
  children: ReactNode;
}

/** The pictures and videos of a chat, one after the other. Of all that sounds, the last started plays alone. */
export function MediaViewer({ conversationId, history, children }: Props) {
  const [shown, setShown] = useState<string | null>(null);
  const opener = useRef<HTMLElement>(null);
  const open = useCallback<Open>((message, from) => {
    opener.current = from;
    setShown(keyOf(message));
  }, []);
  // Newest first.
  const files = shown === null ? [] : (history?.messages.filter(isViewed) ?? []);
  const index = files.findIndex((message) => keyOf(message) === shown);
  const [message, newer, older] = [files[index], files[index - 1], files[index + 1]];
  const isLoading = useOlderFiles(conversationId, history, message !== undefined && !older);
  const to = (next: Message | undefined) => (next ? () => setShown(keyOf(next)) : null);
  return (
    <OpenMedia value={open}>
      <div className="contents" onPlayCapture={({ target }) => pauseOthers(target)}>
        {children}
        {message && (
          <Lightbox
            message={message}
            onOlder={to(older)}
            onNewer={to(newer)}
            isLoading={isLoading}
            onClose={() => setShown(null)}
            onClosed={() => opener.current?.focus()}
          />
        )}
      </div>
    </OpenMedia>
  );
}

function pauseOthers(started: EventTarget): void {
  for (const player of document.querySelectorAll<HTMLMediaElement>('audio, video'))
    if (player !== started) player.pause();
}

/** Reads older messages until there is a file before the oldest one. */
function useOlderFiles(conversationId: string, history: History | undefined, isWanted: boolean): boolean {
  const pages = useRef(0);
  const cursor = history?.cursor ?? null;
  const isLoading = isWanted && cursor !== null && pages.current < MAX_PAGES;
  useEffect(() => {
    if (!isWanted) pages.current = 0;
    if (!isLoading || cursor === null) return;
    pages.current += 1;
    loadOlder(conversationId).catch(notifyProblem);
  }, [isWanted, isLoading, cursor, conversationId]);
  return isLoading;
}
