import { type ComponentChild, h } from 'preact';
import { icon } from './icons.ts';
import type { Words } from './words.ts';

/** A link to the messaging app. */
export function OpenApp({ words, href }: { words: Words; href: string }): ComponentChild {
  return h(
    'a',
    { class: 'main-action', href, target: '_blank', rel: 'noopener' },
    icon('app'),
    words.openApp,
    h('span', { class: 'unseen' }, ` (${words.newTab})`),
  );
}
