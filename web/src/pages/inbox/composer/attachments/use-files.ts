import type { Schema } from '../../../../api/schemas.ts';
import { useMe } from '../../../../session/session.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { notify } from '../../../../ui/toast.tsx';
import { addFiles, addStored, MAX_FILES, type Place } from './attachments.ts';

type Conversation = Schema<'Conversation'>;

/** Takes chosen, dropped and pasted files into the reply, where the conversation takes files. */
export function useFiles(conversation: Conversation) {
  const t = useTexts('chat.files');
  const take = useRoom(conversation);
  return (files: readonly File[], isVoice = false): void => {
    if (!conversation.takes_free_text) notify(t('templateOnly'));
    else take((place) => addFiles(place, files, isVoice) === 0);
  };
}

/** Takes the file of a canned reply into the reply. */
export function useStoredFile(conversation: Conversation) {
  const take = useRoom(conversation);
  return (file: Schema<'UploadedMedia'>): void => take((place) => addStored(place, file));
}

/** Says why a reply does not take all files. */
function useRoom(conversation: Conversation) {
  const t = useTexts('chat.files');
  const place = { userId: useMe().id, id: conversation.id };
  return (add: (place: Place) => boolean): void => {
    if (!add(place)) notify(t('tooMany', { max: MAX_FILES }));
  };
}
