import type { Schema } from '../../api/schemas.ts';
import type { Translate } from '../../texts/translate.ts';

type Type = Schema<'ListedMessage'>['type'];

/** Those that many accounts have, the frequent ones first. */
export const TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'template',
  'location',
  'contacts',
  'sticker',
  'reaction',
  'button',
  'list',
  'edit',
  'deletion',
] as const;

export function nameOfType(type: Type, t: Translate<'messages.page'>): string {
  const known = TYPES.find((each) => each === type);
  return known ? t(`type_${known}`) : t('type_other');
}
