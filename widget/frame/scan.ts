import { type ComponentChild, h } from 'preact';
import type { Words } from './words.ts';

/** A QR code for the phone, where the messaging app is on another device. */
export function Scan({ words, src }: { words: Words; src: string }): ComponentChild {
  const hasMouse = matchMedia('(hover: hover) and (pointer: fine)').matches;
  if (!hasMouse) return null;
  return h(
    'figure',
    null,
    h('img', { src, alt: words.qr, width: 168, height: 168 }),
    h('figcaption', null, words.scan),
  );
}
