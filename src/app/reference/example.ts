import type { Schema, Schemas } from './open-api.ts';

/** Undefined if a required part has no example; optional fields without an example are omitted. */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.replace('#/components/schemas/', '')];
    return named === undefined ? undefined : exampleOf(named, schemas);
  }
  if (schema.examples) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if ('const' in schema) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum?.length === 1) return schema.enum[0];
  const either = schema.anyOf ?? schema.oneOf;
  if (either)
    return either
      .map((part) => exampleOf(part, schemas))
      .find((value) => value !== undefined && value !== null);
  if (schema.type === 'array') return arrayExample(schema, schemas);
  if (schema.type === 'object') return objectExample(schema, schemas);
  return undefined;
}

function arrayExample(schema: Schema, schemas: Schemas): unknown {
  const item = schema.items ? exampleOf(schema.items, schemas) : undefined;
  return item === undefined ? undefined : [item];
}

function objectExample(schema: Schema, schemas: Schemas): unknown {
  const required = new Set(schema.required);
  const parts = Object.entries(schema.properties ?? {}).filter(
    ([name, part]) => required.has(name) || part.examples || part.default !== undefined,
  );
  const entries = parts.map(([name, part]) => [name, exampleOf(part, schemas)] as const);
  if (entries.some(([name, value]) => value === undefined && required.has(name))) return undefined;
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
