const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(`^\\s*${TOKEN}/${TOKEN}\\s*(;|$)`);
const JSON_TYPE = /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i;

/** Whether a Content-Type header reads as type/subtype at all. */
export function isMediaType(header: string): boolean {
  return header === 'application/json' || MEDIA_TYPE.test(header);
}

/** application/json and its relatives (application/problem+json), with any parameters. */
export function isJsonType(header: string | undefined): boolean {
  return header === 'application/json' || (header !== undefined && JSON_TYPE.test(header));
}
