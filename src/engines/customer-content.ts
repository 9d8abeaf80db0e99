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
