import { type ComponentChild, h } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { icon } from '../icons.ts';
import type { Words } from '../words.ts';

/** In code points, as the gateway counts. */
export const MAX_TEXT = 2_000;
/** From here on, the page counts. */
const SHOWN_LEFT = 200;
/** In pixels. */
const MAX_HEIGHT = 140;

interface Composer {
  words: Words;
  draft: string;
  onDraft(text: string): void;
  onSend(text: string): void;
}

export function Composer({ words, draft, onDraft, onSend }: Composer): ComponentChild {
  const [text, setText] = useState(draft);
  const box = useRef<HTMLTextAreaElement>(null);
  const left = MAX_TEXT - [...text].length;
  const change = (changed: string) => {
    setText(changed);
    onDraft(changed);
  };
  const send = () => {
    if (text.trim() === '' || left < 0) return;
    onSend(text.trim());
    change('');
    box.current?.focus();
  };
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${Math.min(MAX_HEIGHT, current.scrollHeight + 2)}px`;
  }, [text]);
  return h(
    'form',
    {
      class: 'composer',
      onSubmit: (event: Event) => {
        event.preventDefault();
        send();
      },
    },
    h('textarea', {
      ref: box,
      rows: 1,
      value: text,
      'aria-label': words.write,
      placeholder: words.write,
      enterkeyhint: 'send',
      dir: 'auto',
      'aria-describedby': 'left',
      'aria-invalid': left < 0,
      onInput: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => change(currentTarget.value),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        send();
      },
    }),
    h('button', { type: 'submit', class: 'round send', 'aria-label': words.send }, icon('send')),
    h(
      'p',
      { id: 'left', class: left < 0 ? 'left bad' : 'left', 'aria-live': 'polite' },
      left < SHOWN_LEFT && `${Math.abs(left)} ${left < 0 ? words.over : words.left}`,
    ),
  );
}
