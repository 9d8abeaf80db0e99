import { h, render } from 'preact';
import { ButtonView } from './button-view.ts';
import { colorOf, inkOn } from './color.ts';
import { readConfig } from './config.ts';
import { connectEmbedder } from './embedder.ts';

const config = readConfig();
const { style } = document.documentElement;
const color = colorOf(config.color);
style.setProperty('--accent', color);
style.setProperty('--on-accent', inkOn(color));

const embedder = connectEmbedder(config.embedder, {
  // A frame that was hidden takes the focus after it is drawn.
  open: () => requestAnimationFrame(() => document.querySelector<HTMLElement>('a, textarea')?.focus()),
  close: () => {},
  identify: () => {},
});
const close = config.embedder === null ? null : embedder.close;
addEventListener('keydown', ({ key }) => key === 'Escape' && close?.());
const root = document.querySelector('#root');
if (root) render(h(ButtonView, { config, close }), root);
