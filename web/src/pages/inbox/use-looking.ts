import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { setViewers } from './viewers.ts';

/** The gateway shows a viewer for 30 s, and who types for 6 s. */
const LOOK_MS = 20_000;
const TYPE_MS = 4_000;

type State = 'viewing' | 'typing' | 'left';

/** Tells the others that the user looks at the conversation. Returns what tells them that the user types, or sent. */
export function useLooking(conversationId: string): (isDone?: boolean) => void {
  const typedAt = useRef(0);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && tell(conversationId, 'viewing');
    look();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      tell(conversationId, 'left');
    };
  }, [conversationId]);
  return useCallback(
    (isDone = false) => {
      const now = Date.now();
      if (isDone) {
        // Without a sign of typing there is nothing to end.
        if (typedAt.current > 0) tell(conversationId, 'viewing');
        typedAt.current = 0;
        return;
      }
      if (now - typedAt.current < TYPE_MS) return;
      typedAt.current = now;
      tell(conversationId, 'typing');
    },
    [conversationId],
  );
}

function tell(id: string, state: State): void {
  call('PUT /conversations/{id}/presence', { id, body: { state } }).then(
    ({ data }) => setViewers(id, data),
    () => {
      // The next call says it again.
    },
  );
}
