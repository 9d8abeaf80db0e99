import { type ComponentChild, h } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Config } from '../config.ts';
import { Header } from '../header.ts';
import { icon } from '../icons.ts';
import { OpenApp } from '../open-app.ts';
import type { Words } from '../words.ts';
import { Composer } from './composer.ts';
import { ContinueView } from './continue-view.ts';
import { Log } from './log.ts';
import type { Chat } from './model.ts';
import { OfflineForm } from './offline-form.ts';

interface Props {
  config: Config;
  chat: Chat;
  /** Null: no page around the frame. */
  close: (() => void) | null;
  onUnread(count: number): void;
}

/** The live chat. */
export function ChatView({ config, chat, close, onUnread }: Props): ComponentChild {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    chat.watch(() => {
      redraw(0);
      onUnread(chat.unread);
    });
    redraw(0);
  }, []);
  const { words, name } = config;
  const move =
    chat.barrier === null &&
    !isMoving &&
    h(
      'button',
      {
        ...({
          type: 'button',
          class: 'round',
          'aria-label': words.appInstead,
          title: words.appInstead,
        } as const),
        onClick: () => setMoving(true),
      },
      icon('phone'),
    );
  return h(
    'div',
    { class: 'app' },
    h(Header, { words, name, close, status: statusOf(words, chat), children: move }),
    isMoving && chat.barrier === null
      ? h(ContinueView, { words, client: chat.client, back: () => setMoving(false) })
      : h(Talk, { config, chat }),
  );
}

function Talk({ config, chat }: { config: Config; chat: Chat }): ComponentChild {
  const { words } = config;
  const draft = useRef('');
  if (chat.barrier !== null) return h(BarrierView, { words, chat });
  return h(
    'main',
    { class: 'talk' },
    h(Log, { config, chat }),
    h('p', { class: 'notice', role: 'status' }, noticeOf(words, chat)),
    isAway(chat) && !chat.hasWritten
      ? h(OfflineForm, { words, chat, draft: draft.current })
      : h(Composer, {
          words,
          draft: draft.current,
          onSend: (text: string) => chat.write({ text }),
          onDraft: (text: string) => {
            draft.current = text;
          },
        }),
  );
}

const isAway = ({ scene }: Chat): boolean => scene?.is_open === false;

function BarrierView({ words, chat }: { words: Words; chat: Chat }): ComponentChild {
  const text = chat.barrier === 'sign-in' ? words.signIn : words.unavailable;
  return h(
    'main',
    { class: 'invitation' },
    h('p', { role: 'alert' }, text),
    h('button', { type: 'button', class: 'plain', onClick: () => chat.retry() }, words.retry),
    h(OpenApp, { words, href: document.body.dataset.link ?? '' }),
  );
}

function noticeOf(words: Words, chat: Chat): string {
  if (!chat.isConnected) return words.offline;
  if (chat.hasLeftQuestion) return words.formThanks;
  return isAway(chat) && chat.hasWritten ? words.awayAsk : '';
}

function statusOf(words: Words, { scene, barrier }: Chat): string | undefined {
  if (barrier !== null) return undefined;
  if (!scene) return words.loading;
  if (scene.answering === 'person') return words.personAnswers;
  if (!scene.is_open) return words.away;
  if (scene.answering === 'waiting') return words.waits;
  return scene.answering === 'bot' ? words.botAnswers : words.open;
}
