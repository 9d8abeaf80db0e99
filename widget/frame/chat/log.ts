import { type ComponentChild, h } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Config } from '../config.ts';
import type { Choice, Message } from './message.ts';
import { MessageView, PendingView } from './message-view.ts';
import type { Chat } from './model.ts';

/** In pixels: nearer to an end counts as there. */
const NEAR = 60;
const DAY_MS = 86_400_000;

/** The messages, which stay at their end while the visitor reads there. */
export function Log({ config, chat }: { config: Config; chat: Chat }): ComponentChild {
  const { words, greeting } = config;
  const log = useRef<HTMLDivElement>(null);
  useScroll(log, chat);
  return h(
    'div',
    { class: 'log', role: 'log', 'aria-label': words.messages, tabIndex: 0, ref: log },
    chat.hasEarlier
      ? h(
          'button',
          { type: 'button', class: 'plain earlier', onClick: () => chat.loadEarlier() },
          chat.isLoadingEarlier ? words.loading : words.earlier,
        )
      : h(
          'div',
          { class: 'row business' },
          h('p', { class: 'bubble', dir: 'auto' }, greeting || words.greetingChat),
        ),
    rowsOf(config, chat),
    chat.outbox
      .items()
      .map((item) =>
        h(PendingView, { key: item.id, words, item, onRetry: () => chat.outbox.retry(item.id) }),
      ),
    chat.scene?.typing &&
      h(
        'div',
        { class: 'row business' },
        h(
          'p',
          { class: 'unseen' },
          `${chat.scene.answering === 'person' ? words.team : words.assistant} ${words.typing}`,
        ),
        h('div', { class: 'bubble dots', 'aria-hidden': 'true' }, h('i', null), h('i', null), h('i', null)),
      ),
  );
}

function rowsOf({ words, language }: Config, chat: Chat): ComponentChild[] {
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });
  const { messages } = chat;
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    const at = new Date(message.at);
    const isNewDay = before === undefined || new Date(before.at).toDateString() !== at.toDateString();
    const isLast = index === messages.length - 1 && chat.outbox.items().length === 0;
    const row = h(MessageView, {
      key: message.id,
      words,
      message,
      time: clock.format(at),
      isFirst: isNewDay || before.from !== message.from || before.by !== message.by,
      load: () => chat.client.file(message.id),
      onChoice: isLast ? (choice) => choose(chat, message, choice) : null,
    });
    const name = dayName(at, words) ?? day.format(at);
    return isNewDay ? [h('p', { class: 'day', key: `day ${message.id}` }, name), row] : [row];
  });
}

function choose(chat: Chat, { id: message }: Message, { id, title }: Choice): void {
  chat.write({ text: title, choice: { message, id } });
}

function dayName(at: Date, { today, yesterday }: Config['words']): string | null {
  const now = Date.now();
  if (at.toDateString() === new Date(now).toDateString()) return today;
  return at.toDateString() === new Date(now - DAY_MS).toDateString() ? yesterday : null;
}

/** Follows the end, and keeps the place when earlier messages appear above it. */
function useScroll(log: { current: HTMLDivElement | null }, chat: Chat): void {
  const seen = useRef({ first: '', last: '', height: 0, isNearEnd: true });
  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    const onScroll = () => {
      seen.current.isNearEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      if (box.scrollTop < NEAR && chat.hasEarlier) void chat.loadEarlier();
    };
    // Pictures arrive later, and the window changes its size.
    const follow = () => {
      if (seen.current.isNearEnd) box.scrollTop = box.scrollHeight;
    };
    const sizes = new ResizeObserver(follow);
    sizes.observe(box);
    box.addEventListener('load', follow, true);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    const { first, last, height, isNearEnd } = seen.current;
    const own = chat.outbox.items().at(-1)?.id ?? '';
    const now = { first: chat.messages[0]?.id ?? '', last: `${chat.messages.at(-1)?.id} ${own}` };
    const isEarlier = first !== '' && now.first !== first && now.last === last;
    if (isEarlier) box.scrollTop += box.scrollHeight - height;
    else if (isNearEnd || (own !== '' && now.last !== last)) box.scrollTop = box.scrollHeight;
    Object.assign(seen.current, now, { height: box.scrollHeight });
  });
}
