import { type ComponentChild, h } from 'preact';
import type { Config } from './config.ts';
import { Header } from './header.ts';
import { OpenApp } from './open-app.ts';
import { Scan } from './scan.ts';

/** A link to the messaging app, and a QR code where the app is on another device. */
export function ButtonView({
  config,
  close,
}: {
  config: Config;
  close: (() => void) | null;
}): ComponentChild {
  const { words, name, greeting, widget } = config;
  return h(
    'div',
    { class: 'app' },
    h(Header, { words, name, close }),
    h(
      'main',
      { class: 'invitation' },
      h('p', { class: 'bubble business', dir: 'auto' }, greeting || words.greetingButton),
      h(OpenApp, { words, href: document.body.dataset.link ?? '' }),
      h(Scan, { words, src: `./${widget}/qr.svg` }),
    ),
  );
}
