import { type ComponentChild, h } from 'preact';
import { icon } from '../icons.ts';
import type { Words } from '../words.ts';
import { partsOf, safeUrl } from './links.ts';
import type { Choice, Message } from './message.ts';
import type { Pending } from './outbox.ts';
import { UploadView } from './upload-view.ts';

interface Row {
  words: Words;
  message: Message;
  time: string;
  /** The message before it has another writer. */
  isFirst: boolean;
  /** Null: the choices are over. */
  onChoice: ((choice: Choice) => void) | null;
  /** The uploaded file. */
  load: () => Promise<Blob>;
}

export function MessageView({ words, message, time, isFirst, onChoice, load }: Row): ComponentChild {
  const { from, by, text, file, choices } = message;
  const isOwn = from === 'visitor';
  const writer = isOwn ? words.you : by === 'bot' ? words.assistant : words.team;
  return h(
    'div',
    { class: `row ${isOwn ? 'own' : 'business'}` },
    h('p', { class: isFirst && !isOwn ? 'writer' : 'unseen' }, writer),
    h(
      'div',
      { class: 'bubble', dir: 'auto' },
      file && h(FileView, { words, type: message.type, file, load }),
      text !== null && h(Text, { text }),
    ),
    choices && h(Choices, { choices, onChoice }),
    h('p', { class: 'meta' }, time, isOwn && h(Ticks, { words, status: message.status })),
  );
}

interface PendingRow {
  words: Words;
  item: Pending;
  onRetry: () => void;
}

/** A message that the gateway has not stored yet. */
export function PendingView({ words, item: { text, state }, onRetry }: PendingRow): ComponentChild {
  return h(
    'div',
    { class: 'row own' },
    h('p', { class: 'unseen' }, words.you),
    h('div', { class: 'bubble pending', dir: 'auto' }, h(Text, { text })),
    state === 'failed'
      ? h(
          'p',
          { class: 'meta bad' },
          words.failed,
          h('button', { type: 'button', class: 'plain', onClick: onRetry }, words.retry),
        )
      : h('p', { class: 'meta' }, icon('clock'), state === 'sending' ? words.sending : words.waiting),
  );
}

/** Text of strangers: never HTML. */
function Text({ text }: { text: string }): ComponentChild {
  const rel = 'noopener noreferrer nofollow';
  return partsOf(text).map(({ text: part, href }) =>
    href === undefined ? part : h('a', { href, rel, target: '_blank' }, part),
  );
}

interface FileRow {
  words: Words;
  type: string;
  file: NonNullable<Message['file']>;
  load: Row['load'];
}

function FileView({ words, type, file, load }: FileRow): ComponentChild {
  const name = file.name || (type === 'image' ? words.picture : words.file);
  if (file.url === null) return h(UploadView, { words, type, name, load });
  const href = safeUrl(file.url);
  if (href === null) return h('p', { class: 'file' }, icon('file'), name);
  const link = { href, target: '_blank', rel: 'noopener noreferrer nofollow' };
  return type === 'image'
    ? h('a', { ...link, class: 'picture' }, h('img', { src: href, alt: name, referrerpolicy: 'no-referrer' }))
    : h('a', { ...link, class: 'file' }, icon('file'), name);
}

function Choices({ choices, onChoice }: { choices: Choice[] } & Pick<Row, 'onChoice'>): ComponentChild {
  return h(
    'div',
    { class: 'choices' },
    choices.map((choice) =>
      h(
        'button',
        { type: 'button', key: choice.id, disabled: !onChoice, onClick: () => onChoice?.(choice) },
        choice.title,
        choice.description && h('small', null, choice.description),
      ),
    ),
  );
}

function Ticks({ words, status }: Pick<Message, 'status'> & { words: Words }): ComponentChild {
  const state = status ?? 'sent';
  return h(
    'span',
    { class: `ticks ${state}` },
    icon(state === 'sent' ? 'tick' : 'ticks'),
    h('span', { class: 'unseen' }, words[state]),
  );
}
