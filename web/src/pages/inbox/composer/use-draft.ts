import { useCallback, useEffect, useState } from 'react';
import { useMe } from '../../../session/session.ts';
import type { Message } from '../thread/history.ts';
import { before, onRestoredText } from './compose.ts';
import { type DraftKind, keepDraft, readDraft } from './drafts.ts';

/** The text of a conversation, kept in this browser. */
export function useDraft(id: string, kind: DraftKind): [string, (text: string) => void] {
  const me = useMe();
  const [texts, setTexts] = useState({
    reply: readDraft(me.id, id, 'reply'),
    note: readDraft(me.id, id, 'note'),
  });
  const set = (chosen: DraftKind, text: string) => {
    setTexts((present) => ({ ...present, [chosen]: text }));
    keepDraft(me.id, id, chosen, text);
  };
  useEffect(
    () =>
      onRestoredText((restored, text) => {
        if (restored !== id) return false;
        setTexts((present) => {
          const reply = before(text, present.reply);
          keepDraft(me.id, id, 'reply', reply);
          return { ...present, reply };
        });
        return true;
      }),
    [id, me.id],
  );
  return [texts[kind], (text) => set(kind, text)];
}

/** The message that the reply answers, kept in this browser. */
export function useQuote(id: string): [Message | null, (message: Message | null) => void] {
  const me = useMe();
  const [quote, setQuote] = useState(() => readDraft(me.id, id, 'quote'));
  const set = useCallback(
    (message: Message | null) => {
      setQuote(message);
      keepDraft(me.id, id, 'quote', message);
    },
    [me.id, id],
  );
  return [quote, set];
}
