import fc from 'fast-check';

/** One change of a part of a JSON value. */
export interface Mutation {
  /** Which part; counted over all parts. */
  part: number;
  how: (typeof HOWS)[number];
}

const HOWS = [
  ...(['missing', 'null', 'number', 'text', 'list', 'object', 'true', 'listed', 'as_text'] as const),
  ...(['renamed', 'huge', 'many', 'deep', 'empty', 'float'] as const),
] as const;

export const mutations = fc.array(fc.record({ part: fc.nat(9_999), how: fc.constantFrom(...HOWS) }), {
  minLength: 1,
  maxLength: 3,
});

const HUGE = 60_000;
const MANY = 300;
const MAX_LENGTH = 200_000;
/** A body is refused from 32 levels on. */
const DEEP = 12;

type Parent = Record<string, unknown> | unknown[];

/** A changed copy. */
export function mutated(
  value: Record<string, unknown>,
  changes: readonly Mutation[],
): Record<string, unknown> {
  const copy = structuredClone(value);
  for (const { part, how } of changes) {
    const places = placesIn(copy);
    const place = places[part % Math.max(places.length, 1)];
    if (place) change(place, how);
  }
  return copy;
}

interface Place {
  parent: Parent;
  name: string;
}

function placesIn(parent: Parent): Place[] {
  return Object.entries(parent).flatMap(([name, part]) => [
    { parent, name },
    ...(typeof part === 'object' && part !== null ? placesIn(part as Parent) : []), // no other objects in JSON
  ]);
}

function change({ parent, name }: Place, how: Mutation['how']): void {
  const fields = parent as Record<string, unknown>; // a list has its items by number
  const before = fields[name];
  if (how === 'missing' || how === 'renamed') delete fields[name];
  if (how === 'renamed') fields[`${name}_of_tomorrow`] = before;
  if (how === 'missing' || how === 'renamed') return;
  fields[name] = changed(before, how);
}

function changed(before: unknown, how: Exclude<Mutation['how'], 'missing' | 'renamed'>): unknown {
  switch (how) {
    case 'null':
      return null;
    case 'number':
      return 1_749_416_383;
    case 'float':
      return -1.5e300;
    case 'text':
      return 'teks';
    case 'empty':
      return '';
    case 'true':
      return true;
    case 'list':
      return [7, null];
    case 'object':
      return { a: 1, toString: 2, ['__proto__']: { a: 1 } };
    case 'listed':
      return [before];
    case 'as_text':
      return JSON.stringify(before ?? null);
    case 'huge':
      return `${typeof before === 'string' ? before : ''}${'x\u0000\n '.repeat(HUGE / 4)}`;
    case 'many':
      return Array.from({ length: manyOf(before) }, () => before);
    case 'deep':
      return Array.from({ length: DEEP }).reduce((inner) => ({ inner }), before);
    default:
      return how satisfies never;
  }
}

/** A callback has at most 3 MB. */
const manyOf = (value: unknown) =>
  Math.min(MANY, Math.ceil(MAX_LENGTH / (JSON.stringify(value)?.length ?? 1)));
