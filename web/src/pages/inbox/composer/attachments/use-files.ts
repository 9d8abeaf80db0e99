import type { Schema } from '../../../../api/schemas.ts';
import { isVisitor } from '../../../../people/name.ts';
import { useMe } from '../../../../session/session.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { notify } from '../../../../ui/toast.tsx';
import { addFiles, MAX_FILES } from './attachments.ts';

type Conversation = Schema<'Conversation'>;

/** A live chat on a web page has text alone. */
export const takesFiles = ({ person }: Conversation) => !isVisitor(person.phone);

/** Takes chosen, dropped and pasted files into the reply, where the conversation takes files. */
export function useFiles(conversation: Conversation) {
  const t = useTexts('chat.files');
  const me = useMe();
  const { id, takes_free_text } = conversation;
  return (files: readonly File[], isVoice = false): void => {
    if (!takesFiles(conversation)) notify(t('notToVisitors'));
    else if (!takes_free_text) notify(t('templateOnly'));
    else if (addFiles({ userId: me.id, id }, files, isVoice) > 0) notify(t('tooMany', { max: MAX_FILES }));
  };
}
