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
  const [caret, setCaret] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const [before, after] = [text.slice(0, caret), text.slice(caret)];
  const type = (next: string, at: number) => {
    setText(next);
    setCaret(at);
    setClosed(false);
  };
  const put = (next: string, at = next.length) => {
    // A browser moves the caret to the end of a new value.
    flushSync(() => type(next, at));
    field.current?.focus();
    field.current?.setSelectionRange(at, at);
  };
  return {
    type,
    setCaret,
    put,
    canned: !isClosed && kind === 'reply' && /^\/\S*$/.test(text) ? text.slice(1) : null,
    mention: !isClosed && kind === 'note' ? typedMention(before) : null,
    putName(name: string) {
      const named = withMention(before, name);
      put(named + after.replace(/^ /, ''), named.length);
    },
    /** Until the user types on. */
    close: () => setClosed(true),
  };
}
