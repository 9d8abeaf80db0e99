import type { Schema } from '../../api/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import { bodyOf } from './own-text.ts';
import { inboxTexts } from './texts.ts';

type Message = Schema<'ConversationMessage'>;

/** One line that stands for a message, such as in the list. */
export function useMessageText(): (message: Message) => string {
  const t = useTexts(inboxTexts);
  return (message) => {
    if (message.deleted_at) return t('deletedMessage');
    const body = bodyOf(message)?.replace(/\s+/g, ' ').trim();
    if (body) return body;
    if (message.location) return t('location');
    if (message.contacts) return t('contactCard');
    if (message.poll) return message.poll.question;
    const kind = message.media?.kind ?? message.kind ?? message.type;
    if (message.media?.file_name) return message.media.file_name;
    const known = KINDS.find((each) => each === kind);
    return known ? t(known === 'contacts' ? 'contactCard' : known) : t('otherMessage');
  };
}

const KINDS = [
  ...([
    'image',
    'video',
    'audio',
    'document',
    'sticker',
    'template',
    'poll',
    'location',
    'contacts',
  ] as const),
];
