import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DraftKind } from './drafts.ts';
import { typedMention, withMention } from './mentions.ts';

interface Typed {
  kind: DraftKind;
  text: string;
  setText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** What is typed for the lists above the field: `/` begins a canned reply, `@` a mention. Null: no list. */
export function useLists({ kind, text, setText, field }: Typed) {
  const [caret, setCaret] = useState(text.length);
  const [isClosed, setClosed] = useState(false);
  /** By its button: the text stays. */
  const [isAsked, setAsked] = useState(false);
  const [before, after] = [text.slice(0, caret), text.slice(caret)];
  const type = (next: string, at: number) => {
    setText(next);
    setCaret(at);
    setClosed(false);
    setAsked(false);
  };
  const put = (next: string, at = next.length) => {
    // A browser moves the caret to the end of a new value.
    flushSync(() => type(next, at));
    field.current?.focus();
    field.current?.setSelectionRange(at, at);
  };
  const typed = !isClosed && kind === 'reply' && /^\/\S*$/.test(text) ? text.slice(1) : null;
  return {
    type,
    setCaret,
    canned: isAsked ? '' : typed,
    openCanned() {
      if (text.trim() === '') return put('/');
      setAsked(true);
      field.current?.focus();
    },
    putCanned: (body: string) => (isAsked ? put(before + body + after, caret + body.length) : put(body)),
    /** The field takes the focus when it needs to. */
    insert(piece: string) {
      const at = caret + piece.length;
      flushSync(() => type(before + piece + after, at));
      field.current?.setSelectionRange(at, at);
    },
    mention: !isClosed && kind === 'note' ? typedMention(before) : null,
    putName(name: string) {
      const named = withMention(before, name);
      put(named + after.replace(/^ /, ''), named.length);
    },
    /** Until the user types on. */
    close() {
      setClosed(true);
      setAsked(false);
    },
  };
}
