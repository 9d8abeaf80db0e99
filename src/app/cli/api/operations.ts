import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLONE } from '../../../platform/lib/command-name.ts';
import { nearestName } from '../../../platform/lib/nearest-name.ts';
import {
  type Content,
  type Operation as Described,
  type Document,
  METHODS,
  type Schema,
} from '../../reference/open-api.ts';

export interface Operation {
  /** Such as `GET /v1/messages/{id}`. */
  name: string;
  method: string;
  path: string;
  group: string;
  summary: string;
  description: string;
  fields: readonly Field[];
  body: string | null;
  /** Null: no list, or rows with any fields. */
  columns: readonly Column[] | null;
}

export interface Field {
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  isRequired: boolean;
  description: string;
  schema: Schema;
  example: unknown;
}

export interface Column {
  name: string;
  /** Long in a cell. */
  isNested: boolean;
}

/** A stream never ends. */
const ENDLESS = 'text/event-stream';

/** What keys may call: commands need no routes for help. */
export function readOperations(): Operation[] {
  const file = readFileSync(join(CLONE, 'docs/openapi.json'), 'utf8');
  const document: Document = JSON.parse(file);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method];
      if (!described || !path.startsWith('/v1/') || isEndless(described)) return [];
      return [operationOf(document, { path, method: method.toUpperCase(), described })];
    }),
  );
}

const isEndless = ({ responses }: Described) =>
  Object.values(responses).some(({ content }) => content && ENDLESS in content);

function operationOf(
  document: Document,
  { path, method, described }: { path: string; method: string; described: Described },
): Operation {
  const { tags: [group = ''] = [], summary = '', description = '', requestBody, responses } = described;
  const [body = null] = Object.keys(requestBody?.content ?? {});
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return {
    name: `${method} ${path}`,
    method,
    path,
    group,
    summary,
    description,
    body,
    fields: [...parametersOf(described), ...bodyFields(document, requestBody?.content ?? {})].map(
      (field) => ({
        ...field,
        schema: resolve(document, field.schema),
      }),
    ),
    columns: columnsOf(document, answer?.content?.['application/json']?.schema),
  };
}

function parametersOf({ parameters = [] }: Described): Field[] {
  return parameters.map(({ name, in: place, required, description = '', schema, example }) => ({
    // A command makes a new Idempotency-Key.
    name,
    isRequired: required && place !== 'header',
    description,
    schema,
    example,
    // The document has no cookies.
    in: place as Field['in'],
  }));
}

function bodyFields(document: Document, content: Content): Field[] {
  const [media] = Object.values(content);
  const example = Object(media?.example ?? Object.values(media?.examples ?? {})[0]?.value);
  const { properties, required } = objectOf(document, media?.schema);
  return [...properties].map(([name, schema]) => ({
    name,
    in: 'body' as const,
    isRequired: required.has(name),
    schema,
    description: schema.description ?? '',
    example: example[name],
  }));
}

function columnsOf(document: Document, schema: Schema | undefined): Column[] | null {
  const { data } = Object.fromEntries(objectOf(document, schema).properties);
  const { properties } = objectOf(document, data && resolve(document, data).items);
  if (properties.size === 0) return null;
  return [...properties].map(([name, each]) => ({
    name,
    isNested: ['object', 'array'].some((kind) => kindsOf(resolve(document, each)).has(kind)),
  }));
}

interface ObjectFields {
  properties: Map<string, Schema>;
  required: Set<string>;
}

/** A choice of objects has the fields of all of them. Required is what each requires. */
function objectOf(document: Document, schema: Schema | undefined): ObjectFields {
  if (!schema) return { properties: new Map(), required: new Set() };
  const { properties: own = {}, required: needed = [], anyOf = [] } = resolve(document, schema);
  const choices = anyOf.map((each) => objectOf(document, each));
  const names = new Set([
    ...Object.keys(own),
    ...choices.flatMap(({ properties }) => [...properties.keys()]),
  ]);
  const properties = [...names].map((name): [string, Schema] => {
    const variants = [own[name] ?? [], ...choices.map((each) => each.properties.get(name) ?? [])].flat();
    return [name, joined(variants.map((each) => resolve(document, each)))];
  });
  const common = [...names].filter(
    (name) => choices.length > 0 && choices.every((each) => each.required.has(name)),
  );
  return { properties: new Map(properties), required: new Set([...needed, ...common]) };
}

function joined(variants: readonly Schema[]): Schema {
  const [first = {}, ...others] = variants.toSorted(
    (a, b) => Number(a.type === 'null') - Number(b.type === 'null'),
  );
  if (others.length === 0) return first;
  const { description } = first;
  return { ...(description !== undefined && { description }), anyOf: [first, ...others] };
}

/** Replaces references in choices and items. */
function resolve(document: Document, schema: Schema): Schema {
  const { $ref, ...own } = schema;
  const found =
    $ref === undefined ? own : { ...document.components.schemas[$ref.split('/').at(-1) ?? ''], ...own };
  const choices = (found.anyOf ?? found.oneOf)?.map((each) => resolve(document, each));
  const items = found.items && resolve(document, found.items);
  return { ...found, ...(choices && { anyOf: choices }), ...(items && { items }) };
}

export function kindsOf({ type, anyOf = [], enum: values = [], const: value }: Schema): Set<string> {
  const kinds = [type ?? [], ...anyOf.map((each) => [...kindsOf(each)])].flat();
  const known = value === undefined ? values : [value];
  return new Set(kinds.length > 0 ? kinds : known.map((each) => typeof each));
}

/** Values of a closed list. */
export function valuesOf({ enum: values, const: value, anyOf = [], items, type }: Schema): string[] {
  if (values) return values.filter((each) => each !== null).map(String);
  if (value !== undefined) return [String(value)];
  if (type === 'boolean') return ['true', 'false'];
  return [...new Set([...anyOf, ...(items ? [items] : [])].flatMap(valuesOf))];
}

/** In name, summary or group. */
export function operationsWith(operations: readonly Operation[], word: string): Operation[] {
  const wanted = word.toLowerCase();
  return operations.filter(({ name, summary, group }) =>
    [name, summary, group].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** By its name, or by an address with ids (`values`). */
export function findOperation(operations: readonly Operation[], name: string) {
  const exact = operations.find((each) => each.name === name);
  if (exact) return { operation: exact, values: {} };
  const segments = name.split('/');
  for (const operation of operations) {
    const parts = operation.name.split('/');
    const isSame = parts.length === segments.length;
    const fits = isSame && parts.every((part, n) => part.startsWith('{') || part === segments[n]);
    if (!fits) continue;
    const values = parts.flatMap((part, n) =>
      part.startsWith('{') ? [[part.slice(1, -1), segments[n]]] : [],
    );
    return { operation, values: Object.fromEntries(values) as Record<string, string> };
  }
  return null;
}

/** Paths differ in the middle, so the same end counts more than the same letters. */
export function nearestOperation(operations: readonly Operation[], wrong: string): string | null {
  const [method = '', end = ''] = [wrong.split(' ')[0], wrong.split('/').at(-1)];
  const sameEnd = operations.filter((each) => end !== '' && each.path.endsWith(`/${end}`));
  const best = sameEnd.find((each) => each.method === method) ?? sameEnd[0];
  return (
    best?.name ??
    nearestName(
      wrong,
      operations.map(({ name }) => name),
    )
  );
}
