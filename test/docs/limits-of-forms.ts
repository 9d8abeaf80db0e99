import { type Document, METHODS, type Schema } from '../../src/app/reference/open-api.ts';

const HEAD = '// Written by `npm run docs` from the routes of staff. Do not edit.\n';
const KEPT = ['maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'default'] as const;
const PAGING = new Set(['cursor', 'limit']);

type Limit = Partial<Record<(typeof KEPT)[number] | 'required' | 'nullable', unknown>>;
type Limits = Map<string, Limit>;

/** What requests of the dashboard may hold: one constant for each named body, and for each call with a search. */
export function renderFormLimits(document: Document): string {
  const found = new Map<string, Limits>();
  for (const operation of Object.values(document.paths).flatMap((item) =>
    METHODS.map((verb) => item[verb]),
  )) {
    const body = operation?.requestBody?.content['application/json']?.schema;
    const name = body?.$ref?.split('/').at(-1);
    if (body && name) found.set(name, limitsOf(body, document));
    const query = new Map<string, Limit>();
    for (const { in: place, name, schema } of operation?.parameters ?? [])
      if (place === 'query' && !PAGING.has(name)) addLimits(query, name, schema, false, document);
    if (operation?.operationId && query.size > 0) found.set(operation.operationId, query);
  }
  return [HEAD, ...[...found].map(([name, limits]) => render(name, limits))].join('\n');
}

function limitsOf(body: Schema, document: Document): Limits {
  const limits: Limits = new Map();
  addLimits(limits, '', body, false, document);
  return limits;
}

/** Fields by their path, such as `tags.*` for each entry of `tags`. Of variants, the first that has a field counts. */
function addLimits(found: Limits, path: string, schema: Schema, isListed: boolean, document: Document): void {
  const { variants, isNullable } = variantsOf(schema, document);
  const inner = path === '' ? '' : `${path}.`;
  for (const variant of variants) {
    const limit = limitOf(variant, isListed, isNullable);
    if (path !== '' && !found.has(path) && Object.keys(limit).length > 0) found.set(path, limit);
    for (const [name, property] of Object.entries(variant.properties ?? {}))
      addLimits(found, inner + name, property, variant.required?.includes(name) === true, document);
    if (variant.items) addLimits(found, `${inner}*`, variant.items, false, document);
  }
}

function variantsOf(given: Schema, document: Document): { variants: Schema[]; isNullable: boolean } {
  const name = given.$ref?.split('/').at(-1);
  const { anyOf, oneOf, ...own } = (name && document.components.schemas[name]) || given;
  const isNullable = [own.type].flat().includes('null');
  const parts = (anyOf ?? oneOf)?.map((part) => variantsOf(part, document));
  if (!parts) return { variants: own.type === 'null' ? [] : [own], isNullable };
  return {
    variants: parts.flatMap(({ variants }) => variants.map((variant) => ({ ...own, ...variant }))),
    isNullable: isNullable || parts.some((part) => part.isNullable),
  };
}

function limitOf(schema: Schema, isListed: boolean, isNullable: boolean): Limit {
  const limit: Limit = {};
  for (const key of KEPT) if (schema[key] !== undefined) limit[key] = schema[key];
  if (isNullable) limit.nullable = true;
  else if (isListed ? !takesEmpty(schema) : (schema.minLength ?? 0) > 0) limit.required = true;
  return limit;
}

/** A form always sends its texts, so a field that takes an empty text need not be filled in. */
const takesEmpty = ({ type, minLength = 0, pattern = '' }: Schema) =>
  type === 'string' && minLength === 0 && new RegExp(pattern).test('');

function render(name: string, limits: Limits): string {
  const lines = [...limits].map(([path, limit]) => `  ${keyOf(path)}: ${objectOf(limit)},\n`);
  return `export const ${name} = {\n${lines.join('')}} as const;\n`;
}

const objectOf = (limit: Limit) =>
  `{ ${Object.entries(limit)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(', ')} }`;

const keyOf = (path: string) => (/^\w+$/.test(path) ? path : `'${path}'`);
