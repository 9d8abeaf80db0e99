import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { icon } from './icons.ts';
import type { Words } from './words.ts';

interface Header {
  words: Words;
  name: string;
  /** Below the name. */
  status?: string | undefined;
  /** Null: there is no page that could hide the frame. */
  close: (() => void) | null;
  /** More buttons. */
  children?: ComponentChildren;
}

export function Header({ words, name, status, close, children }: Header): ComponentChild {
  const letter = [...name.trim()][0]?.toUpperCase() ?? '';
  return h(
    'header',
    null,
    h('span', { class: 'avatar', 'aria-hidden': 'true' }, letter),
    h(
      'div',
      { class: 'who' },
      h('h1', { dir: 'auto' }, name),
      status !== undefined && h('p', { role: 'status' }, status),
    ),
    children,
    close &&
      h(
        'button',
        { type: 'button', class: 'round', 'aria-label': words.close, title: words.close, onClick: close },
        icon('close'),
      ),
  );
}
