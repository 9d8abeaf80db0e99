import { isAllowed } from './origins.ts';
import { WORDS, type Words } from './words.ts';

/** What the gateway wrote into the page, and what the page around the frame wrote into its address. */
export interface Config {
  widget: string;
  mode: 'button' | 'chat';
  name: string;
  /** Empty: the default of the language. */
  greeting: string;
  color: string;
  language: keyof typeof WORDS;
  words: Words;
  /** The origin of the page around this frame. Null: it is none of the widget, or there is no such page. */
  embedder: string | null;
}

/** What the dashboard shows before it is saved. */
export type Preview = Pick<Config, 'mode' | 'name' | 'greeting' | 'color'> & { theme: string };

/** Calls the listener with each change of the form around this frame. Only the gateway itself shows previews. */
export function onPreview(listener: (preview: Preview) => void): void {
  if (window.parent === window || !new URLSearchParams(location.search).has('preview')) return;
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== location.origin || Object(data).kurir !== 'preview') return;
    listener(data.preview);
  });
  window.parent.postMessage({ kurir: 'preview-ready' }, location.origin);
}

export function readConfig(): Config {
  const { widget = '', mode, name = '', greeting = '', color = '', origins = '' } = document.body.dataset;
  const { lang } = document.documentElement;
  const language = Object.hasOwn(WORDS, lang) ? (lang as Config['language']) : 'en';
  const named = location.hash.slice(1);
  const isEmbedded = window.parent !== window && isAllowed(named, origins.split(' '));
  return {
    widget,
    mode: mode === 'chat' ? 'chat' : 'button',
    name,
    greeting,
    color,
    language,
    words: WORDS[language],
    embedder: isEmbedded ? named : null,
  };
}
