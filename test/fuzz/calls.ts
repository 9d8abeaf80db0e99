import fc from 'fast-check';
import { brokenValue, likeExample } from './broken-values.ts';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import {
  BROKEN_FRAMINGS,
  type Framing,
  HEADER_ABUSES,
  JSON_TYPES,
  KEY_KINDS,
  KEY_SPELLINGS,
  type KeyKind,
  type KeySpelling,
  OTHER_TYPES,
  SOUND_FRAMINGS,
  STRAY_TARGETS,
  UNUSUAL_METHODS,
} from './hostile-http.ts';
import { BYTE_CHANGES, HOSTILE_QUERY_VALUES, HOSTILE_SEGMENTS } from './hostile-values.ts';
import { type Json, token } from './json-text.ts';
import { idOf, optional, validValue } from './valid-values.ts';

/** A placeholder for a unique text, such as a new Idempotency-Key. */
export const UNIQUE = '{fresh}';

export type Flavour =
  | 'valid'
  | 'broken body'
  | 'hostile bytes'
  | 'content type'
  | 'path'
  | 'query'
  | 'headers'
  | 'key'
  | 'framing'
  | 'method'
  | 'stray address'
  | 'replay';

/** A request before its ids are known. */
export interface Call {
  flavour: Flavour;
  operation: Operation;
  method: string;
  /** By name. Texts can be percent-encoded. */
  segments: Readonly<Record<string, Json>>;
  /** Index of a change to the target. */
  stray: number | null;
  query: readonly (readonly [name: string, value: string])[];
  key: { kind: KeyKind; spelling: KeySpelling };
  /** Extra header lines. */
  lines: readonly string[];
  contentType: string | null;
  body: Json | null;
  change: { index: number; n: number } | null;
  framing: Framing;
  /** The server can refuse the request before it reads the body. */
  mayBreak: boolean;
  /** Repeats an earlier accepted request. */
  replay: number | null;
}

/** A request to any operation: usually valid, otherwise with one fault. */
export function someCall(document: ApiDocument): fc.Arbitrary<Call> {
  return fc.oneof(...document.operations.map((operation) => callTo(document, operation)));
}

/** A valid request to this operation. */
export function goodCall(document: ApiDocument, operation: Operation): fc.Arbitrary<Call> {
  const required = (parameter: Parameter) => parameter.required;
  const ofPlace = (place: string) => operation.parameters.filter((parameter) => parameter.place === place);
  const segments = Object.fromEntries(
    ofPlace('path').map(({ name, schema }) => [
      name,
      /^(uuid|id|phone)$/.test(name)
        ? idOf(operation.collection)
        : validValue(document, schema, name).map(asSegment),
    ]),
  );
  const query = fc.tuple(
    ...ofPlace('query').map((parameter) =>
      optional(
        parameter.name,
        queryValue(document, parameter).map((value) => [parameter.name, value] as const),
        required(parameter) ? 1_000_000 : 2,
      ),
    ),
  );
  const lines = fc.constant(
    ofPlace('header')
      .filter(required)
      .map(({ name }) => `${name}: ${UNIQUE}`),
  );
  return fc.record({
    flavour: fc.constant('valid' as const),
    operation: fc.constant(operation),
    method: fc.constant(operation.method),
    segments: fc.record(segments),
    stray: fc.constant(null),
    query: query.map((pairs) => pairs.filter((pair) => pair !== undefined)),
    key: fc.oneof(
      { weight: 30, arbitrary: fc.constant({ kind: 'full', spelling: 'plain' } as const) },
      { weight: 2, arbitrary: fc.constant({ kind: 'tight', spelling: 'plain' } as const) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('full' as const),
          spelling: fc.constantFrom(...KEY_SPELLINGS),
        }),
      },
    ),
    lines,
    contentType: operation.body ? fc.constantFrom(...JSON_TYPES) : fc.constant(null),
    body: operation.body ? goodBody(document, operation.body) : fc.constant(null),
    change: fc.constant(null),
    framing: fc.constantFrom(...SOUND_FRAMINGS),
    mayBreak: fc.constant(false),
    replay: fc.constant(null),
  });
}

function goodBody(document: ApiDocument, { schema, examples }: NonNullable<Operation['body']>) {
  const made = validValue(document, schema);
  if (examples.length === 0) return made;
  return fc.oneof(
    { weight: 3, arbitrary: likeExample(document, schema, examples) },
    { weight: 1, arbitrary: made },
  );
}

function queryValue(document: ApiDocument, { schema, name }: Parameter): fc.Arbitrary<string> {
  return validValue(document, schema, name).map((json) => {
    const text = json.kind === 'text' ? json.text : '1';
    const value: unknown = JSON.parse(text);
    return encodeURIComponent(typeof value === 'string' ? value : text);
  });
}

function callTo(document: ApiDocument, operation: Operation): fc.Arbitrary<Call> {
  const good = goodCall(document, operation);
  const hasPath = operation.path.includes('{');
  const { body } = operation;
  const flavours: (Variation | false)[] = [
    [50, good],
    body !== null && [20, varied(good, 'broken body', brokenBody(document, body))],
    body !== null && [8, varied(good, 'hostile bytes', hostileBytes)],
    body === null && [3, varied(good, 'hostile bytes', strangeBody)],
    [3, varied(good, 'content type', otherType)],
    hasPath && [10, varied(good, 'path', hostilePath(operation))],
    [
      operation.parameters.some(({ place }) => place === 'query') ? 10 : 2,
      varied(good, 'query', hostileQuery(operation)),
    ],
    [4, varied(good, 'headers', abusedHeaders)],
    [4, varied(good, 'headers', headerParameters(operation))],
    [6, varied(good, 'key', otherKey)],
    [3, varied(good, 'framing', brokenFraming)],
    [2, varied(good, 'method', otherMethod)],
    [2, varied(good, 'stray address', strayAddress)],
    [4, varied(good, 'replay', fc.record({ replay: fc.nat(999) }))],
  ];
  return fc.oneof(
    ...flavours.filter((flavour) => flavour !== false).map(([weight, arbitrary]) => ({ weight, arbitrary })),
  );
}

type Variation = readonly [weight: number, arbitrary: fc.Arbitrary<Call>];

function varied(
  good: fc.Arbitrary<Call>,
  flavour: Flavour,
  change: fc.Arbitrary<Partial<Call>>,
): fc.Arbitrary<Call> {
  return fc.tuple(good, change).map(([call, changed]) => ({ ...call, ...changed, flavour }));
}

function brokenBody(document: ApiDocument, body: NonNullable<Operation['body']>) {
  return brokenValue(document, body.schema, goodBody(document, body)).map((broken) => ({ body: broken }));
}

const hostileBytes = fc
  .record({ index: fc.nat(BYTE_CHANGES.length - 1), n: fc.nat(9999) })
  .map((change) => ({ change }));

/** A body for an operation without a body. */
const strangeBody = fc.record({
  body: fc.constant(token('{"a":1}')),
  contentType: fc.constantFrom('application/json', 'text/plain', null),
  change: fc.option(fc.record({ index: fc.nat(BYTE_CHANGES.length - 1), n: fc.nat(9999) })),
});

const otherType = fc
  .constantFrom(...OTHER_TYPES)
  .map(({ type, lines = [] }) => ({ contentType: type, ...(lines.length > 0 && { lines }) }));

function hostilePath({ parameters }: Operation): fc.Arbitrary<Partial<Call>> {
  const segment = fc.oneof(
    fc.constantFrom(...HOSTILE_SEGMENTS),
    fc.string({ maxLength: 20 }).map(encodeSegment),
  );
  const names = parameters
    .filter(({ place }) => place === 'path')
    .map(({ name }) => [name, segment.map(token)]);
  return fc.record({ segments: fc.record<Record<string, Json>>(Object.fromEntries(names)) });
}

/** A text has no quotes in a path. */
function asSegment(value: Json): Json {
  if (value.kind !== 'text' || !value.text.startsWith('"')) return value;
  return token(encodeSegment(JSON.parse(value.text)));
}

function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()) || '%20';
}

function hostileQuery({ parameters }: Operation): fc.Arbitrary<Partial<Call>> {
  const known = parameters.filter(({ place }) => place === 'query').map(({ name }) => name);
  const name = fc.constantFrom(...known, ...known, ...known, 'x', '__proto__', 'constructor', '', '%00');
  const spelling = fc.constantFrom('', '', '', '[]', '[a]', '%00', '.a', '[__proto__]');
  const value = fc.oneof(fc.constantFrom(...HOSTILE_QUERY_VALUES), fc.nat(300).map(String));
  const pair = fc
    .tuple(name, spelling, value)
    .map(([first, suffix, text]) => [first + suffix, text] as const);
  return fc.record({ query: fc.array(pair, { minLength: 1, maxLength: 4 }) });
}

const abusedHeaders = fc
  .constantFrom(...HEADER_ABUSES)
  .map(({ lines, mayBreak = false }) => ({ mayBreak, abuse: lines }))
  .map(({ abuse, mayBreak }) => ({ mayBreak, lines: [`x-fuzz: ${UNIQUE}`, ...abuse] }));

/** A header of the operation: missing, repeated, empty, too long, or with invalid characters. */
function headerParameters({ parameters }: Operation): fc.Arbitrary<Partial<Call>> {
  const names = parameters.filter(({ place }) => place === 'header').map(({ name }) => name);
  const values = [
    '',
    ' ',
    'a b',
    'k'.repeat(255),
    'k'.repeat(256),
    'k'.repeat(4000),
    'ä',
    '\xff\xfe',
    'a,b',
    '\t',
    '1',
    UNIQUE,
  ];
  return fc
    .tuple(fc.constantFrom(...names, 'x-none'), fc.array(fc.constantFrom(...values), { maxLength: 2 }))
    .map(([name, given]) => ({ lines: given.map((value) => `${name.toUpperCase()}: ${value}`) }));
}

const otherKey = fc
  .record({ kind: fc.constantFrom(...KEY_KINDS), spelling: fc.constantFrom(...KEY_SPELLINGS) })
  .map((key) => ({ key }));

const brokenFraming = fc.constantFrom(...BROKEN_FRAMINGS).map((framing) => ({ framing, mayBreak: true }));

const otherMethod = fc
  .constantFrom(...UNUSUAL_METHODS)
  .map(({ method, mayBreak = false }) => ({ method, mayBreak }));

const strayAddress = fc.nat(STRAY_TARGETS.length - 1).map((stray) => ({ stray, mayBreak: true }));
