import { type ComponentChild, h } from 'preact';
import type { Config } from './config.ts';
import { Header } from './header.ts';
import { OpenApp } from './open-app.ts';

/** A link to the messaging app, and a QR code where the app is on another device. */
export function ButtonView({
  config,
  close,
}: {
  config: Config;
  close: (() => void) | null;
}): ComponentChild {
  const { words, name, greeting, widget } = config;
  const hasMouse = matchMedia('(hover: hover) and (pointer: fine)').matches;
  return h(
    'div',
    { class: 'app' },
    h(Header, { words, name, close }),
    h(
      'main',
      { class: 'invitation' },
      h('p', { class: 'bubble business', dir: 'auto' }, greeting || words.greetingButton),
      h(OpenApp, { words, href: document.body.dataset.link ?? '' }),
      hasMouse &&
        h(
          'figure',
          null,
          h('img', { src: `./${widget}/qr.svg`, alt: words.qr, width: 168, height: 168 }),
          h('figcaption', null, words.scan),
        ),
    ),
  );
}
