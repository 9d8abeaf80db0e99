const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(`^\\s*${TOKEN}/${TOKEN}\\s*(;|$)`);
const JSON_TYPE = /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i;

export function isMediaType(header: string): boolean {
  return header === 'application/json' || MEDIA_TYPE.test(header);
}

/** Includes types with the suffix `+json`. */
export function isJsonType(header: string | undefined): boolean {
  return header === 'application/json' || (header !== undefined && JSON_TYPE.test(header));
}
