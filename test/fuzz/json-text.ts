/**
 * JSON as text. Unlike a JavaScript value it can repeat a key, contain `1e400` or an unpaired surrogate, and
 * refer to unknown ids.
 */
export type Json =
  | { kind: 'text'; text: string }
  | { kind: 'id'; id: IdOf }
  | { kind: 'list'; items: readonly Json[] }
  | { kind: 'object'; entries: readonly (readonly [name: string, value: Json])[] };

/** An id of a collection (`devices`), chosen when the request is sent. */
export interface IdOf {
  collection: string;
  whose: 'own' | 'foreign' | 'gone';
  pick: number;
}

export type LookUp = (id: IdOf) => string | number;

/** A JSON token, written unchanged. */
export function token(text: string): Json {
  return { kind: 'text', text };
}

/** A JavaScript value as JSON. */
export function plain(value: unknown): Json {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(plain) };
  if (typeof value === 'object' && value !== null) {
    return { kind: 'object', entries: Object.entries(value).map(([name, member]) => [name, plain(member)]) };
  }
  return token(JSON.stringify(value) ?? 'null');
}

/** Writes the JSON text with all ids. */
export function writeJson(json: Json, lookUp: LookUp): string {
  switch (json.kind) {
    case 'text':
      return json.text;
    case 'id':
      return JSON.stringify(lookUp(json.id));
    case 'list':
      return `[${json.items.map((item) => writeJson(item, lookUp)).join(',')}]`;
    case 'object': {
      const members = json.entries.map(
        ([name, value]) => `${JSON.stringify(name)}:${writeJson(value, lookUp)}`,
      );
      return `{${members.join(',')}}`;
    }
    default:
      return json satisfies never;
  }
}

/** All ids outside lists. In a list, a foreign id matches nothing. */
export function idsIn(json: Json): IdOf[] {
  if (json.kind === 'id') return [json.id];
  return json.kind === 'object' ? json.entries.flatMap(([, value]) => idsIn(value)) : [];
}
