import { useMutation } from '@tanstack/react-query';
import { Paperclip, SendHorizontal, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { SendFromSandboxPhone } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { readBase64 } from '../../../ui/read-base64.ts';
import { notify } from '../../../ui/toast.tsx';
import { type Phone, type PhoneMessage, sendFromPhone } from '../queries.ts';
import { useMessageText } from './message-text.ts';

const MAX_FILE_BYTES = 3 * 1024 * 1024;

interface Props {
  phone: Phone;
  peer: string;
  quoted: PhoneMessage | null;
  onQuote: (message: PhoneMessage | null) => void;
}

type Content = Schema<'SendFromSandboxPhone'>;

/** Writes as the person who holds the phone. What is typed stays until it is sent. */
export function Composer({ phone, peer, quoted, onQuote }: Props) {
  const [t, textOf] = [useTexts('sandbox.screen'), useMessageText()];
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: (content: Content) =>
      sendFromPhone({ number: phone.number, peer }, { ...content, ...(quoted && { quote: quoted.id }) }),
    onSuccess: (_id, { sample }) => {
      // A sample leaves what was typed.
      if (sample === undefined) {
        setText('');
        setFile(null);
      }
      onQuote(null);
    },
  });
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const words = text.trim();
    if (send.isPending || (words === '' && file === null)) return;
    send.mutate(file ? { file: await contentOf(file, words) } : { text: words });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form className="grid gap-2 border-t border-line px-2 py-2" onSubmit={(event) => void submit(event)}>
      {quoted && <Above kind="reply" text={textOf(quoted)} onCancel={() => onQuote(null)} />}
      {file && <Above kind="file" text={file.name} onCancel={() => setFile(null)} />}
      <ProblemLine problem={send.error} />
      <div className="flex items-end gap-1">
        <Attach onFile={setFile} onSample={(sample) => send.mutate({ sample })} />
        <TextArea
          aria-label={t('message')}
          placeholder={file ? t('caption') : t('writeAs', { name: phone.name })}
          maxLength={
            file ? SendFromSandboxPhone['file.caption'].maxLength : SendFromSandboxPhone.text.maxLength
          }
          rows={1}
          className="max-h-32 min-h-9! flex-1 resize-none field-sizing-content"
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton kind="primary" type="submit" label={t('send')} busy={send.isPending}>
          {!send.isPending && <SendHorizontal aria-hidden />}
        </IconButton>
      </div>
    </form>
  );
}

async function contentOf(file: File, caption: string): Promise<NonNullable<Content['file']>> {
  return {
    data: await readBase64(file),
    mimetype: file.type || 'application/octet-stream',
    file_name: file.name.slice(0, SendFromSandboxPhone['file.file_name'].maxLength),
    ...(caption !== '' && { caption }),
  };
}

interface AttachProps {
  onFile: (file: File) => void;
  onSample: (sample: 'picture' | 'document') => void;
}

function Attach({ onFile, onSample }: AttachProps) {
  const t = useTexts('sandbox.screen');
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (file && file.size > MAX_FILE_BYTES) notify(t('fileTooLarge'));
    else if (file) onFile(file);
  };
  return (
    <>
      <Menu align="start" trigger={<IconButton label={t('attach')} icon={Paperclip} />}>
        <MenuItem onSelect={() => input.current?.click()}>{t('chooseFile')}</MenuItem>
        <MenuItem onSelect={() => onSample('picture')}>{t('samplePicture')}</MenuItem>
        <MenuItem onSelect={() => onSample('document')}>{t('sampleDocument')}</MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        aria-label={t('chooseFile')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

interface AboveProps {
  kind: 'reply' | 'file';
  text: string;
  onCancel: () => void;
}

/** What goes with the text. */
function Above({ kind, text, onCancel }: AboveProps) {
  const t = useTexts('sandbox.screen');
  const [label, cancel] =
    kind === 'reply' ? [t('replyTo'), t('cancelReply')] : [t('type_document'), t('removeFile')];
  return (
    <div className="flex items-center gap-2 rounded-md border-l-2 border-accent bg-hover px-2 py-1 text-[13px]">
      <div className="grid min-w-0 flex-1">
        <span className="text-xs font-medium text-accent">{label}</span>
        <bdi className="truncate text-soft">{text}</bdi>
      </div>
      <IconButton small label={cancel} onClick={onCancel} icon={X} />
    </div>
  );
}
