import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { issueText } from '../../src/platform/lib/check-fields.ts';

/** The used parts of JSON Schema. */
interface Shape {
  $ref?: string;
  $defs?: Record<string, Shape>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

const ROOT = join(import.meta.dirname, '../..');
const STRANGE = [
  ...[undefined, null, '', ' ', 'x', 'no such thing', '\0', 'a\nb', '.', '{{', '{{nama}}', '*', '1', '-'],
  ...[
    'ftp://a.b',
    'https://u:p@a.b/',
    'https://a.b/c?d#e',
    'https://[::1]',
    'http://*',
    '081',
    '2026-99-99',
    '1'.repeat(40),
  ],
  ...[true, 0, -1, 0.5, 1e9, [], [''], ['x', 'x'], {}, [{}, {}]],
];
const MAX_DEPTH = 4;

/** Each message with which a schema of the API refuses a broken value. */
export async function messagesOfSchemas(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const file of glob('src/**/{schema,*-schema}.ts', { cwd: ROOT })) {
    const schemas = Object.values((await import(join(ROOT, file))) as object);
    for (const schema of schemas) if (schema instanceof z.ZodType) collect(schema, found);
  }
  return found;
}

function collect(schema: z.ZodType, found: Set<string>): void {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape; // zod declares more types
  for (const value of brokenValues(root, root)) {
    const parsed = schema.safeParse(value, { error: issueText });
    for (const issue of parsed.error?.issues ?? []) addMessages(issue, found);
  }
}

function addMessages(issue: z.core.$ZodIssue, found: Set<string>): void {
  if (issue.code === 'invalid_union') for (const each of issue.errors.flat()) addMessages(each, found);
  found.add(issue.code === 'unrecognized_keys' ? 'is not known' : issue.message);
}

/** Wrong values of each part of the shape, and values beyond each of its bounds. */
function brokenValues(given: Shape, root: Shape, depth = 0): unknown[] {
  if (depth > MAX_DEPTH) return [];
  const shape = resolved(given, root);
  const inner = (each: Shape) => brokenValues(each, root, depth + 1);
  const members = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  const values = [...STRANGE, ...beyondBounds(shape), ...members.flatMap(inner)];
  if (shape.items) values.push(...inner(shape.items).map((item) => [item]));
  return [...values, ...brokenObjects(shape, root, inner)];
}

/** Each has something wrong in all fields at once: a schema names them all. */
function brokenObjects(
  { properties = {} }: Shape,
  root: Shape,
  inner: (shape: Shape) => unknown[],
): unknown[] {
  const fields = Object.entries(properties).map(([name, property]) => {
    const [choice] = choicesOf(property, root);
    return [name, choice === undefined ? inner(property) : [choice]] as const;
  });
  const count = Math.max(0, ...fields.map(([, values]) => values.length));
  return Array.from({ length: count }, (_, n) =>
    Object.fromEntries(fields.map(([name, values]) => [name, values[n % values.length]])),
  );
}

function beyondBounds({ minLength = 0, maxLength, minimum, maximum, maxItems = 1_000 }: Shape): unknown[] {
  return [
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minLength > 1 ? ['x'.repeat(minLength - 1)] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxItems > 1_000 ? [] : [Array.from({ length: maxItems + 1 }, (_, n) => `x${n}`)]),
  ];
}

/** A union chooses by such a field, so it stays right. */
function choicesOf(property: Shape, root: Shape): unknown[] {
  const { const: only, enum: choices = [] } = resolved(property, root);
  return only === undefined ? choices : [only];
}

function resolved(shape: Shape, root: Shape): Shape {
  const name = shape.$ref?.replace('#/$defs/', '');
  return name === undefined ? shape : (root.$defs?.[name] ?? {});
}
