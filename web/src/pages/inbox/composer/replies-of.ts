import { MAX_CAPTION } from '../../../files/caption.ts';
import type { StoredFile } from './outbox.ts';
import type { NewReply } from './send.ts';

/** Whether the text of the reply is the caption of its one file. */
export const isCaption = (text: string, files: readonly { kind: string }[]): boolean =>
  files.length === 1 && files[0]?.kind !== 'audio' && text.length <= MAX_CAPTION;

/** One reply for each file, then the text. The text is the caption of a single file that can have one. */
export function repliesOf(text: string, files: readonly StoredFile[]): NewReply[] {
  const captions = isCaption(
    text,
    files.map(({ media }) => ({ kind: media.type })),
  );
  const own = text.trim() === '' || captions ? [] : [{ reply: { type: 'text', body: text } as const }];
  const sent = files.map(({ media, caption, isVoice }) => {
    const body = captions ? text : caption;
    const reply = {
      type: media.type,
      media_id: media.id,
      ...(body.trim() !== '' && { body }),
      ...(isVoice && { voice: true as const }),
    };
    return { reply, media };
  });
  return [...sent, ...own];
}
