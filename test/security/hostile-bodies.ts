import type { Document, Operation, Schema } from '../../src/app/reference/open-api.ts';
import { MAX_DEPTH, MAX_VALUES } from '../../src/platform/lib/http/body-shape.ts';

/** A request body, and what it has too much of. */
export interface HostileBody {
  name: string;
  textOf(bytes: number): string;
}

/** Stands for the hostile value while the rest becomes text. */
const PLACE = '\u0001';
const UNKNOWN_KEY = 'unknown_key';
const ITEMS = ['{}', '[]', '""', '0', 'null', '{"a":{}}', '"\\u0000"'];
const TEXTS = ['a', '1', '1a', ' ', 'a.', '@a', '{a|b}', '%41', '-', '😀', '\\u0000', '\\ud800', 'http://'];

export interface Sample {
  body: Record<string, unknown>;
  /** What the schema says of each field, by its path: fields of one kind are read in one way. */
  fields: Map<string, string>;
}

/** One sample per kind of body that the operation accepts. */
export function samplesOf(document: Document, operation: Operation): Sample[] {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return [];
  return kindsOf(document, schema).map((kind) => ({
    body: sampleOf(document, kind) as Record<string, unknown>,
    fields: new Map(fieldKinds(document, kind, '')),
  }));
}

/** By path. The body itself has unknown keys. */
function fieldKinds(document: Document, given: Schema, path: string): [string, string][] {
  const schema = resolve(document, given);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice && !schema.properties) return fieldKinds(document, choice, path);
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const own = path === '' ? UNKNOWN_KEY : path;
  const parts = Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
    fieldKinds(document, each, below(key)),
  );
  const items = schema.items ? fieldKinds(document, schema.items, below('0')) : [];
  const { type, format, pattern } = schema;
  const ofItems = schema.items ? ` of ${resolve(document, schema.items).type}` : '';
  return [[own, `${type} ${format ?? ''} ${pattern ?? ''}${ofItems}`], ...parts, ...items];
}

/** The sample with a text of this size: as many bytes as a hostile body, and nothing to check. */
export function ordinaryBody(sample: object, bytes: number): string {
  return fill(
    JSON.stringify({ ...sample, unknown_key: PLACE }),
    bytes,
    (size) => `"${'x'.repeat(size - 2)}"`,
  );
}

/**
 * Each field of the sample in turn becomes a list, an object or a text of the largest size, by its kind. A value of
 * another kind is refused in one step.
 */
export function hostileBodies(sample: Record<string, unknown>, has = (_path: string) => true): HostileBody[] {
  const fields: [string[], Making[]][] = [
    [[UNKNOWN_KEY], [...lists(), ...objects(), ...texts()]],
    ...distinct(fieldsIn(sample)).map(({ path, value }): [string[], Making[]] => [path, makingsOf(value)]),
  ];
  const wanted = fields.filter(([path]) => has(placeOf(path)));
  return wanted.flatMap(([path, makings]) => {
    const body = JSON.stringify(withPlace(sample, path));
    return makings.map(({ name, make }) => ({
      name: `${path.join('.')}: ${name}`,
      textOf: (bytes) => fill(body, bytes, make),
    }));
  });
}

/** The items of a list have one schema, so a field of the first item represents the others. */
function distinct(fields: { path: string[]; value: unknown }[]): { path: string[]; value: unknown }[] {
  const places = new Map<string, { path: string[]; value: unknown }>();
  for (const field of fields) {
    const place = placeOf(field.path);
    if (!places.has(place)) places.set(place, field);
  }
  return [...places.values()];
}

const placeOf = (path: readonly string[]) => path.map((key) => (/^\d+$/.test(key) ? '0' : key)).join('.');

function makingsOf(value: unknown): Making[] {
  if (Array.isArray(value)) return lists();
  if (typeof value === 'string') return texts();
  return typeof value === 'object' ? objects() : [];
}

type Making = { name: string; make: (size: number) => string };

function lists(): Making[] {
  const nested = '['.repeat(MAX_DEPTH - 8) + ']'.repeat(MAX_DEPTH - 8);
  return [
    ...ITEMS.map((item) => ({ name: `a list of ${item}`, make: (size: number) => listOf(size, item) })),
    // What the scan of the bytes lets through.
    {
      name: 'a list within the limit of values',
      make: () =>
        `[${Array(MAX_VALUES - 100)
          .fill('{}')
          .join(',')}]`,
    },
    { name: 'texts within the limit of values', make: (size) => longTexts(size, MAX_VALUES - 100) },
    { name: 'deep lists', make: (size) => listOf(size, nested) },
    { name: 'one deep list', make: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2) },
  ];
}

function objects(): Making[] {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join(',')}}`;
  return [
    { name: 'an object of many keys', make: (size) => keys(Math.floor(size / 12)) },
    { name: 'keys within the limit of values', make: () => keys(MAX_VALUES - 100) },
    { name: 'one key many times', make: (size) => `{${'"a":0,'.repeat(size / 6 - 2)}"a":0}` },
  ];
}

const texts = (): Making[] =>
  TEXTS.map((part) => ({
    name: `a text of ${JSON.stringify(part)}`,
    make: (size) => `"${part.repeat(Math.floor((size - 2) / Buffer.byteLength(part)))}"`,
  }));

const listOf = (size: number, item: string) => `[${`${item},`.repeat(size / (item.length + 1) - 1)}${item}]`;

function longTexts(size: number, count: number): string {
  const text = JSON.stringify('x'.repeat(size / count - 4));
  return `[${Array(count).fill(text).join(',')}]`;
}

/** Puts a value at the place, so that the body has at most this size. */
function fill(body: string, bytes: number, make: (size: number) => string): string {
  return body.replace(JSON.stringify(PLACE), () => make(bytes - Buffer.byteLength(body)));
}

function withPlace(sample: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return PLACE;
  if (Array.isArray(sample))
    return sample.map((item, n) => (String(n) === key ? withPlace(item, rest) : item));
  const object = sample as Record<string, unknown>; // a path leads through objects and lists
  return { ...object, [key]: withPlace(object[key], rest) };
}

function fieldsIn(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    { path: [...path, key], value: each },
    ...fieldsIn(each, [...path, key]),
  ]);
}

/** The lists of a request body whose schema has no upper bound. */
export function unboundedLists(document: Document, operation: Operation): string[] {
  const found: string[] = [];
  const visit = (given: Schema, path: string) => {
    const schema = resolve(document, given);
    if (schema.type === 'array' && schema.maxItems === undefined) found.push(path);
    if (schema.items) visit(schema.items, `${path}.0`);
    for (const [key, each] of Object.entries(schema.properties ?? {})) visit(each, `${path}.${key}`);
    for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) visit(each, path);
  };
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema) visit(schema, operation.operationId ?? '');
  return found;
}

function kindsOf(document: Document, given: Schema): Schema[] {
  const schema = resolve(document, given);
  return schema.oneOf?.flatMap((kind) => kindsOf(document, kind)) ?? [schema];
}

function resolve(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema;
}

/** With every property. */
function sampleOf(document: Document, given: Schema): unknown {
  const schema = resolve(document, given);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([key, each]) => [key, sampleOf(document, each)]));
  }
  if (schema.examples?.length) return schema.examples[0];
  if (schema.items) return [sampleOf(document, schema.items)];
  if (choice) return sampleOf(document, choice);
  return schema.type === 'integer' ? 1 : 'Halo';
}
