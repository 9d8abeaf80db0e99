import type { MessageType } from './engine.ts';

/**
 * What a customer's message is for the service, whatever more kinds the network has: a sticker is an image, and all that is no medium is the text
 * that a person would read. A reaction is no message.
 */
export interface CustomerContent {
  type: Exclude<MessageType, 'button' | 'list'>;
  /** Null for a medium without caption. */
  body: string | null;
}

/** What stands for something that a person has sent and that has no words. */
export const UNSUPPORTED_BODY = '[unsupported message]';

/** A place as a text that leads there. */
export function placeText(place: {
  latitude: number;
  longitude: number;
  captions: readonly (string | null | undefined)[];
}): string {
  const link = `https://maps.google.com/?q=${place.latitude},${place.longitude}`;
  return [...place.captions, link].filter(Boolean).join('\n');
}
