import { z } from 'zod';

export type KnownFields = ReadonlyMap<string, KnownFields | null>;

interface Shape {
  $ref?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  $defs?: Record<string, Shape>;
}

const NONE: KnownFields = new Map();
/** A conversion takes a millisecond. */
const CONVERTED = new WeakMap<z.ZodType, KnownFields>();

/** None without a schema. A union has those of each member. */
export function knownFieldsOf(schema: z.ZodType | undefined): KnownFields {
  if (!schema) return NONE;
  const known = CONVERTED.get(schema) ?? convert(schema);
  CONVERTED.set(schema, known);
  return known;
}

function convert(schema: z.ZodType): KnownFields {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  return fieldsOf(root, root) ?? NONE;
}

function fieldsOf(shape: Shape, root: Shape): KnownFields | null {
  if (shape.$ref !== undefined) return fieldsOf(definition(shape.$ref, root), root);
  const members = [shape.items, ...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  const inherited = members.flatMap((member) => (member && fieldsOf(member, root)) ?? []);
  const own = Object.entries(shape.properties ?? {}).map(
    ([name, value]) => [name, fieldsOf(value, root)] as const,
  );
  const fields = new Map<string, KnownFields | null>();
  for (const [name, known] of [...inherited.flatMap((map) => [...map]), ...own]) {
    fields.set(name, merged(fields.get(name) ?? null, known));
  }
  return fields.size === 0 ? null : fields;
}

function definition(ref: string, { $defs = {} }: Shape): Shape {
  return $defs[ref.replace('#/$defs/', '')] ?? {};
}

function merged(one: KnownFields | null, other: KnownFields | null): KnownFields | null {
  return one && other ? new Map([...one, ...other]) : (one ?? other);
}

export interface Search {
  max: number;
  isWanted(name: string, value: unknown): boolean;
}

/** Paths; null without any. Costs no memory then. */
export function findUnknownFields(body: object, known: KnownFields, search: Search): string[] | null {
  const { max, isWanted } = search;
  let found: string[] | null = null;
  for (const name in body) {
    const inner = known.get(name);
    if (inner === null) continue;
    const value: unknown = Reflect.get(body, name);
    if (inner === undefined && !isWanted(name, value)) continue;
    const more = inner === undefined ? [name] : findInside(value, inner, search, name);
    if (more !== null) found = found === null ? more : found.concat(more);
    if (found !== null && found.length >= max) return found.slice(0, max);
  }
  return found;
}

function findInside(value: unknown, known: KnownFields, search: Search, path: string): string[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const inside = Array.isArray(value)
    ? findInItems(value, known, search)
    : findUnknownFields(value, known, search);
  return inside?.map((name) => `${path}.${name}`) ?? null;
}

function findInItems(items: readonly unknown[], known: KnownFields, search: Search): string[] | null {
  for (const [index, item] of items.entries()) {
    const found = findInside(item, known, search, String(index));
    if (found !== null) return found;
  }
  return null;
}
