import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { MAX_CAPTION } from '../../../../files/caption.ts';
import { nameOf } from '../../../../people/name.ts';
import { useMe } from '../../../../session/session.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { useOnce } from '../../../../ui/use-once.ts';
import { FILE_TYPES } from '../../composer/outbox.ts';
import { type NewReply, sendReplies } from '../../composer/send.ts';
import { bodyOf, ownTextOf } from '../../own-text.ts';
import { usePlaces } from '../../places.ts';
import type { Message } from '../history.ts';

const MAX_CHATS = 20;
const MIN_WORDS = 2;

/** The same content for another chat. Null: it cannot be sent again. */
export function forwardOf(message: Message): (() => Promise<NewReply>) | null {
  const { media, media_url, type, id } = message;
  const body = bodyOf(message);
  const words = ownTextOf(message)?.slice(0, MAX_CAPTION);
  const caption = words ? { body: words } : {};
  const file = FILE_TYPES.find((each) => each === type);
  if (media && id !== null) return async () => storedReply(await copy(id), caption);
  if (file && media_url !== null) return async () => ({ reply: { type: file, media_url, ...caption } });
  return body ? async () => ({ reply: { type: 'text', body } }) : null;
}

/** The gateway copies the file: the browser does not load it. */
const copy = (id: number) => call('POST /messages/{id}/media/copy', { id });

function storedReply(media: Schema<'UploadedMedia'>, caption: { body?: string }): NewReply {
  const { type, id: media_id, mimetype } = media;
  const voice = mimetype === VOICE_TYPE && ({ voice: true } as const);
  return { reply: { type, media_id, ...caption, ...voice }, media };
}

const VOICE_TYPE = 'audio/ogg; codecs=opus';

const chatsQuery = (q: string) => ({
  queryKey: ['inbox', 'forward', q] as const,
  queryFn: () => call('GET /conversations', { query: { q, limit: MAX_CHATS } }),
  placeholderData: keepPreviousData,
});

interface Props {
  /** The conversation of the message. */
  from: string;
  content: () => Promise<NewReply>;
  onClose: () => void;
}

/** Sends a message on to a chat, after a second press, and opens it. */
export function ForwardDialog({ from, content, onClose }: Props) {
  const [t, ui] = [useTexts('chat.acts'), useTexts('common.ui')];
  const me = useMe();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Schema<'Conversation'>>();
  const chats = useQuery(chatsQuery(words.trim().length < MIN_WORDS ? '' : words.trim()));
  const forward = useOnce({
    mutationFn: async ({ id }: Schema<'Conversation'>) => {
      void sendReplies(id, [await content()], me.name);
      onClose();
      void navigate({
        to: '/inbox/$conversationId',
        params: { conversationId: id },
        search: { view: 'all' },
      });
    },
  });
  const send = () => chosen && forward.mutate(chosen);
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" disabled={!chosen} busy={forward.isPending} onClick={send}>
        {chosen ? t('forwardToNamed', { name: nameOf(chosen) }) : t('forward')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} width="small" title={t('forwardTo')} footer={footer}>
      <Input
        type="search"
        aria-label={t('findChat')}
        placeholder={t('findChat')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Loaded query={chats}>
        {({ data }) => (
          <Chats chats={data.filter(({ id }) => id !== from)} chosen={chosen} onChoose={setChosen} />
        )}
      </Loaded>
      <ProblemLine problem={forward.error} />
    </Dialog>
  );
}

interface ChatsProps {
  chats: readonly Schema<'Conversation'>[];
  chosen: Schema<'Conversation'> | undefined;
  onChoose: (chat: Schema<'Conversation'>) => void;
}

const LOOK =
  'flex w-full items-center gap-2 rounded-md px-2 py-2 text-left hover:bg-hover aria-pressed:bg-active';

function Chats({ chats, chosen, onChoose }: ChatsProps) {
  const t = useTexts('chat.acts');
  const placeOf = usePlaces();
  if (chats.length === 0) return <p className="py-4 text-center text-soft">{t('noChat')}</p>;
  return (
    <ul className="grid max-h-80 overflow-y-auto">
      {chats.map((chat) => (
        <li key={chat.id}>
          <button
            type="button"
            aria-pressed={chat.id === chosen?.id}
            onClick={() => onChoose(chat)}
            className={LOOK}
          >
            <Avatar name={nameOf(chat)} />
            <span className="grid min-w-0">
              <bdi className="truncate">{nameOf(chat)}</bdi>
              <bdi className="truncate text-xs text-soft">{placeOf(chat.device_uuid)}</bdi>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
