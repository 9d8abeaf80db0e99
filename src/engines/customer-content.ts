/** The body of a message without readable text. */
export const UNSUPPORTED_BODY = '[unsupported message]';

export function placeText(place: {
  latitude: number;
  longitude: number;
  captions: readonly (string | null | undefined)[];
}): string {
  const link = `https://maps.google.com/?q=${place.latitude},${place.longitude}`;
  return [...place.captions, link].filter(Boolean).join('\n');
}

/** Longer excerpts of quoted messages are cut. */
export const MAX_EXCERPT = 200;
