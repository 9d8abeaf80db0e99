import { type ComponentChild, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { icon } from '../icons.ts';
import { OpenApp } from '../open-app.ts';
import { Scan } from '../scan.ts';
import type { Words } from '../words.ts';
import type { Client } from './client.ts';

interface Props {
  words: Words;
  client: Pick<Client, 'goOn'>;
  back(): void;
}

/** A link with a one-time code, by which the chat goes on in the messaging app. */
export function ContinueView({ words, client, back }: Props): ComponentChild {
  const [link, setLink] = useState<{ url: string; qr: string } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    client
      .goOn()
      .then(setLink)
      .catch(() => setFailed(true));
  }, []);
  return h(
    'main',
    { class: 'invitation' },
    h('p', { role: 'status' }, hasFailed ? words.continueFailed : words.continueLead),
    link && h(OpenApp, { words, href: new URL(link.url, location.href).href }),
    link && h(Scan, { words, src: `data:image/svg+xml,${encodeURIComponent(link.qr)}` }),
    h('button', { type: 'button', class: 'plain', onClick: back }, icon('back'), words.back),
  );
}
