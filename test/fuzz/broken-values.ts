import fc from 'fast-check';
import type { ApiDocument, Schema } from './document.ts';
import { HOSTILE_NAMES, HOSTILE_TOKENS, STRANGERS } from './hostile-values.ts';
import { type Json, plain, token } from './json-text.ts';
import { validValue } from './valid-values.ts';

/** Changes one value. Undefined removes it. */
type Change = (value: Json) => Json | undefined;

/** A value in the body, its path, and its schema if the document has one. */
interface Site {
  path: readonly number[];
  value: Json;
  schema: Schema | undefined;
}

/** A valid body with exactly one broken or unusual value. */
export function brokenValue(
  document: ApiDocument,
  schema: Schema,
  base: fc.Arbitrary<Json>,
): fc.Arbitrary<Json> {
  return fc.record({ base, site: fc.nat(999), change: fc.nat(9999) }).map((chosen) => {
    const sites = sitesOf(document, chosen.base, schema);
    const site = sites[chosen.site % sites.length];
    if (!site) return chosen.base;
    const changes = changesOf(document, site);
    const change = changes[chosen.change % changes.length];
    return change ? replaced(chosen.base, site.path, change) : chosen.base;
  });
}

/** An example body of the document with some random members. */
export function likeExample(
  document: ApiDocument,
  schema: Schema,
  examples: readonly unknown[],
): fc.Arbitrary<Json> {
  return fc.oneof(...examples.map((example) => likeThis(document, schema, example)));
}

function likeThis(document: ApiDocument, schema: Schema, example: unknown): fc.Arbitrary<Json> {
  const { properties = {} } = branchOf(document, schema, example);
  const base = plain(example);
  if (base.kind !== 'object') return fc.constant(base);
  const members = base.entries.map(([name, value]) => {
    const property = properties[name];
    if (!property) return fc.constant([name, value] as const);
    return fc.tuple(fc.boolean(), validValue(document, property, name)).map(([isFresh, fresh]) => {
      const isNeeded = pointsSomewhere(fresh) || name in document.known;
      return [name, isFresh || isNeeded ? fresh : value] as const;
    });
  });
  return fc.tuple(...members).map((entries) => ({ kind: 'object', entries }));
}

/** The alternative of the schema that the example follows. */
function branchOf(document: ApiDocument, given: Schema, example: unknown): Schema {
  const schema = document.resolve(given);
  const branches = schema.oneOf ?? schema.anyOf;
  if (!branches || typeof example !== 'object' || example === null) return schema;
  const fits = ({ properties = {}, required = [] }: Schema) =>
    required.every((name) => name in example) &&
    Object.entries(example).every(([name, value]) => {
      const property = document.resolve(properties[name] ?? {});
      return (property.enum ?? [property.const ?? value]).includes(value);
    });
  return branches.map((branch) => branchOf(document, branch, example)).find(fits) ?? {};
}

/** Ids in examples do not exist, so they are always replaced. */
function pointsSomewhere(value: Json): boolean {
  return value.kind === 'id' || (value.kind === 'list' && value.items.some(pointsSomewhere));
}

function sitesOf(
  document: ApiDocument,
  value: Json,
  given: Schema | undefined,
  path: readonly number[] = [],
): Site[] {
  const schema = given && document.resolve(given);
  const here = { path, value, schema };
  switch (value.kind) {
    case 'object':
      return [
        here,
        ...value.entries.flatMap(([name, member], index) =>
          sitesOf(document, member, memberSchema(document, schema, name), [...path, index]),
        ),
      ];
    case 'list':
      return [
        here,
        ...value.items.flatMap((item, n) => sitesOf(document, item, schema?.items, [...path, n])),
      ];
    default:
      return [here];
  }
}

function memberSchema(document: ApiDocument, schema: Schema | undefined, name: string): Schema | undefined {
  const choices = [...(schema?.anyOf ?? []), ...(schema?.oneOf ?? []), ...(schema?.allOf ?? [])];
  return (
    schema?.properties?.[name] ??
    choices.map((choice) => memberSchema(document, document.resolve(choice), name)).find(Boolean)
  );
}

function changesOf(document: ApiDocument, { value, schema, path }: Site): Change[] {
  const instead =
    (json: Json): Change =>
    () =>
      json;
  const anywhere: Change[] = [
    ...(path.length > 0 ? [() => undefined] : []),
    ...STRANGERS.map(instead),
    ...HOSTILE_TOKENS.map((text) => instead(token(text))),
  ];
  const bySchema = schema ? boundChanges(document, schema) : [];
  // Bounds get half of all changes.
  const repeats = bySchema.length === 0 ? 0 : Math.ceil(anywhere.length / bySchema.length);
  return [...anywhere, ...Array.from({ length: repeats }, () => bySchema).flat(), ...structureChanges(value)];
}

/** Values just beyond each bound of the schema. */
function boundChanges(document: ApiDocument, schema: Schema): Change[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const values: Json[] = [];
  if (maxLength !== undefined) values.push(...['x', '😀'].map((unit) => plain(unit.repeat(maxLength + 1))));
  if (minLength) values.push(plain('x'.repeat(minLength - 1)), plain(' '.repeat(minLength)));
  if (maximum !== undefined) values.push(plain(maximum + 1), plain(maximum + 0.5), plain(String(maximum)));
  if (minimum !== undefined) values.push(plain(minimum - 1), plain(minimum - 0.5));
  for (const option of schema.enum ?? [])
    values.push(plain(`${option}x`), plain(String(option).toUpperCase()));
  const items: Change[] = [];
  if (maxItems !== undefined) items.push((value) => resized(value, maxItems + 1));
  if (minItems) items.push((value) => resized(value, minItems - 1));
  return [
    ...values.map((value) => () => value),
    ...items,
    ...choices.flatMap((choice) => boundChanges(document, document.resolve(choice))),
  ];
}

function structureChanges(value: Json): Change[] {
  if (value.kind === 'list') return [() => resized(value, 0), () => ({ kind: 'list', items: [value] })];
  if (value.kind !== 'object') return [() => ({ kind: 'list', items: [value] })];
  const added = HOSTILE_NAMES.map(
    (name): Change =>
      () => ({
        kind: 'object',
        entries: [...value.entries, [name, token('{"a":1}')]],
      }),
  );
  const twice = value.entries.map(
    ([name, member]): Change =>
      () => ({
        kind: 'object',
        entries: [[name, token('17')], ...value.entries, [name, member]],
      }),
  );
  return [...added, ...twice];
}

function resized(value: Json, length: number): Json {
  if (value.kind !== 'list') return value;
  const filler = value.items[0] ?? plain('x');
  return { kind: 'list', items: Array.from({ length }, (_, n) => value.items[n] ?? filler) };
}

function replaced(value: Json, path: readonly number[], change: Change): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(value) ?? value;
  const within = (member: Json, n: number) => {
    if (n !== step) return member;
    return rest.length === 0 ? change(member) : replaced(member, rest, change);
  };
  if (value.kind === 'list') {
    return { kind: 'list', items: value.items.map(within).filter((item) => item !== undefined) };
  }
  if (value.kind !== 'object') return value;
  const entries = value.entries.flatMap(([name, member], n) => {
    const changed = within(member, n);
    return changed === undefined ? [] : [[name, changed] as const];
  });
  return { kind: 'object', entries };
}
