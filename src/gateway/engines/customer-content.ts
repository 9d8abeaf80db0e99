import type { ContentDetails } from './content-kinds.ts';
import { textOf } from './content-text.ts';
import type { CustomerContent } from './engine.ts';

/** The body of a message without readable text. */
export const UNSUPPORTED_BODY = '[unsupported message]';

/** Of quoted messages. */
export const MAX_EXCERPT = 200;

export interface Reading {
  /** Missing: text. */
  type?: CustomerContent['type'];
  /** Missing: the text of the details. */
  body?: string | null | undefined;
  details?: ContentDetails;
}

export function contentOf({ type = 'text', body, details = {} }: Reading): CustomerContent {
  const text = body || textOf(details);
  return { type, body: text || (type === 'text' ? UNSUPPORTED_BODY : null) };
}
