import { type ComponentChild, h } from 'preact';
import { useState } from 'preact/hooks';
import type { Words } from '../words.ts';
import { MAX_TEXT } from './composer.ts';
import { newId } from './message.ts';
import type { Chat } from './model.ts';

const MAX_NAME = 100;
const MAX_PHONE = 40;

interface Props {
  words: Words;
  chat: Chat;
  /** What the visitor has written before the form came. */
  draft: string;
}

/** Takes a question, a name and a number while the business is closed. */
export function OfflineForm({ words, chat, draft }: Props): ComponentChild {
  // One id for all tries, so that the question is stored once.
  const [id] = useState(newId);
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement); // the listener is on the form
    const [name, phone, text] = ['name', 'phone', 'text'].map((field) => String(fields.get(field)).trim());
    if (!name || !text || !phone || isSending) return;
    if (!/^\d{8,15}$/.test(phone.replace(/[\s().+-]/g, ''))) return setProblem(words.formPhoneWrong);
    setSending(true);
    setProblem('');
    await chat.leaveQuestion({ id, text, contact: { name, phone } }).catch(() => {
      setProblem(words.formFailed);
      setSending(false);
    });
  };
  return h(
    'form',
    { class: 'offline', onSubmit: submit, 'aria-labelledby': 'away' },
    h('h2', { id: 'away' }, words.formTitle),
    h('p', null, words.formLead),
    h(Fields, { words, draft }),
    h('p', { class: 'bad', role: 'alert' }, problem),
    h(
      'button',
      { type: 'submit', class: 'main-action', disabled: isSending },
      isSending ? words.sending : words.formSend,
    ),
  );
}

function Fields({ words, draft }: Pick<Props, 'words' | 'draft'>): ComponentChild {
  const all = { required: true, dir: 'auto' } as const;
  const [name, phone] = [
    { ...all, name: 'name', autocomplete: 'name', maxLength: MAX_NAME },
    {
      ...all,
      name: 'phone',
      type: 'tel',
      autocomplete: 'tel',
      maxLength: MAX_PHONE,
      'aria-describedby': 'hint',
    },
  ];
  return [
    h('label', null, words.formName, h('input', name)),
    h('label', null, words.formPhone, h('input', phone)),
    h('small', { id: 'hint' }, words.formPhoneHint),
    h(
      'label',
      null,
      words.formQuestion,
      h('textarea', { ...all, name: 'text', rows: 3, maxLength: MAX_TEXT, defaultValue: draft }),
    ),
  ];
}
