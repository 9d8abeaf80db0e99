import { type ComponentChild, h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { icon } from '../icons.ts';
import type { Words } from '../words.ts';

interface Props {
  words: Words;
  /** Of the message. */
  type: string;
  name: string;
  load(): Promise<Blob>;
}

/** The address of a blob has the rights of this page: other types are only downloaded. */
const SHOWN = /^(image\/(jpeg|png|webp)|audio\/[\w.-]+|video\/(mp4|3gpp))(;|$)/;
/** A browser may start a download late. */
const KEPT_MS = 60_000;

/** A file that only calls with the token of the visitor get. Pictures are shown, audio and video on demand. */
export function UploadView({ words, type, name, load }: Props): ComponentChild {
  const [url, setUrl] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | 'unplayable'>('idle');
  const isGone = useRef(false);
  const open = (isAsked: boolean) => {
    setState('loading');
    const take = (blob: Blob) => {
      if (isGone.current) return;
      setState('idle');
      const isShown = state !== 'unplayable' && blob.type.startsWith(type) && SHOWN.test(blob.type);
      if (isShown) setUrl(URL.createObjectURL(blob));
      else if (isAsked) save(blob, name);
    };
    load().then(take, () => setState('failed'));
  };
  useEffect(() => {
    if (type === 'image') open(false);
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  const onError = () => {
    setUrl(null);
    setState('unplayable');
  };
  if (url !== null && type === 'image')
    return h(
      'a',
      { href: url, download: name, class: 'picture' },
      h('img', { src: url, alt: name, onError }),
    );
  if (url !== null)
    return h(type === 'audio' ? 'audio' : 'video', {
      src: url,
      'aria-label': name,
      class: 'player',
      controls: true,
      onError,
    });
  return h(
    'button',
    { type: 'button', class: 'plain file', disabled: state === 'loading', onClick: () => open(true) },
    icon('file'),
    name,
    state === 'failed' && h('small', { role: 'status' }, words.continueFailed),
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
