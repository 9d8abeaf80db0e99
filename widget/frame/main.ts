import { h, render } from 'preact';
import { ButtonView } from './button-view.ts';
import { ChatView } from './chat/chat-view.ts';
import { Chat } from './chat/model.ts';
import { colorOf, inkOn } from './color.ts';
import { onPreview, readConfig } from './config.ts';
import { connectEmbedder } from './embedder.ts';

const config = readConfig();
paint(config.color);

const isAlone = window.parent === window;
const chat = config.mode === 'chat' ? new Chat(config.widget, isAlone) : null;
const embedder = connectEmbedder(config.embedder, {
  open() {
    chat?.show(true);
    // A frame that was hidden takes the focus after it is drawn.
    requestAnimationFrame(takeFocus);
  },
  close: () => chat?.show(false),
  identify: (identity) => chat?.identify(identity),
});
const close = config.embedder === null ? null : embedder.close;
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') close?.();
});

const root = document.querySelector<HTMLElement>('#root');
if (root && chat) render(h(ChatView, { config, chat, close, onUnread: embedder.unread }), root);
else if (root) render(h(ButtonView, { config, close }), root);

onPreview(({ theme, ...changed }) => {
  if (!root) return;
  paint(changed.color);
  document.documentElement.dataset.theme = theme;
  // A look at it: nothing that is pressed there reaches the gateway.
  root.inert = true;
  const preview = { ...config, ...changed };
  const view =
    preview.mode === 'chat'
      ? h(ChatView, { config: preview, chat: previewChat(config.widget), close: null, onUnread() {} })
      : h(ButtonView, { config: preview, close: null });
  render(view, root);
});

function previewChat(widget: string): Chat {
  const shown = chat ?? new Chat(widget, false);
  shown.scene = { answering: null, typing: false, is_open: true };
  return shown;
}

function paint(given: string): void {
  const { style } = document.documentElement;
  const color = colorOf(given);
  style.setProperty('--accent', color);
  style.setProperty('--on-accent', inkOn(color));
}

/** On a phone, a text field would open the keyboard over the chat. */
function takeFocus(): void {
  if (!matchMedia('(pointer: fine)').matches) return;
  document.querySelector<HTMLElement>('textarea, input, main a, main button')?.focus();
}
