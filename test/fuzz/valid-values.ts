import fc from 'fast-check';
import { type ApiDocument, collectionOf, type Schema } from './document.ts';
import { type Json, plain, token } from './json-text.ts';

/** At this depth a recursive schema ends in its simplest form. */
const MAX_NESTING = 6;
const MAX_ITEMS = 4;
/** Length limit of random texts. Only bound values are longer. */
const MAX_TEXT = 40;

const PHRASES = [
  'Halo Kak, pesanan sudah dikirim.',
  'Promo {hari ini|besok} untuk {nama}',
  'baris satu\nbaris dua\ttab',
  'O\'Reilly -- "kutip" %s $1 #{x}',
  '<script>alert(1)</script> & <b>tebal</b>',
  '../../etc/passwd',
  'مرحبا بك',
  '👩‍👩‍👧‍👦 e\u0301 ﷽ \u202eterbalik',
  '081234567890',
  '+62 (812) 3456-7890',
  'null',
  '0',
  ' di tengah ',
];
const URLS = ['https://example.com/hook', 'http://127.0.0.1:9/x?y=1', 'https://xn--e1afmkfd.example/ü'];

/** Texts without NUL and unpaired surrogates. */
const someText = fc.oneof(
  fc.constantFrom(...PHRASES),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: MAX_TEXT }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: MAX_TEXT }).map((text) => text.replaceAll('\0', ' ')),
);

const someUrl = fc.oneof(fc.constantFrom(...URLS), fc.webUrl({ withQueryParameters: true }));

const somePhone = fc
  .tuple(
    fc.constantFrom('0', '62', '+62 ', '0062', '(021) '),
    fc.integer({ min: 8_000_000, max: 89_999_999_999 }),
  )
  .map(([prefix, number]) => `${prefix}${number}`);

/** Their values are known to an answer or a provider only, so that most requests with them are refused. */
const UNKNOWN = new Set(['cursor', 'quote', 'template', 'up_to']);
/** How often they are absent beside one presence. */
const ABSENT = 3;

/** Undefined at times, and mostly for `UNKNOWN` names. `freq`: how often it is there beside one absence. */
export function optional<T>(name: string, member: fc.Arbitrary<T>, freq = 5): fc.Arbitrary<T | undefined> {
  if (!UNKNOWN.has(name)) return fc.option(member, { nil: undefined, freq });
  return fc.oneof({ weight: ABSENT, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: member });
}

/** Valid values of a schema. The field name can select existing ids. */
export function validValue(document: ApiDocument, given: Schema, name = '', depth = 0): fc.Arbitrary<Json> {
  const schema = document.resolve(given);
  const collection = collectionNamed(document, name);
  if (collection && isScalar(schema) && !isOfProvider(name, schema)) return idOf(collection);
  const known = document.known[name];
  if (known) return fc.constantFrom(...known).map(plain);
  const made = madeFrom(document, schema, name, depth);
  const examples = schema.examples ?? [];
  if (examples.length === 0 || schema.const !== undefined || schema.enum) return made;
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...examples).map(plain) },
    { weight: 3, arbitrary: made },
  );
}

/** Forms of the provider have the name of our flows, and texts as ids. */
const isOfProvider = (name: string, { type }: Schema) => name === 'flow_id' && type === 'string';

/** The collection of a field. `uuid` and `id` have none. */
function collectionNamed(document: ApiDocument, name: string): string | undefined {
  const collection = collectionOf(name);
  return collection !== undefined && document.collections.has(collection) ? collection : undefined;
}

/** Usually an existing id of the account. */
export function idOf(collection: string): fc.Arbitrary<Json> {
  const pick = fc.nat(63);
  const whose = fc.oneof(
    { weight: 30, arbitrary: fc.constant('own' as const) },
    { weight: 1, arbitrary: fc.constant('foreign' as const) },
    { weight: 1, arbitrary: fc.constant('gone' as const) },
  );
  return fc.record({ pick, whose }).map((id) => ({ kind: 'id', id: { collection, ...id } }));
}

function madeFrom(document: ApiDocument, schema: Schema, name: string, depth: number): fc.Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(plain(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum.map(plain));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return fc.oneof(...choices.map((choice) => validValue(document, choice, name, depth + 1)));
  }
  if (schema.allOf) return madeFrom(document, merged(document, schema.allOf), name, depth + 1);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => madeFrom(document, { ...schema, type }, name, depth)));
  }
  switch (schema.type) {
    case 'string':
      return validText(schema, name).map((text) => token(JSON.stringify(text)));
    case 'integer':
    case 'number':
      return validNumber(schema).map(plain);
    case 'boolean':
      return fc.boolean().map(plain);
    case 'null':
      return fc.constant(plain(null));
    case 'array':
      return validList(document, schema, name, depth);
    case 'object':
      return validObject(document, schema, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 }).map(plain);
  }
}

/** By their limits and names: making one from a pattern takes milliseconds, and many fields have the same. */
const texts = new Map<string, fc.Arbitrary<string>>();

function validText(schema: Schema, name: string): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength } = schema;
  const key = JSON.stringify([name, format, pattern, minLength, maxLength]);
  const text = texts.get(key) ?? madeText(schema, name);
  texts.set(key, text);
  return text;
}

function madeText(schema: Schema, name: string): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const regex = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const fits = (text: string) =>
    [...text].length >= minLength && [...text].length <= maxLength && (regex?.test(text) ?? true);
  const natural = format === undefined ? textNamed(name) : textOfFormat(format);
  // A pattern that most texts match (`\S`) keeps normal texts.
  const isCommon = format !== undefined || PHRASES.filter(fits).length > PHRASES.length / 2;
  const made = regex && !isCommon ? fc.stringMatching(regex) : natural;
  const fitting = made.map((text) => fitted(text, minLength, maxLength)).filter(fits);
  if (maxLength === Number.POSITIVE_INFINITY) return fitting;
  const longest = ['x', 'é', '😀'].map((unit) => unit.repeat(maxLength)).filter(fits);
  if (longest.length === 0) return fitting;
  return fc.oneof({ weight: 40, arbitrary: fitting }, { weight: 1, arbitrary: fc.constantFrom(...longest) });
}

/** Texts by field name. */
function textNamed(name: string): fc.Arbitrary<string> {
  if (/url$/.test(name))
    return fc.oneof({ weight: 5, arbitrary: someUrl }, { weight: 1, arbitrary: someText });
  if (/^to$|phone/.test(name))
    return fc.oneof({ weight: 5, arbitrary: somePhone }, { weight: 1, arbitrary: someText });
  return someText;
}

function textOfFormat(format: string): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid();
    case 'uri':
    case 'url':
      return someUrl;
    case 'email':
      return fc.emailAddress();
    case 'date-time':
      return fc
        .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    default:
      return someText;
  }
}

/** Lengths are counted in code points. */
function fitted(text: string, min: number, max: number): string {
  return [...text, ...'x'.repeat(min)]
    .slice(0, Math.max([...text].length, min))
    .slice(0, max)
    .join('');
}

function validNumber(schema: Schema): fc.Arbitrary<number> {
  const isInteger = schema.type === 'integer';
  const step = isInteger ? 1 : Number.EPSILON;
  const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1001) + step;
  const max = schema.maximum ?? (schema.exclusiveMaximum ?? Math.max(min, 0) + 1001) - step;
  const between = isInteger ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  const bounds = [schema.minimum, schema.maximum].filter((bound) => bound !== undefined);
  return bounds.length === 0
    ? between
    : fc.oneof({ weight: 4, arbitrary: between }, { weight: 1, arbitrary: fc.constantFrom(...bounds) });
}

function validList(document: ApiDocument, schema: Schema, name: string, depth: number): fc.Arbitrary<Json> {
  const least = schema.minItems ?? 0;
  const maxLength = Math.max(
    least,
    Math.min(schema.maxItems ?? MAX_ITEMS, depth > MAX_NESTING ? 0 : MAX_ITEMS),
  );
  const some = fc.array(validValue(document, schema.items ?? {}, name, depth + 1), {
    minLength: least,
    maxLength,
  });
  return some.map((items) => ({ kind: 'list', items }));
}

function validObject(document: ApiDocument, schema: Schema, depth: number): fc.Arbitrary<Json> {
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || depth <= MAX_NESTING)
    .map(([name, property]) => {
      const member = validValue(document, property, name, depth + 1).map((value) => [name, value] as const);
      return required.has(name) ? member : optional(name, member);
    });
  return fc
    .tuple(...members)
    .map((entries) => entries.filter((entry) => entry !== undefined))
    .filter((entries) => entries.length >= (schema.minProperties ?? 0))
    .map((entries) => ({ kind: 'object', entries }));
}

function isScalar({ type, anyOf }: Schema): boolean {
  return !anyOf && type !== 'array' && type !== 'object' && type !== 'null';
}

function merged(document: ApiDocument, parts: Schema[]): Schema {
  const schemas = parts.map((part) => document.resolve(part));
  return {
    ...Object.assign({}, ...schemas),
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties)),
    required: schemas.flatMap(({ required = [] }) => required),
  };
}
