/**
 * JSON as it will be written: unlike a JavaScript value it can repeat a key, hold `1e400` or half a surrogate pair, and point at things
 * whose ids are known only when the request is sent.
 */
export type Json =
  | { kind: 'text'; text: string }
  | { kind: 'id'; id: IdOf }
  | { kind: 'list'; items: readonly Json[] }
  | { kind: 'object'; entries: readonly (readonly [name: string, value: Json])[] };

/** Some id of a collection (`devices`); which one is decided by what exists when the request is sent. */
export interface IdOf {
  collection: string;
  whose: 'own' | 'foreign' | 'gone';
  pick: number;
}

export type LookUp = (id: IdOf) => string | number;

/** A JSON token, taken as it is. */
export function token(text: string): Json {
  return { kind: 'text', text };
}

/** A value that JSON can express, as it is commonly written. */
export function plain(value: unknown): Json {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(plain) };
  if (typeof value === 'object' && value !== null) {
    return { kind: 'object', entries: Object.entries(value).map(([name, member]) => [name, plain(member)]) };
  }
  return token(JSON.stringify(value) ?? 'null');
}

/** Writes the text with every id looked up. */
export function writeJson(json: Json, lookUp: LookUp): string {
  switch (json.kind) {
    case 'text':
      return json.text;
    case 'id':
      return JSON.stringify(lookUp(json.id));
    case 'list':
      return `[${json.items.map((item) => writeJson(item, lookUp)).join(',')}]`;
    case 'object':
      return `{${json.entries.map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value, lookUp)}`).join(',')}}`;
    default:
      return json satisfies never;
  }
}

/** The ids it points at, but for those in lists: there a foreign one just matches nothing. */
export function idsIn(json: Json): IdOf[] {
  if (json.kind === 'id') return [json.id];
  return json.kind === 'object' ? json.entries.flatMap(([, value]) => idsIn(value)) : [];
}
