import type { Schema } from '../../../../api/schemas.ts';
import { gatewayPath } from '../../../../place.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { ownTextOf } from '../../own-text.ts';
import type { Message } from '../history.ts';

export type File = Schema<'MessageFile'>;

const MAX_CAPTION = 100;

/** The address of a file that can be opened. Null: there is none, or not yet. */
export function urlOf({ media, id }: Message): string | null {
  if (media?.state !== 'stored' || media.url === null || id === null) return null;
  return gatewayPath(media.url);
}

/** Null: a message without a file. */
export const kindOf = ({ media }: Message): File['kind'] | null => media?.kind ?? null;

/** What the viewer shows: pictures and videos. */
export const isViewed = (message: Message): boolean =>
  urlOf(message) !== null &&
  !message.deleted_at &&
  ['image', 'sticker', 'video'].includes(kindOf(message) ?? '');

/** A name for people who do not see the file: its kind, its text or name, and when it was sent. */
export function useFileName(): (message: Message) => string {
  const [t, format] = [useTexts('inbox.page'), useFormat()];
  return (message) => {
    const { media, created_at } = message;
    const words = ownTextOf(message)?.slice(0, MAX_CAPTION) ?? media?.file_name;
    return [t(kindOf(message) ?? 'otherMessage'), words, format.moment(created_at)]
      .filter(Boolean)
      .join(', ');
  };
}
